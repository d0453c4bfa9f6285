import DataSets
import DoodleKit

/// The reasons why a command line is invalid.
enum UsageError: Error, Hashable, Sendable {
  case noCommand
  case unknownCommand(String, nearest: String?)
  /// There is no operand, and standard input is a terminal.
  case noInput
  case emptyOperand
  /// An argument that is not UTF-8, with the other bytes escaped.
  case notText(String)
  case tooManyOperands(String)
  /// `expected` names the operands.
  case tooFewOperands(expected: String)
  case standardInputTwice
  /// Standard input has no folder in which its golden could be.
  case standardInputHasNoGolden
  /// `check` has no operands.
  case nothingToCheck
  /// `accept` has neither operands nor `--all`.
  case nothingNamed

  /// `option` as it was typed, with its dashes.
  case unknownOption(String, nearest: String?)
  case optionOfOtherCommands(option: String, command: String, others: [String])
  case missingValue(option: String, placeholder: String, next: String?)
  case unexpectedValue(option: String, value: String)
  case badValue(option: String, found: String, expected: String, nearest: String?)
  /// Two options, or an option and a value, that cannot be combined.
  case exclusive(String, String)
  /// The first option needs the second.
  case without(String, String)

  /// `example` is a file name that would be valid.
  case missingOutput(example: String)
  /// `template` is a name with {stem} that would be valid.
  case severalInputs(count: Int, output: String, template: String)
  /// The input has pages where one is expected; `example` is a value of `option` with {page} that would be valid, and
  /// `document` one that holds all pages, if there are any.
  case severalPages(input: String, count: Int?, example: String?, document: String? = nil, option: String = "-o")
  /// Single frames need a folder.
  case framesNeedFolder(String)
  case sameOutput(first: String, second: String, output: String)
  /// `canReplace` is true if `--in-place` allows it.
  case outputIsInput(String, canReplace: Bool = false)
  /// The name of an input without its extension is "." or "..".
  case stemIsFolder(input: String, stem: String)
  /// The directory of an input has "..", and "{dir}" stands below another directory.
  case directoryLeadsOut(input: String)
  case unknownExtension(output: String, found: String, known: [String], canForce: Bool)
  case binaryToTerminal(example: String)
  /// `--first` is given, and neither picture is drawn from events.
  case noEventsToCompare
  /// The output of `batch` is not a name that it can write.
  case badPattern(String, OutputPattern.Fault)
  /// The folder has the output of another run of `batch`; `differences` are the options or other properties that
  /// differ.
  case otherRun(path: String, differences: [String])
  /// Standard output is not a terminal that supports escape sequences.
  case needsTerminal
  /// The build has no engine for browsers.
  case noEngine
}

