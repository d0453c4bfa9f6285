// A pencil that tells its force late, and a finger.
import UIKit

@MainActor func sample(_ x: Double, _ y: Double, _ time: Double, force: Double? = nil, index: Int? = nil) -> UITouch {
  let touch = UITouch()
  touch.place = CGPoint(x: x, y: y)
  touch.timestamp = 1000 + time
  guard let force else { return touch }
  touch.type = .pencil
  touch.force = force
  touch.maximumPossibleForce = 4
  touch.altitudeAngle = 1
  touch.azimuth = 0.5
  guard let index else { return touch }
  touch.estimationUpdateIndex = NSNumber(value: index)
  touch.estimatedPropertiesExpectingUpdates = .force
  return touch
}

let view = LoggingView()
let (pencil, finger) = (sample(10, 10, 0, force: 1), sample(200, 100, 1))
view.touchesBegan([pencil], with: nil)
let event = UIEvent()
event.coalesced = [sample(20, 15, 0.004, force: 1, index: 7), sample(30, 20, 0.008, force: 1.5, index: 8)]
event.predicted = [sample(40, 25, 0.016, force: 1.5)]
view.touchesMoved([pencil], with: event)
event.coalesced = [sample(45, 30, 0.02, force: 2), sample(50, 30, 0.025, force: 1)]
view.touchesEnded([pencil], with: event)
view.touchesBegan([finger], with: nil)
let update = sample(20, 15, 0.004, force: 3, index: 7)
update.estimatedPropertiesExpectingUpdates = []
view.touchesEstimatedPropertiesUpdated([update])
view.touchesEstimatedPropertiesUpdated([sample(1, 1, 1, force: 1, index: 99)])
finger.place.x = 250
finger.timestamp += 0.5
view.touchesEnded([finger], with: nil)
print(view.text, terminator: "")
