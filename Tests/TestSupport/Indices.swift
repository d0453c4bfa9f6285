import Ink

// Literals, so that tests can name the elements, strokes and spans of small drawings by number.

extension ElementIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

extension StrokeIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

extension SpanIndex: ExpressibleByIntegerLiteral {
  @usableFromInline package init(integerLiteral value: Int) { self.init(value) }
}
