import Foundation
import Testing

/// Other programs, and the built `doodle`, run as a shell would.
enum Program {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
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

  /// Runs a program to its end.
  static func run(
    _ name: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path(of: name)))
    process.arguments = arguments
    process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""].merging(environment) { $1 }
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    let errors = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }

  /// Runs a line of bash in which `doodle` is the command.
  static func shell(_ line: String, environment: [String: String] = [:]) throws -> Result {
    try run("bash", ["-c", "doodle() { '\(doodle)' \"$@\"; }; \(line)"], environment: environment)
  }
}
