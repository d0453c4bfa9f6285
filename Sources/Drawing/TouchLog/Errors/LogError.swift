import Files

/// An error in a log or in another JSON file, and its location.
package struct LogError: Error, Hashable, Sendable {
  package var location: LogLocation
  package var reason: Reason

  package init(location: LogLocation, reason: Reason) {
    self.location = location
    self.reason = reason
  }

  /// The kinds of errors. `description` gives the message.
  package enum Reason: Hashable, Sendable {
    // The text.
    /// The limit is in bytes, without the newline.
    case lineTooLong(limit: Int)
    /// The limit is in bytes.
    case objectTooLong(limit: Int)
    /// The limit is in bytes.
    case fileTooLong(limit: Int)
    /// The text is not JSON.
    case syntax(JSONError)

    // The keys.
    /// Two keys that exclude each other: two names of one property, or two alternatives.
    case duplicateProperty(String, String)
    /// The line has none of the keys that define its kind.
    case noKind(keys: [String])
    case twoKinds(String, String)
    case missingKey(String, of: String)
    /// A key that is required is missing, and another is almost the same.
    case misspelledKey(String, nearest: String)
    case headerNotFirst
    /// A newer version of the log format.
    case newerVersion(Int, newest: Int)
    /// A newer version of the format of saved drawings.
    case newerDrawing(Int, newest: Int)

    // The values.
    case wrongType(key: String, found: JSONKind, expected: ExpectedValue)
    /// An array has the wrong number of elements.
    case wrongCount(key: String, found: Int, expected: ExpectedValue)
    case notWhole(key: String, text: String)
    case beyondInteger(key: String, text: String)
    case beyondDouble(key: String, text: String)
    case outOfRange(key: String, value: Double, allowed: NumberRange)
    case unknownName(key: String, name: String, allowed: [String])
    case unknownColor(key: String, text: String, nearest: String?, alsoAllowed: [String])
    /// A key that this kind of object must not have.
    case misplacedKey(String, of: String)
    /// Two elements of a saved drawing have the same id.
    case duplicateID(String)
    /// No later element of a saved drawing is an eraser with this id.
    case unknownEraser(String)
    /// `side` is the larger side, in pixels.
    case canvasTooLarge(side: Double, limit: Int)

    // Other formats.
    /// The file is in none of the formats that are read.
    case unrecognized(formats: [String])
    /// A file that the log opens as a drawing is not JSON.
    case notDrawing
    /// The file is in a format that is not read. `instead` says what to do.
    case refused(String, instead: String)
    /// The text or the bytes are not what the format requires.
    case unexpected(String, expected: String)
    /// The file ends too early.
    case cutOff(expected: String)
    /// The file has no part of this number, from 1. `kind` is "page", "drawing" and the like.
    case noPart(String, Int, count: Int)
    /// `what`, such as "the file", needs more memory than the limit, in bytes.
    case tooMuchMemory(String, limit: Int)
  }

  /// The required kind of value of a key.
  package enum ExpectedValue: Hashable, Sendable {
    case string, number, integer, boolean, names
    /// An integer or a string.
    case identifier
    /// `[x,y]` or `{"x":…,"y":…}`.
    case point
    /// `[width,height]`.
    case size
    /// A number, or `[start,end]`.
    case taper
    /// A number, or `[at no pressure,at full pressure]`.
    case flow
    /// A number of degrees, or "azimuth".
    case tipAngle
    /// An array of lengths.
    case dash
    case object, array
    /// An array with at least one sample.
    case samples
    /// `[x,y,time]` or `[x,y,time,pressure]`.
    case sample
    /// An array with `[]`, `[altitude]` or `[altitude,azimuth]` for each sample.
    case tilts
    /// An array with a number for each sample.
    case numbers
    /// An array with `[width,height]` for each sample.
    case contacts
    /// `[left,top,right,bottom]`.
    case frame
    /// `[[x,y],[width,height]]`.
    case box
  }
}

/// Why a reader gives no event.
package enum LogReadError: Error, Hashable, Sendable {
  /// An event is malformed; reading can continue with the next one.
  case malformed(LogError)
  /// The source cannot be read.
  case file(FileError)
}

