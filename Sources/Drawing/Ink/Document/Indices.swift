/// The index of an element in a drawing: elements are numbered from 0 in the order in which they began.
@frozen
public struct ElementIndex: ArrayIndex {
  public let rawValue: Int

  @inlinable
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The index of a stroke in a drawing: strokes are numbered from 0 in the order in which their touches began.
@frozen
public struct StrokeIndex: ArrayIndex {
  public let rawValue: Int

  @inlinable
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The index of a settled span in a stroke: spans are numbered from 0 along the stroke.
@frozen @usableFromInline
package struct SpanIndex: ArrayIndex {
  @usableFromInline package let rawValue: Int

  @inlinable
  package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// An index of one kind of array, so that indices of different arrays cannot be confused.
public protocol ArrayIndex: Hashable, Strideable, Sendable, CustomStringConvertible where Stride == Int {
  /// The offset from the start of the array.
  var rawValue: Int { get }

  init(_ rawValue: Int)
}

extension ArrayIndex {
  @inlinable
  public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  @inlinable
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  @inlinable
  public func distance(to other: Self) -> Int { other.rawValue - rawValue }

  @inlinable
  public func advanced(by step: Int) -> Self { Self(rawValue + step) }

  public var description: String { rawValue.description }
}

/// An array that has its own index type. Only this module changes it.
@frozen
public struct IndexedArray<Index: ArrayIndex, Element>: RandomAccessCollection {
  @usableFromInline var storage: [Element]

  init() { storage = [] }

  @usableFromInline init(_ storage: [Element]) { self.storage = storage }

  @inlinable public var startIndex: Index { Index(0) }
  @inlinable public var endIndex: Index { Index(storage.count) }
  @inlinable public var count: Int { storage.count }

  @inlinable
  public internal(set) subscript(index: Index) -> Element {
    get { storage[index.rawValue] }
    _modify { yield &storage[index.rawValue] }
  }

  mutating func append(_ element: Element) { storage.append(element) }

  mutating func reserveCapacity(_ capacity: Int) { storage.reserveCapacity(capacity) }
}

extension IndexedArray: Sendable where Element: Sendable {}
