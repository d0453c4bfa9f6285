import DoodleKit

/// Why a command ended before it was done.
enum CommandError: Error, Hashable, Sendable {
  case usage(UsageError)
  /// A line of a recording is not what it should be.
  case malformed(Diagnostic)
  /// What was compared is not the same, as is seen at a line of a recording.
  case different(Diagnostic)
  /// A line of a recording exceeds a limit.
  case beyondLimit(Diagnostic)
  /// A file as a whole is not what it should be.
  case input(path: String, message: String)
  /// The operating system refused.
  case file(FileError)
  /// What was asked for exceeds a limit.
  case limit(path: String, message: String)

  var exitCode: ExitCode {
    switch self {
    case .usage: .badUsage
    case .malformed, .input: .badInput
    case .different: .different
    case .file(let error): error.isClosedPipe ? .done : .failed
    case .beyondLimit, .limit: .failed
    }
  }
}

/// What is wrong with a command line.
enum UsageError: Error, Hashable, Sendable {
  case noCommand
  case unknownCommand(String, nearest: String?)
  /// No operand, and nobody writes to standard input but a person.
  case noInput
  case emptyOperand
  /// The argument at a place, from 1, is not UTF-8.
  case notText(place: Int)
  case tooManyOperands(String)
  /// `expected` says what of.
  case tooFewOperands(expected: String)
  case standardInputTwice
  /// A golden stands beside a file.
  case standardInputHasNoGolden
  /// `accept` is told to accept nothing.
  case nothingNamed
  /// Two options that need one another: the first was given.
  case needs(String, String)

  /// `option` as it was typed, with its dashes.
  case unknownOption(String, nearest: String?)
  case optionOfOtherCommands(option: String, command: String, others: [String])
  case missingValue(option: String, placeholder: String, next: String?)
  case unexpectedValue(option: String, value: String)
  case badValue(option: String, found: String, expected: String, nearest: String?)
  /// Two options, or an option and what makes it senseless.
  case exclusive(String, String)
  /// An option that makes no sense without another.
  case without(String, String)

  /// `example` is a file name that would do.
  case missingOutput(example: String)
  /// `template` is a name with {stem} in it that would do.
  case severalInputs(count: Int, output: String, template: String)
  /// Frames in files of their own, and an output that is no folder.
  case framesNeedFolder(String)
  case sameOutput(first: String, second: String, output: String)
  case outputIsInput(String)
  case unknownExtension(output: String, found: String, known: [String], canForce: Bool)
  case binaryToTerminal(example: String)
  /// A picture for a terminal, and standard output is none that knows escape sequences.
  case needsTerminal
}

extension FileError {
  /// Whether the reader at the other end of a pipe has gone, which is its right.
  var isClosedPipe: Bool { operation == .write && isBrokenPipe }
}

/// Does what the operating system may refuse.
func withFiles<Result>(_ body: () throws(FileError) -> Result) throws(CommandError) -> Result {
  do throws(FileError) {
    return try body()
  } catch {
    throw .file(error)
  }
}
