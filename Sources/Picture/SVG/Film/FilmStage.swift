import Geometry
import Ink
import Rendering

/// Animates the recorded states: the rules, masks and clip paths by which elements appear, are revealed, move and
/// disappear.
struct FilmStage {
  /// The pens that reveal a stroke while it grows, and the frames in which it does.
  private struct Reveal {
    var pens: [UInt8]
    var frames: Range<Double>
  }

  private let drawing: Drawing
  private let filmed: FilmedStates
  private let layout: CanvasLayout
  private var keyframes: FilmKeyframes
  /// The masks, paths and clip paths that elements refer to.
  private var definitions = SVGMarkup()
  private var definitionCount = 0

  /// - Parameter drawing: The drawing at the end of the film.
  init(_ drawing: Drawing, _ filmed: FilmedStates, _ layout: CanvasLayout, _ keyframes: FilmKeyframes) {
    (self.drawing, self.filmed, self.layout, self.keyframes) = (drawing, filmed, layout, keyframes)
  }

  /// The markup before everything that is drawn: the style sheet, and the definitions that elements refer to.
  var head: [UInt8] {
    var markup = SVGMarkup()
    markup.append(keyframes.styleSheet)
    if !definitions.bytes.isEmpty {
      markup.append("<defs fill=\"none\" stroke=\"#fff\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")
      markup.append(definitions.bytes)
      markup.append("</defs>\n")
    }
    return markup.bytes
  }

  /// The element of a state with its animations.
  mutating func element(in state: FilmedState) -> ElementFigures {
    var element = state.placed
    element.extendBounds(to: state.bounds)
    let visible = state.visibleFrames.map { frames in
      Double(frames.lowerBound)..<(frames.upperBound == .max ? .infinity : Double(frames.upperBound))
    }
    let reveal = reveal(state.element, state.trail, state.lastPlacement, in: state)
    if element.erasedArea == nil {
      let mask = if let reveal { maskSteps(reveal) } else { [FilmKeyframes.Step]() }
      element.wrap(visible: visible, mask: mask, &keyframes)
    } else {
      animateErasing(&element, in: visible, reveal)
    }
    element.wrap(moveSteps(of: state), &keyframes)
    return element
  }

  /// An eraser's pass over an element that is detached from other erasers, with its animations.
  mutating func pass(_ erasure: Erasure, over state: FilmedState) -> ElementFigures {
    var pass = ElementFigures(erasure.eraser, of: drawing, layout, erasure.map, predicted: false, name: "")
    pass.extendBounds(to: state.bounds)
    animateErasing(&pass, in: [0..<Double.infinity], reveal(erasure.eraser, nil, erasure.map, in: state))
    // The erased area moves with the element.
    pass.wrap(moveSteps(of: state), &keyframes)
    return pass
  }

  /// The transforms that move the markup of a state, which shows its last placement, back to its earlier placements.
  private func moveSteps(of state: FilmedState) -> [FilmKeyframes.Step] {
    let units = Affine(layout.transform).concatenating(Affine(scale: Double(SVGPathData.unitsPerPixel)))
    guard state.moves.count > 1, let last = state.lastPlacement, let back = units.inverse else { return [] }
    return state.moves.map { move in
      let frame = Double(move.frame)
      guard move.placement != last else { return FilmKeyframes.Step(frame: frame, declaration: "transform:none") }
      let map = back.concatenating(move.placement.after(last.inverse).affine).concatenating(units)
      let linear = [map.a, map.b, map.c, map.d].map { SVGMarkup.number($0, decimals: 5) }
      let shift = [map.tx, map.ty].map { SVGMarkup.number($0, decimals: 1) }
      let matrix = (linear + shift).joined(separator: ",")
      return FilmKeyframes.Step(frame: frame, declaration: "transform:matrix(\(matrix))")
    }
  }

  // MARK: Growing strokes

  /// The pens that reveal the stroke of an element.
  /// - Parameters:
  ///   - trail: The stroke's trail; nil for that of the finished stroke.
  ///   - placement: The map of the stroke's placement.
  ///   - state: The state that the stroke draws or erases.
  /// - Returns: Nil if nothing is seen to grow while the state is visible.
  private mutating func reveal(
    _ element: ElementIndex, _ trail: StrokeTrail?, _ placement: Similarity?, in state: FilmedState
  ) -> Reveal? {
    guard let stroke = drawing.stroke(of: element), let growth = filmed.growth(of: element), growth.isVisible,
      let end = growth.lastFrame, let start = state.visibleFrames.first?.lowerBound, start <= end
    else { return nil }
    let trail = trail ?? filmed.trail(of: stroke, drawing, placement)
    let curve = growth.curve(trail.sampleLengths)
    guard let first = curve.knots.first, let last = curve.knots.last, first.length < last.length else { return nil }
    var pens: [UInt8] = []
    for section in trail.sections where section.length >= 1 {
      pens += section.penMarkup(curve.knots(from: section.start, to: section.end), &keyframes)
    }
    // A stroke whose sections have no length only trembles in one position, and appears at once.
    return pens.isEmpty ? nil : Reveal(pens: pens, frames: first.frame..<last.frame)
  }

