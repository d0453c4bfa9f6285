import Foundation
import Testing

/// A page of commands and of what they print: a file of Transcripts, whose README.md describes the format.
struct Transcript: Sendable {
  struct Fault: Error {
    var line: Int
    var message: String
  }

  struct Command: Sendable {
    /// As bash reads it.
    var text: String
    /// The number of its first line in the page, from 1.
    var line: Int
    var status = 0
    var output: [String] = []
    /// The lines of the page that have the status and the output, from 0.
    var shown: Range<Int>
  }

  /// A section of the page, with what comes before the first section.
  struct Section: Sendable {
    var title: String
    var commands: [Command] = []
  }

  /// The lines of the page.
  let lines: [String]
  private(set) var sections: [Section]

  init(_ text: String) throws {
    lines = text.components(separatedBy: "\n")
    sections = [Section(title: "")]
    var number = 0
    while number < lines.count {
      let line = lines[number]
      number += 1
      if line.hasPrefix("## ") { sections.append(Section(title: String(line.dropFirst(3)))) }
      guard line.hasPrefix("```") else { continue }
      let start = number
      guard let end = lines[start...].firstIndex(of: "```") else { throw Fault(line: start, message: "no end") }
      number = end + 1
      let words = line.dropFirst(3).split(separator: " ", maxSplits: 1)
      if words == ["console"] {
        sections[sections.count - 1].commands += try Self.commands(lines, start..<end)
      } else if words.count == 2 {
        sections[sections.count - 1].commands.append(Self.file(String(words[1]), lines, start..<end))
      } else {
        throw Fault(line: start, message: "a block is a console, or a language and the name of a file")
      }
    }
    let first = sections.removeFirst()
    for index in sections.indices { sections[index].commands = first.commands + sections[index].commands }
    if sections.isEmpty { sections = [first] }
  }

  /// The commands of a block, each with its output.
  private static func commands(_ lines: [String], _ range: Range<Int>) throws -> [Command] {
    var commands: [Command] = []
    var number = range.lowerBound
    while number < range.upperBound {
      guard lines[number].hasPrefix("$ ") else {
        throw Fault(line: number + 1, message: "a block begins with a command")
      }
      var command = Command(text: String(lines[number].dropFirst(2)), line: number + 1, shown: 0..<0)
      number += 1
      while number < range.upperBound, lines[number] == ">" || lines[number].hasPrefix("> ") {
        command.text += "\n" + lines[number].dropFirst(2)
        number += 1
      }
      let start = number
      if number < range.upperBound, lines[number].hasPrefix("? "), let status = Int(lines[number].dropFirst(2)) {
        command.status = status
        number += 1
      }
      while number < range.upperBound, !lines[number].hasPrefix("$ ") {
        command.output.append(lines[number])
        number += 1
      }
      command.shown = start..<number
      commands.append(command)
    }
    return commands
  }

  /// The command that writes the file of a block.
  private static func file(_ name: String, _ lines: [String], _ range: Range<Int>) -> Command {
    let text = lines[range].map { $0 + "\n" }.joined().replacing("'", with: #"'\''"#)
    return Command(
      text: "printf %s '\(text)' > '\(name)'", line: range.lowerBound, shown: range.upperBound..<range.upperBound)
  }
}

// MARK: Running

extension Transcript {
  /// What a command has printed, errors included, and its exit code.
  struct Outcome {
    var status: Int
    var output: [String]
  }

