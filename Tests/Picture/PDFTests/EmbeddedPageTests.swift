import Files
import Foundation
import Geometry
import TestSupport
import Testing

@testable import PDF

/// Pages of other documents in a document, judged by qpdf and mutool.
@Suite struct EmbeddedPageTests {
  private static let qpdf = ExternalProgram.find("qpdf")

  // MARK: Documents

  private static let rewritings: [(name: String, options: [String])] = [
    ("with object streams", ["--object-streams=generate"]),
    ("with plain streams", ["--object-streams=disable", "--stream-data=uncompress"]),
    ("linearized", ["--linearize"]), ("turned by 90 degrees", ["--rotate=90"]),
    ("turned by 180 degrees", ["--rotate=180"]), ("turned by 270 degrees", ["--rotate=-90"]),
    ("as text", ["--qdf"]),
  ]

  /// The pictures of formulas in notes of Xournal++, each once.
  private static func formulas() throws -> [[UInt8]] {
    guard let folder = ProcessInfo.processInfo.environment["DOODLE_CORPUS"] else { return [] }
    var found: [[UInt8]] = []
    for name in ["documents/xournal/gravity-pages-2-7-12", "documents/xournal/gravity-pages-9-11-13"] {
      guard let text = try? unpacked("\(folder)/\(name).xopp") else { continue }
      for match in text.matches(of: /<teximage[^>]*>([^<]*)</) {
        let bytes = try #require(Data(base64Encoded: String(match.1)))
        if !found.contains(Array(bytes)) { found.append(Array(bytes)) }
      }
    }
    return found
  }

  private static func unpacked(_ path: String) throws -> String {
    let gzip = try #require(ExternalProgram.find("gzip"))
    return try ExternalProgram.run(gzip, ["-dc", path]).output
  }

  // MARK: Judging

