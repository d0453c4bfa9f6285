import Files
import ImportCore
import TouchLog

extension LogFormat {
  /// The drawings of the data set Quick, Draw!, as binary records. They begin with nothing that tells what they are.
  package static let quickDrawBinary = LogFormat("quickdraw-bin", "Quick, Draw! drawings, .bin", leavesOpen: [.index]) {
    _ in
    false
  } open: { input, name, options throws(LogReadError) in
    var drawings = QuickDrawBinary(input, name: name, options: options)
    return StrokeReader(try drawings.drawing(at: options.index), name: name)
  }
}

/// Reads the records of simplified drawings, little endian: a key (u64), a country (two letters), whether the drawing
/// was recognized (i8), a time (u32), the number of strokes (u16), and of each stroke the number of points (u16), all x
/// and all y (u8).
struct QuickDrawBinary: SketchSource {
  private static let headLength = 17

  private var input: InputBuffer
  private let name: String
  private let options: ImportOptions
  /// The offset of the next byte in memory, and the number of bytes before those in memory.
  private var next = 0
  private var dropped = 0

  init(_ input: InputBuffer, name: String, options: ImportOptions) {
    self.input = input
    self.name = name
    self.options = options
  }

  mutating func nextDrawing() throws(LogReadError) -> ImportedInk? {
    guard try hasBytes(1) else { return nil }
    let head = try take(Self.headLength, "a drawing's head")
    let key = number(8, at: head)
    var ink = ImportedInk(
      ImportReport(format: "Quick, Draw!, binary", ink: "strokes with points", unit: "1/255 of the larger side"),
      name: name, options: options)
    ink.header.size = Size(width: 256, height: 256)
    ink.isRecognized = number(1, at: head + 10) != 0
    ink.header.notes = [LogHeader.Note("key_id", "\(key)")]
    ink.report.assume("the drawing is \(key)")
    for _ in 0..<number(2, at: head + 15) {
      let column = dropped + next + 1
      let count = try takeCount()
      let start = try take(2 * count, "a stroke's points")
      guard count <= ink.room else { throw ink.tooMuchMemory(line: 0, column: column) }
      let bytes = input.bytes
      let points = (start..<start + count).map { ImportedPoint(Double(bytes[$0]), Double(bytes[$0 + count])) }
      try ink.append(ImportedStroke(points: points, line: 0, column: column))
    }
    return ink
  }

  mutating func skipDrawing() throws(LogReadError) -> Bool {
    guard try hasBytes(1) else { return false }
    let head = try take(Self.headLength, "a drawing's head")
    for _ in 0..<number(2, at: head + 15) {
      let count = try takeCount()
      _ = try take(2 * count, "a stroke's points")
    }
    return true
  }

  var hasAnotherDrawing: Bool { next < input.bytes.count }

  var location: LogLocation { LogLocation(file: name, byte: dropped + next) }

  /// Whether the file has so many more bytes, which are then in memory.
  private mutating func hasBytes(_ count: Int) throws(LogReadError) -> Bool {
    if input.bytes.count - next >= count { return true }
    input.drop(next)
    dropped += next
    next = 0
    return try input.fill(count)
  }

  /// Passes `count` bytes and returns the offset of the first in memory.
  private mutating func take(_ count: Int, _ what: String) throws(LogReadError) -> Int {
    guard try hasBytes(count) else {
      let end = LogLocation(file: name, byte: dropped + input.bytes.count)
      throw .malformed(LogError(location: end, reason: .cutOff(expected: what)))
    }
    defer { next += count }
    return next
  }

  private mutating func takeCount() throws(LogReadError) -> Int {
    let start = try take(2, "the number of a stroke's points")
    return Int(number(2, at: start))
  }

  /// The little-endian number at an offset in memory.
  private func number(_ count: Int, at offset: Int) -> UInt64 {
    let bytes = input.bytes
    return (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }
}
