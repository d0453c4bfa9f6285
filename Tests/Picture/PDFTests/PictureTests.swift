import Files
import Foundation
import Geometry
import Raster
import Testing
import TouchLog

@testable import PDF

/// Pictures on the pages of a document.
@Suite struct PictureTests {
  @Test(.enabled(if: PictureDocument.mutool != nil, "needs mutool"))
  func `a picture is stretched to its box and clipped by it, in its own graphics state`() throws {
    let fill = TinyPDF.stream("1 0 0 rg 1 0 0 RG 0 1 -1 0 7 7 cm -999 -999 1999 1999 re f")
    let red = TinyPDF.page("/MediaBox[5 5 25 65]/Rotate 270", contents: "/Contents 6 0 R", and: [fill])
    // Black is the initial color.
    let black = TinyPDF.page("/MediaBox[0 0 3 4]", contents: "/Contents 6 0 R", and: [TinyPDF.stream("0 0 9 9 re f")])
    #expect(try EmbeddedPage(red).size == Size(width: 60, height: 20))
    try PictureDocument.withFolder { folder in
      let file = folder.appendingPathComponent("a.pdf")
      var document = try PDFDocument(to: OutputFile(path: file.path), title: "a")
      let boxes = [Rect(minX: 18, minY: 9, maxX: 36, maxY: 72), Rect(minX: 45, minY: 27, maxX: 81, maxY: 36)]
      try PictureDocument.add(
        [.init(red, in: boxes[0]), .init(black, in: boxes[1])], Size(width: 90, height: 81), to: &document)
      try document.finish(producer: "tests")
      let picture = try PictureDocument.drawn(file)
      #expect((picture.width, picture.height) == (250, 225))
      for (index, word) in picture.pixels.enumerated() {
        let (x, y) = ((Double(index % 250) + 0.5) * 0.36, (Double(index / 250) + 0.5) * 0.36)
        let inside = boxes.map { $0.minX < x && x < $0.maxX && $0.minY < y && y < $0.maxY }
        let shade: UInt8 = inside[1] ? 0 : 255
        let expected = inside[0] ? Pixel(red: 255, green: 0, blue: 0) : Pixel(red: shade, green: shade, blue: shade)
        // Edges may be drawn a sixteenth of a pixel too far.
        #expect(PictureDocument.distance(word, expected.word) <= 16, "\(x), \(y)")
      }
    }
  }

  @Test func `a document has each picture once, and the same bytes each time`() throws {
    try PictureDocument.withFolder { folder in
      var documents: [[UInt8]] = []
      for name in ["a", "b"] {
        let path = folder.appendingPathComponent(name).path
        var document = try PDFDocument(to: OutputFile(path: path), title: "a")
        let box = Rect(minX: 0, minY: 0, maxX: 9, maxY: 9)
        for _ in 0..<2 {
          let pictures = TinyPDF.pages.map { PDFDocument.Picture($0.bytes, in: box) }
          let others = [[], Array("%PDF-".utf8)].map { PDFDocument.Picture($0, in: box) }
          let nowhere = PDFDocument.Picture(TinyPDF.pages[0].bytes, in: .empty)
          try PictureDocument.add(pictures + others + pictures + [nowhere], Size(width: 9, height: 9), to: &document)
        }
        try document.finish(producer: "tests")
        documents.append(try InputFile(path: path).readAll())
      }
      #expect(documents[0] == documents[1])
      let text = String(decoding: documents[0], as: Unicode.ASCII.self)
      #expect(text.matches(of: /\/Subtype\/Form/).count == TinyPDF.pages.count)
    }
  }

  @Test(arguments: [
    ("/MediaBox[0 0 40 30]/CropBox[90 90 99 99]", 40, 30), ("/MediaBox[0 0 40 30]/CropBox[5 25 90 -9]", 35, 25),
    ("/MediaBox[40 30 0 0]/Rotate -90", 30, 40), ("/MediaBox[0 0 40 30]/Rotate 45", 40, 30),
    ("/MediaBox[0 0 40 30]/Rotate -9223372036854775808", 40, 30), ("/MediaBox[0 0 40 30]/CropBox[1 2 3]", 40, 30),
  ])
  func `the size is that of what is shown`(entries: String, width: Double, height: Double) throws {
    #expect(try EmbeddedPage(TinyPDF.page(entries)).size == Size(width: width, height: height))
  }

  @Test func `what belongs to the document alone is left out`() throws {
    let bytes = TinyPDF.page(
      "/MediaBox[0 0 9 9]/StructParents 0/Annots[7 0 R]/Resources<</XObject<</P 6 0 R/Parent 3 0 R>>>>",
      and: [
        TinyPDF.stream("", "/Subtype/Form/StructParents 1/F(elsewhere)/A[2 0 R 1 0 R 7 0 R 99 0 R 8 0 R]"),
        "<</Type/Annot/P 3 0 R>>", "<</StructParent 5 0 R/Text(\\)\\()/Parent 6 0 R>>",
      ])
    try PictureDocument.withFolder { folder in
      let path = folder.appendingPathComponent("a").path
      var file = try PDFFile(OutputFile(path: path))
      #expect(try EmbeddedPage(bytes).write(to: &file).number == 1)
      try file.finish(root: .init(number: 1), info: .init(number: 1))
      let text = try String(contentsOfFile: path, encoding: .isoLatin1)
      #expect(text.contains("/Resources <</XObject <</P 2 0 R/Parent null>>>>"))
      #expect(text.contains("<</Subtype /Form/A [null null null null 3 0 R]/Length 0>>stream"))
      #expect(text.contains("3 0 obj\n<</StructParent 4 0 R/Text (\\)\\()/Parent 2 0 R>>\nendobj"))
      #expect(text.contains("\n4 0 obj") && !text.contains("\n5 0 obj"))
    }
  }
}
