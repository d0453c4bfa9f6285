import Archive
import Files
import Foundation
import TestSupport
import Testing

@testable import PDF

/// Damaged and malicious documents: each of them must be kept or refused without a trap, in little time and memory.
@Suite("A hostile PDF")
struct HostilePDFTests {
  /// A page with several parts, a resource in an object stream, and an array of references.
  private static let document: [UInt8] = {
    let packed = "6 0 7 17 <</BM/Multiply>> [8 0 R (a\\)b) <AB>]"
    let objects = TinyPDF.stream(packed, "/Type/ObjStm/N 2/First 9")
    return TinyPDF.page(
      "/MediaBox[0 0 40 30]/Rotate 90/Resources<</ExtGState<</G 6 0 R>>/Properties<</P 7 0 R>>>>",
      contents: "/Contents[4 0 R 5 0 R]", and: ["null", "null", "<</A[1 2.5 true]>>", objects])
  }()

  /// Writes the page of a document with all its objects. Returns whether it can be kept.
  @discardableResult
  private func keep(_ bytes: [UInt8]) throws -> Bool {
    guard let page = try? EmbeddedPage(bytes) else { return false }
    #expect(page.size.width > 0 && page.size.height > 0)
    var file = try PDFFile(OutputFile(path: "/dev/null"))
    _ = try page.write(to: &file)
    return true
  }

