import Files
import Geometry
import Ink
import Raster
import Rendering
import Session
import TouchLog
import Foundation
import TestSupport
import Testing

@testable import SVG

/// Another program draws a document like the picture of the same drawing.
///
/// Pixels in which a stroke meets its own ink may be far apart: pictures of `ink-1` have the larger coverage there, and
/// documents the union of both areas. `InkMeetings` finds these pixels by geometry. No other pixels may be far apart.
@Suite struct SVGRendererTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")

  private static let exampleNames =
    ((try? FileManager.default.contentsOfDirectory(at: examples, includingPropertiesForKeys: nil)) ?? [])
    .filter { $0.pathExtension == "jsonl" }.map { $0.deletingPathExtension().lastPathComponent }.sorted()

  /// The examples in which no stroke comes near itself, except at the tips of tapers and letters.
  private static let apart = ["clear", "dots", "rainbow", "tapers", "translucent", "two-fingers"]

  /// The examples whose tips are not round: `InkMeetings` does not know where these meet.
  private static let broad = ["brushes"]

  /// The examples in which thin lines of one stroke meet everywhere.
  private static let fine = ["scribble", "small-handwriting"]

  private func layout(of drawing: Drawing, scale: Double? = nil) throws -> CanvasLayout {
    var request = LayoutRequest()
    request.scale = scale
    return try request.layout(header: drawing.header, ink: drawing.inkBounds)
  }

  private struct Comparison {
    var distance: PictureDistance
    /// The number of pixels that are far apart and not in a dashed shape.
    var farCount: Int
    /// The far pixels in which no ink meets itself.
    var unexplained: [String]
    var hasDashes: Bool
  }

  /// Compares the picture of a drawing with the picture that another program draws of its document.
  private func compare(_ drawing: Drawing, _ layout: CanvasLayout, backdrop: ImageSource? = nil) throws -> Comparison {
    var drawing = drawing
    drawing.refine(tolerance: ModelOptions.tolerance(pixelsPerPoint: layout.transform.scale))
    var picture = PictureRenderer(layout: layout, backdrop: backdrop)
    try picture.drawFrame(drawing)
    var document = SVGRenderer(layout: layout, backdrop: backdrop)
    let distance = try PictureDistance(
      Bitmap(copying: picture.picture), try SVGProgram.picture(of: document.document(of: drawing).bytes))
    let meetings = InkMeetings(drawing, layout)
    let dashed = dashedAreas(of: drawing, layout)
    let far = distance.farPixels.filter { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: layout.width)
      return !dashed.contains { $0.minX <= x && x < $0.maxX && $0.minY <= y && y < $0.maxY }
    }
    let unexplained = far.filter { !meetings.contains(x: $0 % layout.width, y: $0 / layout.width) }
    return Comparison(
      distance: distance, farCount: far.count,
      unexplained: unexplained.map { "(\($0 % layout.width), \($0 / layout.width))" },
      hasDashes: !dashed.isEmpty)
  }

  /// The areas of dashed shapes. Programs measure the length of curves differently, and so place dashes differently.
  private func dashedAreas(of drawing: Drawing, _ layout: CanvasLayout) -> [PixelRect] {
    let area = PixelRect(minX: 0, minY: 0, maxX: layout.width, maxY: layout.height)
    return drawing.elements.filter(\.isPresent).compactMap { element in
      guard case .shape(let shape) = element.content, !shape.look.dash.isEmpty else { return nil }
      return area.covering(layout.transform.apply(drawing.bounds(of: element.ordinal)))
    }
  }

  @Test func `there are examples`() {
    #expect(!Self.exampleNames.isEmpty)
  }

  @Test(.needsSVGProgram, arguments: exampleNames, [1.0, 2.5])
  func `an example looks like its picture`(name: String, scale: Double) throws {
    let path = Self.examples.appending(path: "\(name).jsonl").path
    var options = PictureOptions()
    options.resolution = .scale(scale)
    let moment = try RecordedMoment(Recording(path: path, picture: options))
    let layout = moment.layout
    let comparison = try compare(moment.drawing, layout, backdrop: moment.backdrop)
    // Neither the program nor the picture can know how thin lines of one stroke overlap within a pixel.
    let isFine = Self.fine.contains(name)
    #expect(comparison.distance.mean < (isFine ? 1.5 : 1))
    let limit = Self.apart.contains(name) ? 2 : layout.width * layout.height / (isFine ? 300 : 1500)
    #expect(comparison.farCount <= limit, "the largest distance is \(comparison.distance.largest)")
    guard !Self.broad.contains(name) else { return }
    // Nor do they agree on turns so tight that the edges of one stretch meet: small handwriting has many, and stems that
    // the pen retraces have one each.
    #expect(
      comparison.unexplained.count <= (isFine ? max(4, comparison.farCount / 3) : 5),
      "of \(comparison.farCount) that are far apart")
  }

  private func expectCloseness(of events: [LogEvent]) throws {
    let drawing = try Drawing(events)
    let comparison = try compare(drawing, try layout(of: drawing, scale: 2))
    // Dashes at shifted positions along a curve differ by their whole ends.
    #expect(comparison.distance.mean < (comparison.hasDashes ? 1.5 : 1.1))
    #expect(comparison.farCount <= 40)
    // A turn so tight that the distance along it has one minimum is no meeting of two stretches.
    #expect(comparison.unexplained.count <= 3, "of \(comparison.farCount) that are far apart")
  }

  @Test(.needsSVGProgram, arguments: rounds(12))
  func `strokes of every tool look like their picture`(seed: UInt64) throws {
    try expectCloseness(of: RandomLog(seed: seed, strokes: 8).events)
  }

  @Test(.needsSVGProgram, arguments: rounds(24))
  func `sessions with shapes, texts and edits look like their picture`(seed: UInt64) throws {
    try expectCloseness(of: RandomSession(seed: seed, steps: 40).events)
  }

  /// Caps are longer than these dashes, whose own length becomes 0; the last line is a point within a gap.
  @Test(.needsSVGProgram, arguments: [LineCap.square, .round])
  func `dots of a dashed line look like their picture`(cap: LineCap) throws {
    var events: [LogEvent] = [.header(LogHeader(size: Size(width: 100, height: 60), background: .color(.white)))]
    for (phase, end) in [(0, (80, 40)), (3, (20, 55)), (9, (5, 5))] as [(Double, (Double, Double))] {
      var tool = ToolChange(name: "line", color: .solid(.black), width: 6)
      tool.style[StyleKeys.dash] = [2, 7, 3, 9]
      tool.style[StyleKeys.dashPhase] = phase
      tool.style[StyleKeys.cap] = cap
      events.append(.tool(tool))
      events += LogEvent.drag([(5, 5), end])
    }
    let drawing = try Drawing(events)
    #expect(try compare(drawing, try layout(of: drawing, scale: 2)).distance.mean < 0.3)
  }

  /// Two lines of one stroke cover parts of one row of pixels: up to `upper` from above, and up to `lower` from below.
  @Test(.needsSVGProgram, arguments: [(0.3, 0.2), (0.5, 0.5), (0.1, 0.8)])
  func `where a stroke meets itself, ink-2 and the document show the union, and ink-1 the larger part`(
    upper: Double, lower: Double
  ) throws {
    // A pen of 4 pixels, with edges at 12 + upper and at 13 - lower.
    let (first, second) = (10 + upper, 15 - lower)
    let columns = (1...9).map { Double(10 * $0) }
    let events: [LogEvent] =
      [
        .header(LogHeader(size: Size(width: 100, height: 30))),
        .tool(ToolChange(name: "pen", color: .solid(.black), width: 4, thinning: 0, smoothing: 0)),
      ] + LogEvent.drag(columns.map { ($0, first) } + columns.reversed().map { ($0, second) })
    let layout = CanvasLayout(width: 100, height: 30, transform: Transform(scale: 1), background: .white)
    func picture(_ model: StrokeModel) throws -> Bitmap {
      var picture = PictureRenderer(layout: layout)
      try picture.drawFrame(try Drawing(events, options: ModelOptions(model: model)))
      return Bitmap(copying: picture.picture)
    }
    let drawing = try Drawing(events)
    var renderer = SVGRenderer(layout: layout)
    let document = try SVGProgram.picture(of: renderer.document(of: drawing).bytes)
    let (union, larger) = (try picture(.ink2), try picture(.ink1))
    let meetings = InkMeetings(drawing, layout)
    let unionRed: Double = 255 * (1 - upper - lower)
    let largerRed: Double = 255 * (1 - Swift.max(upper, lower))
    for x in 25..<75 {
      #expect(abs(Double(document[x, 12].red) - unionRed) < 12)
      #expect(abs(Double(union[x, 12].red) - unionRed) < 12)
      #expect(abs(Double(larger[x, 12].red) - largerRed) < 12)
      #expect(meetings.contains(x: x, y: 12))
      #expect(!meetings.contains(x: x, y: 8) && !meetings.contains(x: x, y: 10))
    }
  }

  /// Programs limit the nesting of groups. Beyond the limit, ink under several erasers is approximate.
  @Test(.needsSVGProgram, arguments: [(30, 1.0), (150, 2.5)])
  func `a document with many overlapping erasers can be drawn`(count: Int, limit: Double) throws {
    var events: [LogEvent] = [.header(LogHeader(size: Size(width: 120, height: 90)))]
    for i in 0..<count {
      let (x, y) = (20 + Double(i % 10) * 8, Double(10 + i * 7 % 70))
      events.append(.tool(ToolChange(name: "pen", color: .solid(Color(red: 30, green: 102, blue: 245)), width: 9)))
      events += LogEvent.drag([(10, y), (60, y + 4), (110, y)])
      events.append(.tool(ToolChange(name: "eraser", width: 5)))
      events += LogEvent.drag([(x, 5), (x + 4, 85)])
    }
    let drawing = try Drawing(events)
    let comparison = try compare(drawing, try layout(of: drawing, scale: 2))
    #expect(comparison.distance.mean < limit)
  }

  @Test(.needsSVGProgram)
  func `markers are multiplied with the ink below and not with the background`() throws {
    let yellow = Color(red: 255, green: 220, blue: 0)
    var events: [LogEvent] = [
      .header(
        LogHeader(size: Size(width: 100, height: 60), background: .color(Color(red: 200, green: 230, blue: 255)))),
      .tool(ToolChange(name: "pen", color: .solid(Color(red: 0, green: 160, blue: 220)), width: 20)),
    ]
    events += LogEvent.drag([(50, 5), (50, 55)])
    events.append(.tool(ToolChange(name: "marker", color: .solid(yellow), width: 20, opacity: 1)))
    events += LogEvent.drag([(10, 30), (90, 30)])
    var renderer = SVGRenderer(
      layout: CanvasLayout(
        width: 100, height: 60, transform: Transform(scale: 1), background: Pixel(red: 200, green: 230, blue: 255)))
    let picture = try SVGProgram.picture(of: renderer.document(of: try Drawing(events)).bytes)
    #expect(picture[20, 30] == Pixel(red: 255, green: 220, blue: 0))
    // 0·255/255, 160·220/255, 220·0/255.
    #expect(picture[50, 30] == Pixel(red: 0, green: 138, blue: 0))
    #expect(picture[5, 5] == Pixel(red: 200, green: 230, blue: 255))
  }

  @Test(arguments: rounds(12))
  func `a renderer that followed a session writes the same document as a new one`(seed: UInt64) throws {
    let layout = CanvasLayout(width: 150, height: 150, transform: Transform(scale: 1.5), background: .white)
    var following = SVGRenderer(layout: layout)
    var drawing = Drawing()
    for (number, event) in RandomSession(seed: seed, steps: 40).events.enumerated() {
      try drawing.apply(event)
      if number % 3 == 0 { following.update(to: drawing) }
    }
    _ = drawing.finish()
    var fresh = SVGRenderer(layout: layout)
    #expect(following.document(of: drawing).bytes == fresh.document(of: drawing).bytes)
  }

  @Test(arguments: [InkColor.solid(.black), .rainbow])
  func `the document of a long text is made in short pieces`(color: InkColor) throws {
    var style = StyleChange()
    style.color = color
    var drawing = Drawing()
    _ = try drawing.apply(
      .command(.text(NewText(String(repeating: "letters ", count: 500), at: Point(5, 5), style: style))))
    var renderer = SVGRenderer(layout: CanvasLayout(width: 100, height: 100))
    let document = renderer.document(of: drawing)
    var pieces = MemorySizes()
    try document.write(to: &pieces)
    #expect(pieces.total == document.bytes.count)
    #expect(pieces.total > 400_000)
    #expect(pieces.largest < 4_000)
  }

  @Test func `outlines take less than six bytes per point`() throws {
    var size = OutlineSize()
    for seed in 0..<20 as Range<UInt64> {
      var renderer = SVGRenderer(
        layout: CanvasLayout(width: 100, height: 100, transform: Transform(scale: 1), background: .white))
      renderer.update(to: try Drawing(RandomLog(seed: seed).events))
      size += renderer.outlineSize
    }
    #expect(size.pointCount > 1000)
    #expect(size.byteCount < 6 * size.pointCount)
  }
}

/// A sink that keeps the sizes of its writes.
private struct MemorySizes: ByteSink {
  private(set) var total = 0
  private(set) var largest = 0

  mutating func write(_ bytes: Span<UInt8>) {
    total += bytes.count
    largest = max(largest, bytes.count)
  }
}
