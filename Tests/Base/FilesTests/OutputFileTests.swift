import Files
import Foundation
import Testing

private func write(_ text: String, to path: String, noClobber: Bool = false) throws {
  let file = try OutputFile(path: path, noClobber: noClobber)
  try file.write(Array(text.utf8).span)
  try file.commit()
}

struct OutputFileTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func `a file appears complete when it is committed, with no other file left`() throws {
    let file = try OutputFile(path: scratch.path("a"))
    let bytes = [UInt8](repeating: 65, count: 50_000)
    for _ in 0..<5 { try file.write(bytes.span) }
    #expect(!(try scratch.names.contains("a")))
    try file.commit()
    #expect(try scratch.names == ["a"])
    #expect(try scratch.text(of: "a") == String(repeating: "A", count: 250_000))
  }

  @Test func `small and large writes keep their order`() throws {
    let file = try OutputFile(path: scratch.path("a"))
    var expected = ""
    for (index, count) in [1, 70_000, 10, 65_535, 1, 65_536, 3].enumerated() {
      let text = String(repeating: String(index), count: count)
      expected += text
      try file.write(Array(text.utf8).span)
    }
    try file.commit()
    #expect(try scratch.text(of: "a") == expected)
  }

  @Test func `a file that is not committed leaves the old file and nothing else`() throws {
    try scratch.put("old", in: "a")
    do {
      let file = try OutputFile(path: scratch.path("a"))
      try file.write([UInt8](repeating: 65, count: 100_000).span)
    }
    #expect(try scratch.names == ["a"])
    #expect(try scratch.text(of: "a") == "old")
  }

  @Test func `replacing a file keeps its permissions`() throws {
    try scratch.put("old", in: "a")
    chmod(scratch.path("a"), 0o604)
    try write("new", to: scratch.path("a"))
    #expect(try scratch.text(of: "a") == "new")
    #expect(try scratch.permissions(of: "a") == 0o604)
  }

  @Test func `a new file gets the permissions of the umask`() throws {
    try write("new", to: scratch.path("a"))
    let other = open(scratch.path("b"), O_CREAT | O_WRONLY, 0o666)
    close(other)
    #expect(try scratch.permissions(of: "a") == scratch.permissions(of: "b"))
  }

  @Test(arguments: ["there", "sub/../there", "missing"])
  func `a link stays and its target is replaced`(destination: String) throws {
    try FileManager.default.createDirectory(atPath: scratch.path("sub"), withIntermediateDirectories: true)
    try scratch.put("old", in: "there")
    symlink(destination, scratch.path("link"))
    symlink("link", scratch.path("linklink"))
    try write("new", to: scratch.path("linklink"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("link")) == destination)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("linklink")) == "link")
    #expect(try scratch.text(of: destination) == "new")
  }

  @Test func `a cycle of links is an error`() throws {
    symlink("b", scratch.path("a"))
    symlink("a", scratch.path("b"))
    let path = scratch.path("a")
    #expect(throws: FileError(operation: .create, path: path, code: ELOOP)) { try write("x", to: path) }
  }

  @Test func `no clobber refuses an existing file`() throws {
    try scratch.put("old", in: "a")
    let path = scratch.path("a")
    #expect(throws: FileError(operation: .create, path: path, code: EEXIST)) {
      try write("new", to: path, noClobber: true)
    }
    #expect(try scratch.text(of: "a") == "old")
    try write("new", to: scratch.path("b"), noClobber: true)
    #expect(try scratch.names == ["a", "b"])
    #expect(try scratch.text(of: "b") == "new")
  }

  @Test func `no clobber refuses a file that appeared in the meantime`() throws {
    let path = scratch.path("a")
    do {
      let file = try OutputFile(path: path, noClobber: true)
      try file.write([65].span)
      try scratch.put("other", in: "a")
      #expect(throws: FileError(operation: .create, path: path, code: EEXIST)) { try file.commit() }
    }
    #expect(try scratch.text(of: "a") == "other")
    #expect(try scratch.names == ["a"])
  }

  @Test func `a full disk is reported as such`() throws {
    let file = try OutputFile(path: "/dev/full")
    #expect(throws: FileError(operation: .write, path: "/dev/full", code: ENOSPC)) {
      try file.write([UInt8](repeating: 0, count: 10).span)
      try file.commit()
    }
  }

  @Test func `a pipe is written directly`() throws {
    let path = scratch.path("pipe")
    mkfifo(path, 0o600)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try write("through", to: path)
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = read(reader, &buffer, buffer.count)
    #expect(String(decoding: buffer.prefix(count), as: UTF8.self) == "through")
    #expect(try scratch.names == ["pipe"])
  }

  @Test func `a pipe whose reader has gone is a broken pipe`() throws {
    Interruption.install(outOfMemoryCode: 4)
    let path = scratch.path("pipe")
    mkfifo(path, 0o600)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    let file = try OutputFile(path: path)
    close(reader)
    let error = #expect(throws: FileError.self) {
      try file.write([1].span)
      try file.commit()
    }
    #expect(error?.isBrokenPipe == true)
  }

  @Test(arguments: ["none/a", "file/a", "", "folder"])
  func `a path where no file can be created is a create error with that path`(name: String) throws {
    try scratch.put("", in: "file")
    mkdir(scratch.path("folder"), 0o700)
    let path = name.isEmpty ? "" : scratch.path(name)
    let before = try scratch.names
    let error = #expect(throws: FileError.self) { try OutputFile(path: path) }
    #expect(error?.operation == .create)
    #expect(error?.path == path)
    #expect(try scratch.names == before)
  }

  @Test func `a file with the longest possible name is written`() throws {
    let name = String(repeating: "ä", count: 127) + "b"
    try write("long", to: scratch.path(name))
    #expect(try scratch.names == [name])
  }
}
