import Files
import Geometry
import ImportCore
import Importers
import JSON
import TestSupport
import Testing
import TouchLog

/// What lies under the pages of Xournal++, and the files of an archive.
@Suite struct XournalBackgroundTests {
  private static let pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  /// A document whose pages have these backgrounds, and nothing else.
  private func pages(_ backgrounds: [String], _ content: String = "") -> [UInt8] {
    let pages = backgrounds.map {
      "<page width=\"40\" height=\"30\"><background \($0)/><layer>\(content)</layer></page>"
    }
    return Array("<xournal>\(pages.joined())</xournal>".utf8)
  }

  @Test(arguments: [
    (1, #"type="pixmap" domain="absolute" filename="/a/b.png""#, "/a/b.png", 0),
    (1, #"type="pixmap" domain="attach" filename="bg_1.png""#, "a.bg_1.png", 0),
    (2, #"type="pixmap" domain="clone" filename="0""#, "first.png", 0),
    (2, #"type="pixmap" domain="clone" filename="1""#, nil, 1),
    (2, #"type="pixmap" domain="clone" filename="9""#, nil, 1),
    (2, #"type="pixmap" domain="absolute""#, nil, 1),
  ]) func `a picture under a page is that of a file beside the document, or of another page`(
    number: Int, background: String, path: String?, damaged: Int
  ) throws {
    let first = #"type="pixmap" domain="absolute" filename="first.png""#
    var options = ImportOptions()
    options.firstPage = number
    let ink = try DocumentInk(pages(number == 1 ? [background] : [first, background]), options: options)
    #expect(ink.header?.background == path.map { .picture(path: $0) })
    #expect(ink.omitted("backgrounds that are images of no file") == damaged)
  }

  @Test func `pictures in an archive are drawn`() throws {
    let picture = try Base64.decoded(Array(Self.pixel.utf8).span)
    let image = #"<image left="1" top="2" right="5" bottom="6"><attachment path="a.png"/></image>"#
    let missing = image.replacing("a.png", with: "missing.png")
    let content = pages([#"type="pixmap" domain="attach" filename="bg.png""#], image + missing)
    let ink = try DocumentInk(storedZip([("content.xml", content), ("bg.png", picture), ("a.png", picture)]))
    #expect(
      ink.commands.map(\.command) == [
        .image(NewImage(.data(Self.pixel), at: Point(0, 0), size: Size(width: 40, height: 30))),
        .image(NewImage(.data(Self.pixel), at: Point(1, 2), size: Size(width: 4, height: 4))),
      ])
    #expect(ink.omitted("images that are not in the file") == 1)
  }

  @Test(arguments: [
    ([1, 2, 3], "a.pdf", "qpdf a.pdf --overlay ink.pdf"),
    ([1, 2, nil, 3], "my 'a'.pdf", #"qpdf ink.pdf --underlay 'my '\''a'\''.pdf' --from=1-3 --to=1-2,4"#),
    ([1], "@a.pdf", "qpdf ./@a.pdf --overlay ink.pdf"), ([1], "-a.pdf", "qpdf ./-a.pdf --overlay ink.pdf"),
    ([1], "a\u{202E}.pdf", "qpdf FILE.pdf --overlay ink.pdf"),
    ([1, Int.max], "a.pdf", "qpdf ink.pdf --underlay a.pdf --from=1,9223372036854775807 --to=1-2"),
    ([nil, 7, 7, 9], "ö.pdf", "qpdf ink.pdf --underlay 'ö.pdf' --from=7,7,9 --to=2-4"),
  ]) func `the PDF under a document is named with the commands that join both`(
    below: [Int?], name: String, command: String
  ) throws {
    var isFirst = true
    let backgrounds = below.map { number in
      guard let number else { return #"type="solid" color="white" style="plain""# }
      defer { isFirst = false }
      return #"type="pdf" \#(isFirst ? "domain=\"absolute\" filename=\"\(name)\"" : "") pageno="\#(number)""#
    }
    let ink = try DocumentInk(pages(backgrounds))
    let omission = try #require(ink.report.omissions.first)
    #expect(
      omission.count == below.count { $0 != nil } && omission.what.contains("\"\(command) -- out.pdf\""), "\(omission)")
  }

  /// Some versions write letters after the number; a page without one lies on that with its own number.
  @Test(arguments: [(#"pageno="7""#, 7), (#"pageno="3ll""#, 3), ("", 2), (#"pageno="0""#, 2), (#"pageno="x""#, 2)])
  func `the number of the page below is kept for a PDF`(attribute: String, number: Int) throws {
    var options = ImportOptions()
    (options.firstPage, options.keepsPagesBelow) = (2, true)
    let bytes = pages([#"type="solid" color="white" style="plain""#, "type=\"pdf\" \(attribute)"])
    let reader = try openEventReader(MemorySource(bytes), name: "a", format: nil, options: options)
    let parts = reader.keptParts
    try #require(parts.count == 1)
    guard case .pageBelow(let found) = parts[0].content else {
      Issue.record("not a page")
      return
    }
    #expect(found == number)
    #expect(parts[0].box == Rect(minX: 0, minY: 0, maxX: 40, maxY: 30))
    #expect(reader.report.omissions.isEmpty)
    options.keepsPagesBelow = false
    let other = try openEventReader(MemorySource(bytes), name: "a", format: nil, options: options)
    #expect(other.keptParts.isEmpty && other.report.omissions.count == 1)
  }
}
