import Compare
internal import Files
internal import Geometry
internal import SVG
internal import TouchLog

/// The pictures on the pages that are pages of other documents. Each is written once.
struct EmbeddedPictures {
  /// By the hash of the document; nil for one that cannot be kept.
  private var forms: [String: EmbeddedForm?] = [:]

  /// The content of a page with pictures above it.
  /// - Parameters:
  ///   - height: That of the page, in points.
  ///   - painter: Gets the pictures as resources.
  mutating func show(
    _ pictures: [PDFDocument.Picture], over content: [UInt8], height: Double, _ painter: inout PDFPainter,
    in file: inout PDFFile
  ) throws(FileError) -> [UInt8] {
    var text = ""
    for picture in pictures {
      let box = picture.map.apply(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1))
      // No program shows a larger page.
      guard box.width > 0, box.height > 0, [box.minX, box.minY, box.maxX, box.maxY].allSatisfy({ $0.magnitude < 1e6 }),
        let form = try form(picture.document, in: &file)
      else { continue }
      let fromBottom = Affine(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
      text += form.shown(through: picture.map.concatenating(fromBottom), &painter)
    }
    // The content has changed the coordinates.
    return text.isEmpty ? content : Array("q\n".utf8) + content + Array("Q\n\(text)".utf8)
  }

  private mutating func form(_ document: [UInt8], in file: inout PDFFile) throws(FileError) -> EmbeddedForm? {
    var hasher = SHA256()
    hasher.update(document.span)
    let hash = hasher.finalized()
    if let known = forms[hash] { return known }
    guard let page = try? EmbeddedPage(document) else {
      forms[hash] = .some(nil)
      return nil
    }
    let form = EmbeddedForm(reference: try page.write(to: &file), size: page.size)
    forms[hash] = form
    return form
  }
}

/// A page of another document that has been written.
struct EmbeddedForm {
  let reference: PDFFile.Reference
  /// In points.
  let size: Size

  /// The operators that show it.
  /// - Parameters:
  ///   - map: Maps a square of side 1 with its upper left corner at the origin, to which the page is stretched, to the
  ///     coordinates of the content.
  ///   - painter: Gets the form as a resource.
  func shown(through map: Affine, _ painter: inout PDFPainter) -> String {
    let map = Affine(a: 1 / size.width, b: 0, c: 0, d: -1 / size.height, tx: 0, ty: 1).concatenating(map)
    let matrix =
      [map.a, map.b, map.c, map.d].map { SVGMarkup.number($0, decimals: 8) } + [map.tx, map.ty].map(pdfNumber)
    return "q \(matrix.joined(separator: " ")) cm /\(painter.name(of: reference)) Do Q\n"
  }
}
