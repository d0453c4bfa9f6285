import Files
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

/// Checks that a file is read in any damaged state: to its end, with events or located errors, and without a trap.
///
/// The file is cut at every 100th byte, a short one at each, each byte of its first kilobyte is changed in four ways, and
/// other values stand after its colons. Of a large file, fewer copies are read. The whole file must give the same
/// results however it is read.
///
/// - Parameters:
///   - format: Nil to recognize the format of each copy by its content.
///   - budget: The most bytes to read, of all cut copies together and of all changed copies together.
func survivesDamage(
  _ bytes: [UInt8], from format: LogFormat? = nil, options: ImportOptions = ImportOptions(), budget: Int = 4 << 20,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  func read(_ copy: [UInt8], chunk: Int = .max, inBatches: Bool = false, _ damage: String) -> [Outcome] {
    do throws(FileError) {
      return try results(of: copy, from: format, options: options, chunk: chunk, inBatches: inBatches)
    } catch {
      Issue.record("\(damage): \(error)", sourceLocation: sourceLocation)
      return []
    }
  }
  func check(_ copy: [UInt8], _ damage: String) {
    let outcomes = read(copy, inBatches: true, damage)
    // A reader that makes no progress has been stopped.
    if outcomes.count > limit(copy) { Issue.record("\(damage): endless", sourceLocation: sourceLocation) }
    for case .event(.touch(let touch)) in outcomes
    where !(touch.point.x.magnitude <= 1e7 && touch.point.y.magnitude <= 1e7) {
      Issue.record("\(damage): \(touch.point)", sourceLocation: sourceLocation)
    }
    for case .error(let error) in outcomes
    where error.location.file != "a" || error.location.line < 0 || error.location.column < 1 {
      Issue.record("\(damage): no location: \(error)", sourceLocation: sourceLocation)
    }
  }

  let whole = read(bytes, "the whole file")
  #expect(read(bytes, inBatches: true, "in batches") == whole, "in batches", sourceLocation: sourceLocation)
  #expect(read(bytes, chunk: 1000, "in chunks") == whole, "in chunks", sourceLocation: sourceLocation)

  let cut = max(bytes.count < 1000 ? 1 : bytes.count < 4000 ? 7 : 100, bytes.count * bytes.count / 2 / budget)
  for end in stride(from: 0, to: bytes.count, by: cut) { check(Array(bytes.prefix(end)), "cut after \(end) bytes") }

  // Each pattern meets each byte, unless the file is large.
  let patterns: [UInt8] = [0x01, 0x10, 0x80, 0xFF]
  let flips = min(1024, bytes.count) * patterns.count
  // Odd, so that a larger step still uses all patterns.
  let step = max(1, flips * bytes.count / budget) | 1
  for flip in stride(from: 0, to: flips, by: step) {
    let (offset, pattern) = (flip / patterns.count, patterns[flip % patterns.count])
    var copy = bytes
    copy[offset] ^= pattern
    check(copy, "byte \(offset) is \(copy[offset])")
  }

  // Values of other types, and numbers beyond all ranges.
  let values = ["null", "\"x\"", "[]", "{}", "1e999", "-1e300", "true", "NaN", "0", "1e17"]
  let colons = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }.prefix(min(200, budget / max(1, bytes.count)))
  for (index, offset) in colons.enumerated() {
    let value = "\(values[index % values.count]),\"q\(index)\":"
    check(Array(bytes[...offset]) + Array(value.utf8) + bytes[(offset + 1)...], "\(value) after byte \(offset)")
  }
  for text in ["", "[]", "{}", "null"] { check(Array(text.utf8), text) }
}

/// More results than a reader can give for this number of bytes. Compressed bytes can hold much ink.
private func limit(_ bytes: [UInt8]) -> Int { 1000 + bytes.count * (bytes.starts(with: [0x1F, 0x8B]) ? 1024 : 8) }

/// The results of a reader, up to its end or a little more than `limit`.
/// - Parameter inBatches: Whether to use `nextTouches`.
private func results(
  of bytes: [UInt8], from format: LogFormat?, options: ImportOptions, chunk: Int, inBatches: Bool
) throws(FileError) -> [Outcome] {
  var outcomes: [Outcome] = []
  do throws(LogReadError) {
    let source = ChunkedSource(bytes, chunk: chunk)
    var reader = try openEventReader(source, name: "a", format: format, options: options)
    var touches: [TouchEvent] = []
    while outcomes.count <= limit(bytes) {
      if inBatches {
        reader.nextTouches(into: &touches)
        outcomes += touches.map { .event(.touch($0)) }
        for index in touches.indices { _ = (reader.line(ofTouch: index), reader.location(ofTouch: index)) }
        if !touches.isEmpty { continue }
      }
      do throws(LogReadError) {
        guard let event = try reader.next() else { break }
        outcomes.append(.event(event))
      } catch {
        guard case .malformed(let malformed) = error else { throw error }
        outcomes.append(.error(malformed))
      }
    }
    // Reports are complete at the end.
    _ = reader.report.lines
  } catch {
    switch error {
    case .malformed(let error): outcomes.append(.error(error))
    case .file(let error): throw error
    }
  }
  return outcomes
}