/// A reason and its byte.
package struct Fault: Error {
  package var reason: LogError.Reason
  /// The offset of the byte, from the start of the scanned bytes.
  package var offset: Int

  package init(_ reason: LogError.Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  package init(_ fault: JSONFault) {
    self.init(.syntax(fault.error), at: fault.offset)
  }
}

extension LogError: CustomStringConvertible {
  /// The location, the message, the line, and a caret under the location.
  package var description: String { diagnostic.description }

  package var diagnostic: Diagnostic { location.diagnostic(.error, message: reason.description) }
}

extension LogError.Reason {
  /// Whether the input is refused only because it exceeds one of `LogLimits`.
  package var isLimit: Bool {
    switch self {
    case .lineTooLong, .objectTooLong, .fileTooLong, .syntax(.nestedTooDeep), .canvasTooLarge, .tooMuchMemory: true
    default: false
    }
  }
}

extension LogError.Reason: CustomStringConvertible {
  /// One sentence: what is wrong, and what to write instead.
  package var description: String {
    switch self {
    case .lineTooLong(let limit):
      "the line is longer than \(limit) bytes; put each event on a line of its own"
    case .objectTooLong(let limit):
      "the object is longer than \(limit) bytes, too long for a touch"
    case .fileTooLong(let limit):
      "the file is longer than \(limit) bytes"
    case .syntax(let error):
      error.description
    case .duplicateProperty(let first, let second):
      "\"\(second)\" cannot be used together with \"\(first)\"; remove one"
    case .noKind(let keys):
      "the kind of the line is missing; expected one of the keys \(list(keys.map { "\"\($0)\"" }))"
    case .twoKinds(let first, let second):
      "a line cannot have both \"\(first)\" and \"\(second)\"; write two lines"
    case .missingKey(let key, let kind):
      "\"\(kind)\" must come with \(key)"
    case .misspelledKey(let key, let nearest):
      "the key \"\(key)\" is unknown; did you mean \"\(nearest)\"?"
    case .headerNotFirst:
      "the header must be the first line; move it there or remove it"
    case .newerVersion(let version, let newest):
      "the log has version \(version) of the format; this program reads \(versions(newest))"
    case .newerDrawing(let version, let newest):
      "the drawing has version \(version) of the format; this program reads \(versions(newest))"
    // A sample is an element of the key's array.
    case .wrongType("", let found, let expected),
      .wrongType(_, let found, let expected) where expected == .sample:
      "expected \(expected), found \(found.phrase)"
    case .wrongType(let key, let found, let expected):
      "\"\(key)\" must be \(expected), not \(found.phrase)"
    case .wrongCount(_, let found, let expected) where expected == .sample:
      "expected \(expected), found an array of \(found)"
    case .wrongCount(let key, let found, let expected):
      "\"\(key)\" must be \(expected), not an array of \(found)"
    case .notWhole(let key, let text):
      "\"\(key)\" must be a whole number, not \(text)"
    case .beyondInteger(let key, let text):
      "\"\(key)\" is \(text), outside the range of integers, \(Int64.min) to \(Int64.max)"
    case .beyondDouble(let key, let text):
      "\"\(key)\" is \(text), outside the range of Double; numbers go to about ±1.8e308"
    case .outOfRange(let key, let value, let allowed):
      "\"\(key)\" is \(plain(value)); it must be \(allowed)"
    case .unknownName(let key, let name, let allowed):
      "unknown \(key) \"\(name)\"\(suggestion(nearestName(to: name, among: allowed))) use \(list(allowed))"
    case .unknownColor(let key, let text, let nearest, let also):
      "\"\(key)\" is \"\(text)\", which is not a color\(suggestion(nearest)) use "
        + list(["#rgb", "#rgba", "#rrggbb", "#rrggbbaa", "a CSS color name"] + also)
    case .misplacedKey(let key, let kind):
      "\(kind) cannot have \"\(key)\"; remove it"
    case .duplicateID(let id):
      "another element has the id \"\(id)\" already; use a different id"
    case .unknownEraser(let id):
      "no later element is an eraser with the id \"\(id)\""
    case .canvasTooLarge(let side, let limit):
      "the canvas is \(plain(side)) pixels on a side; the limit is \(limit)"
    case .unrecognized(let formats):
      "the file's format is not recognized; name it: one of \(list(formats))"
    case .notDrawing:
      "this is no saved drawing: it is not JSON; open a file that doodle save has written"
    case .refused(let what, let instead):
      "\(what) is not read; \(instead)"
    case .unexpected(let found, let expected):
      "expected \(expected), found \(found)"
    case .cutOff(let expected):
      "the file is cut off; expected \(expected)"
    case .noPart(let kind, let number, let count):
      "there is no \(kind) number \(number); the file has \(count)"
        + (kind == "drawing" ? ", which an index counts from 0" : "")
    case .tooMuchMemory(let what, let limit):
      "\(what) needs more than \(counted(limit, "byte")) of memory; raise the limit, or divide the file"
    }
  }
}

extension LogError.ExpectedValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .integer: "an integer"
    case .boolean: "true or false"
    case .names: "an array of names, for example [\"pressure\"]"
    case .identifier: "an integer or a string"
    case .point: "a point, [x,y] or {\"x\":…,\"y\":…}"
    case .size: "a size, [width,height]"
    case .taper: "a number, or [start,end]"
    case .flow: "a number, or [at no pressure,at full pressure]"
    case .tipAngle: "a number, or \"azimuth\""
    case .dash: "an array of lengths that are not all 0, for example [6,4]"
    case .object: "an object, {…}"
    case .array: "an array, […]"
    case .samples: "an array with at least one sample"
    case .numbers: "an array with a number for each sample"
    case .contacts: "an array with [width,height] for each sample"
    case .tilts: "an array with [], [altitude] or [altitude,azimuth] for each sample"
    case .sample: "a sample, [x,y,time] or [x,y,time,pressure]"
    case .frame: "a box, [left,top,right,bottom]"
    case .box: "a box, [[x,y],[width,height]]"
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

/// The versions of a format that are read.
private func versions(_ newest: Int) -> String {
  newest == 1 ? "version 1" : "versions 1 to \(newest)"
}

/// "1 pixel", "2 pixels".
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}

/// A number with a comma after each thousand.
package func grouped(_ number: Int) -> String {
  var digits = Array("\(number)")
  for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
  return String(digits)
}

/// For example "a, b or c".
package func list(_ names: [String]) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}
