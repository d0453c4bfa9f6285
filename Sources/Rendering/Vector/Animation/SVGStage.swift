import Geometry
import Ink

/// Gives what was drawn its moments: the rules and the masks by which elements show, are uncovered, move and hide.
struct SVGStage {
  private let drawing: Drawing
  private let filmed: FilmedStates
  private let layout: CanvasLayout
  private var keyframes: SVGKeyframes
  /// What elements refer to.
  private var references = SVGText()
  private var referenceCount = 0

  /// - Parameter drawing: As it is in the end.
  init(_ drawing: Drawing, _ filmed: FilmedStates, _ layout: CanvasLayout, _ keyframes: SVGKeyframes) {
    (self.drawing, self.filmed, self.layout, self.keyframes) = (drawing, filmed, layout, keyframes)
  }

  /// The tags before all that is drawn.
  var head: [UInt8] {
    var text = SVGText()
    text.append(keyframes.sheet)
    if !references.bytes.isEmpty {
      text.append("<defs fill=\"none\" stroke=\"#fff\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")
      text.append(references.bytes)
      text.append("</defs>\n")
    }
    return text.bytes
  }

  /// A state with what shows, uncovers and moves it in its time.
  mutating func element(in state: FilmedState) -> SVGElement {
    var element = state.placed
    element.bounds = state.bounds
    let shown = state.shown.map { Double($0.lowerBound)..<($0.upperBound == .max ? .infinity : Double($0.upperBound)) }
    let growth = growth(of: state.element, state.trail, placed: state.places.last?.map, in: state)
    if element.erased.isEmpty {
      let mask = if let growth { uncovering(growth) } else { [SVGKeyframes.Step]() }
      element.wrap(visible: shown, mask: mask, &keyframes)
    } else {
      erase(&element, in: shown, growth)
    }
    element.wrap(moves(of: state), &keyframes)
    return element
  }

  /// An eraser's pass over an element that has got away from others.
  mutating func pass(_ erasure: Erasure, over state: FilmedState) -> SVGElement {
    var pass = SVGElement(erasure.eraser, of: drawing, layout, erasure.map, predicted: false, name: "")
    pass.bounds.formUnion(state.bounds)
    erase(&pass, in: [0..<Double.infinity], growth(of: erasure.eraser, nil, placed: erasure.map, in: state))
    // It goes wherever the element goes.
    pass.wrap(moves(of: state), &keyframes)
    return pass
  }

  /// Where a state was, as seen from where it was in the end.
  private func moves(of state: FilmedState) -> [SVGKeyframes.Step] {
    let units = Affine(layout.transform).concatenating(Affine(scale: Double(SVGPathData.unitsPerPixel)))
    guard state.places.count > 1, let last = state.places.last?.map, let back = units.inverse else { return [] }
    return state.places.map { frame, map in
      guard map != last else { return (Double(frame), "transform:none") }
      let map = back.concatenating(map.after(last.inverse).affine).concatenating(units)
      let numbers = [map.a, map.b, map.c, map.d].map { SVGText.number($0, places: 5) }
      let shift = [map.tx, map.ty].map { SVGText.number($0, places: 1) }
      return (Double(frame), "transform:matrix(\((numbers + shift).joined(separator: ",")))")
    }
  }

  /// How a stroke grew: the pens that go along it, and from when to when they do; nil where nobody sees it grow in a
  /// state of it or of what it erases.
  /// - Parameters:
  ///   - trail: The ink's way, where it is not that of the finished stroke.
  ///   - map: Where the stroke is.
  private mutating func growth(
    of element: ElementIndex, _ trail: StrokeTrail?, placed map: Similarity?, in state: FilmedState
  ) -> (pens: [UInt8], time: Range<Double>)? {
    guard let stroke = drawing.stroke(of: element), let growth = filmed.growths[element], growth.isSeen,
      let end = growth.records.last, let first = state.shown.first, first.lowerBound <= end.frame
    else { return nil }
    let trail = trail ?? filmed.trail(of: element, stroke, drawing, placed: map)
    let curve = growth.curve(trail.sampleLengths)
    guard let first = curve.places.first, let last = curve.places.last, first.length < last.length else { return nil }
    var pens: [UInt8] = []
    for stretch in trail.stretches where stretch.length >= 1 {
      pens += stretch.pen(curve.places(from: stretch.start, to: stretch.end), &keyframes)
    }
    // What trembles at one place is there at once.
    return pens.isEmpty ? nil : (pens, first.frame..<last.frame)
  }

  private mutating func newName() -> String {
    referenceCount += 1
    return "p\(referenceCount)"
  }

  /// Uncovers ink by a mask, which is there no longer than it grows.
  private mutating func uncovering(_ growth: (pens: [UInt8], time: Range<Double>)) -> [SVGKeyframes.Step] {
    let name = newName()
    references.append("<mask id=\"\(name)\">")
    references.append(growth.pens)
    references.append("</mask>\n")
    return [(growth.time.lowerBound, "mask:url(#\(name))"), (growth.time.upperBound, "mask:none")]
  }

  /// Lets an eraser take away what its pens have passed: they are cut out by its outline, in whose place they stand
  /// while it grows. A mask in the eraser's own would do as well, but Chromium does not draw it anew when it changes.
  private mutating func erase(
    _ element: inout SVGElement, in shown: [Range<Double>], _ growth: (pens: [UInt8], time: Range<Double>)?
  ) {
    guard let growth, element.erasedAlpha > 0 else { return element.wrap(visible: shown, &keyframes) }
    let name = newName()
    let after = growth.time.upperBound..<Double.infinity
    element.erasedName = name
    element.wrap(visible: shown.map { $0.clamped(to: after) }.filter { !$0.isEmpty }, &keyframes)
    references.append("<path")
    references.attribute("id", name)
    references.attribute("d", element.erased)
    references.append("/>\n")
    references.append("<clipPath id=\"c\(name)\"><use href=\"#\(name)\"/></clipPath>\n")
    var text = SVGText()
    text.append("<g fill=\"none\" stroke=\"#000\" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
    text.attribute("opacity", Double(element.erasedAlpha) / 255, places: 4, initial: 1)
    text.append(" clip-path=\"url(#c\(name))\">")
    text.append(growth.pens)
    text.append("</g>\n")
    var pens = SVGElement(tags: text.bytes)
    pens.wrap(visible: shown.map { $0.clamped(to: growth.time) }.filter { !$0.isEmpty }, &keyframes)
    element.wrapping.closing += pens.drawnTags
  }
}
