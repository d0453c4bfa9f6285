import Files
import Foundation
import Testing

/// Files that are read while other programs write to them.
@Suite struct FollowedFileTests {
  @Test func `appended bytes are read, and a truncated file is an error`() throws {
    let scratch = try Scratch()
    let path = scratch.path("a")
    try Data("one\n".utf8).write(to: URL(filePath: path))
    let writer = try FileHandle(forWritingTo: URL(filePath: path))
    try writer.seekToEnd()
    var isDone = false
    let file = try FollowedFile(path: path) { !isDone }
    var bytes: [UInt8] = []
    #expect(try file.read(into: &bytes, atMost: 100) == 4)
    try writer.write(contentsOf: Data("two\n".utf8))
    #expect(try file.read(into: &bytes, atMost: 100) == 4)
    #expect(bytes == Array("one\ntwo\n".utf8))
    try writer.truncate(atOffset: 3)
    #expect(throws: FileError(operation: .read, path: path, code: FileError.wasTruncated)) {
      try file.read(into: &bytes, atMost: 100)
    }
    try writer.truncate(atOffset: 8)
    isDone = true
    #expect(try file.read(into: &bytes, atMost: 100) == 0, "the source ends when whenIdle returns false")
  }
}