  /// Checks that a page is drawn as it is drawn alone.
  private func judge(_ name: String, _ bytes: [UInt8], in folder: URL) throws {
    let original = folder.appendingPathComponent("original.pdf")
    try Data(bytes).write(to: original)
    let embedded = try PictureDocument.write(bytes, in: folder)
    let check = try ExternalProgram.run(try #require(Self.qpdf), ["--check", embedded.path])
    #expect(check.code == 0, "\(name): \(check.output)")
    let (alone, within) = (try PictureDocument.drawn(original), try PictureDocument.drawn(embedded))
    try #require((alone.width, alone.height) == (within.width, within.height), "\(name)")
    // The picture is composited once more.
    let worst = zip(alone.pixels, within.pixels).map(PictureDocument.distance).max() ?? 0
    #expect(worst <= 2, "\(name)")
  }

  private func judgeAll(_ name: String, _ bytes: [UInt8]) throws {
    try PictureDocument.withFolder { folder in
      try judge(name, bytes, in: folder)
      let (source, rewritten) = (folder.appendingPathComponent("source.pdf"), folder.appendingPathComponent("new.pdf"))
      try Data(bytes).write(to: source)
      for rewriting in Self.rewritings {
        _ = try ExternalProgram.run(try #require(Self.qpdf), rewriting.options + [source.path, rewritten.path])
        try judge("\(name), \(rewriting.name)", InputFile(path: rewritten.path).readAll(), in: folder)
      }
    }
  }

  @Test(
    .enabled(if: qpdf != nil && PictureDocument.mutool != nil, "needs qpdf and mutool"),
    arguments: TinyPDF.pages.indices)
  func `a page is drawn as it is alone, however its file is written`(index: Int) throws {
    try judgeAll(TinyPDF.pages[index].name, TinyPDF.pages[index].bytes)
  }

  @Test(
    .enabled(if: qpdf != nil && PictureDocument.mutool != nil, "needs qpdf and mutool"),
    .enabled(if: ProcessInfo.processInfo.environment["DOODLE_CORPUS"] != nil, "needs the recordings in DOODLE_CORPUS"))
  func `a formula of Xournal++ is drawn as it is alone`() throws {
    let formulas = try Self.formulas()
    #expect(formulas.count == 6)
    for (index, formula) in formulas.enumerated() { try judgeAll("formula \(index)", formula) }
  }

  /// Documents with a byte or two changed, and those with numbers, names and keys that are wrong.
  private static func mutants(_ count: Int) -> [[UInt8]] {
    var random = SeededRandom(seed: 41)
    var all: [[UInt8]] = [
      "1.2.3", "--5", "+-.", ".", "99999999999999999999", "/A#G1", "/A#", "/A#00B", "<4G>", "5 /X 6 /X",
    ].map {
      TinyPDF.page(
        "/MediaBox[0 0 40 30]/Resources<</ExtGState<</P 7 0 R>>>>", contents: "/Contents 6 0 R",
        and: [TinyPDF.stream("/P gs 0 1 1 rg 10 0 20 20 re f"), "<</ca .5/X \($0)>>"])
    }
    let letters = Array("/<>[]()#.+-0 9RAnull%".utf8)
    while all.count < count {
      var bytes = TinyPDF.pages[Int.random(in: 0..<TinyPDF.pages.count, using: &random)].bytes
      for _ in 0...Int.random(in: 0..<2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let letter = letters[Int.random(in: 0..<letters.count, using: &random)]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = letter
        case 1: bytes.insert(letter, at: place)
        default: bytes.remove(at: place)
        }
      }
      all.append(bytes)
    }
    return all
  }

  @Test(.enabled(if: qpdf != nil, "needs qpdf")) func `what is wrong in a document is not kept`() throws {
    try PictureDocument.withFolder { folder in
      let url = folder.appendingPathComponent("all.pdf")
      var document = try PDFDocument(to: OutputFile(path: url.path), title: "a")
      var kept = 0
      for mutant in Self.mutants(rounds(1600).count) {
        guard let size = try? EmbeddedPage(mutant).size, size.width < 1e4, size.height < 1e4 else { continue }
        let box = Rect(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
        try PictureDocument.add([.init(mutant, in: box)], size, to: &document)
        kept += 1
      }
      try document.finish(producer: "tests")
      #expect(kept > 50)
      let check = try ExternalProgram.run(try #require(Self.qpdf), ["--check", url.path])
      #expect(check.code == 0, "\(check.output)")
    }
  }

  @Test(arguments: ["Ref", "OPI", "F", "R#65f"]) func `what is in other files is not asked for`(key: String) throws {
    let bytes = TinyPDF.page(
      "/MediaBox[0 0 40 30]/Resources<</XObject<</P 7 0 R>>>>", contents: "/Contents 6 0 R",
      and: [
        TinyPDF.stream("/P Do"), TinyPDF.stream("0 1 1 rg 10 0 20 20 re f", "/Subtype/Form/BBox[0 0 9 9]/\(key) 8 0 R"),
        "<</Outside 1>>",
      ])
    try PictureDocument.withFolder { folder in
      let written = try InputFile(path: PictureDocument.write(bytes, in: folder).path).readAll()
      #expect(!String(decoding: written, as: UTF8.self).contains("Outside"))
    }
  }

  private static let gradient = """
    <svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"><defs><linearGradient id="g">
    <stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".3"/></linearGradient>
    <filter id="b"><feGaussianBlur stdDeviation="3"/></filter></defs>
    <rect x="10" y="10" width="90" height="60" fill="url(#g)" opacity=".6"/><text x="20" y="100">Text é</text>
    <circle cx="150" cy="50" r="30" fill="green" filter="url(#b)" style="mix-blend-mode:multiply"/></svg>
    """

  @Test(
    .enabled(if: qpdf != nil && PictureDocument.mutool != nil, "needs qpdf and mutool"),
    .enabled(if: ExternalProgram.find("rsvg-convert") != nil, "needs rsvg-convert"))
  func `gradients, fonts, images and masks are drawn as they are alone, also when they are embedded twice`() throws {
    try PictureDocument.withFolder { folder in
      let (source, made) = (folder.appendingPathComponent("a.svg"), folder.appendingPathComponent("a.pdf"))
      try Data(Self.gradient.utf8).write(to: source)
      let program = try #require(ExternalProgram.find("rsvg-convert"))
      _ = try ExternalProgram.run(program, ["-f", "pdf", "-o", made.path, source.path])
      let bytes = try InputFile(path: made.path).readAll()
      try judgeAll("a gradient", bytes)
      let again = try InputFile(path: PictureDocument.write(bytes, in: folder).path).readAll()
      try judgeAll("a gradient in a document of doodle", again)
    }
  }
}
