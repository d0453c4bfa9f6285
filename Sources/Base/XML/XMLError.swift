/// Why a text is not XML, or not XML of the kind that `XMLReader` reads. The messages of all errors are here.
package enum XMLError: Error, Hashable, Sendable {
  // The characters.
  /// The byte at which an ill-formed UTF-8 character begins.
  case notUTF8(UInt8)
  /// The text has a UTF-16 byte-order mark, but this is half a character.
  case notUTF16
  /// The name of an encoding that is not read.
  case unknownEncoding(String)
  /// The code point of a character that XML excludes.
  case excludedCharacter(UInt32)

  // The grammar.
  case unexpected(Found, expected: Expected)
  case duplicateAttribute(String)
  /// The name of a reference that is none of XML's five entities.
  case unknownEntity(String)
  /// The code point that a reference gives is not a character of XML.
  case excludedReference(String)
  /// The tag does not end the element that began last.
  case mismatchedTag(String, open: String)
  /// The document type has declarations of its own.
  case internalSubset
  /// The text ends within this.
  case cutOff(Part)
  /// Elements nest deeper than the limit.
  case nestedTooDeep(limit: Int)

  /// The text that was found where something else is expected.
  package enum Found: Hashable, Sendable {
    case character(Unicode.Scalar)
    /// `]]>` outside a CDATA section.
    case sectionEnd
    /// `--` in a comment.
    case dashes
    case text, element, endTag, documentType, declaration, endOfText
  }

  /// The text that the grammar requires.
  package enum Expected: Hashable, Sendable {
    case name, equals, quote, spaceOrTagEnd, tagEnd, root, endOfText, content, markup, commentEnd, reference
    /// An XML declaration or a document type can only be at the beginning.
    case misplaced
  }

  /// The parts of a document that the end of the text may cut off.
  package enum Part: Hashable, Sendable {
    case character, tag, comment, instruction, section, documentType
    case element(String)
  }

  /// Whether the text only lacks its end.
  package var isCutOff: Bool { if case .cutOff = self { true } else { false } }
}

/// An error and its byte.
package struct XMLFault: Error, Hashable {
  package var error: XMLError
  /// The offset of the byte in `XMLReader.text`.
  package var offset: Int

  package init(_ error: XMLError, at offset: Int) {
    (self.error, self.offset) = (error, offset)
  }

  /// The fault that `offset` has something else than expected, or nothing, or an invalid character.
  /// - Parameter part: The part that the end of the text cuts off.
  init(_ bytes: Span<UInt8>, at offset: Int, expected: XMLError.Expected, in part: XMLError.Part) {
    guard offset < bytes.count else {
      self.init(.cutOff(part), at: offset)
      return
    }
    do throws(XMLFault) {
      let length = try XMLCharacter.length(in: bytes, at: offset)
      let character = bytes.text(offset..<offset + length).unicodeScalars.first ?? "\u{FFFD}"
      self.init(.unexpected(.character(character), expected: expected), at: offset)
    } catch {
      self = error
    }
  }
}

extension XMLError: CustomStringConvertible {
  /// One sentence: what is wrong, and what to write instead.
  package var description: String {
    if case .cutOff = self {
      "the text is cut off; expected \(expected)"
    } else {
      "expected \(expected), found \(found)"
    }
  }

  /// What was found, for messages.
  package var found: String {
    switch self {
    case .notUTF8(let byte): "the byte 0x\(hexadecimal(UInt32(byte), digits: 2)), which is not valid UTF-8 here"
    case .notUTF16: "half a character of UTF-16"
    case .unknownEncoding(let name): "the encoding \"\(name)\""
    case .excludedCharacter(let code): "the character U+\(hexadecimal(code, digits: 4)), which XML does not allow"
    case .unexpected(let found, _): found.description
    case .duplicateAttribute(let name): "the attribute \"\(name)\" for the second time in one tag"
    case .unknownEntity(let name): "the entity \"&\(name);\""
    case .excludedReference(let text): "the reference \"&\(text);\""
    case .mismatchedTag(let name, _): "\"</\(name)>\""
    case .internalSubset: "a document type with declarations, <!DOCTYPE … […]>"
    case .cutOff: "the end of the text"
    case .nestedTooDeep(let limit): "elements nested more than \(limit) deep"
    }
  }

  /// What was expected, for messages.
  package var expected: String {
    switch self {
    case .notUTF8: "a character; save the file as UTF-8"
    case .notUTF16: "two halves in turn"
    case .unknownEncoding: "UTF-8, UTF-16 or ISO-8859-1; convert the file with iconv"
    case .excludedCharacter: "text"
    case .unexpected(_, let expected): expected.description
    case .duplicateAttribute: "attributes of different names"
    case .unknownEntity: "&amp;, &lt;, &gt;, &quot; or &apos;, or the number of a character"
    case .excludedReference: "the number of a character that XML allows"
    case .mismatchedTag(_, let open): "\"</\(open)>\", which ends the element that began last"
    case .internalSubset: "a document without entity declarations, which are not interpreted; replace the entities"
    case .cutOff(let part): part.description
    case .nestedTooDeep(let limit): "at most \(limit) levels"
    }
  }
}

extension XMLError.Found: CustomStringConvertible {
  package var description: String {
    switch self {
    case .character(let character): "\"\(character)\""
    case .sectionEnd: "\"]]>\"; write \"]]&gt;\""
    case .dashes: "\"--\""
    case .text: "text"
    case .element: "another element"
    case .endTag: "an end tag"
    case .documentType: "<!DOCTYPE"
    case .declaration: "<?xml"
    case .endOfText: "the end of the text"
    }
  }
}

extension XMLError.Expected: CustomStringConvertible {
  package var description: String {
    switch self {
    case .name: "a name"
    case .equals: "\"=\" after the attribute's name"
    case .quote: "a value in quotes"
    case .spaceOrTagEnd: "a space or the end of the tag"
    case .tagEnd: "\">\""
    case .root: "an element"
    case .endOfText: "nothing after the root element"
    case .content: "content"
    case .markup: "a tag; write \"&lt;\" for the character \"<\""
    case .commentEnd: "\"-->\", the end of the comment"
    case .reference: "a reference such as \"&amp;\"; write \"&amp;\" for the character \"&\""
    case .misplaced: "it at the beginning of the document only"
    }
  }
}

extension XMLError.Part: CustomStringConvertible {
  package var description: String {
    switch self {
    case .character: "the rest of a character"
    case .tag: "the rest of the tag"
    case .comment: "\"-->\", the end of the comment"
    case .instruction: "\"?>\", the end of the processing instruction"
    case .section: "\"]]>\", the end of the CDATA section"
    case .documentType: "\">\", the end of the document type"
    case .element(let name): "\"</\(name)>\""
    }
  }
}

/// A number in upper-case hexadecimal digits, with zeros in front.
private func hexadecimal(_ number: UInt32, digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
