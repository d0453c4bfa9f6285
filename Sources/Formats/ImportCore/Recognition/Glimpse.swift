import Archive
import JSON

/// The first bytes of a file, by which its format is recognized.
package final class Glimpse {
  /// The number of bytes that are read for recognition.
  package static let length = 4096

  /// The bytes, without a byte-order mark.
  package let bytes: [UInt8]
  /// The offset of the first byte in the file that is not white space.
  package let start: Int

  /// - Parameter file: The first bytes; all of them for a file that `endsTell`.
  package init(_ file: [UInt8]) {
    whole = Self.endsTell(of: file) ? file : []
    let mark = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    bytes = Array(file.dropFirst(mark).prefix(Self.length))
    start = mark + (bytes.firstIndex { !Self.isSpace($0) } ?? bytes.count)
    first = bytes.first { !Self.isSpace($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { ASCII.isSpace(byte) || byte == ASCII.newline }

  /// The first byte that is not white space; nil if there is none.
  package let first: UInt8?

  package var isBlank: Bool { first == nil }

  /// Whether the bytes can be text: none of them is zero.
  package var isText: Bool { !bytes.contains(0) }

  /// Whether the file begins with these bytes.
  package func begins(with text: StaticString) -> Bool { bytes.starts(with: "\(text)".utf8) }

  /// The lines from the first one that is not blank.
  package var contentLines: ArraySlice<String> { lines.drop { $0.utf8.allSatisfy(Self.isSpace) } }

  /// The lines as text, without their ends; the last one may be cut.
  package private(set) lazy var lines: [String] = bytes.split(
    separator: ASCII.newline, omittingEmptySubsequences: false
  ).map { line in String(decoding: line.last == ASCII.carriageReturn ? line.dropLast() : line, as: UTF8.self) }

  /// Whether the file begins with an object or an array of JSON. The lines of such a file are long, and no words.
  package var isJSON: Bool { first == ASCII.openBrace || first == ASCII.openBracket }

  /// The JSON value that the file begins with, as far as it is known; nil unless it is an object or an array.
  package private(set) lazy var json: JSONGlimpse? = isJSON ? JSONGlimpse(bytes) : nil

  /// The first object of a JSON text: the root, or the first element that is an object.
  package var firstObject: JSONGlimpse? { json?.firstObject }

  /// The objects that lines begin with.
  package private(set) lazy var jsonLines: [JSONGlimpse] = bytes.split(separator: ASCII.newline).compactMap(Self.object)

  /// Whether an object that a line begins with satisfies a condition. Parses no lines after such an object.
  package func hasJSONLine(where condition: (JSONGlimpse) -> Bool) -> Bool {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: ASCII.newline) ?? (rest.isEmpty ? nil : rest.endIndex) {
      if let object = Self.object(rest[..<end]), condition(object) { return true }
      rest = rest[end...].dropFirst()
    }
    return false
  }

  /// The object that a line begins with; nil if it begins with something else.
  private static func object(_ line: ArraySlice<UInt8>) -> JSONGlimpse? {
    line.first { !ASCII.isSpace($0) } == ASCII.openBrace ? JSONGlimpse(Array(line)) : nil
  }

  /// The name of the first element of an XML text, without its prefix; nil if the text is not XML. It may be in UTF-16.
  package var xmlRoot: String? {
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return rootElement }
    return Glimpse(bytes.dropFirst(2).filter { $0 != 0 }).rootElement
  }

  private lazy var rootElement: String? = {
    guard first == UInt8(ascii: "<") else { return nil }
    var rest = bytes[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(open + 1)...]
      if rest.starts(with: "!--".utf8) {
        while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
      } else if rest.first != UInt8(ascii: "?"), rest.first != UInt8(ascii: "!") {
        let name = rest.prefix { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return name.split(separator: ASCII.colon).last.map { String(decoding: $0, as: UTF8.self) }
      }
    }
    return nil
  }()

  /// Whether the end of a file of these first bytes tells what is in it: of a zip archive, and of a PNG picture.
  package static func endsTell(of file: [UInt8]) -> Bool {
    ZipArchive.begins(file) || file.starts(with: [0x89, 0x50, 0x4E, 0x47])
  }

  /// The file, if its end tells what is in it.
  package let whole: [UInt8]

  /// The names of the files in a zip archive: of the first one alone if its directory is missing or damaged; none if the
  /// file is not an archive.
  package private(set) lazy var zipMembers: [String] =
    ZipArchive.begins(whole) ? (try? ZipArchive(whole))?.members.map(\.name) ?? [ZipArchive.firstName(whole)] : []
}

extension [UInt8] {
  package func contains(text: StaticString) -> Bool {
    let text = Array("\(text)".utf8)
    return indices.contains { self[$0] == text[0] && self[$0...].starts(with: text) }
  }
}
