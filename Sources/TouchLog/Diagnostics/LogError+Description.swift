extension LogError: CustomStringConvertible {
  /// The place, the message, the line, and a caret under the place.
  public var description: String { diagnostic.description }

  public var diagnostic: Diagnostic { place.diagnostic(.error, message: reason.description) }
}

extension LogError.Reason: CustomStringConvertible {
  /// One sentence: what was found, and what to write.
  public var description: String {
    switch self {
    case .lineTooLong(let limit):
      "the line is longer than \(limit) bytes; put each event on a line of its own"
    case .objectTooLong(let limit):
      "the object is longer than \(limit) bytes; it is no touch"
    case .fileTooLong(let limit):
      "the file is longer than \(limit) bytes"
    case .notUTF8(let byte):
      "the byte 0x\(hex(byte)) is not UTF-8 here; save the log as UTF-8"
    case .unexpected(let found, let expected):
      "expected \(expected), found \(found)"
    case .controlCharacter(let byte):
      "the control character U+00\(hex(byte)) must be written as \\u00\(hex(byte)) in a string"
    case .loneSurrogate(let unit):
      "\\u\(hex(UInt8(unit >> 8)))\(hex(UInt8(truncatingIfNeeded: unit))) is half a surrogate pair; the other half is missing"
    case .leadingZero:
      "a number must not begin with 0 and another digit; leave the 0 out"
    case .notFinite(let text):
      "\(text) is not a number in JSON; numbers must be finite"
    case .nestedTooDeep(let limit):
      "arrays and objects are nested more than \(limit) deep"
    case .duplicateKey(let key):
      "the key \"\(key)\" stands twice in one object; leave one out"
    case .duplicateProperty(let first, let second):
      "\"\(second)\" says again what \"\(first)\" says; leave one out"
    case .noKind(let keys):
      "nothing says what this line is; expected one of the keys \(list(keys.map(quoted)))"
    case .twoKinds(let first, let second):
      "a line cannot have both \"\(first)\" and \"\(second)\"; write two lines"
    case .missingKey(let key, let kind):
      "\"\(kind)\" must come with \(key)"
    case .headerNotFirst:
      "the header must be the first line; remove it, or move it there"
    case .newerVersion(let version, let newest):
      "the log has version \(version) of the format; this program reads version \(newest == 1 ? "1" : "1 to \(newest)")"
    case .newerDrawing(let version, let newest):
      "the drawing has version \(version) of the format; this program reads version \(newest == 1 ? "1" : "1 to \(newest)")"
    case .wrongType("", let found, let expected):
      "expected \(expected), found \(found.phrase)"
    case .wrongType(let key, let found, let expected):
      "\"\(key)\" must be \(expected), not \(found.phrase)"
    case .wrongCount(let key, let found, let expected):
      "\"\(key)\" must be \(expected), not an array of \(found)"
    case .notWhole(let key, let text):
      "\"\(key)\" must be a whole number, not \(text)"
    case .beyondInteger(let key, let text):
      "\"\(key)\" is \(text), outside the range of integers, \(Int.min) to \(Int.max)"
    case .beyondDouble(let key, let text):
      "\"\(key)\" is \(text), outside the range of Double; numbers go to about ±1.8e308"
    case .outOfRange(let key, let value, let allowed):
      "\"\(key)\" is \(number(value)); it must be \(allowed)"
    case .unknownName(let key, let name, let allowed):
      "unknown \(key) \"\(name)\"; use \(list(allowed))"
    case .unknownColor(let key, let text, let nearest, let also):
      "\"\(key)\" is \"\(text)\", which is no color\(nearest.map { "; did you mean \"\($0)\"?" } ?? ";")"
        + " use "
        + list(["#rgb", "#rgba", "#rrggbb", "#rrggbbaa", "a CSS color name"] + also)
    case .misplacedKey(let key, let kind):
      "\(kind) has no \"\(key)\"; leave it out"
    case .duplicateID(let id):
      "there is an element \"\(id)\" already; expected another id"
    case .unknownEraser(let id):
      "no eraser \"\(id)\" comes later; expected the id of one, in their order"
    case .canvasTooLarge(let side, let limit):
      "the canvas is \(number(side)) pixels on a side; the limit is \(limit)"
    }
  }
}

extension LogError.Found: CustomStringConvertible {
  public var description: String {
    switch self {
    case .endOfLine: "the end of the line"
    case .endOfFile: "the end of the file"
    case .character(let character): "\"\(character)\""
    case .byte(let byte): "the byte 0x\(hex(byte))"
    case .word(let word): "\"\(word)\""
    }
  }
}

extension LogError.Expected: CustomStringConvertible {
  public var description: String {
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

extension LogError.ExpectedValue: CustomStringConvertible {
  public var description: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .integer: "an integer"
    case .boolean: "true or false"
    case .names: "an array of names, [\"pressure\"] say"
    case .identifier: "an integer or a string"
    case .point: "a point, [x,y] or {\"x\":…,\"y\":…}"
    case .size: "a size, [width,height]"
    case .taper: "a number, or [start,end]"
    case .dash: "an array of lengths that are not all 0, [6,4] say"
    case .object: "an object, {…}"
    case .array: "an array, […]"
    case .samples: "an array of one sample or more"
    case .sample: "a sample, [x,y,time] or [x,y,time,pressure]"
    case .frame: "a box, [left,top,right,bottom]"
    case .box: "a box, [[x,y],[width,height]]"
    }
  }
}

extension LogError.Allowed: CustomStringConvertible {
  public var description: String {
    switch self {
    case .atLeast(let least): "\(number(least)) or more"
    case .between(let least, let most): "\(number(least)) to \(number(most))"
    case .positive(let most): "more than 0 and at most \(number(most))"
    }
  }
}

extension JSONKind {
  fileprivate var phrase: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .boolean: "a boolean"
    case .null: "null"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

private func hex(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return byte < 16 ? "0" + digits : digits
}

private func quoted(_ name: String) -> String { "\"\(name)\"" }

private func list(_ names: [String]) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}

/// Whole numbers without a fraction.
private func number(_ value: Double) -> String {
  Int(exactly: value).map { "\($0)" } ?? "\(value)"
}
