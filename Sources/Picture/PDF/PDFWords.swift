internal import Files
internal import Geometry
internal import SVG

/// Invisible text, by which programs find and copy what the letters on the pages say: the letters themselves are
/// shapes.
///
/// Its fonts have blank glyphs of one width (ISO 32000-1, 9.6.5, Type 3), and say which characters they are (9.10.3):
/// any character of any script can be found, and no font file is needed.
struct PDFWords {
  /// The characters of each font, from code 1 on.
  private var fonts: [(reference: PDFFile.Reference, characters: [Character])] = []
  /// By their code points: equal characters may have others.
  private var codes: [[Unicode.Scalar]: (font: Int, code: Int)] = [:]

  /// A byte has 255 codes besides 0.
  private static let codesOfFont = 255
  /// The most UTF-16 units that a code may stand for.
  private static let longestCode = 256
  /// The width of all glyphs, in thousandths of the font's size.
  private static let width = 500.0

  /// The fonts of all pages so far, as the entry of a page's resources; none if there are no words.
  var resources: String {
    guard !fonts.isEmpty else { return "" }
    return "/Font<<" + fonts.enumerated().map { "/F\($0) \($1.reference.text)" }.joined() + ">>"
  }

  /// The operators that show words.
  mutating func show(_ words: [PDFDocument.Word], in file: inout PDFFile) -> [UInt8] {
    guard !words.isEmpty else { return [] }
    var text = "BT 3 Tr\n"
    for word in words {
      let way = word.ends.right - word.ends.left
      let length = way.length
      guard length > 0, word.size > 0 else { continue }
      let direction = way / length
      let usual = Self.width / 1000 * word.size * Double(word.text.count)
      text += "\(pdfNumber(100 * length / usual)) Tz "
      let up = Vector(direction.dy, -direction.dx) * (word.isMirrored ? -1 : 1)
      text += [direction.dx, direction.dy, up.dx, up.dy, word.ends.left.x, word.ends.left.y]
        .map { pdfNumber($0) }.joined(separator: " ")
      text += " Tm"
      var font: Int?
      for character in Self.visualOrder(word.text) {
        let place = place(of: character, in: &file)
        if place.font != font {
          text += (font == nil ? "" : ">Tj") + "/F\(place.font) \(pdfNumber(word.size)) Tf<"
          font = place.font
        }
        text += hexadecimal(UInt8(place.code))
      }
      text += ">Tj\n"
    }
    return Array((text + "ET\n").utf8)
  }

  /// The characters of a word from left to right, as programs take those of a page: those of scripts that are written
  /// from right to left are the other way around, but for numbers and words of other scripts in them.
  static func visualOrder(_ word: String) -> [Character] {
    let characters = Array(word)
    guard let first = characters.firstIndex(where: isRightToLeft),
      var last = characters.lastIndex(where: isRightToLeft)
    else { return characters }
    // A number belongs to what is before it (UAX 9, W7 and I1).
    while last + 1 < characters.count, characters[last + 1].isNumber { last += 1 }
    var result = Array(characters[..<first])
    var end = last + 1
    while end > first {
      var start = end - 1
      if isLeftToRight(characters[start]) {
        while start > first, isLeftToRight(characters[start - 1]) { start -= 1 }
      }
      result += characters[start..<end]
      end = start
    }
    return result + characters[(last + 1)...]
  }

  /// Hebrew, Arabic, Syriac, Thaana, N'Ko and the other scripts in the blocks that Unicode keeps for such scripts
  /// (UAX 9, table 4, and DerivedBidiClass.txt).
  private static func isRightToLeft(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value, !character.isNumber else { return false }
    return [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF].contains {
      $0.contains(scalar)
    }
  }

  private static func isLeftToRight(_ character: Character) -> Bool {
    !isRightToLeft(character) && (character.isLetter || character.isNumber)
  }

  private mutating func place(of character: Character, in file: inout PDFFile) -> (font: Int, code: Int) {
    let scalars = Array(character.unicodeScalars)
    if let known = codes[scalars] { return known }
    if fonts.isEmpty || fonts[fonts.count - 1].characters.count == Self.codesOfFont {
      fonts.append((file.reserve(), []))
    }
    let font = fonts.count - 1
    fonts[font].characters.append(character)
    codes[scalars] = (font, fonts[font].characters.count)
    return (font, fonts[font].characters.count)
  }

  /// Writes the fonts.
  func finish(_ file: inout PDFFile) throws(FileError) {
    guard !fonts.isEmpty else { return }
    let width = pdfNumber(Self.width)
    let blank = try file.add("", Array("\(width) 0 0 -200 \(width) 800 d1".utf8))
    for (reference, characters) in fonts {
      let map = try file.add("", Self.characterMap(of: characters))
      try file.write(
        "<</Type/Font/Subtype/Type3/FontBBox[0 -200 \(width) 800]/FontMatrix[.001 0 0 .001 0 0]/Resources<<>>"
          + "/CharProcs<</b \(blank.text)>>/Encoding<</Type/Encoding/Differences[1"
          + String(repeating: "/b", count: characters.count)
          + "]>>/FirstChar 1/LastChar \(characters.count)/Widths["
          + repeatElement(width, count: characters.count).joined(separator: " ") + "]/ToUnicode \(map.text)>>",
        as: reference)
    }
  }

  /// A CMap from codes to UTF-16 (Adobe Technical Note 5411).
  private static func characterMap(of characters: [Character]) -> [UInt8] {
    var text = """
      /CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapType 2 def/CMapName/W def
      1 begincodespacerange<01><ff>endcodespacerange

      """
    // A section has at most 100 entries.
    for start in stride(from: 0, to: characters.count, by: 100) {
      let part = characters[start..<min(start + 100, characters.count)]
      text += "\(part.count) beginbfchar\n"
      for (index, character) in zip(part.indices, part) {
        let units = String(character).utf16.prefix(Self.longestCode).map {
          hexadecimal(UInt8($0 >> 8)) + hexadecimal(UInt8($0 & 255))
        }
        text += "<\(hexadecimal(UInt8(index + 1)))><\(units.joined())>\n"
      }
      text += "endbfchar\n"
    }
    return Array((text + "endcmap end end\n").utf8)
  }
}

private func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
