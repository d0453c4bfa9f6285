import Foundation
import Testing

/// Runs the built `doodle` and other programs.
enum Program {
  struct Result {
    var status: Int32
    var outputBytes: Data
    var errors: String

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
  }

  /// The command, which the build puts beside the tests.
  static let doodle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("doodle").path

  static func exists(_ name: String) -> Bool {
    path(of: name) != nil
  }

  static func path(of name: String) -> String? {
    if name.contains("/") { return name }
    let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return directories.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  /// A process that has not started. Its environment contains PATH and `environment` only.
  static func process(
    _ name: String, _ arguments: [String], in directory: String? = nil, environment: [String: String] = [:]
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path(of: name)))
    process.arguments = arguments
    process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""].merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    return process
  }

  /// Starts a program with no signal blocked. The threads that run tests block all signals, and a program would inherit
  /// that.
  static func start(_ process: Process) throws {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Whether a process has an open file in a directory that is not complete: one without a name, or a temporary one.
  static func isWriting(_ process: Process, in directory: String) -> Bool {
    let descriptors = "/proc/\(process.processIdentifier)/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    return numbers.contains { number in
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(number)")
      guard let file, file.contains(directory) else { return false }
      return file.hasSuffix(" (deleted)") || file.hasSuffix(".tmp")
    }
  }

  /// Runs a program to its end.
  static func run(
    _ name: String, _ arguments: [String], input: String = "", in directory: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    let process = try process(name, arguments, in: directory, environment: environment)
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try start(process)
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    let errors = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, outputBytes: output, errors: String(decoding: errors, as: UTF8.self))
  }

  /// Runs lines of bash in which `doodle` is the command.
  static func shell(
    _ lines: String, in directory: String? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    try run(
      "bash", ["-c", "doodle() { '\(doodle)' \"$@\"; }\n\(lines)"], in: directory, environment: environment)
  }
}
