import Geometry
public struct ShapeGeometry: Sendable {
  public var bounds: Rect { .empty }
  public func contains(_ p: Point, within: Double) -> Bool { false }
}
extension ShapeElement {
  var geometry: ShapeGeometry? { nil }
  var isTap: Bool { !isDragged }
}
