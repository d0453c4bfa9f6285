internal import Files
package import TouchLog

/// The pages of a PDF document that lie under the ink of another.
package struct PDFPages: Sendable {
  private let objects: PDFObjects
  private let pages: [PDFPageSearch]

  /// - Throws: `EmbeddedPageError` if the bytes are no PDF document, or one that is encrypted, damaged or too large.
  package init(_ bytes: [UInt8]) throws(EmbeddedPageError) {
    objects = try PDFObjects(bytes)
    pages = PDFPageSearch.all(in: objects)
    guard !pages.isEmpty else { throw .noPage }
  }

  package var count: Int { pages.count }

  /// A page; nil if there is none with this number.
  /// - Parameter number: From 1.
  /// - Throws: `EmbeddedPageError` if the page cannot be kept.
  package func page(_ number: Int) throws(EmbeddedPageError) -> PDFPage? {
    guard number > 0, pages.indices.contains(number - 1) else { return nil }
    return PDFPage(number: number, page: try EmbeddedPage(pages[number - 1], of: objects))
  }
}

/// A page of another document, to be shown under ink.
package struct PDFPage: Sendable {
  let number: Int
  let page: EmbeddedPage

  /// The size of the page as it is shown, in points of 1/72 inch.
  package var size: Size { page.size }
  /// The number of its links, notes and other annotations, which are not kept.
  package var annotationCount: Int { page.annotationCount }
}

/// The pages under the ink of a document. Each is written once, and each object that they share.
struct PDFPagesBelow {
  private var copy: PDFObjectCopy?
  private var forms: [Int: EmbeddedForm] = [:]

  /// - Parameter page: All are of one document.
  mutating func form(of page: PDFPage, in file: inout PDFFile) throws(FileError) -> EmbeddedForm {
    if let known = forms[page.number] { return known }
    var copy = copy ?? PDFObjectCopy(page.page.objects)
    let form = EmbeddedForm(reference: try page.page.write(to: &file, &copy), size: page.size)
    (self.copy, forms[page.number]) = (copy, form)
    return form
  }
}
