import Files
import Foundation
import ImportCore
import Importers
import Testing

/// Files in other formats, the logs that they become, and what a reader does with any file. `make goldens` writes the
/// expected logs anew; a test of their difference should follow from a change that was meant.
@Suite struct ImportCaseTests {
  @Test(arguments: ImportCase.all) func `a file becomes the log beside it`(file: ImportCase) throws {
    let log = try file.log()
    if environment("DOODLE_GOLDENS") != nil {
      return try log.write(toFile: file.expectedPath, atomically: true, encoding: .utf8)
    }
    let difference = ImportCase.difference(log, from: try file.expected())
    #expect(difference == nil)
  }

  @Test(arguments: ImportCase.all) func `a file that is read in pieces gives the same log`(file: ImportCase) throws {
    let log = try file.log()
    for chunk in [1, 7] { #expect(try file.log(chunk: chunk) == log, "\(chunk) bytes at a time") }
  }

  @Test(arguments: ImportCase.all) func `a byte-order mark and line ends of Windows make no difference`(
    file: ImportCase
  ) throws {
    // A body of several parts begins with its boundary.
    let mark = try file.text().hasPrefix("--") ? "" : "\u{FEFF}"
    let text = try mark + file.text().replacing("\n", with: "\r\n")
    #expect(try file.log(of: Array(text.utf8)) == file.log())
  }

  @Test(arguments: ImportCase.all) func `a damaged file ends with events or located errors`(file: ImportCase) throws {
    let (bytes, budget) = (try file.bytes(), 1 << 19)
    // Formats are recognized in the same way in all of their cases.
    if ImportCase.all.first(where: { $0.folder == file.folder })?.file == file.file {
      survivesDamage(bytes, budget: budget)
    }
    survivesDamage(bytes, from: LogFormat(rawValue: file.folder), budget: budget)
  }

  /// Tools keep what they were given last: the tip of a highlighter would stay for the pens after it.
  @Test(arguments: ImportCase.all) func `a line of a tool gives all that those before it gave`(file: ImportCase) throws
  {
    var given: Set<String> = []
    for line in try file.log().split(separator: "\n") where file.folder != "doodle" {
      if line.hasPrefix("# page") { given = [] }
      guard line.hasPrefix("{\"tool\""),
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      else { continue }
      let keys = Set(object.keys).subtracting(["tool", "mode", "text", "id"])
      #expect(given.isSubset(of: keys), "\(line)")
      given.formUnion(keys)
    }
  }

  @Test func `each expected log has one recording, and each format a case`() {
    for folder in LogFormat.allCases.map(\.rawValue)
    where !["remarkable", "sketch-rnn", "quickdraw-bin", "stroke-3"].contains(folder) {
      let names = ImportCase.names(in: "\(ImportCase.cases)/\(folder)")
      let logs = names.filter { $0.hasSuffix(".jsonl") }.map { $0.dropLast(6) }
      let inputs = ImportCase.all.filter { $0.folder == folder }.map { $0.stem[...] }
      #expect(!inputs.isEmpty && logs == inputs, "\(folder)")
    }
  }

  @Test func `a log that differs from the expected one in anything fails`() {
    let log = "{\"phase\":\"began\",\"point\":[1,2]}\n# format: points\n"
    #expect(ImportCase.difference(log, from: log) == nil)
    for wrong in [
      log.replacing("[1,2]", with: "[1,2.0000001]"), String(log.dropLast()), log + "# left out: texts (1)\n", "",
      String(log.prefix { $0 != "#" }), log.replacing("points", with: "point"),
    ] {
      #expect(ImportCase.difference(wrong, from: log) != nil && ImportCase.difference(log, from: wrong) != nil)
    }
  }
}
