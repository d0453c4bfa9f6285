import Foundation
import Synchronization
import Testing

@testable import Files

/// Opening a file that must be in a folder or below it: with the system's call and, if there is none, name by name.
struct FolderWalkTests {
  /// A folder `top` with files and links, beside a file `secret`.
  private func folder() throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("top/deep"), withIntermediateDirectories: true)
    for name in ["secret", "top/a", "top/deep/b"] { try scratch.put(name, in: name) }
    let links = [
      "top/link": "deep/b", "top/deep/up": "../a", "top/folder": "deep", "top/out": "..", "top/leak": "../secret",
      "top/back": "../top/a", "top/full": scratch.path("top/a"), "top/far": scratch.path("secret"),
      "top/loop": "loop", "top/none": "missing", "above": "top/a",
    ]
    for (name, destination) in links {
      try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: destination)
    }
    return scratch
  }

  private func contents(
    of path: String, in scratch: Scratch, below folder: String = "top/", asksSystem: Bool
  ) throws(FileError) -> String {
    let file = try Descriptor(
      opening: path, below: scratch.path("") + "/" + folder, flags: O_RDONLY | O_NONBLOCK, path: path,
      asksSystem: asksSystem)
    defer { try? file.shut() }
    var bytes: [UInt8] = []
    while try file.readOnce(into: &bytes, atMost: 100) > 0 {}
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("a", "top/a"), ("deep/b", "top/deep/b"), ("link", "top/deep/b"), ("deep/up", "top/a"),
      ("folder/b", "top/deep/b"), ("folder/../a", "top/a"), ("folder/./up", "top/a"), ("out/top/a", "top/a"),
      ("back", "top/a"), ("full", "top/a"), ("../top/a", "top/a"), ("../above", "top/a"), ("//TOP/a", "top/a"),
      ("deep/../../top/link", "top/deep/b"), (".//a", "top/a"),
    ], [true, false])
  func `a file in the folder is opened, by whatever links`(file: (path: String, text: String), asksSystem: Bool) throws
  {
    let scratch = try folder()
    let path = file.path.replacing("//TOP", with: scratch.path("top"))
    #expect(try contents(of: path, in: scratch, asksSystem: asksSystem) == file.text)
  }

  @Test(
    arguments: [
      ("../secret", FileError.notAllowed), ("leak", FileError.notAllowed), ("far", FileError.notAllowed),
      ("out/secret", FileError.notAllowed), ("deep/../../secret", FileError.notAllowed),
      // No error shows whether a file outside exists.
      ("../missing", FileError.notAllowed), ("../missing/x", FileError.notAllowed),
      ("../secret/x", FileError.notAllowed),
      ("/etc/passwd", FileError.notAllowed), ("/missing", FileError.notAllowed),
      ("missing", ENOENT), ("none", ENOENT), ("missing/a", ENOENT), ("a/b", ENOTDIR), ("a/", ENOTDIR), ("loop", ELOOP),
      ("a\0b", ENOENT),
      // A slash and an accent are one character, but two names.
      ("out/\u{301}secret", FileError.notAllowed),
    ], [true, false])
  func `other files are refused`(file: (path: String, code: Int32), asksSystem: Bool) throws {
    let scratch = try folder()
    let error = #expect(throws: FileError.self) {
      _ = try contents(of: file.path, in: scratch, asksSystem: asksSystem)
    }
    #expect(error == FileError(operation: .open, path: file.path, code: file.code))
  }

  @Test(arguments: [true, false]) func `the root folder has every file below it`(asksSystem: Bool) throws {
    let scratch = try folder()
    let path = scratch.path("top/link")
    for name in [path, String(path.dropFirst()), "../.." + path] {
      let file = try Descriptor(opening: name, below: "/", flags: O_RDONLY, path: name, asksSystem: asksSystem)
      try file.shut()
    }
  }

  @Test(arguments: [true, false]) func `only regular files are read`(asksSystem: Bool) throws {
    let scratch = try folder()
    #expect(mkfifo(scratch.path("top/pipe"), 0o600) == 0)
    for name in ["pipe", "deep", "folder/", ".", "deep/.."] {
      let error = #expect(throws: FileError.self, "\(name)") {
        _ = try InputFile(regularFile: name, below: scratch.path("top") + "/", named: name, asksSystem: asksSystem)
      }
      #expect(error?.code == FileError.notRegular, "\(name)")
    }
  }

  /// Another thread swaps a link to a file and one to a folder, between inside and outside.
  @Test(arguments: [true, false]) func `a link that is swapped meanwhile leads nowhere else`(asksSystem: Bool) throws {
    let scratch = try folder()
    let isOver = Mutex(false)
    let top = scratch.path("top")
    let swapper = Thread {
      var isInside = false
      while !isOver.withLock({ $0 }) {
        isInside.toggle()
        for (name, inside, outside) in [("file", "a", "../secret"), ("dir", "deep", "..")] {
          symlink(isInside ? inside : outside, "\(top)/.next")
          rename("\(top)/.next", "\(top)/\(name)")
        }
      }
    }
    try FileManager.default.createSymbolicLink(atPath: "\(top)/file", withDestinationPath: "a")
    try FileManager.default.createSymbolicLink(atPath: "\(top)/dir", withDestinationPath: "deep")
    // `dir` leads to one of these.
    try scratch.put("secret", in: "b")
    swapper.start()
    defer { isOver.withLock { $0 = true } }
    var counts: [String: Int] = [:]
    for _ in 0..<5000 {
      for path in ["file", "dir/b"] {
        do throws(FileError) {
          counts[try contents(of: path, in: scratch, asksSystem: asksSystem), default: 0] += 1
        } catch {
          counts["\(error.code)", default: 0] += 1
        }
      }
    }
    // Both outcomes occurred, and no other.
    #expect(Set(counts.keys) == ["top/a", "top/deep/b", "\(FileError.notAllowed)"], "\(counts)")
  }
}
