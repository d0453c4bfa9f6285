/// A piece of text or the value of an attribute: a range of `XMLReader.text`.
package struct XMLText: Hashable, Sendable {
  package let range: Range<Int>
  /// Whether it has references such as `&amp;`. Otherwise its bytes are its characters, except for the line ends.
  package let hasReferences: Bool
  /// Whether it is the value of an attribute, in which all white space becomes spaces.
  package let isAttribute: Bool

  package init(range: Range<Int>, hasReferences: Bool = false, isAttribute: Bool = false) {
    (self.range, self.hasReferences, self.isAttribute) = (range, hasReferences, isAttribute)
  }
}

/// An attribute of a tag.
package struct XMLAttribute: Hashable, Sendable {
  /// The range of the name in `XMLReader.text`, without its prefix.
  package let name: Range<Int>
  /// The range of the whole name.
  let fullName: Range<Int>
  package let value: XMLText
}

/// A part of a document.
package enum XMLEvent: Hashable, Sendable {
  /// A tag that begins an element. The range is its name, without a prefix; `attributes` has its attributes.
  case start(name: Range<Int>)
  /// A tag that ends an element, or the end of a tag that does both.
  case end(name: Range<Int>)
  /// A piece of text. Comments, CDATA sections and processing instructions divide text into pieces.
  case text(XMLText)
}
