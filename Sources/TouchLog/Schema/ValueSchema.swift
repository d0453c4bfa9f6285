/// What a JSON value must be, for programs that write it.
public indirect enum ValueSchema: Sendable {
  case any, string, boolean, null
  /// A number in a range; nil for any.
  case number(LogError.Allowed?)
  /// A whole number in a range; nil for any.
  case integer(LogError.Allowed?)
  case names([String])
  /// A colour, or one of these words, or a text that a pattern matches.
  case color(also: [String] = [], pattern: String? = nil)
  /// An array of just these, of which the last ones may be missing.
  case tuple([ValueSchema], optional: Int = 0)
  case array(of: ValueSchema, atLeast: Int = 0)
  case object(ObjectSchema)
  case either([ValueSchema])

  /// Two numbers of one range.
  public static func pair(_ allowed: LogError.Allowed?) -> ValueSchema { .tuple([.number(allowed), .number(allowed)]) }
}

/// What an object must hold. Keys beyond these are ignored, whatever their values.
public struct ObjectSchema: Sendable {
  public var fields: [FieldSchema]
  /// Beside the fields that are required: groups of keys, just one group of which there must be.
  public var oneOf: [[String]]
  /// Groups of keys, one of which there must be at least.
  public var anyOf: [[String]]

  public init(_ fields: [FieldSchema], oneOf: [[String]] = [], anyOf: [[String]] = []) {
    self.fields = fields
    self.oneOf = oneOf
    self.anyOf = anyOf
  }
}

/// A key of an object. Where it is not required, null stands for its absence.
public struct FieldSchema: Sendable {
  /// The first is the one to write; the others are read too.
  public var names: [String]
  public var value: ValueSchema
  public var isRequired: Bool
  /// A phrase without a full stop.
  public var meaning: String

  public init(_ names: [String], _ value: ValueSchema, isRequired: Bool = false, _ meaning: String) {
    self.names = names
    self.value = value
    self.isRequired = isRequired
    self.meaning = meaning
  }

  public init(_ name: String, _ value: ValueSchema, isRequired: Bool = false, _ meaning: String) {
    self.init([name], value, isRequired: isRequired, meaning)
  }

  /// The same key where it must be there.
  public var required: FieldSchema { FieldSchema(names, value, isRequired: true, meaning) }
}
