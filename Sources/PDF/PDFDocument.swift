package import Files
package import Geometry
package import TouchLog
import SVG

/// A PDF document whose pages are written one after the other.
package final class PDFDocument {
  private var file: PDFFile
  private let pages: PDFFile.Reference
  private var written: [PDFFile.Reference] = []
  /// The number of each page in its document.
  private var numbers: [Int] = []
  /// The images of all pages, by the hash of their data.
  private var images: [String: PDFFile.Reference] = [:]
  /// The number of pages so far.
  package var pageCount: Int { written.count }
  private let title: String
  private let notes: [(key: String, value: String)]

  /// - Parameters:
  ///   - output: Receives the file, and is committed by `finish`.
  ///   - notes: Further entries for the document's information.
  package init(
    to output: OutputFile, title: String, notes: [(key: String, value: String)] = []
  ) throws(FileError) {
    (self.title, self.notes) = (title, notes)
    file = try PDFFile(output)
    pages = file.reserve()
  }

  /// A word that is found and copied, but not seen.
  package struct Word {
    package var text: String
    /// The left and the right end of its baseline, in the units of the SVG.
    package var ends: (left: Point, right: Point)
    /// The size of its font, in the units of the SVG.
    package var size: Double

    package init(_ text: String, from left: Point, to right: Point, size: Double) {
      (self.text, ends, self.size) = (text, (left, right), size)
    }
  }

  /// Adds a page that shows a document of `SVGRenderer`.
  /// - Parameters:
  ///   - svg: The document, in UTF-8.
  ///   - size: The size of the page in points of 1/72 inch, which are the document's own.
  ///   - pointsPerPixel: The size of one of the SVG's pixels.
  ///   - number: The page's number in the document that it comes from, which is its label.
  ///   - words: What the letters on the page say: they are shapes.
  package func add(
    svg: [UInt8], size: Size, pointsPerPixel: Double, number: Int, words: [Word]
  ) throws(FileError) {
    let svg = SVGNode(svg)
    let resources = file.reserve()
    var painter = PDFPainter(size: size, images: images, resources: resources)
    var content = try painter.page(svg, pointsPerPixel: pointsPerPixel, to: &file)
    content += Self.invisible(words)
    images = painter.images
    let contents = try file.add("", content)
    try painter.finish(&file)
    written.append(
      try file.add(
        "<</Type/Page/Parent \(pages.text)/MediaBox[0 0 \(pdfNumber(size.width)) \(pdfNumber(size.height))]"
          + "/Group<</S/Transparency/CS/DeviceRGB/I true>>/Resources \(resources.text)/Contents \(contents.text)>>"))
    numbers.append(number)
  }

  /// Invisible text in a font that every program has. A word is about as wide as it is drawn.
  private static func invisible(_ words: [Word]) -> [UInt8] {
    guard !words.isEmpty else { return [] }
    var text = "BT 3 Tr\n"
    for word in words {
      let way = word.ends.right - word.ends.left
      let length = way.length
      guard length > 0, word.size > 0 else { continue }
      let direction = way / length
      // Letters of Helvetica are about half as wide as high.
      let usual = 0.5 * word.size * Double(word.text.count)
      text += "/F0 \(pdfNumber(word.size)) Tf \(pdfNumber(100 * length / usual)) Tz "
      text += [direction.dx, direction.dy, direction.dy, -direction.dx, word.ends.left.x, word.ends.left.y]
        .map { pdfNumber($0) }.joined(separator: " ")
      text += " Tm \(winAnsi(word.text)) Tj\n"
    }
    return Array((text + "ET\n").utf8)
  }

  /// The characters of Windows code page 1252 from 0x80 on; U+0000 where it has none.
  private static let others = Array("€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ".unicodeScalars)

  /// The characters of a word that Windows code page 1252 has, as a string object.
  private static func winAnsi(_ text: String) -> String {
    let bytes = text.unicodeScalars.compactMap { scalar -> UInt8? in
      if 0x20...0x7E ~= scalar.value || 0xA0...0xFF ~= scalar.value { return UInt8(truncatingIfNeeded: scalar.value) }
      return others.firstIndex(of: scalar).map { 0x80 + UInt8($0) }
    }
    return "<" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ">"
  }

  /// Writes the end of the document and puts the file in place.
  package func finish(producer: String) throws(FileError) {
    let kids = written.map(\.text).joined(separator: " ")
    try file.write("<</Type/Pages/Kids[\(kids)]/Count \(written.count)>>", as: pages)
    let labels = numbers.enumerated().map { "\($0) <</S/D/St \($1)>>" }.joined(separator: " ")
    let isPlain = numbers == Array(1...max(1, numbers.count))
    let root = try file.add(
      "<</Type/Catalog/Pages \(pages.text)\(isPlain ? "" : "/PageLabels<</Nums[\(labels)]>>")>>")
    let entries = notes.map { "/\($0.key)\(pdfString($0.value))" }.joined()
    let info = try file.add("<</Title\(pdfString(title))/Producer\(pdfString(producer))\(entries)>>")
    try file.finish(root: root, info: info)
  }
}

/// A number with at most four decimals.
func pdfNumber(_ value: Double) -> String { SVGMarkup.number(value, decimals: 4) }
