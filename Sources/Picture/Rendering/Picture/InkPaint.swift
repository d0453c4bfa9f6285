import Geometry
import Ink
import Raster
import TouchLog

extension StrokeModel {
  /// How the shapes of one stroke share a pixel that several of them cover.
  var coverageRule: CoverageRule {
    switch rules.overlap {
    case .largest: .maximum
    case .union: .union
    case .exact: .exact
    }
  }
}

extension Look {
  /// The paint of ink whose color may change along the way: its opacity is applied once to the whole.
  package var paint: Paint {
    switch color {
    case .rainbow where tool.blend != .erase:
      Paint(.pieces, opacity: byte(255 * opacity * brushOpacity), blend: blendMode)
    case .solid, .rainbow: paint(atHue: 0)
    }
  }

  /// The paint of ink in one color.
  /// - Parameter events: The number of events of rainbow ink before it.
  package func paint(atHue events: Int) -> Paint {
    // An eraser has no color.
    let color = tool.blend == .erase ? Color.black : color.color(atHue: events)
    return Paint(
      .color(Pixel(color)), opacity: byte(Double(color.alpha) * opacity * brushOpacity), blend: blendMode)
  }

  /// The opacity of a brush at an opacity of 1.
  private var brushOpacity: Double { isBrushed ? brush.recipe(of: brushes).opacity : 1 }
}

extension Look {
  /// Whether a mask holds all ink of a stroke. Otherwise it is drawn from its spans.
  var fitsMask: Bool { paint.source != .pieces && !fillsStrokes && drying == 0 }

  /// Whether strokes are filled once they have ended.
  var fillsStrokes: Bool { tool.isNib && fill != .none }
}

/// How what an element draws is laid onto what is below it.
package struct InkPaints: Sendable {
  /// The paint of its ink. An image, too, has pieces.
  package var ink: Paint
  /// The paint of its interior, which is drawn first; nil if it is not filled.
  package var fill: Paint?
  /// Nil if interior and ink can be drawn on the canvas one after the other. Otherwise they are first drawn on a canvas
  /// of their own, which is laid down as a whole: the interior must not show through the ink, or blend with it.
  package var whole: Paint?

  /// How the element blends with what is below it.
  var blend: BlendMode { (whole ?? ink).blend }

  /// Whether each pixel needs only what is below it: no other canvas is needed.
  var isPlain: Bool { ink.source != .pieces && whole == nil }
}

extension InkPaints {
  /// - Parameter hue: The number of events of rainbow ink before it, if the ink has one color.
  fileprivate init(filled look: Look, asWhole: Bool, atHue hue: Int? = nil) {
    var opaque = look
    if asWhole {
      whole = Paint(.pieces, opacity: byte(255 * look.opacity), blend: look.blendMode)
      (opaque.opacity, opaque.blend) = (1, .over)
    }
    if case .color(let color) = look.fill { fill = Paint(color: Pixel(color)) }
    ink = hue.map { opaque.paint(atHue: $0) } ?? opaque.paint
  }
}

extension Drawing {
  /// How what an element draws is laid onto what is below it.
  package func paints(of element: ElementIndex) -> InkPaints {
    switch elements[element].content {
    case .stroke(let index):
      let stroke = strokes[index]
      return stroke.isFilled ? InkPaints(filled: stroke.look, asWhole: true) : InkPaints(ink: stroke.look.paint)
    case .shape(let shape):
      let look = shape.look
      let mixes = look.opacity != 1 || look.blendMode != .over
      return InkPaints(filled: look, asWhole: mixes && look.fill != .none, atHue: shape.hue)
    case .text(let text): return InkPaints(ink: text.look.paint)
    case .image(let image): return InkPaints(ink: Paint(.pieces, opacity: byte(255 * image.look.opacity)))
    }
  }
}

extension Stroke {
  /// The events of a span, at which rainbow ink changes its color.
  package func hues(ofSpan span: Int) -> Range<Int> {
    let first = span * Stroke.samplesPerSpan
    return hue + first..<hue + first + Swift.max(1, Swift.min(Stroke.samplesPerSpan, samples.count - first))
  }
}

