import DoodleKit

/// What a process is started in, as far as the command heeds it.
struct Surroundings: Sendable {
  enum Stream: Int32, CaseIterable, Sendable {
    case input, output, error
  }

  /// The standard streams that are terminals.
  var terminals: Set<Stream> = []
  /// Those of `Surroundings.heeded` that are set.
  var variables: [String: String] = [:]
  /// Whether a path names a directory that exists.
  var isDirectory: @Sendable (String) -> Bool = { _ in false }

  /// The environment variables that mean something to the command.
  static let heeded = ["NO_COLOR", "CLICOLOR_FORCE", "TERM"]

  /// Those of this process.
  static var ofProcess: Surroundings {
    var surroundings = Surroundings()
    surroundings.terminals = Set(Stream.allCases.filter { isTerminal($0.rawValue) })
    for name in heeded { surroundings.variables[name] = environment(name) }
    surroundings.isDirectory = DoodleKit.isDirectory
    return surroundings
  }

  /// Whether what goes to `stream` is coloured: `choice` beats NO_COLOR (no-color.org), which beats CLICOLOR_FORCE
  /// (bixense.com/clicolors), which beats what the stream is.
  func isColored(_ stream: Stream, _ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if let no = variables["NO_COLOR"], !no.isEmpty { return false }
      if let force = variables["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
      return canMoveCursor(on: stream)
    }
  }

  /// Whether `stream` is a terminal that knows escape sequences.
  func canMoveCursor(on stream: Stream) -> Bool {
    terminals.contains(stream) && variables["TERM"] != "dumb"
  }
}