  private func error(_ bytes: [UInt8]) -> EmbeddedPageError? {
    do throws(EmbeddedPageError) {
      _ = try EmbeddedPage(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a document that ends early is read as far as it goes`() throws {
    for count in Self.document.indices { try keep(Array(Self.document.prefix(count))) }
    #expect(try keep(Self.document))
  }

  @Test func `any byte of a document may be wrong`() throws {
    var bytes = Self.document
    for offset in bytes.indices {
      let byte = bytes[offset]
      for wrong in [0, 0xFF, ~byte, byte ^ 1, byte &+ 1, UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "9")] {
        bytes[offset] = wrong
        try keep(bytes)
      }
      bytes[offset] = byte
    }
  }

  @Test func `bytes may be wrong together, missing or repeated`() throws {
    for seed in rounds(4000) {
      var random = SeededRandom(seed: seed)
      var bytes = Self.document
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 1...20, using: &random))
        switch random.next() % 3 {
        case 0: bytes[start] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(start..<end)
        default: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0..<bytes.count, using: &random))
        }
      }
      try keep(bytes)
    }
  }

  private static let refused: [(name: String, bytes: [UInt8], error: EmbeddedPageError)] = [
    ("no PDF", Array("PDF-1.4".utf8), .notPDF), ("a header alone", Array("%PDF-1.4\n".utf8), .noPage),
    ("an encrypted document", TinyPDF.page(trailer: "/Encrypt<</Filter/Standard>>"), .encrypted),
    ("a page without a box", TinyPDF.page(""), .noSize),
    ("a page with an empty box", TinyPDF.page("/MediaBox[5 5 5 90]"), .noSize),
    (
      "a page with a box beyond all numbers", TinyPDF.page("/MediaBox[0 0 \(String(repeating: "9", count: 999)) 9]"),
      .noPage
    ),
    ("a page whose box has words", TinyPDF.page("/MediaBox[0 0 nan inf]"), .noPage),
    ("a page whose contents are missing", TinyPDF.page(contents: "/Contents 99 0 R"), .damaged),
    ("a page whose contents are no stream", TinyPDF.page(contents: "/Contents 3 0 R"), .damaged),
    ("a page whose contents contain themselves", TinyPDF.page(contents: "/Contents 6 0 R", and: ["[6 0 R]"]), .damaged),
    (
      "a page whose contents have parts in another filter",
      TinyPDF.page(contents: "/Contents[4 0 R 6 0 R]", and: [TinyPDF.stream("00>", "/Filter/ASCIIHexDecode")]), .filter
    ),
    (
      "a page whose contents have parts that are damaged",
      TinyPDF.page(contents: "/Contents[4 0 R 6 0 R]", and: [TinyPDF.stream("x\u{9C}", "/Filter/FlateDecode")]),
      .damaged
    ),
    (
      "a tree of pages that contains itself",
      TinyPDF.document(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 2 0 R]>>"]), .noPage
    ),
    ("references that lead to themselves", TinyPDF.document(["2 0 R", "1 0 R"]), .noPage),
    (
      "many parts of a page",
      TinyPDF.page(
        contents: "/Contents[" + String(repeating: "6 0 R ", count: 400_000) + "]", and: [TinyPDF.stream("")]),
      .tooLarge
    ),
    ("many objects", Array(("%PDF-1.4\n1 0 obj\n[" + String(repeating: "1 ", count: 5_000_000)).utf8), .tooLarge),
  ]

  @Test(arguments: refused.indices)
  func `what cannot be kept is refused with its reason`(index: Int) {
    let (name, bytes, reason) = Self.refused[index]
    #expect(error(bytes) == reason, "\(name)")
    #expect(!PDFDocument.isKept(bytes), "\(name)")
  }

  private static let many = 200_000

  private static func repeated(_ text: String) -> String { String(repeating: text, count: many) }

  /// Objects from a number on, each with its own text.
  private static func objects(_ numbers: Range<Int>, _ text: (Int) -> String) -> String {
    numbers.map { "\($0) 0 obj \(text($0)) endobj " }.joined()
  }

  /// Documents that would take long, much memory or a deep stack, were they read without care.
  private static let large: [(name: String, text: String)] = [
    ("nested arrays", "1 0 obj " + repeated("[")),
    ("nested dictionaries", repeated("1 0 obj <</A ")),
    ("strings without an end", repeated("1 0 obj (")),
    ("parentheses", "1 0 obj (" + repeated("(")),
    ("hexadecimal strings without an end", repeated("1 0 obj <")),
    ("streams without an end", repeated("1 0 obj <<>> stream\n")),
    ("streams with the same end", repeated("1 0 obj <</Length 9>> stream\n") + "endstream"),
    ("numbers before strings", repeated("1 0 obj 5 (")),
    ("numbers that may be references", repeated("1 0 obj 5 0 ")),
    ("references", "1 0 obj [" + repeated("1 0 R ")),
    ("an endless number", "1 0 obj " + repeated("9")),
    ("comments", repeated("%")),
    ("chains of references", objects(1..<many) { "\($0 + 1) 0 R" }),
    ("a deep tree of pages", "trailer<</Root<</Pages 1 0 R>>>>" + objects(1..<many) { "<</Kids[\($0 + 1) 0 R]>>" }),
    (
      "nodes that share their kids",
      "trailer<</Root<</Pages 1 0 R>>>> 1 0 obj <</Kids 2 0 R>> endobj 2 0 obj ["
        + (3..<20_000).map { "\($0) 0 R" }.joined(separator: " ") + "] endobj "
        + objects(3..<20_000) { _ in "<</Type/Pages/Kids 2 0 R>>" }
    ),
    (
      "parents in a circle",
      "1 0 obj <</Type/Page/Parent 2 0 R>> endobj 2 0 obj <</Parent 1 0 R/A[" + repeated("0 ") + "]>>"
    ),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: large.indices)
  func `a document ends soon`(index: Int) throws {
    let time = try ContinuousClock().measure { try keep(Array(("%PDF-1.4\n" + Self.large[index].text).utf8)) }
    #expect(time < .seconds(5), "\(Self.large[index].name)")
  }

  @Test func `a deep chain of objects is copied`() throws {
    let chain = (6..<50_000).map { "<</A \($0 + 1) 0 R/B 6 0 R>>" }
    #expect(try keep(TinyPDF.page("/MediaBox[0 0 9 9]/Resources 6 0 R", and: chain)))
  }

  @Test(.timeLimit(.minutes(1))) func `a long page that its resources refer to often is left out`() throws {
    let resources = "/Resources<</A[\(Self.repeated("3 0 R "))]>>"
    #expect(try keep(TinyPDF.page("/MediaBox[0 0 9 9]\(resources)\(Self.repeated("/A 0"))")))
  }

  @Test func `streams that unpack to too much are refused`() {
    // A megabyte of zeros in each.
    let bomb = zlib([UInt8](repeating: 0, count: 1 << 20))
    var bytes = Array("%PDF-1.4\n".utf8)
    for number in 1...100 {
      let kind = "/Type/ObjStm/N 1/First 0/Filter/FlateDecode"
      bytes += Array("\(number) 0 obj <<\(kind)/Length \(bomb.count)>> stream\n".utf8) + bomb
      bytes += Array("\nendstream endobj\n".utf8)
    }
    #expect(error(bytes) == .damaged)
  }

  @Test func `objects of a stream that share their bytes are not read`() throws {
    let packed = "6 0 7 0 8 9 <</A 7 0 R>>"
    let bytes = TinyPDF.page(
      "/MediaBox[0 0 9 9]/Resources<</Properties<</P 6 0 R/Q 7 0 R/R 8 0 R>>>>",
      and: ["null", "null", "null", TinyPDF.stream(packed, "/Type/ObjStm/N 3/First 12")])
    #expect(try keep(bytes))
  }
}
