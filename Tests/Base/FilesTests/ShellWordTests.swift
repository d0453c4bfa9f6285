import Foundation
import TestSupport
import Testing

@testable import Files

/// Words of command lines, beside a shell.
@Suite struct ShellWordTests {
  /// The words into which bash divides a text without expansions; nil if it refuses it.
  private static func bash(_ text: String) throws -> [String]? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["bash", "-c", "set -f; for word in \(text); do printf '%s\\0' \"$word\"; done"]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 { return nil }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: rounds(4)) func `words are those of a shell`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let parts = [
      "a", "{log}", " ", "\t", "'", "\"", "\\\\", "\\\"", "\\'", "\\ ", "\\a", "é", "\u{301}", "\\$", "\\`", "-x=",
      "''",
    ]
    for _ in 0..<50 {
      let text = (0..<Int.random(in: 1...10, using: &random)).map { _ in
        parts[Int.random(in: 0..<parts.count, using: &random)]
      }.joined()
      guard let words = shellWords(text) else { continue }
      // A `$` or a backquote that is not hidden would be expanded: none of the parts has one alone, but quotes may show it.
      let isExpanded = text.unicodeScalars.contains { "$`".unicodeScalars.contains($0) } && text.contains("'")
      if !isExpanded { #expect(try Self.bash(text) == words, "\(text)") }
    }
  }

  @Test(arguments: ["'", "a \"b", "a\\", "'a\\'b'"]) func `what is not closed has no words`(text: String) {
    #expect(shellWords(text) == nil)
  }

  @Test(arguments: [["a"], ["a b", ""], ["it's", "\"q\"", "\\", "$x `y`", "*"], ["é\u{301}\n"]])
  func `words that are written are read again`(words: [String]) {
    #expect(shellWords(words.map(shellWord).joined(separator: " ")) == words)
  }
}
