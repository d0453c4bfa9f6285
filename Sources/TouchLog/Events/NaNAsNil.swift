/// A `Double?` in the room of a Double: NaN stands for nil.
///
/// Events have many numbers that a device may not have; kept so, they are small, and copied as bytes.
@propertyWrapper
public struct NaNAsNil: Hashable, Sendable {
  @usableFromInline var number: Double

  @inlinable public init(wrappedValue: Double?) {
    number = wrappedValue ?? .nan
  }

  @inlinable public var wrappedValue: Double? {
    get { number.isNaN ? nil : number }
    set { number = newValue ?? .nan }
  }

  @inlinable public static func == (one: NaNAsNil, other: NaNAsNil) -> Bool {
    one.wrappedValue == other.wrappedValue
  }

  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}
