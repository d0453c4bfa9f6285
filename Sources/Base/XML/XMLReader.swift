/// Reads XML 1.0 (fifth edition) in memory, part by part.
///
/// It checks that the document is well-formed, except for the characters of names beyond ASCII and the insides of
/// declarations. Namespaces are not resolved: prefixes are left out. Comments and processing instructions are skipped.
/// So is a document type; one that has declarations is an error. Takes linear time, and memory for the open elements
/// and the attributes of one tag.
package struct XMLReader: Sendable {
  /// The document in UTF-8, without a byte-order mark. All ranges and offsets refer to it.
  package let text: [UInt8]
  /// The attributes of the tag that began an element last, in order.
  package private(set) var attributes: [XMLAttribute] = []
  /// The offset of the part that was read last.
  package private(set) var start = 0

  private let allowsSeveralRoots: Bool
  private let depthLimit: Int
  private var offset = 0
  /// The names of the open elements, with their prefixes.
  private var open: [Range<Int>] = []
  /// The name of an element without content, whose end comes next.
  private var emptyElement: Range<Int>?
  private var hasRoot = false
  private var hasDocumentType = false

  /// - Parameters:
  ///   - bytes: UTF-8; UTF-16 with a byte-order mark; or ISO-8859-1 if the document says so.
  ///   - allowsSeveralRoots: Whether other elements, or documents, may follow the root element.
  ///   - depthLimit: The most elements that may be open at once.
  /// - Throws: If the encoding is not read, or contradicts the byte-order mark.
  package init(_ bytes: [UInt8], allowsSeveralRoots: Bool = false, depthLimit: Int = 256) throws(XMLFault) {
    text = try XMLEncoding.utf8(bytes)
    (self.allowsSeveralRoots, self.depthLimit) = (allowsSeveralRoots, depthLimit)
  }

  /// The number of open elements. It counts an element from its start to its end.
  package var depth: Int { open.count }

  /// Whether an element has begun.
  package var hasBegun: Bool { hasRoot }

  /// The next part; nil at the end of the document.
  /// - Throws: If the document is not well-formed here. In a document that is cut off, the text before the cut is given
  ///   first.
  package mutating func next() throws(XMLFault) -> XMLEvent? {
    if let name = emptyElement {
      emptyElement = nil
      open.removeLast()
      return .end(name: name)
    }
    let text = text
    let bytes = text.span
    while offset < bytes.count {
      start = offset
      guard bytes[offset] == UInt8(ascii: "<") else {
        if let piece = try readText(bytes) { return .text(piece) }
        continue
      }
      switch bytes.byte(at: offset + 1) {
      case UInt8(ascii: "/"): return try readEndTag(bytes)
      case UInt8(ascii: "?"): try skipInstruction(bytes)
      case UInt8(ascii: "!"): if let piece = try readDeclaration(bytes) { return .text(piece) }
      default: return try readStartTag(bytes)
      }
    }
    start = offset
    if let name = open.last { throw XMLFault(.cutOff(.element(bytes.text(name))), at: offset) }
    guard hasRoot else { throw XMLFault(.unexpected(.endOfText, expected: .root), at: offset) }
    return nil
  }

  /// Reads a name; nil if none begins at `offset`.
  private mutating func readName(_ bytes: Span<UInt8>) throws(XMLFault) -> Range<Int>? {
    let start = offset
    guard XMLCharacter.beginsName(bytes.byte(at: offset)) else { return nil }
    while XMLCharacter.continuesName(bytes.byte(at: offset)) {
      offset += bytes[offset] < 0x80 ? 1 : try XMLCharacter.length(in: bytes, at: offset)
    }
    return start..<offset
  }

  private mutating func skipSpace(_ bytes: Span<UInt8>) {
    while XMLCharacter.isSpace(bytes.byte(at: offset)) { offset += 1 }
  }

  /// Makes the error that `offset` has something else than expected.
  private func unexpected(
    _ bytes: Span<UInt8>, _ expected: XMLError.Expected, in part: XMLError.Part = .tag
  ) -> XMLFault {
    XMLFault(bytes, at: offset, expected: expected, in: part)
  }
}