extension TextElement {
  /// The color of a letter. Each letter of rainbow ink has its own.
  /// - Parameter character: The index of the letter in the text.
  package func color(ofCharacter character: Int) -> Color {
    look.color.color(atHue: hue + character * RainbowInk.eventsPerLetter)
  }
}

extension Pixel {
  init(_ color: Color) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }
}

/// A value in 0...255, rounded to the nearest byte.
package func byte(_ value: Double) -> UInt8 { UInt8(saturating: value.rounded(.toNearestOrAwayFromZero)) }

extension InkColor {
  /// The color; that of rainbow ink after a number of events.
  ///
  /// The hue of rainbow ink turns by 0.005 of a circle with each event, at saturation 0.7 and value 1 (Smith 1978,
  /// HSV).
  package func color(atHue events: Int) -> Color {
    switch self {
    case .solid(let color): return color
    case .rainbow:
      // The circle has 200 steps of 6 parts. In each sixth, of 200 parts, one channel rises or falls.
      let turn = (events % 200 + 200) % 200 * 6
      let (sixth, part) = (turn / 200, turn % 200)
      let rising = byte(255 * (0.3 + 0.7 * Double(part) / 200))
      let falling = byte(255 * (1 - 0.7 * Double(part) / 200))
      let low = byte(255 * 0.3)
      switch sixth {
      case 0: return Color(red: 255, green: rising, blue: low)
      case 1: return Color(red: falling, green: 255, blue: low)
      case 2: return Color(red: low, green: 255, blue: rising)
      case 3: return Color(red: low, green: falling, blue: 255)
      case 4: return Color(red: rising, green: low, blue: 255)
      default: return Color(red: 255, green: low, blue: falling)
      }
    }
  }
}

/// Splits rainbow ink into pieces of one hue.
package enum RainbowInk {
  /// How many events the hue advances from one letter of a text to the next: about as many as a pen writes it with.
  fileprivate static let eventsPerLetter = 10

  /// Calls `body` with the pieces of a span in order, each with its color.
  /// - Parameters:
  ///   - cones: All cones of the span.
  ///   - hues: The events of the span. Each has an equal share of the span's length.
  package static func forEachPiece(of cones: [PixelCone], _ hues: Range<Int>, _ body: (PixelCone, Color) -> Void) {
    let lengths = cones.map { ($0.cone.end - $0.cone.start).length }
    let whole = lengths.reduce(0, +)
    var passed = 0.0
    for (cone, length) in zip(cones, lengths) {
      let share = whole > 0 ? (passed / whole, (passed + length) / whole) : (0, 0)
      passed += length
      cut(cone.cone, from: share.0 * Double(hues.count), to: share.1 * Double(hues.count), hues.lowerBound, body)
    }
  }

  /// The same for the ink of a span. Each tip of a brush has one hue.
  static func forEachPiece(of ink: SpanInk, _ hues: Range<Int>, _ body: (SpanInk, Color) -> Void) {
    switch ink {
    case .cones(let cones): forEachPiece(of: cones, hues) { body(.cones([$0]), $1) }
    case .tips(let tips, let rule):
      let lengths = tips.map { ($0.tip.end.center - $0.tip.start.center).length }
      let whole = lengths.reduce(0, +)
      var passed = 0.0
      for (tip, length) in zip(tips, lengths) {
        let share = whole > 0 ? (passed + length / 2) / whole : 0
        let hue = hues.lowerBound + Int(saturating: share * Double(hues.count))
        body(.tips([tip], rule), InkColor.rainbow.color(atHue: hue))
        passed += length
      }
    }
  }

  /// Halves a cone until each piece is no longer than the share of one event.
  /// - Parameters:
  ///   - start: Where the cone starts, in events from the start of the span; `end` likewise.
  ///   - hue: The first event of the span.
  private static func cut(
    _ cone: RoundCone, from start: Double, to end: Double, _ hue: Int, _ body: (PixelCone, Color) -> Void
  ) {
    if end - start > 1 {
      let (first, second) = cone.halves
      cut(first, from: start, to: (start + end) / 2, hue, body)
      cut(second, from: (start + end) / 2, to: end, hue, body)
      return
    }
    body(PixelCone(cone), InkColor.rainbow.color(atHue: hue + Int(saturating: (start + end) / 2)))
  }
}
