import ImportCore
import JSON
import TouchLog

/// A note of Obsidian's Excalidraw plugin: Markdown with the drawing in a code block.
///
/// The block follows the heading "Drawing" and is of the kind `json`, or `compressed-json`: `LZString` in Base64.
enum ExcalidrawNote {
  static func recognizes(_ glimpse: Glimpse) -> Bool {
    glimpse.isNote(with: "excalidraw-plugin:")
  }

  /// The JSON text of a note, at its offset in the file, or from its line on if it was compressed: everything else is
  /// blank. Text that is not a note is returned unchanged.
  /// - Throws: `LogReadError.malformed` if the note has no drawing, or a damaged one.
  static func drawing(in text: [UInt8], name: String, options: ImportOptions) throws(LogReadError) -> [UInt8] {
    let text = JSONDocument.withoutMark(text)
    let first = text.firstIndex { !ASCII.isSpace($0) && $0 != ASCII.newline } ?? text.count
    guard text[first...].starts(with: "---".utf8) else { return text }
    guard let block = block(in: text) else {
      throw malformed(at: text.count, .cutOff(expected: "a code block ```json with the drawing"))
    }
    if block.isCompressed {
      do throws(LZString.Failure) {
        let drawing = try LZString.decompressed(base64: text[block.range], limit: options.fileLimit)
        let lines = text[..<block.range.lowerBound].lazy.filter { $0 == ASCII.newline }.count + 1
        return [UInt8](repeating: ASCII.newline, count: lines) + Array(drawing.utf8)
      } catch {
        let reason: LogError.Reason =
          switch error {
          case .cutOff: .cutOff(expected: "more of the compressed drawing")
          case .damaged: .unexpected("other text", expected: "a drawing compressed by lz-string")
          case .tooLong: .tooMuchMemory("the drawing", limit: options.memoryLimit)
          }
        throw malformed(at: block.range.lowerBound, reason)
      }
    }
    return text.blank(outside: [block.range])

    func malformed(at offset: Int, _ reason: LogError.Reason) -> LogReadError {
      .malformed(LogError(location: LogLocation(of: offset, in: text, file: name), reason: reason))
    }
  }

  /// The files that a note lists below the heading "Embedded Files", by the ids of their images: links of Obsidian, with
  /// the part of the file that a link names, as in "a.png#part".
  static func files(in text: [UInt8]) -> [String: String] {
    guard JSONDocument.withoutMark(text).starts(with: "---".utf8) else { return [:] }
    var files: [String: String] = [:]
    var isListed = false
    for line in text.split(whereSeparator: { $0 == ASCII.newline || $0 == ASCII.carriageReturn }) {
      let line = String(decoding: line, as: UTF8.self)
      if line.hasPrefix("#") { isListed = line.lowercased().hasSuffix("# embedded files") }
      guard isListed, let colon = line.firstIndex(of: ":"), let open = line[colon...].firstIndex(of: "[") else {
        continue
      }
      // The width follows the name.
      let name = line[open...].drop { $0 == "[" }.prefix { $0 != "|" && $0 != "]" }
      if line[open...].hasPrefix("[["), !name.isEmpty { files[String(line[..<colon])] = String(name) }
    }
    return files
  }

  private struct Block {
    var range: Range<Int>
    var isCompressed: Bool
  }

  /// The code block after the heading "Drawing", or else the first one of JSON.
  private static func block(in text: [UInt8]) -> Block? {
    var open: Block?
    var first: Block?
    var isInDrawing = false
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: ASCII.newline) ?? text.count
      var line = text[start..<end]
      while let last = line.last, ASCII.isSpace(last) { line.removeLast() }
      if var block = open {
        if line.starts(with: "```".utf8) {
          block.range = block.range.lowerBound..<start
          if isInDrawing { return block }
          first = first ?? block
          open = nil
        }
      } else if line.elementsEqual("# Drawing".utf8) || line.elementsEqual("## Drawing".utf8) {
        isInDrawing = true
      } else if line.elementsEqual("```json".utf8) {
        open = Block(range: end..<text.count, isCompressed: false)
      } else if line.elementsEqual("```compressed-json".utf8) {
        open = Block(range: end..<text.count, isCompressed: true)
      } else if isInDrawing, line.first == ASCII.openBrace {
        // Old versions of the plugin put the drawing on a line of its own.
        return Block(range: start..<end, isCompressed: false)
      }
      start = end + 1
    }
    // A block that is cut off; its text shows where.
    return open ?? first
  }
}
