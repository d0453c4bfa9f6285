import ImportCore
import JSON
import TouchLog

/// Reads points that are objects, `{"x":…,"y":…,…}`, each in one pass.
struct WebPoints {
  private var fields: ObjectFields
  /// The time of the first point that has one, in milliseconds.
  private var origin: Double?

  private static let x: UInt8 = 0
  private static let y: UInt8 = 1
  private static let time: UInt8 = 2
  private static let pressure: UInt8 = 3

  /// - Parameters:
  ///   - time: The key of the time, in milliseconds.
  ///   - pressure: The key of the pressure, 0...1; nil to ignore it.
  init(time: String, pressure: String? = nil) {
    var keys = [
      FieldKey(name: "x", slot: Self.x), FieldKey(name: "y", slot: Self.y), FieldKey(name: time, slot: Self.time),
    ]
    if let pressure { keys.append(FieldKey(name: pressure, slot: Self.pressure)) }
    fields = ObjectFields(keys, spansLines: true)
  }

  /// A point. Its time is in seconds from the first point that was read.
  ///
  /// Coordinates that are missing, null or beyond Double are NaN, which leaves the point out.
  ///
  /// - Throws: `LogReadError.malformed` if the value is not an object, or one of its values not a number.
  mutating func point(_ value: JSONValue) throws(LogReadError) -> ImportedPoint {
    try value.checkObject()
    let bytes = value.document.bytes
    do throws(Fault) {
      do throws(JSONFault) {
        _ = try fields.scan(bytes.span, from: value.start)
      } catch {
        throw Fault(error)
      }
      var point = ImportedPoint(
        try number(Self.x, bytes.span) ?? .nan, try number(Self.y, bytes.span) ?? .nan,
        pressure: try number(Self.pressure, bytes.span).map { min(1, max(0, $0)) })
      if let time = try number(Self.time, bytes.span) { point.time = seconds(time) }
      return point
    } catch {
      let location = LogLocation(of: error.offset, in: bytes, file: value.document.name)
      throw .malformed(LogError(location: location, reason: error.reason))
    }
  }

  /// A time in seconds from the first.
  ///
  /// Subtracting before dividing keeps times since 1970 exact.
  ///
  /// - Parameter milliseconds: From any origin.
  mutating func seconds(_ milliseconds: Double) -> Double {
    let first = origin ?? milliseconds
    origin = first
    return (milliseconds - first) / 1000
  }

  /// A number; nil if it is missing, null or beyond Double.
  private func number(_ slot: UInt8, _ bytes: Span<UInt8>) throws(Fault) -> Double? {
    guard let token = fields.value(slot) else { return nil }
    guard token.kind == .number else { throw token.wrongType(.number, key: fields.name(of: token)) }
    return token.double(in: bytes)
  }
}
