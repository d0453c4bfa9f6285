import JSON

extension [UInt8] {
  /// The text with spaces for everything outside of ranges but the ends of lines, so that what is left keeps its lines
  /// and its offsets.
  package func blank(outside ranges: [Range<Int>]) -> [UInt8] {
    var result = map { $0 == ASCII.newline ? $0 : ASCII.space }
    for range in ranges { result.replaceSubrange(range, with: self[range]) }
    return result
  }
}

extension Glimpse {
  /// Whether the file is a note of Obsidian whose first lines have a key, such as `tldraw-file:`.
  package func isNote(with key: String) -> Bool {
    contentLines.first?.hasPrefix("---") == true && lines.contains { $0.hasPrefix(key) }
  }
}
