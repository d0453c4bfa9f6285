import Files

/// What is wrong with a line of a log, and where.
public struct LogError: Error, Hashable, Sendable {
  public var place: LogPlace
  public var reason: Reason

  public init(place: LogPlace, reason: Reason) {
    self.place = place
    self.reason = reason
  }

  /// The facts; `description` words them.
  public enum Reason: Hashable, Sendable {
    // The text.
    /// In bytes, without the newline.
    case lineTooLong(limit: Int)
    /// In bytes.
    case objectTooLong(limit: Int)
    /// In bytes.
    case fileTooLong(limit: Int)
    /// The byte at which a character is ill formed.
    case notUTF8(UInt8)
    case unexpected(Found, expected: Expected)
    /// It stands in a string as it is.
    case controlCharacter(UInt8)
    /// Half of a UTF-16 pair, written as an escape.
    case loneSurrogate(UInt16)
    case leadingZero
    /// A spelling of NaN or infinity.
    case notFinite(String)
    case nestedTooDeep(limit: Int)

    // The keys.
    case duplicateKey(String)
    /// Two names of one property.
    case duplicateProperty(String, String)
    /// None of the keys says what the line is.
    case noKind(keys: [String])
    case twoKinds(String, String)
    case missingKey(String, of: String)
    case headerNotFirst
    case newerVersion(Int, newest: Int)
    /// Of the format of drawings.
    case newerDrawing(Int, newest: Int)

    // The values.
    case wrongType(key: String, found: JSONKind, expected: ExpectedValue)
    /// An array of another length than wanted.
    case wrongCount(key: String, found: Int, expected: ExpectedValue)
    case notWhole(key: String, text: String)
    case beyondInteger(key: String, text: String)
    case beyondDouble(key: String, text: String)
    case outOfRange(key: String, value: Double, allowed: Allowed)
    case unknownName(key: String, name: String, allowed: [String])
    case unknownColor(key: String, text: String, nearest: String?, alsoAllowed: [String])
    /// A key that must not be there.
    case misplacedKey(String, of: String)
    /// Two elements of a drawing have one name.
    case duplicateID(String)
    /// No eraser of this name comes later in the drawing.
    case unknownEraser(String)
    /// In pixels, the larger side.
    case canvasTooLarge(side: Double, limit: Int)
  }

  /// What stands where something else was expected.
  public enum Found: Hashable, Sendable {
    case endOfLine
    case endOfFile
    case character(Unicode.Scalar)
    case byte(UInt8)
    case word(String)
  }

  /// What JSON's grammar wants at a place.
  public enum Expected: Hashable, Sendable {
    case object, array, value, key, colon, commaOrBrace, commaOrBracket, closingQuote, digit, hexDigit, escape
    case endOfLine, endOfFile
  }

  /// What a key's value must be.
  public enum ExpectedValue: Hashable, Sendable {
    case string, number, integer, boolean, names
    /// An integer or a string.
    case identifier
    /// `[x,y]` or `{"x":…,"y":…}`.
    case point
    /// `[width,height]`.
    case size
    /// A number, or `[start,end]`.
    case taper
    /// An array of lengths.
    case dash
    case object, array
    /// One sample or more.
    case samples
    /// `[x,y,time]` or `[x,y,time,pressure]`.
    case sample
    /// `[left,top,right,bottom]`.
    case frame
    /// `[[x,y],[width,height]]`.
    case box
  }

  /// The range of a number.
  public enum Allowed: Hashable, Sendable {
    case atLeast(Double)
    case between(Double, Double)
    /// More than 0.
    case positive(atMost: Double)
  }
}

/// Why there is no next event.
public enum LogReadError: Error, Hashable, Sendable {
  /// A line is wrong; reading can go on with the next.
  case malformed(LogError)
  /// The bytes could not be had.
  case file(FileError)
}
