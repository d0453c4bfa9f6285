import Files
import Foundation
import Testing

struct FileErrorTests {
  struct Wording: Sendable, CustomTestStringConvertible {
    var error: FileError
    var text: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Wording(
      error: FileError(operation: .open, path: "a.jsonl", code: ENOENT),
      text: "cannot open a.jsonl: no such file or directory"),
    Wording(
      error: FileError(operation: .read, path: "-", code: EIO), text: "cannot read standard input: input/output error"),
    Wording(
      error: FileError(operation: .write, path: "-", code: ENOSPC),
      text: "cannot write standard output: no space left on device"),
    Wording(
      error: FileError(operation: .create, path: "a.png", code: EEXIST), text: "cannot create a.png: file exists"),
    Wording(
      error: FileError(operation: .create, path: "a", code: ENOTDIR),
      text: "cannot create a: not a directory; a folder is needed: give another name"),
    Wording(
      error: FileError(operation: .open, path: "a", code: EISDIR),
      text: "cannot open a: is a directory; name its files, such as a/*.jsonl"),
    Wording(
      error: FileError(operation: .open, path: "a/", code: EISDIR),
      text: "cannot open a/: is a directory; name its files, such as a/*.jsonl"),
    Wording(
      error: FileError(operation: .open, path: "-", code: EISDIR),
      text: "cannot open standard input: is a directory; name its files"),
    Wording(
      error: FileError(operation: .open, path: "a.png", code: FileError.mayReadNone),
      text: "cannot open a.png: the log may not read this file: it may read none; "
        + "if you trust the log, allow it to name any file"),
  ])
  func `an error names the operation, the file and the reason`(wording: Wording) {
    #expect(wording.error.description == wording.text)
  }

  @Test func `only EPIPE is a broken pipe`() {
    #expect(FileError(operation: .write, path: "-", code: EPIPE).isBrokenPipe)
    #expect(!FileError(operation: .write, path: "-", code: ENOSPC).isBrokenPipe)
  }
}

struct SystemTests {
  @Test func `a device that is not a terminal is recognized`() throws {
    let null = open("/dev/null", O_RDONLY)
    defer { close(null) }
    #expect(!isTerminal(null))
  }

  @Test func `a variable is read from the environment`() {
    #expect(environment("PATH") == ProcessInfo.processInfo.environment["PATH"])
    #expect(environment("DOODLE_NO_SUCH_VARIABLE") == nil)
  }
}
