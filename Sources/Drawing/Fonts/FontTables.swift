/// The tables of a font, found by their names (OpenType 1.9.1, "Organization of an OpenType font").
struct FontTables: Sendable {
  private let file: FontData
  /// Where the table directory of the font begins.
  private let directory: Int

  init(_ bytes: [UInt8], index: Int) throws(FontError) {
    let file = FontData(bytes)
    self.file = file
    if file.hasTag(FontTag("ttcf"), at: 0) {
      guard let claimed = file.uint32(8) else { throw .damaged("ttcf") }
      // The offsets of the fonts follow, of 4 bytes each.
      let count = min(Int(clamping: claimed), max(0, file.count - 12) / 4)
      guard index >= 0, index < count else { throw .noSuchFont(index, count: count) }
      guard let directory = file.offset32(12 + 4 * index) else { throw .damaged("ttcf") }
      self.directory = directory
    } else {
      directory = 0
    }
    guard let version = file.uint32(directory) else { throw .noFont }
    switch version {
    case 0x0001_0000, FontTag("true").value, FontTag("OTTO").value: break
    default: throw FontTables.error(for: file)
    }
    guard directory > 0 || index == 0 else { throw .noSuchFont(index, count: 1) }
  }

  /// A table, as far as the file has it; nil if the font does not have it, or it begins behind the file.
  func table(_ tag: FontTag) -> FontData? {
    guard let count = file.uint16(directory + 4) else { return nil }
    for index in 0..<count {
      let record = directory + 12 + 16 * index
      guard let name = file.uint32(record) else { return nil }
      guard name == tag.value else { continue }
      guard let offset = file.offset32(record + 8), let length = file.uint32(record + 12) else { return nil }
      return file.part(at: offset, atMost: length)
    }
    return nil
  }

  /// What a file is that is no font of ours, by its first bytes.
  private static func error(for file: FontData) -> FontError {
    func begins(_ text: String) -> Bool {
      for (offset, letter) in text.utf8.enumerated() where file.byte(offset) != letter { return false }
      return true
    }
    if begins("wOFF") { return .compressed("WOFF") }
    if begins("wOF2") { return .compressed("WOFF2") }
    // A Type 1 font is plain, or in pieces with a head of six bytes.
    if begins("%!PS-AdobeFont") || begins("%!FontType1") || file.uint16(0) == 0x8001 { return .unreadable("Type 1") }
    if begins("typ1") { return .unreadable("Type 1") }
    if begins("STARTFONT") { return .bitmaps("BDF") }
    if begins("\u{1}fcp") { return .bitmaps("PCF") }
    return .noFont
  }
}
