// The part of UIKit that LoggingView.swift uses, with the types of Apple's headers.
@_exported import Foundation

@MainActor open class UIView {
  package var bounds = CGRect(x: 0, y: 0, width: 320, height: 200)
  package var contentScaleFactor: CGFloat = 2
  package init() {}
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}
}

@MainActor open class UIEvent {
  package var coalesced: [UITouch] = []
  package var predicted: [UITouch] = []
  package init() {}
  open func coalescedTouches(for touch: UITouch) -> [UITouch]? { coalesced }
  open func predictedTouches(for touch: UITouch) -> [UITouch]? { predicted }
}

@MainActor open class UITouch: NSObject {
  package enum TouchType: Int, Sendable { case direct, indirect, pencil, indirectPointer }
  package struct Properties: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let force = Properties(rawValue: 1)
    package static let azimuth = Properties(rawValue: 2)
    package static let altitude = Properties(rawValue: 4)
    package static let location = Properties(rawValue: 8)
  }
  package var place = CGPoint.zero
  package var azimuth: CGFloat = 0
  open var timestamp: TimeInterval = 0
  open var type = TouchType.direct
  open var force: CGFloat = 0
  open var maximumPossibleForce: CGFloat = 0
  open var altitudeAngle: CGFloat = 0
  open var estimationUpdateIndex: NSNumber?
  open var estimatedPropertiesExpectingUpdates: Properties = []
  open func preciseLocation(in view: UIView?) -> CGPoint { place }
  open func azimuthAngle(in view: UIView?) -> CGFloat { azimuth }
}
