import DoodleKit
import PDF
import Synchronization

/// A PDF whose pages are made on other threads while the caller reads the next.
final class PagedDocument: Sendable {
  private let pdf: Mutex<PDFDocument>
  private let pages: PageQueue

  /// Writing is a third of the work, so that more threads would only hold more pages.
  private static let mostThreads = 4

  init(_ pdf: sending PDFDocument, threads: Int) {
    self.pdf = Mutex(pdf)
    pages = PageQueue(threads: min(threads, Self.mostThreads))
  }

  /// What a page shows.
  struct Page: Sendable {
    var moment: RecordedMoment
    let keptParts: [KeptPart]
    /// The page of another PDF under the ink, and its box in points of the drawing.
    let below: (page: PDFPage, box: Rect)?
    /// In points of 1/72 inch.
    let size: Size
    /// The page's number in its document; nil for its number in this one.
    let number: Int?
    let memoryLimit: Int
    /// The pixels per point of the picture's size.
    private let quality: Int
    /// That of the recording at this quality.
    fileprivate let layout: CanvasLayout

    /// The pixels per point of ink that is an image because of its grain, unless the page is large.
    private static let imageQuality = 4
    private static let imageSide = 4000

    init(
      moment: RecordedMoment, keptParts: [KeptPart], below: (page: PDFPage, box: Rect)?, size: Size, number: Int?,
      memoryLimit: Int
    ) {
      (self.moment, self.keptParts, self.below) = (moment, keptParts, below)
      (self.size, self.number, self.memoryLimit) = (size, number, memoryLimit)
      let layout = moment.layout
      let side = max(layout.width, layout.height)
      let hasGrain = moment.drawing.strokes.contains { $0.look.recipe?.hasLevel == true }
      quality = hasGrain ? max(1, min(Self.imageQuality, Self.imageSide / side)) : 1
      self.layout = quality > 1 ? layout.scaled(toSide: quality * side) : layout
    }
  }

  /// Adds a page.
  /// - Throws: What this page or one before it failed with.
  func add(_ page: Page) throws(CommandError) {
    try pages.add {
      var page = page
      page.moment.modelInk()
      return (page, page.moment.figures(in: page.layout))
    } then: { [self] (made: (page: Page, figures: FigurePage)) throws(CommandError) in
      try pdf.withLock { pdf throws(CommandError) in try made.page.write(made.figures, to: &pdf) }
    }
  }

  /// Waits until no thread writes.
  func waitForPages() { pages.wait() }

  /// Writes the end of the document and puts the file in place.
  func finish() throws(CommandError) {
    try pages.finish()
    try withFiles { () throws(FileError) in
      try pdf.withLock { pdf throws(FileError) in try pdf.finish(producer: "doodle \(Version.number)") }
    }
  }
}

extension PagedDocument.Page {
  fileprivate func write(_ figures: FigurePage, to pdf: inout PDFDocument) throws(CommandError) {
    let unit = Double(FigurePage.unitsPerPixel)
    let transform = moment.layout.transform
    func placed(_ point: Point) -> Point {
      let point = layout.transform.apply(point)
      return Point(point.x * unit, point.y * unit)
    }
    let words = moment.drawing.words.map { word in
      PDFDocument.Word(
        word.text, from: placed(word.left), to: placed(word.right), size: word.size * layout.transform.scale * unit,
        isMirrored: transform.turn.mirrors)
    }
    let map = Affine(transform)
    var pictures: [PDFDocument.Picture] = []
    var links: [(address: String, box: Rect)] = []
    for part in keptParts {
      switch part.content {
      case .formula(let picture, _): pictures.append(PDFDocument.Picture(picture, in: part.box, map: map))
      case .link(let address): links.append((address, map.apply(part.box)))
      case .pageBelow: break
      }
    }
    do throws(FileError) {
      // The figures take several times the bytes of the page's content.
      try pdf.add(
        figures, size: size, pointsPerPixel: 1 / Double(quality), number: number, words: words,
        below: below.map { PDFDocument.Below($0.page, in: $0.box, map: map) }, pictures: pictures, links: links,
        limit: memoryLimit / 8)
    } catch  where error.code == FileError.noMemory {
      throw .limit(
        path: moment.path,
        message: "a page takes more than the memory limit of \(counted(memoryLimit, "byte")); raise --memory-limit")
    } catch {
      throw .file(error)
    }
  }
}
