import TouchLog
import XML

/// An XML document that is read as a whole: its reader, and the locations of its parts.
package struct XMLDocument {
  package var reader: XMLReader
  private let name: String
  /// The part whose position was computed last.
  private var last = LinePosition()
  /// Whether the end of the document is missing.
  package private(set) var isCut = false
  /// Whether it is known already that the end is missing.
  package var hasToldCut = false

  /// - Parameter name: The file as the user named it, for messages.
  package init(_ bytes: [UInt8], name: String, allowsSeveralRoots: Bool = false) throws(LogReadError) {
    self.name = name
    do throws(XMLFault) {
      reader = try XMLReader(bytes, allowsSeveralRoots: allowsSeveralRoots)
    } catch {
      throw .malformed(Self.error(error, in: bytes, name: name))
    }
  }

  /// The next part; nil at the end.
  /// - Throws: `LogReadError.malformed`.
  mutating func next() throws(LogReadError) -> XMLEvent? {
    do throws(XMLFault) {
      return try reader.next()
    } catch {
      throw .malformed(Self.error(error, in: reader.text, name: name))
    }
  }

  /// The next part; nil at the end, and where the document is cut off, which is reported.
  package mutating func next(_ report: inout ImportReport) throws(LogReadError) -> XMLEvent? {
    if isCut { return nil }
    do throws(XMLFault) {
      return try reader.next()
    } catch {
      guard error.error.isCutOff, reader.hasBegun else {
        throw .malformed(Self.error(error, in: reader.text, name: name))
      }
      isCut = true
      if !hasToldCut { report.omit("ends of a file that is cut off", .damage) }
      return nil
    }
  }

  private static func error(_ fault: XMLFault, in bytes: [UInt8], name: String) -> LogError {
    let reason: LogError.Reason =
      fault.error.isCutOff
      ? .cutOff(expected: fault.error.expected) : .unexpected(fault.error.found, expected: fault.error.expected)
    return LogError(location: LogLocation(of: fault.offset, in: bytes, file: name), reason: reason)
  }

  /// Makes the error for a fault at an offset.
  package func error(_ reason: LogError.Reason, at offset: Int) -> LogReadError {
    .malformed(LogError(location: LogLocation(of: offset, in: reader.text, file: name), reason: reason))
  }

  /// The line and the column, from 1, of the part that was read last. Takes linear time over the whole document.
  package mutating func position() -> (line: Int, column: Int) {
    let text = reader.text
    last.advance(to: reader.start, in: text.span)
    return (last.line, last.column)
  }

  /// The value of an attribute of the last tag as a number; nil if the attribute is missing or not a number.
  package func number(_ attribute: String) -> Double? { reader.attribute(attribute).flatMap { number($0) } }

  /// A text, without the white space around it, as a number; nil if it is not one.
  func number(_ text: XMLText) -> Double? {
    let bytes = text.hasReferences ? reader.contents(text) : reader.text
    let span = text.hasReferences ? bytes.span : bytes.span.extracting(text.range)
    var offset = 0
    guard let number = DecimalText.scanWord(span, &offset) else { return nil }
    DecimalText.skipSpace(span, &offset)
    return offset == span.count && number.isFinite ? number : nil
  }

  /// The text of the element that began last, up to its end or its first child, in one piece.
  /// - Returns: The bytes and the range of the text in them: the document's own if it is in one piece. `isCut` is
  ///   whether the document ends in the text.
  package mutating func text(_ report: inout ImportReport) throws(LogReadError) -> ElementText {
    var first: XMLText?
    var joined: [UInt8]?
    var depth = 1
    while depth > 0 {
      guard let event = try next(&report) else {
        return ElementText(first, joined, in: reader.text, isCut: true)
      }
      switch event {
      case .start: depth += 1
      case .end: depth -= 1
      case .text(let piece):
        guard depth == 1 else { continue }
        if joined == nil, first == nil, !piece.hasReferences {
          first = piece
        } else {
          if joined == nil { joined = first.map { reader.contents($0) } ?? [] }
          joined?.append(contentsOf: reader.contents(piece))
          first = nil
        }
      }
    }
    return ElementText(first, joined, in: reader.text, isCut: false)
  }

  /// Skips the rest of the element that began last.
  package mutating func skipElement(_ report: inout ImportReport) throws(LogReadError) {
    let depth = reader.depth
    while reader.depth >= depth, try next(&report) != nil {}
  }
}

/// The text of an element.
package struct ElementText {
  package let bytes: [UInt8]
  package let range: Range<Int>
  /// Whether the document ends in the text, so that its last number may lack digits.
  package let isCut: Bool
  /// Whether the bytes are those of the document.
  package let isOriginal: Bool

  fileprivate init(_ piece: XMLText?, _ joined: [UInt8]?, in document: [UInt8], isCut: Bool) {
    self.isCut = isCut
    isOriginal = joined == nil
    bytes = joined ?? document
    range = joined.map { 0..<$0.count } ?? piece?.range ?? 0..<0
  }
}
