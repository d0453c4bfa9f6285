@testable import doodle

extension FuzzTarget {
  /// Command lines, one word a line: reading their options, and the messages of what is wrong.
  static let arguments = FuzzTarget("arguments", longest: 256) { bytes in
    let words = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let arguments = Arguments(typed: words)
    let surroundings = Surroundings(isDirectory: { $0 == "d" })
    let messages = Messages(for: arguments, in: surroundings)
    do throws(CommandError) {
      if let problem = arguments.problem { throw .usage(problem) }
      try readOptions(of: arguments, surroundings)
    } catch {
      let message = messages.text(of: error)
      expect(error.exitCode == .badUsage && message.hasSuffix("\n"), "\(error) has a message")
      let controls = message.unicodeScalars.filter { $0.value < 32 && $0 != "\n" && $0 != "\u{1B}" }
      expect(controls.isEmpty, "a message has no control characters of the command line: \(message.debugDescription)")
    }
  }

  /// The table of goldens.
  static let goldens = FuzzTarget("goldens", longest: 1024) { bytes in
    do throws(CommandError) {
      let table = try GoldenTable(String(decoding: bytes, as: UTF8.self), path: "a")
      let again = try GoldenTable(table.text, path: "b")
      expect(again == table, "a table that is written is read again: \(table.text.debugDescription)")
    } catch {
      guard case .input(path: "a", let message) = error else { fatalError("what is written is read again: \(error)") }
      expect(message.hasPrefix("line "), "an error has a location: \(message)")
    }
  }
}

/// Reads the options of a command as the command does.
private func readOptions(of arguments: Arguments, _ surroundings: Surroundings) throws(CommandError) {
  switch arguments.command?.name {
  case "render": _ = try RenderOptions(arguments, in: surroundings)
  case "replay": _ = try ReplayOptions(arguments, in: surroundings)
  case "show": _ = try ShowOptions(arguments, in: surroundings)
  case "convert": _ = try ConvertOptions(arguments, in: surroundings)
  case "save": _ = try SaveOptions(arguments, in: surroundings)
  case "hash": _ = try HashOptions(arguments, in: surroundings)
  case "diff": _ = try DiffOptions(arguments, in: surroundings)
  case "check": _ = try CheckOptions(arguments, in: surroundings)
  case "accept": _ = try AcceptOptions(arguments)
  case "inspect": _ = try InspectOptions(arguments, in: surroundings)
  case "lint": _ = try LintOptions(arguments, in: surroundings)
  case "help": _ = try HelpOptions(arguments)
  case let name: fatalError("there is a command without a problem: \(name ?? "none")")
  }
}
