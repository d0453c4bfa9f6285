extension SVGElement {
  /// Puts a group around it that shows at some times, from frames up to frames, and takes further steps.
  mutating func wrap(
    visible times: [Range<Double>], mask: [SVGKeyframes.Step] = [], _ keyframes: inout SVGKeyframes
  ) {
    let isLast = times.last?.upperBound == .infinity
    var steps: [SVGKeyframes.Step] = []
    if times != [0..<Double.infinity] {
      if isLast, let first = times.first, first.lowerBound > 0 { steps.append((0, "visibility:hidden")) }
      for time in times {
        steps.append((time.lowerBound, "visibility:visible"))
        if time.upperBound < .infinity { steps.append((time.upperBound, "visibility:hidden")) }
      }
    }
    wrap((steps + mask).sorted { $0.frame < $1.frame }, isHidden: !isLast, &keyframes)
  }

  /// Puts a group around it that takes steps, if there are any.
  /// - Parameter isHidden: Whether it is not there where nothing moves.
  mutating func wrap(_ steps: [SVGKeyframes.Step], isHidden: Bool = false, _ keyframes: inout SVGKeyframes) {
    guard !steps.isEmpty || isHidden else { return }
    var text = SVGText()
    text.append("<g")
    var style: [String] = []
    if !steps.isEmpty {
      text.attribute("class", SVGKeyframes.stepping)
      style.append("animation-name:\(keyframes.add(steps, class: SVGKeyframes.stepping))")
    }
    // A group is one: what it holds is multiplied with nothing outside.
    if multiplies { style.append("mix-blend-mode:multiply") }
    if !style.isEmpty { text.attribute("style", style.joined(separator: ";")) }
    if isHidden { text.attribute("visibility", "hidden") }
    text.append(">\n")
    wrapping = (text.bytes + wrapping.opening, wrapping.closing + Array("</g>\n".utf8))
  }
}