  /// Runs the commands of a section in a new folder.
  static func run(_ section: Section) throws -> [Outcome] {
    let scratch = try Scratch()
    if section.commands.contains(where: { $0.text.contains("Examples/") }) {
      try FileManager.default.createSymbolicLink(
        atPath: "\(scratch.path)/Examples", withDestinationPath: "\(ProjectFiles.root)/Examples")
    }
    // The command lies beside the tests.
    let folder = URL(filePath: Program.doodle).deletingLastPathComponent().path
    let mark = UUID().uuidString
    let script = #"PATH=$0:$PATH; exec 2>&1; for step; do eval "$step"; printf '\n\#(mark) %d\n' $?; done"#
    let result = try withExtendedLifetime(scratch) {
      try Program.run(
        "bash", ["-c", script, folder] + section.commands.map(\.text), in: scratch.path,
        environment: ["LC_ALL": "C.UTF-8", "TZ": "UTC"])
    }
    let parts = result.output.components(separatedBy: "\n\(mark) ")
    return zip(parts, parts.dropFirst()).enumerated().map { index, parts in
      // The first line of a part, but of the first one, is the code of the command before.
      let output = index == 0 ? parts.0[...] : parts.0.drop { $0 != "\n" }.dropFirst()
      return Outcome(status: Int(parts.1.prefix { $0 != "\n" }) ?? -1, output: shownLines(of: output))
    }
  }

  private static func shownLines(of output: Substring) -> [String] {
    if output.isEmpty { return [] }
    var lines = output.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += " (no-eol)" }
    return lines
  }
}

// MARK: Comparing

extension Transcript {
  /// A command that prints something else than the page shows.
  struct Failure {
    var command: Command
    /// Nil if the section has ended before the command.
    var outcome: Outcome?
    var difference: String
  }

  /// Runs the commands of a section.
  static func failures(of section: Section) throws -> [Failure] {
    let outcomes = try run(section)
    return section.commands.enumerated().compactMap { index, command in
      let outcome = index < outcomes.count ? outcomes[index] : nil
      return command.difference(from: outcome).map { Failure(command: command, outcome: outcome, difference: $0) }
    }
  }

  /// The page with what its commands print. Lines that are as shown keep what is elided in them.
  func rewritten() throws -> String {
    // The commands before the first section run in each.
    var failures: [Int: Failure] = [:]
    for section in sections {
      for failure in try Self.failures(of: section) { failures[failure.command.line] = failure }
    }
    var lines = lines
    for (_, failure) in failures.sorted(by: { $0.key > $1.key }) {
      guard let outcome = failure.outcome else { continue }
      let status = outcome.status == 0 ? [] : ["? \(outcome.status)"]
      lines.replaceSubrange(failure.command.shown, with: status + outcome.output.map(failure.command.elided))
    }
    return lines.joined(separator: "\n")
  }
}

extension Transcript.Command {
  /// How an outcome differs from what is shown; nil if it does not. A run that has ended too early has none.
  fileprivate func difference(from outcome: Transcript.Outcome?) -> String? {
    guard let outcome else { return "$ \(text)\nthis command has not run" }
    let isSame = Self.match(outcome.output[...], output[...])
    if isSame && status == outcome.status { return nil }
    var lines = ["$ \(text)"]
    if status != outcome.status { lines += ["- ? \(status)", "+ ? \(outcome.status)"] }
    if !isSame {
      for change in outcome.output.difference(from: output, by: { Self.match($1, $0) || $0 == "..." }) {
        switch change {
        case .remove(_, let line, _): lines.append("- \(line)")
        case .insert(_, let line, _): lines.append("+ \(line)")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The line as it is shown, if it is.
  fileprivate func elided(_ line: String) -> String {
    output.first { $0.contains("[..]") && Self.match(line, $0) } ?? line
  }

  /// Whether lines are as expected, where ... stands for any number of lines.
  private static func match(_ lines: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return lines.isEmpty }
    if first == "..." {
      return (lines.startIndex...lines.endIndex).contains { match(lines[$0...], expected.dropFirst()) }
    }
    guard let line = lines.first else { return false }
    return match(line, first) && match(lines.dropFirst(), expected.dropFirst())
  }

  /// Whether a line is as expected, where [..] stands for any text.
  private static func match(_ line: String, _ expected: String) -> Bool {
    let parts = expected.components(separatedBy: "[..]")
    guard parts.count > 1 else { return line == expected }
    guard line.hasPrefix(parts[0]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
