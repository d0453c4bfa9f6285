import Files
import Geometry
import SVG
import TouchLog

@testable import PDF

extension FuzzTarget {
  /// Pages of other documents in a document.
  static let embeddedPage = FuzzTarget("embedded-page", longest: 1024, covers: [.archive("ZlibData")]) { bytes in
    guard let page = try? EmbeddedPage(bytes) else { return }
    expect(page.size.width > 0 && page.size.height > 0, "a page has a size: \(page.size)")
    let written = documentThatShows(bytes)
    expect(written == documentThatShows(bytes), "a document has the same bytes each time")
    expect((try? PDFPages(bytes).page(1)?.size) == page.size, "the first page is the same among all")
    do throws(EmbeddedPageError) {
      expect(try EmbeddedPage(written).size == pageSize, "a document has a page of its size")
    } catch {
      fatalError("a document is read again: \(error)")
    }
  }
}

// MARK: Properties

private let pageSize = Size(width: 90, height: 60)

/// A document whose page shows the first page of another one.
private func documentThatShows(_ bytes: [UInt8]) -> [UInt8] {
  FuzzFolder.fill([])
  let path = "\(FuzzFolder.path)/a.pdf"
  do throws(FileError) {
    var document = try PDFDocument(to: try OutputFile(path: path), title: "a")
    let box = Rect(minX: 0, minY: 0, maxX: pageSize.width, maxY: pageSize.height)
    try document.add(
      FigurePage(width: 90, height: 60), size: pageSize, pointsPerPixel: 1, number: 1, words: [],
      below: try? PDFPages(bytes).page(1).map { PDFDocument.Below($0, in: box, map: .identity) },
      pictures: [PDFDocument.Picture(bytes, in: box)])
    try document.finish(producer: "")
  } catch {
    fatalError("\(path) is writable: \(error)")
  }
  return FuzzFolder.contents()["a.pdf"] ?? []
}