  private mutating func newName() -> String {
    definitionCount += 1
    return "p\(definitionCount)"
  }

  /// Defines a mask that reveals ink.
  /// - Returns: The steps that apply the mask while the ink grows.
  private mutating func maskSteps(_ reveal: Reveal) -> [FilmKeyframes.Step] {
    let name = newName()
    definitions.append("<mask id=\"\(name)\">")
    definitions.append(reveal.pens)
    definitions.append("</mask>\n")
    return [
      FilmKeyframes.Step(frame: reveal.frames.lowerBound, declaration: "mask:url(#\(name))"),
      FilmKeyframes.Step(frame: reveal.frames.upperBound, declaration: "mask:none"),
    ]
  }

  /// Lets an eraser, while it grows, erase only what its pens have passed: until it is complete, the pens, clipped to
  /// its outline, erase instead of it. A mask within the eraser's mask would have the same effect, but Chromium does
  /// not redraw it when it changes.
  private mutating func animateErasing(_ element: inout ElementFigures, in visible: [Range<Double>], _ reveal: Reveal?)
  {
    guard let reveal, let area = element.erasedArea, area.alpha > 0 else {
      return element.wrap(visible: visible, &keyframes)
    }
    let name = newName()
    let after = reveal.frames.upperBound..<Double.infinity
    element.referToPath(named: name)
    element.wrap(visible: visible.map { $0.clamped(to: after) }.filter { !$0.isEmpty }, &keyframes)
    definitions.append("<path")
    definitions.attribute("id", name)
    definitions.attribute("d", area.outline)
    definitions.append("/>\n")
    definitions.append("<clipPath id=\"c\(name)\"><use href=\"#\(name)\"/></clipPath>\n")
    var markup = SVGMarkup()
    markup.append("<g fill=\"none\" stroke=\"#000\" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
    markup.attribute("opacity", Double(area.alpha) / 255, decimals: 4, initial: 1)
    markup.append(" clip-path=\"url(#c\(name))\">")
    markup.append(reveal.pens)
    markup.append("</g>\n")
    var pens = ElementFigures(markup: markup.bytes)
    pens.wrap(visible: visible.map { $0.clamped(to: reveal.frames) }.filter { !$0.isEmpty }, &keyframes)
    element.append(pens)
  }
}

extension ElementFigures {
  /// Wraps the element in a group that is visible only in some frames, and applies the steps of a mask.
  /// - Parameter frames: In ascending order; a range up to infinity lasts to the film's end, and beyond in programs
  ///   that play no animations.
  fileprivate mutating func wrap(
    visible frames: [Range<Double>], mask: [FilmKeyframes.Step] = [], _ keyframes: inout FilmKeyframes
  ) {
    let staysVisible = frames.last?.upperBound == .infinity
    var steps: [FilmKeyframes.Step] = []
    func add(_ frame: Double, _ visibility: String) {
      steps.append(FilmKeyframes.Step(frame: frame, declaration: "visibility:" + visibility))
    }
    if frames != [0..<Double.infinity] {
      if staysVisible, let first = frames.first, first.lowerBound > 0 { add(0, "hidden") }
      for range in frames {
        add(range.lowerBound, "visible")
        if range.upperBound < .infinity { add(range.upperBound, "hidden") }
      }
    }
    wrap((steps + mask).sorted { $0.frame < $1.frame }, isHidden: !staysVisible, &keyframes)
  }

  /// Wraps the element in a group to which steps apply. Without steps there is no group, unless it is hidden.
  /// - Parameter isHidden: Whether the group is hidden in programs that play no animations.
  fileprivate mutating func wrap(
    _ steps: [FilmKeyframes.Step], isHidden: Bool = false, _ keyframes: inout FilmKeyframes
  ) {
    guard !steps.isEmpty || isHidden else { return }
    var markup = SVGMarkup()
    markup.append("<g")
    var style: [String] = []
    if !steps.isEmpty {
      markup.attribute("class", FilmKeyframes.Timing.stepping.rawValue)
      style.append("animation-name:\(keyframes.add(steps, .stepping))")
    }
    // The members of an animated group do not blend with the ink outside of it, so the group as a whole blends.
    if blend.mixesColors { style.append(blend.declaration) }
    if !style.isEmpty { markup.attribute("style", style.joined(separator: ";")) }
    if isHidden { markup.attribute("visibility", "hidden") }
    markup.append(">\n")
    wrap(opening: markup.bytes, closing: Array("</g>\n".utf8))
  }
}
