import Compare
internal import Files
internal import Geometry
internal import SVG
internal import TouchLog

/// The pictures on the pages that are pages of other documents. Each is written once.
struct EmbeddedPictures {
  /// By the hash of the document; nil for one that cannot be kept.
  private var forms: [String: (reference: PDFFile.Reference, size: Size)?] = [:]

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
      let box = picture.box
      // No program shows a larger page.
      guard box.width > 0, box.height > 0, [box.minX, box.minY, box.maxX, box.maxY].allSatisfy({ $0.magnitude < 1e6 }),
        let form = try form(picture.document, in: &file)
      else { continue }
      let scale = [box.width / form.size.width, box.height / form.size.height]
        .map { SVGMarkup.number($0, decimals: 8) }
      text += "q \(scale[0]) 0 0 \(scale[1]) \(pdfNumber(box.minX)) \(pdfNumber(height - box.maxY)) cm "
      text += "/\(painter.name(of: form.reference)) Do Q\n"
    }
    // The content has changed the coordinates.
    return text.isEmpty ? content : Array("q\n".utf8) + content + Array("Q\n\(text)".utf8)
  }

  private mutating func form(
    _ document: [UInt8], in file: inout PDFFile
  ) throws(FileError) -> (reference: PDFFile.Reference, size: Size)? {
    var hasher = SHA256()
    hasher.update(document.span)
    let hash = hasher.finalized()
    if let known = forms[hash] { return known }
    guard let page = try? EmbeddedPage(document) else {
      forms[hash] = .some(nil)
      return nil
    }
    let form = (reference: try page.write(to: &file), size: page.size)
    forms[hash] = form
    return form
  }
}