/// Tags.
extension XMLReader {
  private mutating func readStartTag(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLEvent {
    if open.isEmpty, hasRoot, !allowsSeveralRoots {
      throw XMLFault(.unexpected(.element, expected: .endOfText), at: offset)
    }
    offset += 1
    guard let name = try readName(bytes) else { throw unexpected(bytes, .markup) }
    attributes.removeAll(keepingCapacity: true)
    var names = Set<[UInt8]>()
    var isEmpty = false
    while true {
      let afterName = offset
      skipSpace(bytes)
      if bytes.byte(at: offset) == UInt8(ascii: ">") { break }
      if bytes.byte(at: offset) == UInt8(ascii: "/") {
        isEmpty = true
        offset += 1
        guard bytes.byte(at: offset) == UInt8(ascii: ">") else { throw unexpected(bytes, .tagEnd) }
        break
      }
      guard offset > afterName else { throw unexpected(bytes, .spaceOrTagEnd) }
      try readAttribute(bytes, &names)
    }
    offset += 1
    guard open.count < depthLimit else { throw XMLFault(.nestedTooDeep(limit: depthLimit), at: start) }
    open.append(name)
    hasRoot = true
    let local = bytes.localName(name)
    if isEmpty { emptyElement = local }
    return .start(name: local)
  }

  /// - Parameter names: The names of the attributes so far, if they are too many to be compared one by one.
  private mutating func readAttribute(_ bytes: Span<UInt8>, _ names: inout Set<[UInt8]>) throws(XMLFault) {
    guard let name = try readName(bytes) else { throw unexpected(bytes, .name) }
    skipSpace(bytes)
    guard bytes.byte(at: offset) == UInt8(ascii: "=") else { throw unexpected(bytes, .equals) }
    offset += 1
    skipSpace(bytes)
    let quote = bytes.byte(at: offset)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw unexpected(bytes, .quote) }
    offset += 1
    let start = offset
    var hasReferences = false
    while bytes.byte(at: offset) != quote {
      guard offset < bytes.count else { throw XMLFault(.cutOff(.tag), at: offset) }
      switch bytes[offset] {
      case UInt8(ascii: "<"): throw unexpected(bytes, .content)
      case UInt8(ascii: "&"):
        hasReferences = true
        guard try XMLReference.read(bytes, &offset) != nil else { throw XMLFault(.cutOff(.tag), at: bytes.count) }
      case 0x20..<0x80: offset += 1
      default: offset += try XMLCharacter.length(in: bytes, at: offset)
      }
    }
    let value = XMLText(range: start..<offset, hasReferences: hasReferences, isAttribute: true)
    offset += 1
    if attributes.count == 16 { names = Set(attributes.map { Array(text[$0.fullName]) }) }
    let isDuplicate =
      attributes.count < 16
      ? attributes.contains { bytes.equal($0.fullName, name) } : !names.insert(Array(text[name])).inserted
    if isDuplicate { throw XMLFault(.duplicateAttribute(bytes.text(name)), at: name.lowerBound) }
    attributes.append(XMLAttribute(name: bytes.localName(name), fullName: name, value: value))
  }

