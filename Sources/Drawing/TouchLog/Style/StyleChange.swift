/// Values for some keys of a style.
public struct StyleChange: Hashable, Sendable {
  /// The values of the keys in `given`, and the usual values of all other keys.
  private var values = Look()
  /// A bit for each row of `StyleKeys.all`.
  private var given: UInt64 = 0

  public init() {}

  /// Whether no key has a value.
  public var isEmpty: Bool { given == 0 }

  /// The value of a key; nil if it is not given.
  public subscript<Value>(key: StyleKey<Value>) -> Value? {
    get { gives(StyleKeys.row(named: key.name)) ? key.get(values) : nil }
    set {
      let row = StyleKeys.row(named: key.name)
      if let newValue {
        key.set(&values, newValue)
        given |= 1 << UInt64(row)
      } else {
        StyleKeys.all[row].copy(Look(), &values)
        given &= ~(1 << UInt64(row))
      }
    }
  }

  /// Sets the value of a row of `StyleKeys.all` to a value in JSON.
  /// - Parameter name: The key as it is written.
  mutating func read(_ row: Int, _ token: JSONToken, in bytes: Span<UInt8>, key name: String) throws(Fault) {
    try StyleKeys.all[row].field.read(token, bytes, name, &values)
    given |= 1 << UInt64(row)
  }

  /// Replaces the values that `other` gives.
  package mutating func override(with other: StyleChange) {
    other.copy(to: &values)
    given |= other.given
  }

  /// Takes the values of a look for the keys that `other` gives and this change does not.
  package mutating func complete(_ other: StyleChange, by look: Look) {
    for row in StyleKeys.all.indices where other.gives(row) && !gives(row) {
      StyleKeys.all[row].copy(look, &values)
      given |= 1 << UInt64(row)
    }
  }

  func copy(to look: inout Look) {
    for row in StyleKeys.all.indices where gives(row) { StyleKeys.all[row].copy(values, &look) }
  }

  /// Adds the value of a row of `StyleKeys.all` to an object, if it has one.
  func write(_ row: Int, to object: inout JSONObjectWriter) {
    if gives(row) { StyleKeys.all[row].field.write(values, &object) }
  }

  /// Whether a row of `StyleKeys.all` has a value.
  func gives(_ row: Int) -> Bool { given & 1 << UInt64(row) != 0 }
}

/// The style of an element in a saved drawing: an object with the keys of its kind.
extension Look {
  /// Replaces the values for which an object has keys.
  /// - Throws: `LogError` for a value of a wrong type or out of range.
  package mutating func read(_ object: JSONValue, of kinds: StyledKinds) throws(LogError) {
    var change = StyleChange()
    for (row, property) in StyleKeys.all.enumerated() where !property.kinds.isDisjoint(with: kinds) {
      guard let value = object[property.field.name] else { continue }
      try value.read { token, bytes throws(Fault) in try change.read(row, token, in: bytes, key: value.key) }
    }
    apply(change)
  }

  /// Adds the keys of a kind. Those that few elements need, and those of labels, are left out if they have the tool's
  /// usual values.
  package func write(to object: inout JSONObjectWriter, of kinds: StyledKinds) {
    let usual = Look(tool)
    for property in StyleKeys.all where !property.kinds.isDisjoint(with: kinds) {
      let isUsed = !property.isRare && !property.kinds.isDisjoint(with: kinds.subtracting(.label))
      if isUsed || !property.isEqual(self, usual) { property.field.write(self, &object) }
    }
  }
}
