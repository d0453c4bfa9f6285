import UIKit

/// Records its touches as lines of a log that doodle reads. `text` is the log.
class LoggingView: UIView {
  private(set) var text = ""
  private var start: TimeInterval?
  private var numbers: [UITouch: Int] = [:]
  /// The numbers of touches with values that come late, by the index of the update.
  private var late: [NSNumber: Int] = [:]

  private func write(_ line: [String: Any]) {
    let data = try! JSONSerialization.data(withJSONObject: line, options: .sortedKeys)
    text += String(decoding: data, as: UTF8.self) + "\n"
  }

  private func write(_ kind: [String: Any], _ touch: UITouch, number: Int) {
    if start == nil {
      start = touch.timestamp
      let size = [Double(bounds.width), Double(bounds.height)]
      write(["doodle": 1, "size": size, "scale": Double(contentScaleFactor)])
    }
    let place = touch.preciseLocation(in: self)
    var line = kind.merging(["touch": number, "point": [Double(place.x), Double(place.y)]]) { $1 }
    if touch.type == .pencil {
      line["pressure"] = Double(min(1, touch.force / touch.maximumPossibleForce))
      line["altitude"] = Double(touch.altitudeAngle)
      line["azimuth"] = Double(touch.azimuthAngle(in: self))
    }
    let names: [(UITouch.Properties, String)] = [
      (.force, "pressure"), (.location, "point"), (.altitude, "altitude"), (.azimuth, "azimuth"),
    ]
    let expected = names.filter { touch.estimatedPropertiesExpectingUpdates.contains($0.0) }.map { $0.1 }
    if let index = touch.estimationUpdateIndex, kind["predicted"] == nil {
      late[index] = expected.isEmpty ? nil : number
      if !expected.isEmpty { line["expects"] = expected }
      if !expected.isEmpty, kind["revises"] == nil { line["index"] = index.intValue }
    }
    write(line)
  }

  private func write(_ phase: String, _ touches: Set<UITouch>, _ event: UIEvent?) {
    for touch in touches {
      let number = numbers[touch] ?? (numbers.values.max() ?? 0) + 1
      numbers[touch] = phase == "began" || phase == "moved" ? number : nil
      let pointer = touch.type == .pencil ? "pencil" : "finger"
      func write(_ phase: String, _ sample: UITouch, _ more: [String: Any] = [:]) {
        let time = sample.timestamp - (start ?? sample.timestamp)
        self.write(more.merging(["phase": phase, "pointer": pointer, "time": time]) { $1 }, sample, number: number)
      }
      // The system joins the samples of a frame. The first of a touch has "began", the last "ended".
      let samples = event?.coalescedTouches(for: touch) ?? [touch]
      for (index, sample) in samples.enumerated() {
        write(index == (phase == "began" ? 0 : samples.count - 1) ? phase : "moved", sample)
      }
      guard numbers[touch] != nil else { continue }
      for sample in event?.predictedTouches(for: touch) ?? [] { write("moved", sample, ["predicted": true]) }
    }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { write("began", touches, event) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { write("moved", touches, event) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { write("ended", touches, event) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { write("cancelled", touches, event) }

  /// A pencil tells its force after it has moved, and even after it has left.
  override func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {
    for touch in touches {
      guard let index = touch.estimationUpdateIndex, let number = late[index] else { continue }
      write(["revises": index.intValue], touch, number: number)
    }
  }
}
