/// Splits a PDF document into tokens and objects (ISO 32000-1, 7.2 and 7.3). It only moves forward.
struct PDFLexer {
  private let bytes: ArraySlice<UInt8>
  /// The index of the next byte.
  private(set) var position: Int
  /// How many more tokens of objects are read. Objects take several times the memory of their text.
  var budget: Int

  private static let deepest = 100

  init(_ bytes: ArraySlice<UInt8>, budget: Int) {
    (self.bytes, position, self.budget) = (bytes, bytes.startIndex, budget)
  }

  private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  // MARK: Tokens

  private static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 9, 10, 12, 13, 32: true
    default: false
    }
  }

  private static func isRegular(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      false
    default: !isSpace(byte)
    }
  }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let byte = next, isSkipped(byte) { position += 1 }
  }

  /// Skips white space and comments.
  private mutating func skipSpace() {
    skip(while: Self.isSpace)
    while next == UInt8(ascii: "%") {
      skip { $0 != 10 && $0 != 13 }
      skip(while: Self.isSpace)
    }
  }

  /// The next run of regular characters, whatever is before it.
  mutating func word() -> ArraySlice<UInt8>? {
    skipSpace()
    while let byte = next, !Self.isRegular(byte) {
      position += 1
      skipSpace()
    }
    let start = position
    skip(while: Self.isRegular)
    return start < position ? bytes[start..<position] : nil
  }

  /// The next token; nil at the end, also in the middle of a string.
  private mutating func token() -> ArraySlice<UInt8>? {
    skipSpace()
    guard let first = next else { return nil }
    let start = position
    position += 1
    switch first {
    case UInt8(ascii: "("):
      guard skipString() else { return nil }
    case UInt8(ascii: "<") where next != first:
      skip { $0 != UInt8(ascii: ">") }
      guard next != nil else { return nil }
      position += 1
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      if next == first { position += 1 }
    case _ where Self.isRegular(first), UInt8(ascii: "/"): skip(while: Self.isRegular)
    default: break
    }
    return bytes[start..<position]
  }

  /// Skips the rest of a string in parentheses. Returns whether it ends.
  private mutating func skipString() -> Bool {
    var depth = 1
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\\") where position < bytes.endIndex: position += 1
      default: break
      }
      if depth == 0 { return true }
    }
    return false
  }

  // MARK: Objects

  /// The next object; nil if it is damaged, nested too deeply, or needs more than the budget.
  mutating func object() -> PDFObject? {
    var open: [(isDictionary: Bool, items: [PDFObject])] = []
    while let token = token(), budget > 0 {
      budget -= 1
      let object: PDFObject
      switch token.first {
      case UInt8(ascii: "[") where open.count < Self.deepest:
        open.append((false, []))
        continue
      case UInt8(ascii: "<") where token.elementsEqual("<<".utf8) && open.count < Self.deepest:
        open.append((true, []))
        continue
      case UInt8(ascii: "]"), UInt8(ascii: ">"):
        guard let last = open.popLast(), token.elementsEqual((last.isDictionary ? ">>" : "]").utf8) else { return nil }
        object = last.isDictionary ? .dictionary(Self.entries(last.items)) : .array(last.items)
      case UInt8(ascii: "R") where token.count == 1:
        let depth = open.count - 1
        guard depth >= 0, open[depth].items.popLast()?.integer != nil, let number = open[depth].items.popLast()?.integer
        else { return nil }
        object = .reference(number)
      default:
        guard Self.isScalar(token) else { return nil }
        object = .scalar(token)
      }
      if open.isEmpty { return reference(from: object) ?? object }
      open[open.count - 1].items.append(object)
    }
    return nil
  }

  /// The reference that begins with a number outside of any other object.
  private mutating func reference(from object: PDFObject) -> PDFObject? {
    guard let number = object.integer else { return nil }
    let start = position
    for isLast in [false, true] {
      skipSpace()
      guard let byte = next, Self.isRegular(byte), let token = token(),
        isLast ? token.elementsEqual("R".utf8) : PDFObject.integer(token) != nil
      else {
        position = start
        return nil
      }
    }
    return .reference(number)
  }

  private static func isScalar(_ token: ArraySlice<UInt8>) -> Bool {
    switch token.first {
    case UInt8(ascii: "/"): isName(token.dropFirst())
    case UInt8(ascii: "("): true
    case UInt8(ascii: "<"):
      token.last == UInt8(ascii: ">") && token.dropFirst().dropLast().allSatisfy { isHexadecimal($0) || isSpace($0) }
    default: isNumber(token) || ["true", "false", "null"].contains { token.elementsEqual($0.utf8) }
    }
  }

  /// Whether the text is a number (7.3.3): a sign, digits, and a point. One that is whole has at most 64 bits.
  private static func isNumber(_ token: ArraySlice<UInt8>) -> Bool {
    let parts = (token.first == UInt8(ascii: "+") || token.first == UInt8(ascii: "-") ? token.dropFirst() : token)
      .split(
        separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let digits = parts.joined()
    return parts.count <= 2 && (1...100).contains(digits.count) && digits.allSatisfy { (48...57).contains($0) }
      && (parts.count == 2 || PDFObject.integer(token) != nil)
  }

  /// Whether each `#` of a name is followed by two digits of a character other than 0 (7.3.5).
  private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    name.indices.allSatisfy { index in
      guard name[index] == UInt8(ascii: "#") else { return true }
      let digits = name[(index + 1)...].prefix(2)
      return digits.count == 2 && digits.allSatisfy(isHexadecimal) && !digits.allSatisfy { $0 == UInt8(ascii: "0") }
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
  }

  /// The entries of a dictionary; what is not a key and a value is left out, and all but the last of equal keys.
  private static func entries(_ items: [PDFObject]) -> [PDFObject.Entry] {
    var entries: [PDFObject.Entry] = []
    var places: [[UInt8]: Int] = [:]
    var index = 0
    while index + 1 < items.count {
      if case .scalar(let key) = items[index], key.first == UInt8(ascii: "/") {
        let name = PDFObject.unescaped(key)
        if let place = places.updateValue(entries.count, forKey: name) {
          entries[place].value = items[index + 1]
          places[name] = place
        } else {
          entries.append((key, items[index + 1]))
        }
        index += 1
      }
      index += 1
    }
    return entries
  }

  // MARK: Streams

  /// The data of a stream (7.3.8) whose dictionary has been read; nil if none follows.
  /// - Parameter length: How many bytes it has, if that is known. It may be wrong.
  mutating func streamData(length: Int?) -> ArraySlice<UInt8>? {
    skipSpace()
    guard bytes[position...].starts(with: "stream".utf8) else { return nil }
    position += 6
    if next == 13 { position += 1 }
    if next == 10 { position += 1 }
    let start = position
    if let length, 0...bytes.endIndex - start ~= length {
      let rest = bytes[(start + length)...].prefix(16)
      if rest.drop(while: { Self.isSpace($0) }).starts(with: "endstream".utf8) {
        position += length
        return bytes[start..<position]
      }
    }
    // Data without an end takes the rest of the file, so that the search is linear.
    let end = Array("endstream".utf8)
    while let byte = next {
      if byte == end[0], bytes[position...].starts(with: end) { return bytes[start..<position] }
      position += 1
    }
    return nil
  }
}
