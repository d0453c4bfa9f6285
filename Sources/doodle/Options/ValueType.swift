import DoodleKit

/// What the value of an option may be: how the helps write it, how it is read, and what a refusal says was expected.
struct ValueType<Value: Sendable>: Sendable {
  /// "WxH", say.
  let placeholder: String
  /// What was expected, as the end of "found …, expected …". Made when it is asked for, as what follows is.
  let expected: @Sendable () -> String
  let completion: @Sendable () -> Completion
  /// The value that a text stands for; nil where it makes no sense.
  let read: @Sendable (String) -> Value?

  init(
    placeholder: String, expected: @autoclosure @escaping @Sendable () -> String,
    completion: @autoclosure @escaping @Sendable () -> Completion = .nothing,
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.placeholder = placeholder
    self.expected = expected
    self.completion = completion
    self.read = read
  }
}

extension ValueType where Value == String {
  /// A file's path, or "-" for a standard stream.
  static func path(_ placeholder: String, extensions: [String]) -> Self {
    ValueType(placeholder: placeholder, expected: "a file", completion: .files(extensions)) { text in
      text.isEmpty ? nil : text
    }
  }
}

extension ValueType where Value: CaseIterable & RawRepresentable<String> {
  /// One of the names of an enumeration.
  static func choice(_ placeholder: String) -> Self {
    ValueType(placeholder: placeholder, expected: alternatives(names), completion: .words(names)) { text in
      Value(rawValue: text)
    }
  }

  private static var names: [String] {
    Value.allCases.map(\.rawValue)
  }
}

extension ValueType where Value == Background {
  static var background: Self {
    ValueType(
      placeholder: "COLOR", expected: "a colour such as #1e66f5, #1e66f580 or white, or none",
      completion: .words(["none", "white", "black"])
    ) { text in
      Background(text)
    }
  }
}

/// "a", "a or b", "a, b or c".
func alternatives(_ names: [String]) -> String {
  guard names.count > 1, let last = names.last else { return names.first ?? "" }
  return "\(names.dropLast().joined(separator: ", ")) or \(last)"
}
