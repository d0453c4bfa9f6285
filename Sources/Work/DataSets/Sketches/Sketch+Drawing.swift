import Geometry
import Ink

extension Sketch {
  /// The recorded points of a drawing's strokes, at the current positions of its elements.
  /// - Parameter isTimed: Whether the points have measured times.
  init(_ drawing: Drawing, isTimed: Bool) {
    self.init()
    for element in drawing.presentElements {
      guard let stroke = drawing.stroke(of: element), stroke.state != .cancelled else { continue }
      let similarity = drawing.placement(of: element)?.similarity
      for sample in stroke.samples {
        let point = similarity?.apply(sample.point) ?? sample.point
        append(
          Point(
            x: point.x, y: point.y, time: isTimed ? sample.time : .nan, pressure: Double(sample.pressure),
            radius: stroke.radius(ofPressure: sample.pressure, drawing.options, drawing.model)
              * (similarity?.scale ?? 1)))
      }
      endStroke(erases: drawing.isEraser(element))
    }
  }

  /// Points along the center lines of a drawing's ink, each with the time and pressure of the recorded point that is
  /// nearest to it along the line.
  init(flattening drawing: Drawing, isTimed: Bool) {
    self.init()
    for element in drawing.presentElements {
      guard let stroke = drawing.stroke(of: element), stroke.state != .cancelled else { continue }
      let similarity = drawing.placement(of: element)?.similarity
      let samples = stroke.samples
      var nearest = 0
      for piece in stroke.centerline(options: drawing.options) {
        // Lines follow their samples in order.
        while nearest + 1 < samples.count,
          samples[nearest + 1].point.distance(to: piece.center) <= samples[nearest].point.distance(to: piece.center)
        {
          nearest += 1
        }
        let point = similarity?.apply(piece.center) ?? piece.center
        append(
          Point(
            x: point.x, y: point.y, time: isTimed ? samples[nearest].time : .nan,
            pressure: Double(samples[nearest].pressure), radius: piece.radius * (similarity?.scale ?? 1)))
      }
      endStroke(erases: drawing.isEraser(element))
    }
  }
}

extension Drawing {
  /// The box of everything that is drawn, in points: of strokes that leave ink only their points count.
  var contentBounds: Rect {
    var bounds = Rect.empty
    for element in presentElements where !isEraser(element) {
      guard let stroke = stroke(of: element) else {
        bounds.formUnion(self.bounds(of: element))
        continue
      }
      let similarity = placement(of: element)?.similarity
      for sample in stroke.samples { bounds.include(similarity?.apply(sample.point) ?? sample.point) }
    }
    return bounds
  }

  /// Whether strokes are all that is drawn.
  var hasStrokesOnly: Bool { presentElements.allSatisfy { elements[$0].stroke != nil } }
}
