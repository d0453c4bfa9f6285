import Files
import Foundation
import Geometry
import SVG
import TestSupport
import Testing
import TouchLog

@testable import PDF

/// The pages of a document under those of another.
@Suite struct PDFPagesTests {
  /// Pages of several sizes, in a tree of two levels, which share a font.
  private static let lecture = TinyPDF.document([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 4/MediaBox[0 0 120 60]/Resources<</Font<</F 9 0 R>>>>>>",
    "<</Type/Pages/Parent 2 0 R/Kids[5 0 R 6 0 R 7 0 R]/Count 3>>",
    "<</Type/Page/Parent 2 0 R/UserUnit 2/Contents 8 0 R>>",
    "<</Type/Page/Parent 3 0 R/Contents 8 0 R/Annots[<</Subtype/Link>> <</Subtype/Text>>]>>",
    "<</Type/Page/Parent 3 0 R/Rotate 90/Contents 8 0 R>>",
    "<</Type/Page/Parent 3 0 R/CropBox[0 0 100 50]/Contents[8 0 R 10 0 R]>>",
    TinyPDF.stream("BT /F 20 Tf 9 9 Td (Words) Tj ET 1 0 0 rg 0 40 30 20 re f"),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", TinyPDF.stream("0 0 1 rg 90 0 9 9 re f"),
  ])

  @Test func `pages are counted in their order, each with its size`() throws {
    let pages = try PDFPages(Self.lecture)
    #expect(pages.count == 4)
    let sizes = try (1...4).map { number in try #require(try pages.page(number)).size }
    #expect(
      sizes == [
        Size(width: 120, height: 60), Size(width: 60, height: 120), Size(width: 100, height: 50),
        Size(width: 240, height: 120),
      ])
    #expect(try pages.page(1)?.annotationCount == 2 && pages.page(2)?.annotationCount == 0)
    for number in [0, 5, -1, .min, .max] { #expect(try pages.page(number) == nil) }
  }

  @Test(arguments: [([UInt8](), EmbeddedPageError.notPDF), (TinyPDF.document(["<</Type/Catalog>>"]), .noPage)])
  func `a document without pages is refused`(bytes: [UInt8], reason: EmbeddedPageError) {
    #expect(throws: reason) { try PDFPages(bytes) }
  }

  /// A document whose pages show those of the lecture, and nothing else.
  private func write(_ numbers: [Int], to path: String) throws {
    let pages = try PDFPages(Self.lecture)
    var document = try PDFDocument(to: OutputFile(path: path), title: "a")
    for number in numbers {
      let page = try #require(try pages.page(number))
      let box = Rect(minX: 0, minY: 0, maxX: page.size.width, maxY: page.size.height)
      var figures = FigurePage(width: Int(page.size.width), height: Int(page.size.height))
      figures.background = .white
      try document.add(
        figures, size: page.size, pointsPerPixel: 1, number: nil, words: [],
        below: PDFDocument.Below(page, in: box, map: .identity))
    }
    try document.finish(producer: "tests")
  }

  @Test(
    .enabled(
      if: ExternalProgram.find("qpdf") != nil && PictureDocument.mutool != nil, "needs qpdf and mutool"))
  func `pages are drawn as they are alone, and written once with all that they share`() throws {
    try PictureDocument.withFolder { folder in
      let (lecture, made) = (folder.appendingPathComponent("lecture.pdf"), folder.appendingPathComponent("made.pdf"))
      try Data(Self.lecture).write(to: lecture)
      try write([3, 1, 2, 4, 1], to: made.path)
      let check = try ExternalProgram.run(try #require(ExternalProgram.find("qpdf")), ["--check", made.path])
      #expect(check.code == 0, "\(check.output)")
      for (number, source) in [3, 1, 2, 4, 1].enumerated() {
        let within = try PictureDocument.drawn(made, page: number + 1)
        let alone = try PictureDocument.drawn(lecture, page: source)
        try #require((alone.width, alone.height) == (within.width, within.height), "page \(source)")
        let worst = zip(alone.pixels, within.pixels).map(PictureDocument.distance).max() ?? 0
        #expect(worst <= 2, "page \(source)")
      }
      let text = String(decoding: try InputFile(path: made.path).readAll(), as: UTF8.self)
      #expect(text.matches(of: /Helvetica/).count == 1)
      #expect(text.matches(of: /\/Subtype\/Form/).count == 4)
    }
  }
}
