/// An object of a PDF document that is read (ISO 32000-1, 7.3).
enum PDFObject {
  /// A key of a dictionary, with its solidus and as the file has it, and its value.
  typealias Entry = (key: ArraySlice<UInt8>, value: PDFObject)

  /// A number, a string, a name, a boolean or null, as the file has it.
  case scalar(ArraySlice<UInt8>)
  case array([PDFObject])
  /// The entries in the order of the file.
  case dictionary([Entry])
  /// The entries of its dictionary and the bytes before `endstream`, among them perhaps the end of a line.
  case stream([Entry], ArraySlice<UInt8>)
  /// The number of an object.
  case reference(Int)
}

extension PDFObject {
  /// The entries of a dictionary or of a stream's dictionary.
  var entries: [Entry]? {
    switch self {
    case .dictionary(let entries), .stream(let entries, _): entries
    case .scalar, .array, .reference: nil
    }
  }

  /// The value of the last entry with this key, written without the solidus; nil if there is none or it is null.
  subscript(key: String) -> PDFObject? {
    guard let value = entries?.last(where: { Self.isName($0.key, key) })?.value, !value.isNull else { return nil }
    return value
  }

  var isNull: Bool { if case .scalar(let text) = self { text.elementsEqual("null".utf8) } else { false } }

  var integer: Int? {
    guard case .scalar(let text) = self else { return nil }
    return Self.integer(text)
  }

  /// A number of less than ten million.
  var number: Double? {
    guard case .scalar(let text) = self, let first = text.first, Self.isNumeric(first) else { return nil }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.magnitude < 1e7 else { return nil }
    return number
  }

  func isName(_ name: String) -> Bool {
    guard case .scalar(let text) = self else { return false }
    return Self.isName(text, name)
  }

  /// Whether a byte can be a part of a number.
  static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  static func integer(_ text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first, isNumeric(first) else { return nil }
    return Int(String(decoding: text, as: UTF8.self))
  }

  /// Whether `text`, as a file has it, is a certain name. Any character of a name may be written as `#` and two
  /// hexadecimal digits (7.3.5).
  static func isName(_ text: ArraySlice<UInt8>, _ name: String) -> Bool {
    guard text.first == UInt8(ascii: "/"), text.count > name.utf8.count else { return false }
    return text.dropFirst().elementsEqual(name.utf8) || unescaped(text).dropFirst().elementsEqual(name.utf8)
  }

  /// A name, which is well-formed, without escapes.
  static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "#"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        result.append(byte)
        continue
      }
      result.append(code)
      rest = rest.dropFirst(2)
    }
    return result
  }
}
