import Archive
import Files
import Geometry
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

/// Documents of reMarkable with several pages.
struct RemarkableNotebookTests {
  private static let pixel = 96.0 / 226

  /// A page of a document.
  private struct Page {
    var size: Size?
    var strokes = 0
    var points = 0
    var texts = ""
  }

  private func pages(_ bytes: [UInt8]) throws -> (pages: [Page], report: ImportReport) {
    var reader = try openEventReader(MemorySource(bytes), name: "a.rmdoc", options: ImportOptions())
    var pages = [Page()]
    repeat {
      while let event = try reader.next() {
        switch event {
        case .header(let header): pages[pages.count - 1].size = header.size
        case .touch(let touch):
          pages[pages.count - 1].points += 1
          if touch.phase == .began { pages[pages.count - 1].strokes += 1 }
        case .command(.text(let text), _): pages[pages.count - 1].texts += text.text + "\n"
        default: break
        }
      }
      pages.append(Page())
    } while try reader.nextPage()
    return (pages.dropLast(), reader.report)
  }

  /// What SOURCES.md of the corpus says that rmscene finds: the live pages in their order.
  @Test(
    .enabled(if: (try? corpus("README.md")) != nil, "needs the recordings in DOODLE_CORPUS"),
    arguments: [
      ("real-notebook-2-pages", [(62, 4374), (0, 0)]),
      ("real-notebook-4-pages-long", [(62, 4374), (0, 0), (0, 0), (500, 34797)]),
      ("made-order-deleted", [(21, 734), (12, 419), (23, 494)]),
    ] as [(String, [(Int, Int)])])
  func `documents have the pages, strokes and points that rmscene finds`(
    name: String, expected: [(Int, Int)]
  ) throws {
    let bytes = try #require(try corpus("documents/remarkable/\(name).rmdoc"))
    let (pages, report) = try pages(bytes)
    #expect(pages.map(\.strokes) == expected.map(\.0))
    #expect(pages.map(\.points) == expected.map(\.1))
    #expect(report.omissions.allSatisfy { $0.kind != .damage })
    #expect(report.format.hasPrefix("reMarkable"))
  }

  @Test(.enabled(if: (try? corpus("README.md")) != nil, "needs the recordings in DOODLE_CORPUS"))
  func `a page that has grown holds all of its ink, and a typed page its words`() throws {
    let (pages, _) = try pages(try #require(try corpus("documents/remarkable/real-notebook-4-pages-long.rmdoc")))
    #expect(pages[0].size == Size(width: 1620 * Self.pixel, height: 2160 * Self.pixel))
    // The ink reaches 5438 pixels down.
    #expect(try #require(pages[3].size).height >= 5438 * Self.pixel)
    #expect(!pages[1].texts.isEmpty)
  }

  // MARK: Made

  private static var ink: [UInt8] {
    var file = RemarkableBuilder(version: "6")
    file.stroke(in: 1, 20, (1, 0, 8), (2, 0, 8))
    return file.bytes
  }

  private static let content = """
    {"formatVersion":2,"cPages":{"pages":[
    {"id":"c","idx":{"value":"bb"},"template":{"value":"P Dots S"}},{"id":"a","idx":{"value":"ba"}},
    {"id":"b","idx":{"value":"bZ"},"redir":{"value":3}},{"id":"d","idx":{"value":"b"},"deleted":{"value":1}}]}}
    """

  @Test func `pages are in the order of their positions' bytes, blank ones count, and deleted ones do not`() throws {
    let (pages, report) = try pages(
      storedZip([
        ("/x.content", Array(Self.content.utf8)), ("/x/c.rm", Self.ink), ("/x/d.rm", Self.ink), ("/x.pdf", [1]),
      ]))
    #expect(pages.map(\.strokes) == [0, 0, 1])
    #expect(pages[0].size == Size(width: 1404 * Self.pixel, height: 1872 * Self.pixel))
    #expect(report.omissions.map(\.what) == ["papers of the tablet: P Dots S"])
  }

  @Test(arguments: ["x/q.rm", "x/1.rm"]) func `older documents list their pages alone, and may number their ink`(
    file: String
  ) throws {
    let content = #"{"pages":["p","q"],"formatVersion":1,"fileType":"pdf"}"#
    let (pages, report) = try pages(
      storedZip([
        ("x.metadata", []), ("x.content", Array(content.utf8)), (file, Self.ink), ("x/gone.rm", Self.ink),
        ("x.pagedata", Array("Blank\nP Grid".utf8)), ("x.highlights/q.json", Array("{}".utf8)),
      ]))
    #expect(pages.map(\.strokes) == [0, 1])
    #expect(
      Set(report.omissions.map(\.what)) == [
        "papers of the tablet: P Grid", "pages of the document under the ink",
      ])
  }

  @Test(arguments: [
    #"{"pages":[]}"#, #"{"cPages":{"pages":[]}}"#, "[]", "{", #"{"cPages":{"pages":7}}"#, #"{"pages":[1]}"#,
  ]) func `a document without readable pages is refused`(content: String) throws {
    let archive = storedZip([("x.metadata", []), ("x.content", Array(content.utf8))])
    #expect(try DocumentInk.error(of: archive) != nil)
    #expect(try DocumentInk.error(of: storedZip([("x.metadata", [])]))?.reason.description.contains(".content") == true)
  }

  @Test func `damage of a document gives pages or an error`() throws {
    survivesDamage(
      storedZip([("x.content", Array(Self.content.utf8)), ("x/c.rm", Self.ink), ("x/a.rm", Self.ink)]))
  }
}
