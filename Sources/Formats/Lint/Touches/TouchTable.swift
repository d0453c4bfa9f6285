import TouchLog

/// Values of touches. Few touches are down at a time, so that theirs are found without hashing.
struct TouchTable<Value> {
  private static var most: Int { 8 }

  private var touches: [TouchID] = []
  private var few: [Value?] = []
  /// The values of further touches.
  private var many: [TouchID: Value] = [:]

  subscript(touch: TouchID) -> Value? {
    get {
      for index in touches.indices where touches[index] == touch { return few[index] }
      return many.isEmpty ? nil : many[touch]
    }
    _modify {
      if let index = touches.firstIndex(of: touch) {
        yield &few[index]
        if few[index] == nil {
          touches.remove(at: index)
          few.remove(at: index)
        }
      } else if touches.count == Self.most || !many.isEmpty {
        yield &many[touch]
      } else {
        var value: Value?
        yield &value
        if let value {
          touches.append(touch)
          few.append(value)
        }
      }
    }
  }

  subscript(touch: TouchID, default value: @autoclosure () -> Value) -> Value {
    get { self[touch] ?? value() }
    set { self[touch] = newValue }
  }

  mutating func removeValue(forKey touch: TouchID) -> Value? {
    guard let value = self[touch] else { return nil }
    self[touch] = nil
    return value
  }

  mutating func removeAll() { self = TouchTable() }

  var isEmpty: Bool { touches.isEmpty && many.isEmpty }
  var keys: [TouchID] { touches + Array(many.keys) }
  var values: [Value] { elements.map { $0.value } }

  var elements: [(touch: TouchID, value: Value)] {
    zip(touches, few).compactMap { touch, value in value.map { (touch, $0) } } + many.map { ($0.key, $0.value) }
  }
}
