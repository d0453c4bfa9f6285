import Files
import Foundation
import Testing

@Suite struct DirectoryTests {
  @Test func `a directory is created with its parents, and can exist already`() throws {
    let scratch = try Scratch()
    try createDirectory(scratch.path("a/b/c"))
    try createDirectory(scratch.path("a/b/c"))
    try createDirectory(scratch.path("a//d/"))
    #expect(try isDirectory(scratch.path("a/b/c")))
    #expect(try isDirectory(scratch.path("a/d")))
  }

  @Test func `a file in the way of a directory is an error`() throws {
    let scratch = try Scratch()
    try scratch.put("text", in: "a")
    let error = try #require(throws: FileError.self) { try createDirectory(scratch.path("a/b")) }
    #expect(error == FileError(operation: .create, path: scratch.path("a"), code: ENOTDIR))
    #expect(try scratch.text(of: "a") == "text")
  }

  @Test func `a file is removed, and a missing one is not an error`() throws {
    let scratch = try Scratch()
    try scratch.put("text", in: "a")
    try removeFile(scratch.path("a"))
    #expect(try scratch.names == [])
    try removeFile(scratch.path("a"))
    try removeFile(scratch.path("no/a"))
  }

  @Test func `a directory is not removed as a file`() throws {
    let scratch = try Scratch()
    try createDirectory(scratch.path("a"))
    let error = #expect(throws: FileError.self) { try removeFile(scratch.path("a")) }
    #expect(error?.operation == .remove)
    #expect(try isDirectory(scratch.path("a")))
  }
}