extension UsageError {
  /// One sentence: what was found, what was expected, and what to do.
  var wording: String {
    switch self {
    case .noCommand: "no command"
    case .unknownCommand(let name, nil) where name.contains(".") || name.contains("/"):
      "\(quoted(name)) is not a command; to draw it, type \(renderCommand(of: name))"
    case .unknownCommand(let name, let nearest): "unknown command \(quoted(name))\(suggestion(nearest))"
    case .noInput: "no input: name a file, or pipe one in"
    case .emptyOperand: "the name of an input is empty"
    case .notText(let argument): "\(quoted(argument)) is not UTF-8; file names must be UTF-8: rename the file"
    case .tooManyOperands(let operand): "one operand too many: \(quoted(operand))"
    case .tooFewOperands(let expected): "expected \(expected)"
    case .standardInputHasNoGolden: "standard input (-) has no golden; name the log's file"
    case .nothingToCheck: "name logs or folders to check, such as 'doodle check .' for this folder"
    case .nothingNamed: "name the logs or folders to accept, or use --all"
    case .standardInputTwice: "standard input (-) can be read only once"
    case .unknownOption(let option, let nearest): "unknown option \(quoted(option))\(suggestion(nearest))"
    case .optionOfOtherCommands(let option, let command, let others):
      "\(option) is not an option of \(command); \(alternatives(others)) \(others.count == 1 ? "takes" : "take") it"
    case .missingValue(let option, let placeholder, nil): "\(option) needs a value, \(placeholder)"
    case .missingValue(let option, let placeholder, let next?):
      "\(option) needs a value, \(placeholder), and \(quoted(next)) looks like an option; "
        + "attach a value that begins with -, as in \(option)\(option.hasPrefix("--") ? "=" : "")\(printable(next))"
    case .unexpectedValue(let option, let value): "\(option) takes no value; found \(quoted(value))"
    case .badValue(let option, let found, let expected, let nearest):
      "\(option): found \(quoted(found)), expected \(expected)\(suggestion(nearest))"
    case .exclusive(let first, let second): "\(first) cannot be combined with \(second)"
    case .without(let option, let other): "\(option) needs \(other)"
    case .missingOutput(let example): "no output: give -o \(printable(example)), or -o - for standard output"
    case .severalInputs(let count, let output, let template):
      "\(count) inputs, but one output, \(quoted(output)): give a directory, -o DIR/, "
        + "or a name for each, -o '\(template)'"
    case .severalPages(let input, let count, let example, let document, let option):
      "\(quoted(shownName(input))) has \(count.map { counted($0, "page") } ?? "several pages"): choose one, such as --page 1"
        + (example.map { ", name them, \(option) '\($0)'" } ?? "")
        + (document.map { ", or write all, -o '\($0)'" } ?? "")
    case .framesNeedFolder(let output):
      "\(quoted(output)) is not a folder: give -o frames/ for single frames, or -f apng for an animation"
    case .sameOutput(let first, let second, let output):
      "\(quoted(first)) and \(quoted(second)) would both be written to \(quoted(output))"
        + (FilePath.directory(of: first) == FilePath.directory(of: second)
          ? "" : "; to keep folders apart, give a name with {dir}, such as -o 'OUT/{dir}/{stem}.png'")
    case .outputIsInput(let path, let canReplace):
      "\(quoted(path)) is an input; the output would replace it: give another name\(canReplace ? ", or --in-place" : "")"
    case .stemIsFolder(let input, let stem):
      "{stem} of \(quoted(input)) is \(quoted(stem)), which names a folder; rename the file, or give -o a name without {stem}"
    case .directoryLeadsOut(let input):
      "{dir} of \(quoted(input)) leads out of the folder before it; name the input without \"..\", or begin with {dir}"
    case .unknownExtension(let output, let found, let known, let canForce):
      "\(quoted(output)) has \(found.isEmpty ? "no extension" : "the unknown extension \(quoted(found))"); "
        + "known: \(known.joined(separator: ", "))\(canForce ? " (or give --format)" : "")"
        + otherWay(to: found)
    case .binaryToTerminal(let example):
      "a picture cannot be written to a terminal: give -o \(printable(example)), or pipe standard output"
    case .noEventsToCompare: "--first finds an event, and two PNGs have none: name a log, or leave --first out"
    case .badPattern(let text, let fault): "-o \(quoted(text)): \(fault.wording)"
    case .otherRun(let path, let differences):
      "\(quoted(path)) tells of a run that differs in \(differences.joined(separator: ", ")): "
        + "give another folder, or --overwrite"
    case .needsTerminal:
      "standard output is not a terminal; choose --protocol blocks, kitty, iterm or sixel, or use render"
    case .noEngine: "this doodle was built without the engine for browsers; build it with 'make'"
    }
  }
}

extension OutputPattern.Fault {
  fileprivate var wording: String {
    switch self {
    case .unknownExtension: "expected a name that ends in .tar, .npy, .npz, .ndjson, .jsonl or .png, or -"
    case .unknownPlaceholder(let text):
      "found \(quoted(text)), expected {shard}, {split}, {index}, {key}, {label}, {stem} or {copy}, "
        + "or {shard:05} for five digits"
    case .misplaced(let name): "{\(name)} differs from picture to picture, and this file has many; leave it out"
    case .needsName: "each picture needs a name of its own: add {key} or {index}"
    }
  }
}

/// How to get a file of an extension that the command does not write; empty if there is nothing to say.
private func otherWay(to fileExtension: String) -> String {
  switch fileExtension {
  case "apng": "; 'doodle replay' makes films"
  case "gif", "mp4", "webm", "mov", "mkv", "avi": "; 'doodle replay --help' shows how ffmpeg makes videos of films"
  case "jpg", "jpeg", "webp", "bmp", "tif", "tiff", "pdf", "heic", "avif":
    "; write a PNG or an SVG, and convert it with another program"
  default: ""
  }
}

/// The command that draws a log, for a terminal.
private func renderCommand(of log: String) -> String {
  let output = OutputPlan.example(for: [log], fileExtension: "png")
  return printable("doodle render \(shellWord(log)) -o \(shellWord(output))")
}

private func suggestion(_ nearest: String?) -> String {
  nearest.map { "; did you mean \($0)?" } ?? ""
}
