import Geometry

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

  /// The box of no pixels.
  package static let none = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  @inlinable public var isEmpty: Bool { minX >= maxX || minY >= maxY }
  @inlinable public var width: Int { Swift.max(0, maxX - minX) }
  @inlinable public var height: Int { Swift.max(0, maxY - minY) }

  @inlinable package func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: Swift.max(minX, other.minX), minY: Swift.max(minY, other.minY),
      maxX: Swift.min(maxX, other.maxX), maxY: Swift.min(maxY, other.maxY))
  }

  /// The smallest box that holds both.
  @inlinable package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: Swift.min(minX, other.minX), minY: Swift.min(minY, other.minY),
      maxX: Swift.max(maxX, other.maxX), maxY: Swift.max(maxY, other.maxY))
  }

  /// The pixels of this box that `area`, in pixels, meets; none where `area` is empty or lies outside.
  @inlinable package func covering(_ area: Rect) -> PixelRect {
    // Clamped before the conversion: an Int cannot hold every Double.
    func first(_ value: Double, _ low: Int, _ high: Int) -> Int {
      value > Double(low) ? (value < Double(high) ? Int(saturating: value.rounded(.down)) : high) : low
    }
    func last(_ value: Double, _ low: Int, _ high: Int) -> Int {
      value > Double(low) ? (value < Double(high) ? Int(saturating: value.rounded(.up)) : high) : low
    }
    return PixelRect(
      minX: first(area.minX, minX, maxX), minY: first(area.minY, minY, maxY), maxX: last(area.maxX, minX, maxX),
      maxY: last(area.maxY, minY, maxY))
  }
}

/// Adjacent pixels of one row.
package struct PixelRun: Hashable, Sendable {
  package var row: Int
  package var columns: Range<Int>

  package init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}
