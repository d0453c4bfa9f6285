/// The contents of texts, names and attributes.
extension XMLReader {
  /// Whether a name equals a text.
  package func has(_ name: Range<Int>, _ text: String) -> Bool {
    name.count == text.utf8.count && self.text.span.has(text, at: name.lowerBound)
  }

  package func string(_ range: Range<Int>) -> String { text.span.text(range) }

  /// The value of an attribute of the tag that was read last, by its name without prefix; nil if there is none.
  package func attribute(_ name: String) -> XMLText? {
    attributes.first { has($0.name, name) }?.value
  }

  /// The value of an attribute of the tag that was read last, as a string.
  package func value(_ name: String) -> String? { attribute(name).map(string) }

  package func string(_ text: XMLText) -> String { String(decoding: contents(text), as: UTF8.self) }

  /// The decoded bytes of a text: references are resolved, and line ends are newlines (XML 1.0, section 2.11).
  package func contents(_ piece: XMLText) -> [UInt8] {
    let text = text
    let bytes = text.span
    var contents: [UInt8] = []
    contents.reserveCapacity(piece.range.count)
    var offset = piece.range.lowerBound
    while offset < piece.range.upperBound {
      let byte = bytes[offset]
      // The reader has checked the references.
      if byte == UInt8(ascii: "&"), piece.hasReferences, let scalar = try? XMLReference.read(bytes, &offset) {
        contents += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        continue
      }
      offset += 1
      switch byte {
      case 0x0D:
        if bytes.byte(at: offset) == 0x0A, offset < piece.range.upperBound { offset += 1 }
        contents.append(piece.isAttribute ? 0x20 : 0x0A)
      case 0x0A, 0x09: contents.append(piece.isAttribute ? 0x20 : byte)
      default: contents.append(byte)
      }
    }
    return contents
  }
}

extension Span<UInt8> {
  /// A name without its prefix.
  func localName(_ name: Range<Int>) -> Range<Int> {
    var start = name.upperBound
    while start > name.lowerBound, self[start - 1] != UInt8(ascii: ":") { start -= 1 }
    return start < name.upperBound ? start..<name.upperBound : name
  }
}

/// References to characters and to the entities that every document has (XML 1.0, sections 4.1 and 4.6).
enum XMLReference {
  /// The longest name of a reference that is read, in bytes.
  private static let limit = 64

  /// Reads a reference and returns its character; nil, without advancing, if the text ends within it.
  static func read(_ bytes: Span<UInt8>, _ offset: inout Int) throws(XMLFault) -> Unicode.Scalar? {
    let start = offset + 1
    var end = start
    let isNumber = bytes.byte(at: start) == UInt8(ascii: "#")
    if isNumber { end += 1 }
    while XMLCharacter.continuesName(bytes.byte(at: end)), end - start < limit { end += 1 }
    if end >= bytes.count { return nil }
    guard bytes[end] == UInt8(ascii: ";"), end > start + (isNumber ? 1 : 0) else {
      throw XMLFault(.unexpected(.character("&"), expected: .reference), at: offset)
    }
    let name = bytes.text(start..<end)
    let scalar: Unicode.Scalar
    if isNumber {
      let isHexadecimal = bytes[start + 1] == UInt8(ascii: "x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard let code = UInt32(digits, radix: isHexadecimal ? 16 : 10), XMLCharacter.isAllowed(code),
        let character = Unicode.Scalar(code)
      else { throw XMLFault(.excludedReference(name), at: offset) }
      scalar = character
    } else {
      switch name {
      case "amp": scalar = "&"
      case "lt": scalar = "<"
      case "gt": scalar = ">"
      case "quot": scalar = "\""
      case "apos": scalar = "'"
      default: throw XMLFault(.unknownEntity(name), at: offset)
      }
    }
    offset = end + 1
    return scalar
  }
}
