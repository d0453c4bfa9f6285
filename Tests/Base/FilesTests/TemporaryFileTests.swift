import Foundation
import Synchronization
import Testing

@testable import Files

/// Temporary files with and without a name.
@Suite struct TemporaryFileTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func file(_ name: String, permissions: mode_t? = nil, isNamed: Bool) throws -> TemporaryFile {
    let path = scratch.path(name)
    return try TemporaryFile(target: path, permissions: permissions, path: path, isNamed: isNamed)
  }

  /// Whether the file system has files without a name.
  private var hasUnnamed: Bool {
    let number = open(scratch.folder.path, O_WRONLY | 0o20000000 | O_DIRECTORY, 0o600)
    defer { close(number) }
    return number >= 0
  }

  @Test func `a file has no name before it is complete, if the file system allows it`() throws {
    let file = try file("a", isNamed: false)
    try file.descriptor.writeAll([65].span)
    #expect(try scratch.names == (hasUnnamed ? [] : [".a.0.tmp"]))
    try file.moveIntoPlace(replacing: true)
    #expect(try scratch.names == ["a"])
    #expect(try scratch.text(of: "a") == "A")
  }

  @Test(arguments: [false, true], [false, true])
  func `a complete file takes the place of its target with the right permissions`(isNamed: Bool, exists: Bool) throws {
    if exists { try scratch.put("old", in: "a") }
    let file = try file("a", permissions: exists ? 0o606 : nil, isNamed: isNamed)
    try file.descriptor.writeAll([65].span)
    try file.moveIntoPlace(replacing: true)
    #expect(try scratch.names == ["a"])
    #expect(try scratch.text(of: "a") == "A")
    let other = open(scratch.path("b"), O_CREAT | O_WRONLY, 0o666)
    close(other)
    #expect(try scratch.permissions(of: "a") == (exists ? 0o606 : scratch.permissions(of: "b")))
  }

  @Test(arguments: [false, true])
  func `of many writers that may not replace, exactly one succeeds, and no other file is left`(isNamed: Bool) throws {
    for round in 0..<50 {
      let path = scratch.path("a\(round)")
      let winners = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 8) { writer in
        guard let file = try? TemporaryFile(target: path, permissions: nil, path: path, isNamed: isNamed) else {
          return
        }
        try? file.descriptor.writeAll([UInt8](repeating: UInt8(65 + writer), count: 1000).span)
        do {
          try file.moveIntoPlace(replacing: false)
          winners.withLock { $0 += 1 }
        } catch {
          if (error as? FileError)?.code != EEXIST { Issue.record(error) }
        }
      }
      #expect(winners.withLock { $0 } == 1)
      let bytes = try Data(contentsOf: URL(filePath: path))
      #expect(bytes.count == 1000 && Set(bytes).count == 1)
    }
    #expect(try scratch.names.count == 50)
  }

  @Test(arguments: [false, true])
  func `of many writers that replace, each writes a complete file, and no other file is left`(isNamed: Bool) throws {
    let path = scratch.path("a")
    DispatchQueue.concurrentPerform(iterations: 64) { writer in
      do {
        let file = try TemporaryFile(target: path, permissions: nil, path: path, isNamed: isNamed)
        try file.descriptor.writeAll([UInt8](repeating: UInt8(writer), count: 1000).span)
        try file.moveIntoPlace(replacing: true)
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(bytes.count == 1000 && Set(bytes).count == 1)
      } catch {
        Issue.record(error)
      }
    }
    #expect(try scratch.names == ["a"])
  }

  // MARK: Files of other processes

  /// Puts a file with the name of a temporary file of "a" into the folder, changed `age` seconds ago.
  private func leave(_ name: String = ".a.0.tmp", age: Double) throws {
    try scratch.put("left", in: name)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: scratch.path(name))
  }

  @Test func `an old temporary file that nobody writes is removed`() throws {
    try leave(age: 4000)
    let file = try file("a", isNamed: true)
    #expect(try scratch.names == [".a.0.tmp"])
    #expect(try scratch.text(of: ".a.0.tmp").isEmpty)
    try file.moveIntoPlace(replacing: true)
    #expect(try scratch.names == ["a"])
  }

  @Test func `a replaced file whose name was in use by a process that is gone is removed too`() throws {
    try scratch.put("old", in: "a")
    try leave(age: 4000)
    try file("a", isNamed: false).moveIntoPlace(replacing: true)
    #expect(try scratch.names == ["a"])
  }

  @Test func `a temporary file that is locked by its writer is kept`() throws {
    try leave(age: 4000)
    let writer = open(scratch.path(".a.0.tmp"), O_WRONLY)
    defer { close(writer) }
    try #require(flock(writer, LOCK_EX) == 0)
    let file = try file("a", isNamed: true)
    #expect(try scratch.names == [".a.0.tmp", ".a.1.tmp"])
    try file.moveIntoPlace(replacing: true)
    #expect(try scratch.text(of: ".a.0.tmp") == "left")
  }

  @Test func `the temporary file of a living writer has a lock`() throws {
    let file = try file("a", isNamed: true)
    let other = open(scratch.path(".a.0.tmp"), O_WRONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    withExtendedLifetime(file) {}
  }

  @Test(arguments: [false, true])
  func `the file that a process left when it was killed is removed at once where all writers are on this machine`(
    isNamed: Bool
  ) throws {
    let folder = open(scratch.folder.path, O_RDONLY)
    defer { close(folder) }
    try #require(System.isOnThisMachine(folder), "the tests run on a local disk")
    try scratch.put("old", in: "a")
    try leave(age: 0)
    try file("a", permissions: 0o644, isNamed: isNamed).moveIntoPlace(replacing: true)
    #expect(try scratch.names == ["a"])
  }

  @Test func `many writers that find the same left files keep each other's`() throws {
    let path = scratch.path("a")
    for number in 0..<3 { try leave(".a.\(number).tmp", age: 0) }
    DispatchQueue.concurrentPerform(iterations: 64) { writer in
      do {
        let file = try TemporaryFile(target: path, permissions: 0o644, path: path, isNamed: true)
        try file.descriptor.writeAll([UInt8](repeating: UInt8(writer), count: 1000).span)
        try file.moveIntoPlace(replacing: true)
      } catch {
        Issue.record(error)
      }
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.count == 1000 && Set(bytes).count == 1)
    for name in try scratch.names where name != "a" { #expect(try scratch.text(of: name) == "left") }
  }

  @Test func `a link, a folder and the file of another target are kept`() throws {
    try leave("target", age: 4000)
    symlink("target", scratch.path(".a.0.tmp"))
    mkdir(scratch.path(".a.1.tmp"), 0o700)
    try leave(".b.0.tmp", age: 4000)
    let before = try scratch.names
    try file("a", isNamed: true).moveIntoPlace(replacing: true)
    #expect(try scratch.names == (before + ["a"]).sorted())
  }
}
