import Files
import Foundation
import TestSupport
import Testing

struct InputFileTests {
  @Test(arguments: [1, 7, 4096, 1 << 18])
  func `a file is read completely with reads of any size`(step: Int) throws {
    let scratch = try Scratch()
    var random = SeededRandom(seed: UInt64(step))
    let bytes = (0..<min(10_000, step * 3000)).map { _ in UInt8.random(in: 0...255, using: &random) }
    try Data(bytes).write(to: scratch.folder.appendingPathComponent("in"))
    let file = try InputFile(path: scratch.path("in"))
    var read: [UInt8] = [42]
    while try file.read(into: &read, atMost: step) > 0 {}
    #expect(read == [42] + bytes)
  }

  @Test func `reading at the end gives nothing and no error`() throws {
    let file = try InputFile(path: "/dev/null")
    var buffer: [UInt8] = []
    #expect(try file.read(into: &buffer, atMost: 10) == 0)
    #expect(try file.read(into: &buffer, atMost: 10) == 0)
    #expect(buffer.isEmpty)
  }

  @Test func `a missing file cannot be opened`() throws {
    let scratch = try Scratch()
    let path = scratch.path("none")
    #expect(throws: FileError(operation: .open, path: path, code: ENOENT)) { try InputFile(path: path) }
  }

  @Test func `a directory cannot be opened`() throws {
    let scratch = try Scratch()
    let path = scratch.folder.path
    #expect(throws: FileError(operation: .open, path: path, code: EISDIR)) { try InputFile(path: path) }
  }

  @Test func `a path with a NUL is refused`() throws {
    let scratch = try Scratch()
    try scratch.put("secret", in: "a")
    let path = scratch.path("a") + "\0.png"
    #expect(throws: FileError(operation: .open, path: path, code: ENOENT)) { try InputFile(path: path) }
  }

  @Test func `memory is read in pieces`() {
    var source = MemorySource([1, 2, 3, 4, 5])
    var buffer: [UInt8] = [0]
    #expect(source.read(into: &buffer, atMost: 2) == 2)
    #expect(source.read(into: &buffer, atMost: 9) == 3)
    #expect(source.read(into: &buffer, atMost: 9) == 0)
    #expect(buffer == [0, 1, 2, 3, 4, 5])
  }
}
