/// A box of whole pixels, half open: columns `minX..<maxX` and rows `minY..<maxY`.
public struct PixelRect: Hashable, Sendable {
  public var minX: Int
  public var minY: Int
  public var maxX: Int
  public var maxY: Int

  @inlinable public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  @inlinable public var isEmpty: Bool { minX >= maxX || minY >= maxY }
  @inlinable public var width: Int { Swift.max(0, maxX - minX) }
  @inlinable public var height: Int { Swift.max(0, maxY - minY) }

  @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: Swift.max(minX, other.minX), minY: Swift.max(minY, other.minY),
      maxX: Swift.min(maxX, other.maxX), maxY: Swift.min(maxY, other.maxY))
  }

  /// The pixels of this box that `area`, in pixels, meets; none where `area` is empty or lies outside.
  @inlinable public func covering(_ area: Rect) -> PixelRect {
    // Clamped before the conversion: an Int cannot hold every Double.
    func clamp(_ value: Double, _ low: Int, _ high: Int) -> Double {
      Swift.min(Swift.max(value, Double(low)), Double(high))
    }
    guard !area.isEmpty else { return PixelRect(minX: minX, minY: minY, maxX: minX, maxY: minY) }
    return PixelRect(
      minX: Int(clamp(area.minX, minX, maxX).rounded(.down)), minY: Int(clamp(area.minY, minY, maxY).rounded(.down)),
      maxX: Int(clamp(area.maxX, minX, maxX).rounded(.up)), maxY: Int(clamp(area.maxY, minY, maxY).rounded(.up)))
  }
}
