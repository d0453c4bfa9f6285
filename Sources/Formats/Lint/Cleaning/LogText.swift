import Files
import TouchLog

/// A touch log as lines. Everything that no fix changes keeps its bytes: blank lines, line endings, a byte-order mark.
struct LogText {
  /// The bytes before the first line.
  private var mark: [UInt8] = []
  /// All lines with their endings.
  private(set) var texts: [[UInt8]] = []

  private static let newline = UInt8(ascii: "\n")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ bytes: [UInt8]) {
    var start = 0
    if bytes.starts(with: Self.byteOrderMark) { (mark, start) = (Self.byteOrderMark, 3) }
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: Self.newline).map { $0 + 1 } ?? bytes.count
      texts.append(Array(bytes[start..<end]))
      start = end
    }
  }

  /// The valid lines that are not blank.
  var lines: [LogLine] {
    var lines: [LogLine] = []
    lines.reserveCapacity(texts.count)
    forEachEvent { index, event, keys in
      lines.append(LogLine(event, texts[index], index: index, mayHaveOwnKeys: keys != nil))
    }
    return lines
  }

  /// Visits each event with the index of its line and a function that finds keys of the line; nil for a line that has
  /// only keys of its kind. Invalid lines are left out.
  private func forEachEvent(_ visit: (Int, LogEvent, (((String) -> Bool) -> [LineKey])?) -> Void) {
    var reader = LogReader(MemorySource(Array(texts.joined())), name: "")
    while true {
      do throws(LogReadError) {
        guard let event = try reader.next() else { return }
        if reader.mayHaveOwnKeys {
          let read = reader
          visit(reader.line - 1, event) { read.keys(ofTouch: 0, where: $0) }
        } else {
          visit(reader.line - 1, event, nil)
        }
      } catch {}
    }
  }

  /// The bytes of the log with these lines instead of its valid ones, and without its invalid ones.
  func bytes(with lines: [LogLine]) -> [UInt8] {
    var bytes = mark
    var next = 0
    func append(_ text: [UInt8]) {
      // The last line of a file may lack its ending.
      if let last = bytes.last, last != Self.newline, bytes.count > mark.count { bytes.append(Self.newline) }
      bytes += text
    }
    func appendBlankLines(before end: Int) {
      while next < end {
        if Self.isBlank(texts[next]) { append(texts[next]) }
        next += 1
      }
    }
    let endsWithCR = texts.first?.suffix(2).first == UInt8(ascii: "\r")
    for line in lines {
      if let source = line.source { appendBlankLines(before: source.index) }
      var text: [UInt8] = []
      line.write(to: &text)
      if line.source == nil, endsWithCR { text.insert(UInt8(ascii: "\r"), at: text.count - 1) }
      append(text)
      if let source = line.source { next = source.index + 1 }
    }
    appendBlankLines(before: texts.count)
    return bytes
  }

  private static func isBlank(_ text: [UInt8]) -> Bool {
    text.allSatisfy { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), newline].contains($0) }
  }
}

extension LogText {
  /// The log with misspelled keys corrected, where only one spelling can be meant; nil if there are none.
  var withKeysSpelled: LogText? {
    var misspelled = MisspelledKeys()
    /// For each kind of line, the right names of its misspelled keys.
    var names: [String: [String: String]] = [:]
    var result: LogText?
    forEachEvent { index, event, keys in
      guard let keys else { return }
      let kind = event.kindOfLine
      for found in misspelled.find(in: event, keys) where found.key.canBe(found.nearest, in: event, keys) {
        names[kind, default: [:]][found.key.name] = found.nearest
      }
      guard let renamed = names[kind] else { return }
      // One key at a time, because the line then has the property.
      for key in keys({ renamed[$0] != nil }) {
        guard let name = renamed[key.name] else { continue }
        let aliases = KnownKeys.of(event).aliases(of: name)
        guard keys({ aliases.contains($0) }).isEmpty, key.canBe(name, in: event, keys) else { continue }
        var spelled = result ?? self
        result = nil
        spelled.texts[index] = LineEditor.renaming(key, to: name, in: texts[index])
        result = spelled
        return
      }
    }
    return result
  }
}

extension LineKey {
  /// Whether the line is valid if its key has another name: then its value fits that key.
  func canBe(_ name: String, in event: LogEvent, _ keys: ((String) -> Bool) -> [LineKey]) -> Bool {
    let members = keys { _ in true }.map { key in
      key.name == self.name ? Array("\"\(name)\":".utf8) + key.member[key.valueStart...] : key.member
    }
    let line = Array("{".utf8) + Array(members.joined(separator: [UInt8(ascii: ",")])) + Array("}\n".utf8)
    var reader = LogReader(MemorySource(line), name: "")
    guard let read = try? reader.next() else { return false }
    return read != event
  }
}
