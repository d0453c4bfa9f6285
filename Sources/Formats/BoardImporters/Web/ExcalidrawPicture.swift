import Archive
import ImportCore
import JSON
import TouchLog

/// The scene that Excalidraw embeds in the pictures that it exports: in a text chunk of a PNG, or in a comment of an SVG.
///
/// It is JSON, or an object with JSON in zlib data, whose bytes are the characters of a text.
enum ExcalidrawPicture {
  private static let kind = "application/vnd.excalidraw+json"
  private static let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  static func recognizes(_ glimpse: Glimpse) -> Bool {
    if glimpse.bytes.starts(with: mark) { return chunk(of: glimpse.whole) != nil }
    return glimpse.xmlRoot == "svg" && find("payload-type:\(kind)", in: glimpse.bytes[...]) != nil
  }

  /// The JSON text of the scene in a picture. Text that is no picture is returned unchanged.
  /// - Throws: `LogReadError.malformed` if there is no scene, or a damaged one.
  static func scene(in file: [UInt8], name: String, options: ImportOptions) throws(LogReadError) -> [UInt8] {
    let isPNG = file.starts(with: mark)
    guard isPNG || Glimpse(file).xmlRoot == "svg" else { return file }
    func damaged(_ found: String) -> LogReadError {
      .malformed(
        LogError(
          location: LogLocation(file: name, byte: 0), reason: .unexpected(found, expected: "a scene of Excalidraw")))
    }
    guard let range = isPNG ? chunk(of: file) : comment(of: file) else { throw damaged("a picture without it") }
    var bytes = Array(file[range])
    if !isPNG {
      let letters = bytes.filter { !ASCII.isSpace($0) && $0 != ASCII.newline }
      guard let decoded = try? Base64.decoded(letters.span) else { throw damaged("other text than base64") }
      bytes = decoded
    }
    // Each byte is a character, unless the text of an SVG is the scene itself.
    let text = String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    let document = try WebDocument(Array(text.utf8), name: name)
    guard let encoded = try document.root.text(of: "encoded") else { return isPNG ? Array(text.utf8) : bytes }
    let content = encoded.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    guard try document.root.flag("compressed") else { return content }
    guard let scene = unzlib(content[...], limit: options.fileLimit) else { throw damaged("damaged data") }
    return scene
  }

  /// The text of the scene in a PNG; nil if there is none (PNG specification, section 11.3.3).
  private static func chunk(of file: [UInt8]) -> Range<Int>? {
    var offset = 8
    while offset + 12 <= file.count {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let text = offset + 8
      guard text + length <= file.count else { return nil }
      if file[offset + 4..<text].elementsEqual("tEXt".utf8), file[text..<text + length].starts(with: "\(kind)\0".utf8) {
        return text + kind.utf8.count + 1..<text + length
      }
      offset = text + length + 4
    }
    return nil
  }

  /// The text between two comments of an SVG; nil if there is none.
  private static func comment(of file: [UInt8]) -> Range<Int>? {
    guard let start = find("<!-- payload-start -->", in: file[...]),
      let end = find("<!-- payload-end -->", in: file[start.upperBound...])
    else { return nil }
    return start.upperBound..<end.lowerBound
  }

  private static func find(_ text: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let word = Array(text.utf8)
    let start = bytes.indices.first { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    return start.map { $0..<$0 + word.count }
  }
}
