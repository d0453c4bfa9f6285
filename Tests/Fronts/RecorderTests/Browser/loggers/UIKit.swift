// The part of UIKit that LoggingView.swift uses, with the types of Apple's headers.
@_exported import Foundation

@MainActor open class UIView {
  public var bounds = CGRect(x: 0, y: 0, width: 320, height: 200)
  public var contentScaleFactor: CGFloat = 2
  public init() {}
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}
}

@MainActor open class UIEvent {
  public var coalesced: [UITouch] = []
  public var predicted: [UITouch] = []
  public init() {}
  open func coalescedTouches(for touch: UITouch) -> [UITouch]? { coalesced }
  open func predictedTouches(for touch: UITouch) -> [UITouch]? { predicted }
}

@MainActor open class UITouch: NSObject {
  public enum TouchType: Int, Sendable { case direct, indirect, pencil, indirectPointer }
  public struct Properties: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let force = Properties(rawValue: 1)
    public static let azimuth = Properties(rawValue: 2)
    public static let altitude = Properties(rawValue: 4)
    public static let location = Properties(rawValue: 8)
  }
  public var place = CGPoint.zero
  public var azimuth: CGFloat = 0
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
