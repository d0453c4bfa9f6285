import UIKit

/// Records its touches as lines of a log that doodle reads. `text` is the log.
class LoggingView: UIView {
  private var lines: [[String: Any]] = []
  private var start: TimeInterval?
  private var numbers: [UITouch: Int] = [:]
  /// The numbers of the touches whose values come late, by the index of the update.
  private var late: [NSNumber: Int] = [:]

  var text: String {
    let header: [String: Any] = [
      "doodle": 1, "size": [Double(bounds.width), Double(bounds.height)], "scale": Double(contentScaleFactor),
    ]
    let data = ([header] + lines).map { try! JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
    return data.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }

  private func values(of touch: UITouch) -> [String: Any] {
    guard touch.maximumPossibleForce > 0, touch.type == .pencil || touch.force > 0 else { return [:] }
    let force: [String: Any] = ["pressure": Double(min(1, touch.force / touch.maximumPossibleForce))]
    let angles = ["altitude": Double(touch.altitudeAngle), "azimuth": Double(touch.azimuthAngle(in: self))]
    return touch.type == .pencil ? force.merging(angles) { $1 } : force
  }

  private func log(_ phase: String, _ touch: UITouch, number: Int, predicted: Bool = false) {
    start = start ?? touch.timestamp
    let point = touch.preciseLocation(in: self)
    var line = values(of: touch)
    line["phase"] = phase
    line["touch"] = number
    line["point"] = [Double(point.x), Double(point.y)]
    line["time"] = touch.timestamp - start!
    line["pointer"] = touch.type == .pencil ? "pencil" : "finger"
    if predicted { line["predicted"] = true }
    if !predicted, let index = touch.estimationUpdateIndex, !touch.estimatedPropertiesExpectingUpdates.isEmpty {
      line["index"] = index.intValue
      line["expects"] = names(touch.estimatedPropertiesExpectingUpdates)
      late[index] = number
    }
    lines.append(line)
  }

  private func names(_ properties: UITouch.Properties) -> [String] {
    let all: [(UITouch.Properties, String)] = [
      (.force, "pressure"), (.location, "point"), (.altitude, "altitude"), (.azimuth, "azimuth"),
    ]
    return all.filter { properties.contains($0.0) }.map { $0.1 }
  }

  /// The system joins the samples of a frame into one touch. The last of them has the phase, but for the first touch.
  private func log(_ phase: String, _ touches: Set<UITouch>, _ event: UIEvent?) {
    for touch in touches.sorted(by: { $0.timestamp < $1.timestamp }) {
      let number = numbers[touch] ?? (numbers.values.max() ?? 0) + 1
      let samples = event?.coalescedTouches(for: touch) ?? [touch]
      for (index, sample) in samples.enumerated() {
        let hasPhase = index == (phase == "began" ? 0 : samples.count - 1)
        log(hasPhase ? phase : "moved", sample, number: number)
      }
      numbers[touch] = phase == "began" || phase == "moved" ? number : nil
      guard numbers[touch] != nil else { continue }
      for sample in event?.predictedTouches(for: touch) ?? [] { log("moved", sample, number: number, predicted: true) }
    }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log("began", touches, event) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { log("moved", touches, event) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { log("ended", touches, event) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { log("cancelled", touches, event) }

  /// A pencil tells its force after it has moved, and even after it has left.
  override func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {
    for touch in touches {
      guard let index = touch.estimationUpdateIndex, let number = late[index] else { continue }
      var line = values(of: touch)
      let point = touch.preciseLocation(in: self)
      line["revises"] = index.intValue
      line["touch"] = number
      line["point"] = [Double(point.x), Double(point.y)]
      let expected = touch.estimatedPropertiesExpectingUpdates
      if expected.isEmpty { late[index] = nil } else { line["expects"] = names(expected) }
      lines.append(line)
    }
  }
}
