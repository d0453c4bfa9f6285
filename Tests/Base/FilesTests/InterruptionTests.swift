import Foundation
import Testing

@testable import Files

/// Sends this process a signal and waits for it to arrive, for at most the given microseconds.
private func stop(with number: Int32, within time: UInt32 = 10_000_000) {
  kill(getpid(), number)
  usleep(time)
}

/// Each test runs its body in a separate process.
struct InterruptionTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func `SIGTERM removes the temporary files, keeps the old file and exits with 143`() async throws {
    let folder = scratch.folder.path
    try scratch.put("old", in: "0")
    await #expect(processExitsWith: .exitCode(143)) { [folder = folder as String] in
      Interruption.install(outOfMemoryCode: 4)
      let files = try (0..<10).map { try OutputFile(path: "\(folder)/\($0)") }
      for file in files { try file.write([UInt8](repeating: 65, count: 100_000).span) }
      stop(with: SIGTERM)
      withExtendedLifetime(files) { exit(1) }
    }
    #expect(try scratch.names == ["0"])
    #expect(try scratch.text(of: "0") == "old")
  }

  @Test func `SIGINT exits with 130 and keeps committed files`() async throws {
    let folder = scratch.folder.path
    await #expect(processExitsWith: .exitCode(130)) { [folder = folder as String] in
      Interruption.install(outOfMemoryCode: 4)
      for number in 0..<40 {
        let file = try OutputFile(path: "\(folder)/a\(number % 2)")
        try file.write([65].span)
        try file.commit()
      }
      let file = try OutputFile(path: "\(folder)/b")
      stop(with: SIGINT)
      withExtendedLifetime(file) { exit(1) }
    }
    #expect(try scratch.names == ["a0", "a1"])
  }

  @Test func `a signal waits for another thread to list the file that it is naming`() async throws {
    let folder = scratch.folder.path
    await #expect(processExitsWith: .exitCode(143)) { [folder = folder as String] in
      Interruption.install(outOfMemoryCode: 4)
      let group = ThreadGroup()
      let isNamed = Semaphore()
      let isStarted = group.start {
        let name = TemporaryName(beside: "\(folder)/a", path: "a") { file in
          let number = open(file, O_WRONLY | O_CREAT, 0o600)
          isNamed.signal()
          usleep(100_000)
          return number
        }
        withExtendedLifetime(name) { _ = usleep(10_000_000) }
      }
      isNamed.wait()
      if isStarted { stop(with: SIGTERM) }
    }
    #expect(try scratch.names == [])
  }

  @Test func `a process that aborts for lack of memory removes its temporary files and ends with the code for it`()
    async throws
  {
    let folder = scratch.folder.path
    await #expect(processExitsWith: .exitCode(4)) { [folder = folder as String] in
      Interruption.install(outOfMemoryCode: 4)
      let file = try OutputFile(path: "\(folder)/a")
      try file.write([65].span)
      errno = ENOMEM
      withExtendedLifetime(file) { abort() }
    }
    #expect(try scratch.names == [])
  }

  @Test func `a crash removes the temporary files and stays a crash`() async throws {
    let folder = scratch.folder.path
    await #expect(processExitsWith: .signal(SIGABRT)) { [folder = folder as String] in
      Interruption.install(outOfMemoryCode: 4)
      let file = try OutputFile(path: "\(folder)/a")
      try file.write([65].span)
      errno = 0
      withExtendedLifetime(file) { abort() }
    }
    #expect(try scratch.names == [])
  }

  @Test func `a signal that was ignored at the start stays ignored`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGHUP, SIG_IGN)
      Interruption.install(outOfMemoryCode: 4)
      stop(with: SIGHUP, within: 50_000)
      exit(7)
    }
  }
}
