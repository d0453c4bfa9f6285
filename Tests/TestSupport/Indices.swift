import Ink

// Tests name the elements and strokes of small drawings by literals.

extension ElementIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

extension StrokeIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}
