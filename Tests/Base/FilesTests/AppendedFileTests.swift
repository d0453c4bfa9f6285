import Foundation
import Testing

@testable import Files

struct AppendedFileTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func `a file that stays open elsewhere is refused`() throws {
    let path = scratch.folder.path + "/journal"
    let open = try AppendedFile(path: path)
    let failure = #expect(throws: FileError.self) { try AppendedFile(path: path) }
    #expect(failure?.code == FileError.inUse)
    try open.append(Array("line".utf8))
  }

  @Test func `a file that another process closes within a second is opened`() throws {
    let path = scratch.folder.path + "/journal"
    let descriptor = try Descriptor(opening: path, flags: O_RDWR | O_CREAT, path: path, operation: .create)
    #expect(System.lockFile(descriptor.number, isWaiting: false) == 0)
    let threads = ThreadGroup()
    let hasStarted = threads.start {
      usleep(200_000)
      try? descriptor.shut()
    }
    #expect(hasStarted)
    #expect(try AppendedFile(path: path).contents.isEmpty)
    threads.wait()
  }
}
