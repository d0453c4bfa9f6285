import Geometry

extension StrokeTrail.Stretch {
  /// The pen that goes along it: a dash as long as it is, which comes in from before its beginning.
  /// - Parameter places: When it is how far; none where it is there from the film's beginning.
  func pen(_ places: [GrowthCurve.Place], _ keyframes: inout SVGKeyframes) -> [UInt8] {
    var data = SVGPathData()
    data.move(to: self.places[0])
    for place in self.places.dropFirst() { data.line(to: place) }
    var text = SVGText()
    text.append("<path")
    if !places.isEmpty {
      let dash = length.rounded(.up) + 1
      let steps = places.map { place -> SVGKeyframes.Step in
        let share = (place.length - start) / (end - start)
        // Where it begins, the dash lies before it; but a touch leaves a dot at once.
        let offset = share > 0 ? dash - share * length : start > 0 ? dash + 0.5 : dash - 1
        return (place.frame, "stroke-dashoffset:\(SVGText.number(offset, places: 1))")
      }
      text.append(" class=\"\(SVGKeyframes.sliding)\" style=\"animation-name:")
      text.append("\(keyframes.add(steps, class: SVGKeyframes.sliding))\"")
      text.attribute("stroke-dasharray", dash, places: 0)
    }
    text.attribute("stroke-width", 2 * radius * Double(SVGPathData.unitsPerPixel), places: 0)
    text.attribute("d", data.bytes)
    text.append("/>")
    return text.bytes
  }
}
