import Files
import Foundation
import Importers
import TestSupport
import Testing
import TouchLog

/// A recording in another format, `Cases/FORMAT/fact-in-words.EXTENSION`, and the log that it becomes, in the file beside
/// it whose extension is `jsonl`.
struct ImportCase: Sendable, CustomTestStringConvertible {
  /// The folder, which is named like the format.
  let folder: String
  let file: String

  static let cases = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases").path

  static let all = names(in: cases).flatMap { folder in
    names(in: "\(cases)/\(folder)").filter { !$0.hasSuffix(".jsonl") }.map { ImportCase(folder: folder, file: $0) }
  }

  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// The fact, as in "excalidraw: turned stroke".
  var testDescription: String { "\(folder): \(stem.replacing("-", with: " "))" }
  var stem: String { String(file.prefix { $0 != "." }) }
  var expectedPath: String { "\(Self.cases)/\(folder)/\(stem).jsonl" }

  func bytes() throws -> [UInt8] { try InputFile(path: "\(Self.cases)/\(folder)/\(file)").readAll() }
  func text() throws -> String { String(decoding: try bytes(), as: UTF8.self) }
  func expected() throws -> String { try String(contentsOfFile: expectedPath, encoding: .utf8) }

  /// The lines of the log, errors and the beginnings of further pages among them, and then those of the report.
  /// - Parameters:
  ///   - other: Bytes to read instead of those of the file.
  ///   - chunk: The most bytes that the reader gets at a time.
  func log(of other: [UInt8]? = nil, chunk: Int = .max) throws -> String {
    var lines: [String] = []
    func add(_ error: LogReadError) throws {
      guard case .malformed(let error) = error else { throw error }
      let (line, column) = (error.location.line, error.location.column)
      let place = line == 0 ? "byte \(column - 1)" : "line \(line), column \(column)"
      lines.append("# error: \(place): \(error.reason.description)\n")
    }
    do {
      var reader = try openEventReader(ChunkedSource(other ?? bytes(), chunk: chunk), name: file)
      var page = 1
      repeat {
        if page > 1 { lines.append("# page \(page)\n") }
        page += 1
        while true {
          do throws(LogReadError) {
            guard let event = try reader.next() else { break }
            lines.append(String(decoding: LogWriter.line(for: event), as: UTF8.self))
          } catch { try add(error) }
        }
      } while try reader.nextPage()
      let report = reader.report
      let facts = report.lines.filter { ["format", "unit", "time"].contains($0.label) }
      if !facts.isEmpty { lines.append("# \(facts.map { "\($0.label): \($0.text)" }.joined(separator: " | "))\n") }
      lines += report.assumptions.map { "# assumed: \($0)\n" }
      let labels: [ImportReport.Omission.Kind: String] = [.content: "left out", .damage: "damaged", .unseen: "unseen"]
      lines += report.omissions.map { "# \(labels[$0.kind] ?? "?"): \($0.what) (\($0.count))\n" }
    } catch let error as LogReadError { try add(error) }
    return lines.joined()
  }

  /// The first line in which a log differs from the expected one; nil if they are equal.
  static func difference(_ found: String, from expected: String) -> String? {
    if found == expected { return nil }
    let (found, expected) = (found.split(separator: "\n"), expected.split(separator: "\n"))
    let line = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, expected.count)
    func text(_ lines: [Substring]) -> Substring { line < lines.count ? lines[line] : "the end" }
    return "line \(line + 1) is \(text(found)), not \(text(expected)): `make goldens` accepts it"
  }
}
