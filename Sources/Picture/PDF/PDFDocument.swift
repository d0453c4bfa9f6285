package import Files
package import Geometry
package import TouchLog
package import SVG

/// A PDF document whose pages are written one after the other.
package struct PDFDocument {
  private var file: PDFFile
  private let pages: PDFFile.Reference
  private var written: [PDFFile.Reference] = []
  /// The number of each page in its document.
  private var numbers: [Int] = []
  private var images = PDFImages()
  private var layers = PDFLayers()
  private var words = PDFWords()
  private var pictures = EmbeddedPictures()
  private var pagesBelow = PDFPagesBelow()
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
    /// The left and the right end of its baseline, in units of the page.
    package var ends: (left: Point, right: Point)
    /// The size of its font, in units of the page.
    package var size: Double
    /// Whether it is mirrored.
    package var isMirrored: Bool

    package init(_ text: String, from left: Point, to right: Point, size: Double, isMirrored: Bool = false) {
      (self.text, ends, self.size, self.isMirrored) = (text, (left, right), size, isMirrored)
    }
  }

  /// A picture that is the first page of another PDF, such as a formula of LaTeX.
  package struct Picture {
    package var document: [UInt8]
    /// Maps a square of side 1 with its upper left corner at the origin, to which the picture is stretched, to points of
    /// 1/72 inch from the page's upper left corner.
    package var map: Affine

    /// - Parameters:
    ///   - box: Where it is, before `map`.
    ///   - map: To points of 1/72 inch from the page's upper left corner.
    package init(_ document: [UInt8], in box: Rect, map: Affine = .identity) {
      self.document = document
      self.map = Affine(square: box).concatenating(map)
    }
  }

  /// A page of another PDF between the background and the ink. All are of one document.
  package struct Below {
    var page: PDFPage
    /// As that of `Picture`.
    var map: Affine

    /// - Parameters:
    ///   - box: Where it is, before `map`.
    ///   - map: To points of 1/72 inch from the page's upper left corner.
    package init(_ page: PDFPage, in box: Rect, map: Affine) {
      self.page = page
      self.map = Affine(square: box).concatenating(map)
    }
  }

  /// Whether a PDF can be a picture: it is one, is not encrypted, and its first page can be read.
  package static func isKept(_ document: [UInt8]) -> Bool { (try? EmbeddedPage(document)) != nil }

  /// Adds a page that shows figures.
  /// - Parameters:
  ///   - size: The size of the page in points of 1/72 inch, which are the document's own.
  ///   - pointsPerPixel: The size of a pixel of the figures.
  ///   - number: The page's number in the document that it comes from, which is its label; nil for its number in this one.
  ///   - words: What the letters on the page say: they are shapes.
  ///   - below: The page of another document under the ink. Ink that blends then blends with it, too.
  ///   - pictures: What is above all else. Those that cannot be kept are left out.
  ///   - links: Addresses, and the boxes that open them, in points from the page's upper left corner.
  ///   - limit: The most bytes of operators.
  /// - Throws: `FileError` with `FileError.noMemory` if there are more.
  package mutating func add(
    _ page: FigurePage, size: Size, pointsPerPixel: Double, number: Int?, words: [Word], below: Below? = nil,
    pictures: [Picture] = [], links: [(address: String, box: Rect)] = [], limit: Int = .max
  ) throws(FileError) {
    let resources = file.reserve()
    var painter = PDFPainter(size: size, images: images, layers: layers, resources: resources, limit: limit)
    let form = try below.map { below throws(FileError) in
      (form: try pagesBelow.form(of: below.page, in: &file), map: below.map)
    }
    var content = try painter.paint(page, pointsPerPixel: pointsPerPixel, above: form, to: &file)
    content += self.words.show(words, in: &file)
    content = try self.pictures.show(pictures, over: content, height: size.height, &painter, in: &file)
    (images, layers) = (painter.images, painter.layers)
    // Viewers know pages of at most 14,400 units (ISO 32000-1, annex C); those of larger pages are larger.
    let unit = max(1, (max(size.width, size.height) / 14_400).rounded(.up))
    func inUnits(_ points: Double) -> String { pdfNumber(points / unit) }
    if unit > 1 {
      let scale = SVGMarkup.number(1 / unit, decimals: 8)
      content = Array("\(scale) 0 0 \(scale) 0 0 cm\n".utf8) + content
    }
    let contents = try file.add("", content)
    try painter.finish(&file, fonts: self.words.resources)
    let annotations = links.map { address, box in
      let sides = [box.minX, size.height - box.maxY, box.maxX, size.height - box.minY].map(inUnits)
      return "<</Type/Annot/Subtype/Link/Rect[\(sides.joined(separator: " "))]/Border[0 0 0]"
        + "/A<</S/URI/URI\(pdfString(Self.escaped(address)))>>>>"
    }
    written.append(
      try file.add(
        "<</Type/Page/Parent \(pages.text)/MediaBox[0 0 \(inUnits(size.width)) \(inUnits(size.height))]"
          + (unit > 1 ? "/UserUnit \(pdfNumber(unit))" : "")
          + (links.isEmpty ? "" : "/Annots[\(annotations.joined())]")
          + "/Group<</S/Transparency/CS/DeviceRGB/I true>>/Resources \(resources.text)/Contents \(contents.text)>>"))
    numbers.append(number ?? written.count)
  }

  /// An address in ASCII (RFC 3986, section 2.1).
  private static func escaped(_ address: String) -> String {
    address.utf8.map { byte in
      if (0x21...0x7E).contains(byte) { return String(UnicodeScalar(byte)) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Writes the end of the document and puts the file in place.
  package mutating func finish(producer: String) throws(FileError) {
    try words.finish(&file)
    let kids = written.map(\.text).joined(separator: " ")
    try file.write("<</Type/Pages/Kids[\(kids)]/Count \(written.count)>>", as: pages)
    let labels = numbers.enumerated().map { "\($0) <</S/D/St \($1)>>" }.joined(separator: " ")
    let isPlain = numbers == Array(1...max(1, numbers.count))
    let root = try file.add(
      "<</Type/Catalog/Pages \(pages.text)\(isPlain ? "" : "/PageLabels<</Nums[\(labels)]>>")"
        + layers.catalog + ">>")
    let entries = notes.map { "/\($0.key)\(pdfString($0.value))" }.joined()
    let info = try file.add("<</Title\(pdfString(title))/Producer\(pdfString(producer))\(entries)>>")
    try file.finish(root: root, info: info)
  }
}

/// A number with at most four decimals.
func pdfNumber(_ value: Double) -> String { SVGMarkup.number(value, decimals: 4) }

extension Affine {
  /// Maps a square of side 1 with a corner at the origin to a box.
  fileprivate init(square box: Rect) {
    self.init(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
  }
}
