import DoodleKit
import Files
import Ink
import Session
import TouchLog
import Foundation
import TestSupport
import Testing

/// A session reads the pages of a document one after the other.
@Suite struct PageTests {
  private static func header(_ page: Int) -> LogHeader {
    LogHeader(size: Size(width: Double(50 + page), height: 100), background: .color(.white))
  }

  /// Random logs, and the log of which they are the pages.
  private static func pages(_ seed: UInt64) -> (single: [[LogEvent]], whole: [LogEvent]) {
    let single = (0..<3).map { page -> [LogEvent] in
      let log = RandomLog(seed: 4000 + 3 * seed + UInt64(page), brushes: true)
      return [.header(header(page))] + log.events.filter { if case .header = $0 { false } else { true } }
    }
    var whole = single[0]
    for page in 1..<3 {
      let header = header(page)
      whole.append(.command(.page(NewPage(size: header.size, background: page == 1 ? nil : header.background))))
      whole += single[page].dropFirst()
    }
    return (single, whole)
  }

  private static func saved(_ session: DrawingSession) throws -> String {
    while try session.advance() {}
    session.finish()
    return String(decoding: SavedDrawing(session.drawing).text, as: UTF8.self)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `each page is the drawing that its lines make by themselves`(seed: UInt64) throws {
    let (single, whole) = Self.pages(seed)
    let alone = try single.map { try Self.saved(MemoryLog.session(MemoryLog.text(of: $0), onError: .skip)) }
    let text = MemoryLog.text(of: whole)
    let session = try MemoryLog.session(text, onError: .skip)
    var found: [String] = []
    repeat { found.append(try Self.saved(session)) } while try session.nextPage()
    #expect(found == alone)
    // Pages that are skipped, from their beginning or after a few events.
    let skipping = try MemoryLog.session(text, onError: .skip)
    for _ in 0..<(seed % 5) { _ = try skipping.advance() }
    #expect(try skipping.nextPage())
    #expect(try Self.saved(skipping) == alone[1])
    var options = SessionOptions()
    (options.onError, options.pages) = (.skip, PageSelection("3"))
    let last = try DrawingSession(MemorySource(Array(text.utf8)), path: "log.jsonl", options: options)
    #expect(last.page == 3)
    #expect(try Self.saved(last) == alone[2])
    #expect(try !last.nextPage())
  }

  @Test(arguments: [
    ("1", [1]), ("2-3", [2, 3]), ("3,1", [1, 3]), ("4-", [4, 5]), ("1-2,2-3", [1, 2, 3]), ("last", [5]),
    ("2,last", [2, 5]), ("4-last", [4, 5]), ("1,3-", [1, 3, 4, 5]),
  ])
  func `a selection names pages, which are read in the order of the document`(text: String, pages: [Int]) throws {
    let log = (1...5).map { page in
      page == 1 ? "{\"doodle\":1,\"size\":[9,9]}\n" : "{\"command\":\"page\",\"size\":[\(page),9]}\n"
    }.joined()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("pages-\(UUID().uuidString).jsonl")
    try Data(log.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var options = SessionOptions()
    options.pages = PageSelection(text)
    #expect(options.pages != nil)
    let session = try DrawingSession(path: file.path, options: options)
    var found: [Int] = []
    repeat { found.append(session.page) } while try session.nextPage()
    #expect(found == pages)
  }

  @Test func `functions that make one picture refuse a document of several pages`() throws {
    let log = "{\"doodle\":1,\"size\":[9,9]}\n{\"command\":\"page\"}\n"
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("pages-\(UUID().uuidString).jsonl")
    try Data(log.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: SessionError.severalPages(count: 2)) { try Recording(path: file.path) }
    #expect(throws: SessionError.severalPages(count: 2)) { try render(log: file.path, to: "/dev/null.png") }
  }

  @Test func `a drawing refuses another page, because it is one`() {
    var drawing = Drawing()
    #expect(throws: EditError.anotherPage) { try drawing.apply(.command(.page(NewPage()))) }
  }
}
