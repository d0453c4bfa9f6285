import Foundation

@testable import doodle

extension FuzzTarget {
  /// Command lines, one word a line: reading their options, and the error messages.
  static let arguments = FuzzTarget("arguments", longest: 256) { bytes in
    let words = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let arguments = Arguments(typed: words)
    let surroundings = Surroundings(isDirectory: { $0 == "d" })
    let messages = Messages(for: arguments, in: surroundings)
    do throws(CommandError) {
      if let problem = arguments.problem { throw .usage(problem) }
      try optionReaders[arguments.command?.name ?? ""]?(arguments, surroundings)
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

extension FuzzTarget {
  /// Reads the options of each command as the command does.
  static let optionReaders: [String: @Sendable (Arguments, Surroundings) throws(CommandError) -> Void] = [
    "render": { arguments, around throws(CommandError) in _ = try RenderOptions(arguments, in: around) },
    "replay": { arguments, around throws(CommandError) in _ = try ReplayOptions(arguments, in: around) },
    "show": { arguments, around throws(CommandError) in _ = try ShowOptions(arguments, in: around) },
    "batch": { arguments, around throws(CommandError) in
      // The inputs are looked up at once, and lists of them are read.
      let named = arguments.operands + arguments.occurrences.filter { $0.option.name != "output" }.compactMap(\.value)
      if !named.contains(where: { FileManager.default.fileExists(atPath: $0) || $0 == "-" }) {
        _ = try BatchSettings(arguments, in: around)
      }
    },
    "convert": { arguments, around throws(CommandError) in _ = try ConvertOptions(arguments, in: around) },
    "save": { arguments, around throws(CommandError) in _ = try SaveOptions(arguments, in: around) },
    "hash": { arguments, around throws(CommandError) in _ = try HashOptions(arguments, in: around) },
    "diff": { arguments, around throws(CommandError) in _ = try DiffOptions(arguments, in: around) },
    "check": { arguments, around throws(CommandError) in _ = try CheckOptions(arguments, in: around) },
    "accept": { arguments, _ throws(CommandError) in _ = try AcceptOptions(arguments) },
    "inspect": { arguments, around throws(CommandError) in _ = try InspectOptions(arguments, in: around) },
    "lint": { arguments, around throws(CommandError) in _ = try LintOptions(arguments, in: around) },
    "recorder": { arguments, _ throws(CommandError) in
      _ = try arguments[OptionTable.canvas]
      _ = try arguments[OptionTable.firstTool]
      _ = try arguments[OptionTable.pageBackground]
    },
    "help": { arguments, _ throws(CommandError) in _ = try HelpOptions(arguments) },
  ]
}
