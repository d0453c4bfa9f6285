import Testing

@testable import doodle

/// The words of a command line, split at spaces; '' is an empty word.
func words(_ line: String) -> [String] {
  line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
}

func typed(_ line: String) -> Arguments {
  Arguments(typed: words(line))
}

/// Surroundings in which no stream is a terminal and "pictures" is the only directory.
let piped = Surroundings(isDirectory: { $0 == "pictures" })

/// The error that refuses a command line, for its syntax or its meaning; nil if it is valid.
func refusal(of line: [String], in surroundings: Surroundings = piped) -> UsageError? {
  let arguments = Arguments(typed: line)
  do throws(CommandError) {
    _ = try run(arguments, in: Console(surroundings: surroundings, messages: Messages()))
    return nil
  } catch {
    guard case .usage(let problem) = error else { return nil }
    return problem
  }
}
