/// The kinds of errors in a JSON text. `description` gives the message.
package enum JSONError: Error, Hashable, Sendable {
  /// The byte at which an ill-formed UTF-8 character begins.
  case notUTF8(UInt8)
  case unexpected(Found, expected: Expected)
  /// A string has a control character without an escape.
  case controlCharacter(UInt8)
  /// An escape gives one half of a UTF-16 surrogate pair.
  case loneSurrogate(UInt16)
  case leadingZero
  /// A spelling of NaN or infinity.
  case notFinite(String)
  case nestedTooDeep(limit: Int)
  /// An object has this key twice.
  case duplicateKey(String)

  /// The byte or character that was found where another one was expected.
  package enum Found: Hashable, Sendable {
    case endOfLine
    case endOfFile
    case character(Unicode.Scalar)
    case byte(UInt8)
    case word(String)
  }

  /// The byte or element that the grammar requires.
  package enum Expected: Hashable, Sendable {
    case object, array, value, key, colon, commaOrBrace, commaOrBracket, closingQuote, digit, hexDigit, escape
    case endOfLine, endOfFile
  }
}

/// An error and its byte.
package struct JSONFault: Error {
  package var error: JSONError
  /// The offset of the byte, from the start of the scanned bytes.
  package var offset: Int

  init(_ error: JSONError, at offset: Int) {
    self.error = error
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  /// One sentence: what is wrong, and what to write instead.
  package var description: String {
    switch self {
    case .notUTF8(let byte):
      "the byte 0x\(hexadecimal(byte)) is not valid UTF-8 here; save the file as UTF-8"
    case .unexpected(let found, let expected):
      "expected \(expected), found \(found)"
    case .controlCharacter(let byte):
      "the control character U+00\(hexadecimal(byte)) must be written as \\u00\(hexadecimal(byte)) in a string"
    case .loneSurrogate(let unit):
      "\\u\(hexadecimal(UInt8(unit >> 8)))\(hexadecimal(UInt8(truncatingIfNeeded: unit))) is half a surrogate pair; "
        + "the other half is missing"
    case .leadingZero:
      "a number must not begin with 0 and another digit; leave the 0 out"
    case .notFinite(let text):
      "\(text) is not a number in JSON; numbers must be finite"
    case .nestedTooDeep(let limit):
      "arrays and objects are nested more than \(limit) deep"
    case .duplicateKey(let key):
      "the key \"\(key)\" appears twice in one object; remove one"
    }
  }
}

extension JSONError.Found: CustomStringConvertible {
  package var description: String {
    switch self {
    case .endOfLine: "the end of the line"
    case .endOfFile: "the end of the file"
    case .character(let character): "\"\(character)\""
    case .byte(let byte): "the byte 0x\(hexadecimal(byte))"
    case .word(let word): "\"\(word)\""
    }
  }
}

extension JSONError.Expected: CustomStringConvertible {
  package var description: String {
    switch self {
    case .object: "a JSON object, {…}"
    case .array: "a JSON array, […]"
    case .value: "a JSON value"
    case .key: "a key in double quotes"
    case .colon: "\":\" after the key"
    case .commaOrBrace: "\",\" or \"}\""
    case .commaOrBracket: "\",\" or \"]\""
    case .closingQuote: "a closing double quote"
    case .digit: "a digit"
    case .hexDigit: "four hexadecimal digits"
    case .escape: "one of \" \\ / b f n r t u after the backslash"
    case .endOfLine: "the end of the line"
    case .endOfFile: "the end of the file"
    }
  }
}

/// Two hexadecimal digits in upper case.
private func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return byte < 16 ? "0" + digits : digits
}
