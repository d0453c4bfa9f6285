import DoodleKit

/// What a process is started in, as far as the command heeds it.
struct Surroundings: Sendable {
  /// The standard streams.
  struct Streams: OptionSet, Sendable {
    let rawValue: UInt8

    static let input = Streams(rawValue: 1)
    static let output = Streams(rawValue: 2)
    static let error = Streams(rawValue: 4)
  }

  /// The standard streams that are terminals.
  var terminals: Streams = []
  /// The value of an environment variable, nil where it is not set.
  var variable: @Sendable (String) -> String? = { _ in nil }
  /// Of the terminal on standard output; nil where there is none.
  var terminalSize: @Sendable () -> TerminalSize? = { nil }
  /// Whether a path names a directory that exists.
  var isDirectory: @Sendable (String) -> Bool = { _ in false }

  /// Those of this process.
  static var ofProcess: Surroundings {
    var terminals: Streams = []
    if isTerminal(0) { terminals.insert(.input) }
    if isTerminal(1) { terminals.insert(.output) }
    if isTerminal(2) { terminals.insert(.error) }
    return Surroundings(
      terminals: terminals, variable: environment, terminalSize: { TerminalSize(of: 1) },
      isDirectory: DoodleKit.isDirectory)
  }

  /// Whether what goes to `stream` is coloured: `choice` beats NO_COLOR (no-color.org), which beats CLICOLOR_FORCE
  /// (bixense.com/clicolors), which beats what the stream is.
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

  /// Whether `stream` is a terminal that knows escape sequences.
  func canMoveCursor(on stream: Streams) -> Bool {
    terminals.contains(stream) && variable("TERM") != "dumb"
  }
}
