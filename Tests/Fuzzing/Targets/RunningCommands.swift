import DoodleKit
import Foundation

@testable import doodle

extension FuzzTarget {
  /// Commands on a file. The first byte of an input picks a line of the table, the others are the file.
  static let commands = FuzzTarget(
    "commands", longest: 256, covers: Set(lines.map(\.command)).map(Part.command)
  ) { bytes in
    let (command, words) = lines[Int(bytes.first ?? 0) % lines.count]
    let file = Array(bytes.dropFirst())
    let first = outcome(of: command, words, on: file)
    expect(outcome(of: command, words, on: file) == first, "\(command) \(words) does the same again: \(first)")
    expect((0...4).contains(first.code), "\(command) \(words) ends with a code of its own: \(first.code)")
    let isMarkedUp = command == "help" || words.contains("--protocol")
    let controls = first.text.unicodeScalars.filter { $0.value < 32 && $0 != "\n" }
    expect(isMarkedUp || controls.isEmpty, "no control character is printed: \(first.text.debugDescription)")
  }
}

/// Command lines, in which LOG, LINES, TABLE and PICTURE name the file, TEXT is its text, and DIR its folder.
private let lines: [(command: String, words: String)] = [
  ("render", "LOG -o DIR/a.png --width 30 --threads 1"),
  ("render", "LOG -o DIR/a.svg --background none"),
  ("render", "LOG -o DIR/a.pdf"),
  ("render", "LOG -o DIR/{page}.png --width 30 --threads 1 --skip-empty"),
  ("inspect", "LOG --pages 2-,last --json"),
  ("render", "LOG -o DIR/a.png --at 50% --width 30 --threads 1 --json"),
  ("render", "LOG -o DIR/a.png --layers samples,cones --width 30 --threads 1"),
  ("render", "LOG --tiles DIR/tiles --size 60x60 --threads 1"),
  ("render", "LOG -o DIR/a.png --on-error skip --fit content --width 30 --metadata --threads 1"),
  ("replay", "LOG -o DIR/a.apng --fps 1 --idle-time-limit 0.5 --width 20 --threads 1"),
  ("replay", "LOG -o DIR/a.svg --idle-time-limit 0.5 --threads 1"),
  ("replay", "LOG -o DIR/frames/ --fps 1 --idle-time-limit 0.5 --width 20 --threads 1"),
  ("show", "LOG --protocol blocks --width 20 --threads 1"),
  ("show", "LOG --protocol sixel --width 20 --threads 1"),
  ("show", "LOG --protocol kitty --width 20 --threads 1"),
  ("batch", "LINES -o DIR/{shard}.tar --size 9 -j 1 --on-error skip --quiet"),
  ("batch", "LINES -o DIR/a.ndjson --size 9 -j 1 --channels time,speed,pause --augment 1 --quiet"),
  ("batch", "DIR/fixed.jsonl -o DIR/a.npy --size 9 -j 1 --classes TABLE --quiet"),
  ("convert", "LOG -o DIR/a.jsonl"),
  ("convert", "LOG -o DIR/a.inkml --strict"),
  ("convert", "LOG -o DIR/a.xopp"),
  ("save", "LOG -o DIR/a.json"),
  ("hash", "LOG --width 30 --threads 1"),
  ("diff", "LOG DIR/fixed.jsonl --threads 1 -o DIR/a.png"),
  ("diff", "LOG DIR/fixed.jsonl --first --threads 1"),
  ("check", "LOG --width 30 --threads 1 --junit DIR/a.xml --report DIR/a.html --tap DIR/a.tap"),
  ("check", "DIR TABLE --width 30 --threads 1"),
  ("check", "DIR --against DIR --threads 1 --out DIR/out --markdown DIR/a.md"),
  ("check", "--merge LOG"),
  ("check", "--merge TABLE --report DIR/a.html --out DIR/out"),
  ("accept", "LOG --width 30 --threads 1 --store both"),
  ("inspect", "LOG"),
  ("inspect", "LOG --centerline"),
  ("lint", "LOG"),
  ("lint", "LOG --json"),
  ("lint", "LOG --fix -o DIR/a.jsonl --on-error skip"),
  ("recorder", "--background PICTURE -o DIR/a.html"),
  ("recorder", "--tool TEXT -o DIR/a.html"),
  ("help", "TEXT"),
  ("help", "--man TEXT"),
]

/// The result of a command.
private struct CommandOutcome: Equatable {
  var code: Int32
  /// Its output.
  var text = ""
  var files: [String: [UInt8]] = [:]
}

private func outcome(of command: String, _ words: String, on file: [UInt8]) -> CommandOutcome {
  let folder = FuzzFolder.path
  let names = ["LOG": "in.jsonl", "LINES": "in.ndjson", "TABLE": "goldens.tsv", "PICTURE": "in.png"]
  let name = names.first { words.contains($0.key) }?.value ?? "in.jsonl"
  let fixed = #"{"phase":"began","x":1,"y":2}"# + "\n" + #"{"phase":"ended","x":9,"y":5}"# + "\n"
  FuzzFolder.fill([(name, file), ("fixed.jsonl", Array(fixed.utf8))])
  var typed = [command, "--memory-limit", "64M", "--pixel-limit", "10000"]
  if ["help", "recorder"].contains(command) { typed.removeLast(4) }
  if ["batch", "convert", "save", "inspect", "lint"].contains(command) { typed.removeLast(2) }
  typed += words.split(separator: " ").compactMap { word in
    if word == "TEXT" { return String(decoding: file.filter { $0 != 0 }, as: UTF8.self) }
    return names[String(word)].map { "\(folder)/\($0)" } ?? word.replacingOccurrences(of: "DIR", with: folder)
  }
  let arguments = Arguments(typed: typed)
  let surroundings = Surroundings(
    isDirectory: { (try? isDirectory($0)) == true }, identity: { try? FileIdentity(path: $0) })
  let transcript = Transcript()
  let console = Console(surroundings: surroundings, messages: Messages(for: arguments, in: surroundings))
    .recording(in: transcript)
  var outcome = CommandOutcome(code: ExitCode.done.rawValue)
  do throws(CommandError) {
    if let problem = arguments.problem { throw .usage(problem) }
    guard let entry = arguments.command else { fatalError("\(command) is a command") }
    outcome.code = try entry.run(arguments, console).rawValue
  } catch {
    console.messages.report(error)
    outcome.code = error.exitCode.rawValue
  }
  (outcome.text, outcome.files) = (transcript.text, FuzzFolder.contents())
  return outcome
}