  private mutating func readEndTag(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLEvent {
    offset += 2
    guard let name = try readName(bytes) else { throw unexpected(bytes, .name) }
    guard let last = open.last else { throw XMLFault(.unexpected(.endTag, expected: .root), at: start) }
    if !bytes.equal(name, last) {
      // The name may be cut off.
      guard offset < bytes.count else { throw XMLFault(.cutOff(.tag), at: offset) }
      throw XMLFault(.mismatchedTag(bytes.text(name), open: bytes.text(last)), at: start)
    }
    skipSpace(bytes)
    guard bytes.byte(at: offset) == UInt8(ascii: ">") else { throw unexpected(bytes, .tagEnd) }
    offset += 1
    open.removeLast()
    return .end(name: bytes.localName(name))
  }
}

/// Text, comments, sections and instructions.
extension XMLReader {
  /// Reads text up to a tag. Returns nil outside of elements, where only white space may be.
  private mutating func readText(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLText? {
    if open.isEmpty {
      skipSpace(bytes)
      if offset < bytes.count, bytes[offset] != UInt8(ascii: "<") {
        _ = try XMLCharacter.length(in: bytes, at: offset)
        throw XMLFault(.unexpected(.text, expected: hasRoot ? .endOfText : .root), at: offset)
      }
      return nil
    }
    var hasReferences = false
    var end = offset
    scanning: while end < bytes.count {
      end = bytes.skipPlainText(from: end)
      switch bytes.byte(at: end) {
      case 0 where end >= bytes.count: break scanning
      case UInt8(ascii: "<"): break scanning
      case UInt8(ascii: "&"):
        // A reference that is cut off is left out.
        guard try XMLReference.read(bytes, &end) != nil else {
          offset = bytes.count
          return XMLText(range: start..<end, hasReferences: hasReferences)
        }
        hasReferences = true
      case UInt8(ascii: "]") where bytes.has("]]>", at: end):
        throw XMLFault(.unexpected(.sectionEnd, expected: .content), at: end)
      case 0x20..<0x80, 0x0A: end += 1
      default: end += try XMLCharacter.length(in: bytes, at: end)
      }
    }
    offset = end
    return XMLText(range: start..<end, hasReferences: hasReferences)
  }

  /// Reads a part that begins with `<!`: skips a comment or a document type, or returns the text of a CDATA section.
  private mutating func readDeclaration(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLText? {
    if bytes.has("<!--", at: offset) {
      try skipComment(bytes)
      return nil
    }
    if bytes.has("<!DOCTYPE", at: offset) {
      try skipDocumentType(bytes)
      return nil
    }
    if bytes.has("<![CDATA[", at: offset), !open.isEmpty {
      let start = offset + 9
      let end = try skip(bytes, to: "]]>", from: start, .section)
      return XMLText(range: start..<end)
    }
    let starts = ["<!--", "<!DOCTYPE", "<![CDATA["]
    let rest = bytes.text(offset..<min(bytes.count, offset + 9))
    if bytes.count - offset < 9, starts.contains(where: { $0.hasPrefix(rest) }) {
      throw XMLFault(.cutOff(.tag), at: bytes.count)
    }
    offset += 1
    throw unexpected(bytes, .markup)
  }

  private mutating func skipComment(_ bytes: Span<UInt8>) throws(XMLFault) {
    let end = try skip(bytes, to: "--", from: offset + 4, .comment)
    guard bytes.byte(at: offset) == UInt8(ascii: ">") else {
      if offset >= bytes.count { throw XMLFault(.cutOff(.comment), at: offset) }
      throw XMLFault(.unexpected(.dashes, expected: .commentEnd), at: end)
    }
    offset += 1
  }

  /// Skips a processing instruction, or the XML declaration.
  private mutating func skipInstruction(_ bytes: Span<UInt8>) throws(XMLFault) {
    offset += 2
    guard let name = try readName(bytes) else { throw unexpected(bytes, .name) }
    let isAtStart = allowsSeveralRoots ? open.isEmpty : start == 0
    if !isAtStart, bytes.text(name).lowercased() == "xml" {
      throw XMLFault(.unexpected(.declaration, expected: .misplaced), at: start)
    }
    if !bytes.has("?>", at: offset), !XMLCharacter.isSpace(bytes.byte(at: offset)) {
      throw unexpected(bytes, .spaceOrTagEnd, in: .instruction)
    }
    _ = try skip(bytes, to: "?>", from: offset, .instruction)
  }

  /// Skips a document type, which only names an external one.
  private mutating func skipDocumentType(_ bytes: Span<UInt8>) throws(XMLFault) {
    if !open.isEmpty || hasRoot && !allowsSeveralRoots || hasDocumentType && !hasRoot {
      throw XMLFault(.unexpected(.documentType, expected: .misplaced), at: offset)
    }
    hasDocumentType = true
    offset += 9
    var quote: UInt8?
    while offset < bytes.count {
      let byte = bytes[offset]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "[") {
        throw XMLFault(.internalSubset, at: start)
      } else if byte == UInt8(ascii: ">") {
        offset += 1
        return
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      offset += try XMLCharacter.length(in: bytes, at: offset)
    }
    throw XMLFault(.cutOff(.documentType), at: offset)
  }

  /// Skips to the end of the text `end`, and returns where that begins.
  private mutating func skip(
    _ bytes: Span<UInt8>, to end: String, from first: Int, _ part: XMLError.Part
  ) throws(XMLFault) -> Int {
    offset = first
    let mark = end.utf8.first
    while offset < bytes.count {
      if bytes[offset] == mark, bytes.has(end, at: offset) {
        offset += end.utf8.count
        return offset - end.utf8.count
      }
      offset += try XMLCharacter.length(in: bytes, at: offset)
    }
    throw XMLFault(.cutOff(part), at: offset)
  }
}
