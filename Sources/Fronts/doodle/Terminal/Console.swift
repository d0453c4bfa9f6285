import DoodleKit

/// The environment of a running command: its surroundings, its messages, and the files that it reads.
struct Console: Sendable {
  let surroundings: Surroundings
  /// Writes errors, warnings and notes.
  var messages: Messages
  /// The files that no output of the run may replace.
  let filesRead = FilesRead()

  /// Writes all of `text` to standard output.
  func print(_ text: String) throws(CommandError) {
    if let transcript = messages.transcript { return transcript.append(text, to: .output) }
    try withFiles { () throws(FileError) in
      let output = try OutputFile(path: "-")
      let bytes = Array(text.utf8)
      try output.write(bytes.span)
      try output.commit()
    }
  }
}

extension Console {
  /// Opens an output, unless it would replace a file that the run reads.
  /// - Parameter makesFolders: Whether missing folders are made for it when it is complete.
  func create(_ path: String, replaces: Bool = true, makesFolders: Bool = false) throws(FileError) -> OutputFile {
    try OutputFile(path: path, noClobber: !replaces, makesFolders: makesFolders, keeping: filesRead)
  }

  /// Opens the output of a job.
  func create(_ job: Job, replaces: Bool) throws(FileError) -> OutputFile {
    try create(job.output, replaces: replaces, makesFolders: job.isNamedAfterInput)
  }
}

/// Standard error.
enum StandardError {
  /// Writes `text`; ignores failures, which could not be reported anyway.
  static func write(_ text: String) {
    writeToStandardError(text)
  }
}

/// The parts of the process that the command depends on: terminals, environment variables and directories.
struct Surroundings: Sendable {
  /// A set of standard streams.
  struct Streams: OptionSet, Sendable {
    let rawValue: UInt8

    static let input = Streams(rawValue: 1)
    static let output = Streams(rawValue: 2)
    static let error = Streams(rawValue: 4)
  }

  /// The standard streams that are terminals.
  var terminals = Streams(rawValue: 0)
  /// The value of an environment variable; nil if it is not set.
  var variable: @Sendable (String) -> String? = { _ in nil }
  /// The size of the terminal on standard output; nil if there is none.
  var terminalSize: @Sendable () -> TerminalSize? = { nil }
  /// The columns of the terminal on standard error; nil if there is none.
  var errorColumns: @Sendable () -> Int? = { nil }
  /// Whether a path names an existing directory.
  var isDirectory: @Sendable (String) -> Bool = { _ in false }
  /// The file at a path, whatever its other names; nil if there is none.
  var identity: @Sendable (String) -> FileIdentity? = { _ in nil }

  /// The surroundings of this process.
  static var ofProcess: Surroundings {
    var terminals = Streams(rawValue: 0)
    if isTerminal(0) { terminals.insert(.input) }
    if isTerminal(1) { terminals.insert(.output) }
    if isTerminal(2) { terminals.insert(.error) }
    return Surroundings(
      terminals: terminals, variable: environment, terminalSize: { TerminalSize(of: 1) },
      errorColumns: { TerminalSize(of: 2)?.columns },
      isDirectory: { (try? DoodleKit.isDirectory($0)) ?? false }, identity: { try? FileIdentity(path: $0) })
  }

  /// The folder for temporary files; ends in a slash.
  var temporaryFolder: String { variable("TMPDIR").map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? "/tmp/" }

  /// Whether output to `stream` is colored.
  ///
  /// In order of precedence: `choice`, NO_COLOR (no-color.org), CLICOLOR_FORCE (bixense.com/clicolors), and whether the
  /// stream is a terminal.
  func isColored(_ stream: Streams, _ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if let no = variable("NO_COLOR"), !no.isEmpty { return false }
      if let force = variable("CLICOLOR_FORCE"), !force.isEmpty, force != "0" { return true }
      return canMoveCursor(on: stream)
    }
  }

  /// Whether `stream` is a terminal that supports escape sequences.
  func canMoveCursor(on stream: Streams) -> Bool {
    terminals.contains(stream) && variable("TERM") != "dumb"
  }
}
