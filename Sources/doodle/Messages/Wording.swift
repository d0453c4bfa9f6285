extension UsageError {
  /// What was found, what was expected, and what to do.
  var wording: String {
    switch self {
    case .noCommand: "no command"
    case .unknownCommand(let name, let nearest): "unknown command \(quoted(name))\(suggestion(nearest))"
    case .noInput: "no input: name a file, or pipe one in"
    case .emptyOperand: "the name of an input is empty"
    case .notText(let place): "argument \(place) is not UTF-8, as names of files must be; rename the file"
    case .tooManyOperands(let operand): "one operand too many: \(quoted(operand))"
    case .tooFewOperands(let expected): "expected \(expected)"
    case .standardInputHasNoGolden: "a golden stands beside its log; name the log's file, not standard input (-)"
    case .nothingNamed: "name the logs or folders whose pictures are right now, or say --all"
    case .needs(let option, let other): "\(option) needs \(other)"
    case .standardInputTwice: "standard input (-) can be read only once"
    case .unknownOption(let option, let nearest): "unknown option \(quoted(option))\(suggestion(nearest))"
    case .optionOfOtherCommands(let option, let command, let others):
      "\(option) is not an option of \(command); \(alternatives(others)) \(others.count == 1 ? "takes" : "take") it"
    case .missingValue(let option, let placeholder, nil): "\(option) needs a value, \(placeholder)"
    case .missingValue(let option, let placeholder, let next?):
      "\(option) needs a value, \(placeholder), and \(quoted(next)) looks like an option; "
        + "a value that begins with - is attached, as in \(option)\(option.hasPrefix("--") ? "=" : "")\(printable(next))"
    case .unexpectedValue(let option, let value): "\(option) takes no value; found \(quoted(value))"
    case .badValue(let option, let found, let expected, let nearest):
      "\(option): found \(quoted(found)), expected \(expected)\(suggestion(nearest))"
    case .exclusive(let first, let second): "\(first) and \(second) exclude one another"
    case .without(let option, let other): "\(option) is for use with \(other)"
    case .missingOutput(let example): "nowhere to write to: give -o \(printable(example)), or -o - for standard output"
    case .severalInputs(let count, let output, let template):
      "\(count) inputs and one output, \(quoted(output)): give a directory, -o DIR/, or a name for each, -o '\(template)'"
    case .framesNeedFolder(let output):
      "a PNG for each frame goes to a folder that exists, and \(quoted(output)) names none: give -o frames/, or another format"
    case .sameOutput(let first, let second, let output):
      "\(quoted(first)) and \(quoted(second)) would both be written to \(quoted(output))"
    case .outputIsInput(let path): "\(quoted(path)) is an input; it would be replaced by the output"
    case .unknownExtension(let output, let found, let known, let canForce):
      "\(quoted(output)) has \(found.isEmpty ? "no extension" : "the unknown extension \(quoted(found))"); "
        + "known: \(known.joined(separator: ", "))\(canForce ? " (or say --format)" : "")"
    case .binaryToTerminal(let example):
      "a picture is not for a terminal: give -o \(printable(example)), or pipe standard output"
    case .needsTerminal:
      "standard output is no terminal that shows pictures: say --protocol blocks, kitty, iterm or sixel, or use render"
    }
  }
}

private func suggestion(_ nearest: String?) -> String {
  nearest.map { "; did you mean \($0)?" } ?? ""
}

/// `text` in quotes, fit for one line of a terminal.
func quoted(_ text: String) -> String {
  "\"\(printable(text))\""
}

/// `text` with its control characters spelt out, so that they cannot steer a terminal or break a line.
func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.properties.generalCategory == .control {
      result += scalar.escaped(asASCII: true)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
