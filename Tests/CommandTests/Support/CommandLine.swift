import Testing

@testable import doodle

/// A command line as a shell would split it, at spaces; '' is an empty word.
func words(_ line: String) -> [String] {
  line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
}

func typed(_ line: String) -> Arguments {
  Arguments(typed: words(line))
}

/// A pipe on standard input, none of the streams a terminal, and one directory, "pictures".
let piped = Surroundings(isDirectory: { $0 == "pictures" })

/// What a command line is refused with, both by its syntax and by its meaning; nil where it is fine.
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
