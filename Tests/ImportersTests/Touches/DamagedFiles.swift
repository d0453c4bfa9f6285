import Files
import Importers
import Testing
import TestSupport
import TouchLog

/// Reads a file that is cut off anywhere and one with any byte changed: each ends with events or located errors.
func expectSurvivedDamage(of bytes: [UInt8], as format: LogFormat) throws {
  func check(_ damaged: [UInt8]) throws {
    do {
      for case .error(let error) in try outcomes(
        openEventReader(ChunkedSource(damaged, chunk: 64), name: "a", format: format))
      {
        #expect(error.location.line > 0 && error.location.column > 0, "\(error)")
      }
    } catch let error as LogReadError {
      guard case .malformed(let error) = error else { throw error }
      #expect(error.location.line > 0 && error.location.column > 0, "\(error)")
    }
  }
  for length in stride(from: 0, to: bytes.count, by: bytes.count > 4000 ? 100 : 7) {
    try check(Array(bytes[..<length]))
  }
  for index in 0..<min(bytes.count, 1024) {
    for mask: UInt8 in [0x01, 0x10, 0x80] {
      var damaged = bytes
      damaged[index] ^= mask
      try check(damaged)
    }
  }
}
