import DoodleKit
import Foundation
import TestSupport
import Testing

/// PDF documents, judged by other programs.
@Suite struct DocumentTests {
  /// Notes of two pages, each with a highlighter over a pen.
  private static let notes = """
    <xournal><page width="200.5" height="100.25"><background type="solid" color="white" style="plain"/><layer>
    <stroke tool="pen" color="black" width="2">5 5 90 40 180 20</stroke>
    <stroke tool="highlighter" color="yellow" width="12">5 30 180 30</stroke></layer></page>
    <page width="90" height="60"><background type="solid" color="white" style="plain"/><layer>
    <stroke tool="pen" color="blue" width="4">9 9 30 9</stroke></layer></page></xournal>
    """

  /// Notes of real lectures; nil without the corpus.
  private static let lecture = ProcessInfo.processInfo.environment["DOODLE_CORPUS"].map {
    "\($0)/xournal/gravity-pages-6-8.xopp"
  }

  private static func has(_ program: String) -> Bool { ExternalProgram.find(program) != nil }

  @Test func `a document has all pages, in their exact sizes, and the same bytes each time`() throws {
    let scratch = try Scratch(["notes.xoj": Self.notes])
    let result = try scratch.shell(
      "doodle render notes.xoj -o a.pdf && doodle render -f pdf - -o - --threads 1 < notes.xoj > b.pdf")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let text = String(decoding: try scratch.bytes(of: "a.pdf"), as: UTF8.self)
    let boxes = text.matches(of: /MediaBox\[([^\]]*)\]/).map { String($0.1) }
    #expect(boxes == ["0 0 200.5 100.25", "0 0 90 60"])
    #expect(text.hasPrefix("%PDF-1.7\n") && text.hasSuffix("%%EOF\n"))
    #expect(!text.contains("Date") && text.contains("/Title(notes)") && !text.contains("PageLabels"))
    // Only the title differs.
    let other = String(decoding: try scratch.bytes(of: "b.pdf"), as: UTF8.self)
    #expect(other.contains("/Title(stdin)"))
    _ = try scratch.shell("doodle render notes.xoj -o c.pdf")
    #expect(try scratch.bytes(of: "c.pdf") == scratch.bytes(of: "a.pdf"))
    _ = try scratch.shell(
      "doodle render notes.xoj --page 2 -o 'p{page}.pdf'; doodle render notes.xoj --scale 2 --page 2 -o d.pdf")
    #expect(
      String(decoding: try scratch.bytes(of: "p2.pdf"), as: UTF8.self).contains("/PageLabels<</Nums[0 <</S/D/St 2>>]>>")
    )
    #expect(String(decoding: try scratch.bytes(of: "d.pdf"), as: UTF8.self).contains("MediaBox[0 0 180 120]"))
  }

  @Test func `a document has the pages of all inputs in their order`() throws {
    let log = #"{"doodle":1,"size":[30,40]}"# + "\n"
    let scratch = try Scratch(["a.jsonl": SmallLog.text, "b.jsonl": log, "notes.xoj": Self.notes, "bad.jsonl": "{\n"])
    let result = try scratch.shell("doodle render b.jsonl notes.xoj b.jsonl -o all.pdf")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let text = String(decoding: try scratch.bytes(of: "all.pdf"), as: UTF8.self)
    let boxes = text.matches(of: /MediaBox\[([^\]]*)\]/).map { String($0.1) }
    #expect(boxes == ["0 0 30 40", "0 0 200.5 100.25", "0 0 90 60", "0 0 30 40"])
    #expect(text.contains("/Title(all)") && !text.contains("PageLabels"))
    // A failure keeps the document that was there, and no output may be an input.
    let failed = try scratch.shell("doodle render a.jsonl bad.jsonl -o all.pdf")
    #expect(failed.status == 3 && failed.errors.contains("bad.jsonl:1"), "\(failed.errors)")
    #expect(String(decoding: try scratch.bytes(of: "all.pdf"), as: UTF8.self) == text)
    #expect(try scratch.shell("doodle render a.jsonl b.jsonl -f pdf -o b.jsonl").status == 2)
    #expect(try scratch.shell("doodle render a.jsonl b.jsonl -f pdf -o - | head -c 5").output == "%PDF-")
  }

  @Test func `pages made on several threads are written in their order, up to the one that fails`() throws {
    let page = #"{"command":"page"}"# + "\n"
    func ink(_ number: Int) -> String {
      let strokes = (0..<(number % 5 * 40)).map { index in
        #"{"phase":"began","point":[\#(index),5],"touch":\#(index)}"# + "\n"
          + #"{"phase":"ended","point":[50,\#(number)],"touch":\#(index)}"#
          + "\n"
      }
      return strokes.joined() + #"{"command":"text","text":"page \#(number)","at":[5,5],"size":9}"# + "\n"
    }
    let good = (1...30).map(ink).joined(separator: page)
    let text = #"{"command":"text","text":"\#(String(repeating: "x", count: 1000))","at":[5,5],"size":9}"# + "\n"
    let head = #"{"doodle":1,"size":[60,40]}"# + "\n"
    let scratch = try Scratch([
      "a.jsonl": head + good, "bad.jsonl": head + good + page + String(repeating: text, count: 60) + page + good,
    ])
    let result = try scratch.shell(
      "for n in 1 2 8; do doodle render a.jsonl --threads $n -o $n.pdf || exit; done; cmp 1.pdf 2.pdf; cmp 1.pdf 8.pdf")
    #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
    let failed = try scratch.shell(
      "cp 1.pdf kept.pdf; doodle render bad.jsonl --memory-limit 64M --threads 8 -o 1.pdf")
    #expect(failed.status == 4 && failed.errors.contains("a page takes more than the memory limit"), "\(failed.errors)")
    #expect(
      try scratch.shell("cmp 1.pdf kept.pdf; ls -A").output == "1.pdf\n2.pdf\n8.pdf\na.jsonl\nbad.jsonl\nkept.pdf\n")
  }

  /// Two layers, the upper one in two parts, and an eraser over both; a page with one of them and a layer of its own.
  private static let layered = #"""
    {"doodle":1,"size":[60,40]}
    {"tool":"pen","layer":"ink","color":"red"}
    {"phase":"began","point":[5,5]}
    {"phase":"ended","point":[50,30]}
    {"tool":"rect","layer":"a & (b)","fill":"#cde"}
    {"phase":"began","point":[20,5]}
    {"phase":"ended","point":[55,20]}
    {"tool":"eraser","width":6}
    {"phase":"began","point":[30,0]}
    {"phase":"ended","point":[30,40]}
    {"tool":"pen","layer":"a & (b)"}
    {"phase":"began","point":[5,30]}
    {"phase":"ended","point":[50,35]}
    {"command":"text","text":"none","at":[2,2],"size":8,"layer":""}
    {"command":"page"}
    {"tool":"pen","layer":"é"}
    {"phase":"began","point":[5,30]}
    {"phase":"ended","point":[50,35]}
    {"command":"text","text":"moved","at":[2,2],"size":8,"id":"t"}
    {"command":"restyle","id":"t","layer":"ink"}

    """#

  @Test(.enabled(if: has("qpdf") && has("mutool"), "needs qpdf and mutool"))
  func `layers are layers of a PDF, which draw what they draw without them`() throws {
    let plain = Self.layered.replacing(/"layer":"[^"]*"/, with: #""opacity":1"#)
    let scratch = try Scratch(["a.jsonl": Self.layered, "b.jsonl": plain])
    let result = try scratch.shell(
      "doodle render a.jsonl -o a.pdf && doodle render b.jsonl -o b.pdf && qpdf --check a.pdf > log && mutool draw -q -r 288 -o a%d.png a.pdf 2> log && mutool draw -q -r 288 -o b%d.png b.pdf 2> log"
    )
    try #require(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    for page in 1...2 { #expect(try scratch.bytes(of: "a\(page).png") == scratch.bytes(of: "b\(page).png")) }
    let text = String(decoding: try scratch.bytes(of: "a.pdf"), as: UTF8.self)
    let names = text.matches(of: /Type\/OCG\/Name(\([^>]*\)|<[0-9A-F]+>)/).map { String($0.1) }
    #expect(names == ["(ink)", #"(a & \(b\))"#, "<FEFF00E9>"])
    let properties: [Substring] = text.matches(of: /\/Properties<<([^>]*)>>/).map(\.1)
    let counts: [Int] = properties.map { $0.split(separator: "/").count }
    #expect(counts == [2, 2])
    #expect(!String(decoding: try scratch.bytes(of: "b.pdf"), as: UTF8.self).contains("OCG"))
  }

  @Test func `layers are groups of an SVG, and are kept in the notes of Xournal++`() throws {
    let scratch = try Scratch(["a.jsonl": Self.layered])
    let svg = try scratch.shell("doodle render a.jsonl --page 1 -f svg -o -").output
    let labels: [Substring] = svg.matches(of: /inkscape:label="([^"]*)"/).map(\.1)
    #expect(labels == ["ink", "a &amp; (b)", "a &amp; (b)"])
    let notes = try scratch.shell(
      "doodle convert -q a.jsonl -o a.xopp && gzip -dc a.xopp | grep -o '<layer[^>]*>' && doodle convert -q a.xopp -o b.jsonl && grep -o '\"layer\":\"[^\"]*\"' b.jsonl | uniq"
    )
    #expect(
      notes.output == """
        <layer name="ink">
        <layer name="a &amp; (b)">
        <layer>
        <layer name="é">
        <layer name="ink">
        "layer":"ink"
        "layer":"a & (b)"
        "layer":"Layer 3"
        "layer":"é"
        "layer":"ink"

        """, "\(notes)")
    #expect(try scratch.shell("doodle convert a.jsonl --page 1 -o a.inkml").errors.contains("layers: 2"))
  }

  @Test(.enabled(if: has("xournalpp"), "needs xournalpp"))
  func `a picture under the pages is stretched as in Xournal++, and said if it is missing`() throws {
    let backgrounds = [
      #"domain="attach" filename="bg_1.png""#, #"domain="clone" filename="0""#,
      #"domain="absolute" filename="missing.png""#,
    ]
    let pages = backgrounds.map {
      """
      <page width="300" height="200"><background type="pixmap" \($0)/><layer>
      <stroke tool="pen" color="#ff0000ff" width="3">10 10 100 100 200 20</stroke></layer></page>
      """
    }
    let scratch = try Scratch([
      "a.xopp": "<?xml version=\"1.0\"?><xournal>\(pages.joined())</xournal>",
      // Without smooth edges, so that only ink differs by how its edges are rounded.
      "picture.jsonl": """
      {"doodle":1,"size":[300,200],"background":"#cde"}
      {"tool":"rect","color":"#486","fill":"#486","width":2}
      {"phase":"began","point":[50,40]}
      {"phase":"ended","point":[250,160]}
      """,
    ])
    let result = try scratch.shell(
      "doodle render picture.jsonl -o a.xopp.bg_1.png && xournalpp --export-png-dpi=72 -i x.png a.xopp > log 2>&1; doodle render a.xopp -o 'd{page}.png'"
    )
    #expect(
      result.errors
        == "a.xopp: warning: left out: backgrounds (cannot open missing.png: no such file or directory) (1)\n")
    for page in 1...2 {
      let diff = try scratch.shell("doodle diff --max-delta 48 d\(page).png x-\(page).png")
      #expect(diff.status == 0, "\(diff.output)")
    }
    #expect(try scratch.shell("doodle render --strict a.xopp -o 's{page}.png'").status == 3)
  }

  @Test(.enabled(if: has("xournalpp") && has("mutool"), "needs xournalpp and mutool"))
  func `papers, highlighters and fills look as in Xournal++`() throws {
    let styles = ["plain", "lined", "ruled", "graph", "dotted", "isodotted", "isograph", "staves"]
    let pages = (styles + ["staves"]).enumerated().map { index, style in
      """
      <page width="300" height="400"><background type="solid" color="\(index == 8 ? "#202020ff" : "#ffffd0ff")" style="\(style)"/>
      <layer><stroke tool="pen" color="#0000ffff" width="2 1 3">20 20 150 60 280 20</stroke>
      <stroke tool="highlighter" color="#ffff007f" width="12">20 40 280 40</stroke>
      <stroke tool="pen" color="#ff0000ff" width="2" fill="100">50 200 200 220 120 320</stroke>
      <stroke tool="highlighter" color="#00ff00ff" width="8" fill="60">90 200 240 220 160 320</stroke></layer></page>
      """
    }
    let scratch = try Scratch(["a.xoj": "<?xml version=\"1.0\"?><xournal>\(pages.joined())</xournal>"])
    let result = try scratch.shell(
      "xournalpp -p x.pdf a.xoj > log 2>&1; mutool draw -q -r 72 -o x%d.png x.pdf 2> /dev/null; doodle render a.xoj -o 'd{page}.png'"
    )
    try #require(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    for page in 1...pages.count {
      let (ours, theirs) = (
        try Self.picture("\(scratch.path)/d\(page).png"), try Self.picture("\(scratch.path)/x\(page).png")
      )
      let (_, _, difference) = Self.compare(ours, theirs)
      #expect(difference < 2, "page \(page): \(difference)")
    }
  }

  @Test(.enabled(if: has("qpdf") && has("mutool"), "needs qpdf and mutool"), arguments: ProjectFiles.examples)
  func `mutool draws the page like doodle`(log: String) throws {
    // Grain is drawn finer, and mutool rounds the layers of translucent and of rainbow ink upward.
    let isRough = ["brushes", "rainbow", "translucent"].contains { log.hasSuffix("\($0).jsonl") }
    let scratch = try Scratch()
    let lines = """
      doodle render --files any '\(log)' -o a.pdf && doodle render --files any --scale 1 '\(log)' -o a.png
      qpdf --check a.pdf && mutool draw -q -r 72 -o m.png a.pdf 2> /dev/null
      """
    let result = try scratch.shell(lines)
    try #require(result.status == 0, "\(result.errors) \(result.output)")
    let (ours, theirs) = (try Self.picture("\(scratch.path)/a.png"), try Self.picture("\(scratch.path)/m.png"))
    let (ink, other, difference) = Self.compare(ours, theirs)
    #expect((other / ink - 1).magnitude < (isRough ? 0.025 : 0.01), "\(other / ink)")
    #expect(difference < (isRough ? 8 : 1.5), "\(difference)")
  }

  /// Writes notes.xopp, without the elements of a kind.
  private static func copy(_ notes: String, without kind: String, to scratch: Scratch) throws {
    let text = try scratch.shell("gzip -dc '\(notes)'").output
    let pattern = try Regex("(?s)<\(kind)\\b[^>]*>.*?</\(kind)>")
    try scratch.write(Data(text.replacing(pattern, with: "").utf8), to: "notes.xopp")
  }

  @Test(
    .enabled(
      if: lecture != nil && has("xournalpp") && has("mutool"),
      "needs the recordings in DOODLE_CORPUS, xournalpp and mutool"))
  func `formulas are kept whole in a document, as Xournal++ draws them`() throws {
    let scratch = try Scratch()
    let notes = "\(ProjectFiles.corpus)/documents/xournal/gravity-pages-9-11-13.xopp"
    try Self.copy(notes, without: "text", to: scratch)
    let result = try scratch.shell(
      """
      doodle render notes.xopp -o a.pdf && mutool draw -q -r 144 -o a%d.png a.pdf 2> log
      xournalpp -p x.pdf notes.xopp > log 2>&1; mutool draw -q -r 144 -o x%d.png x.pdf 2> log
      """)
    // Nothing is left out.
    try #require(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    for page in 1...3 {
      let (ink, other, difference) = Self.compare(
        try Self.picture("\(scratch.path)/a\(page).png"), try Self.picture("\(scratch.path)/x\(page).png"))
      #expect((other / ink - 1).magnitude < 0.03, "page \(page): \(other / ink)")
      #expect(difference < 0.3, "page \(page): \(difference)")
    }
    let picture = try scratch.shell("doodle render notes.xopp --page 1 -o p.png")
    #expect(picture.errors.contains("pictures of formulas, whose LaTeX source is written instead (3)"))
  }

  @Test func `a damaged picture of a formula is said with its source`() throws {
    let formula = "<teximage left=\"10\" top=\"20\" right=\"40\" bottom=\"30\" text=\"a^2\">JVBERi0xLjQK</teximage>"
    let scratch = try Scratch([
      "a.xoj": "<xournal><page width=\"90\" height=\"60\"><layer>\(formula)</layer></page></xournal>"
    ])
    let result = try scratch.shell("doodle render a.xoj -o a.pdf")
    #expect(
      result.errors == "a.xoj: warning: left out: formulas whose pictures cannot be embedded, such as \"a^2\" (1)\n"
        && result.status == 0)
    #expect(try scratch.shell("doodle render --strict a.xoj -o b.pdf").status == 3)
  }

  @Test func `a link of a note is a link of the document, and left out of a picture`() throws {
    let link =
      "<link font=\"Sans\" size=\"12\" x=\"20\" y=\"20\" color=\"#0000ffff\" url=\"https://a.org/b (c)/ü\">here</link>"
    let scratch = try Scratch([
      "a.xoj": "<xournal><page width=\"90\" height=\"60\"><layer>\(link)</layer></page></xournal>"
    ])
    let result = try scratch.shell("doodle render --strict a.xoj -o a.pdf && grep -a -o '/Annots.*>>]' a.pdf")
    try #require(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      result.output.contains("/Subtype/Link/Rect[20 ")
        && result.output.contains("/URI(https://a.org/b%20\\(c\\)/%C3%BC)"))
    #expect(
      try scratch.shell("doodle render a.xoj -o a.png").errors == "a.xoj: warning: left out: addresses of links (1)\n")
  }

  /// Viewers know pages of at most 14,400 units.
  @Test func `a board that no picture holds is a document, shapes and a small picture`() throws {
    let scratch = try Scratch([
      "a.jsonl": """
      {"doodle":1,"size":[60136,40096]}
      {"phase":"began","point":[100,100]}
      {"phase":"ended","point":[60000,40000]}
      """
    ])
    #expect(try scratch.shell("doodle render a.jsonl -o a.png").status == 4)
    #expect(try scratch.shell("doodle render a.jsonl -o a.svg --json").status == 4)
    let result = try scratch.shell(
      "doodle render a.jsonl -o a.pdf && doodle render a.jsonl -o a.svg && doodle render a.jsonl --thumbnail 256 -o s.png"
    )
    try #require(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let page = try scratch.shell("grep -a -o 'MediaBox.*UserUnit [0-9]*' a.pdf").output
    #expect(page == "MediaBox[0 0 12027.2 8019.2]/UserUnit 5\n")
    #expect(try Self.picture("\(scratch.path)/s.png").width == 256)
  }

  @Test(.enabled(if: has("pdftoppm"), "needs pdftoppm"), arguments: ProjectFiles.examples)
  func `poppler draws as much ink as doodle`(log: String) throws {
    let scratch = try Scratch()
    let result = try scratch.shell(
      "doodle render --files any '\(log)' -o a.pdf && doodle render --files any --scale 1 '\(log)' -o a.png && pdftoppm -r 72 -png -singlefile a.pdf p"
    )
    try #require(result.status == 0, "\(result.errors)")
    let (ink, other, _) = Self.compare(
      try Self.picture("\(scratch.path)/a.png"), try Self.picture("\(scratch.path)/p.png"))
    // It widens lines of less than a pixel, of which this recording has many.
    let isThin = log.hasSuffix("small-handwriting.jsonl")
    #expect((other / ink - 1).magnitude < (isThin ? 0.08 : 0.06), "\(other / ink)")
  }

  @Test(
    .enabled(
      if: lecture != nil && has("qpdf") && has("mutool"), "needs the recordings in DOODLE_CORPUS, qpdf and mutool"))
  func `real notes are drawn by mutool like by doodle, and are small`() throws {
    let scratch = try Scratch()
    // Pictures of formulas are in the document alone.
    try Self.copy(try #require(Self.lecture), without: "teximage", to: scratch)
    let result = try scratch.shell(
      "doodle render -q notes.xopp -o a.pdf && doodle render -q notes.xopp -o '{page}.png' && qpdf --check a.pdf && mutool draw -q -r 72 -o m%d.png a.pdf"
    )
    try #require(result.status == 0, "\(result.errors)")
    for page in 1...2 {
      let (ink, other, difference) = Self.compare(
        try Self.picture("\(scratch.path)/\(page).png"), try Self.picture("\(scratch.path)/m\(page).png"))
      #expect((other / ink - 1).magnitude < 0.01, "\(other / ink)")
      #expect(difference < 0.5)
    }
    // What xournalpp 1.1.3 writes for the same ink.
    let ink = "doodle convert -q notes.xopp -o - | grep -v '\"command\":\"text\"' | doodle render -f pdf -o - | wc -c"
    let size = try #require(Int(scratch.shell(ink).output.filter(\.isNumber)))
    #expect(size < 43_003)
  }

  @Test(.enabled(if: has("mutool"), "needs mutool")) func `the words of texts are found`() throws {
    let log = SmallLog.text(of: [
      #"{"doodle":1,"size":[200,100]}"#,
      #"{"command":"text","text":"Größe and\nanother line","at":[10,10],"size":20,"id":1}"#,
      #"{"command":"text","text":"gone","at":[10,70],"size":20,"id":2}"#,
      #"{"command":"text","text":"Ωμέγα 漢字 😀","at":[10,70],"size":10}"#,
      #"{"command":"text","text":"naïve","at":[120,70],"size":20,"width":0.1}"#,
      #"{"command":"transform","id":"1","rotate":10}"#, #"{"command":"delete","id":"2"}"#,
    ])
    let scratch = try Scratch(["a.jsonl": log])
    let words = try scratch.shell("doodle render -q a.jsonl -o a.pdf && mutool draw -q -F txt a.pdf 2> /dev/null")
      .output
    for word in ["Größe", "and", "another", "line", "Ωμέγα", "漢字", "😀", "naïve"] {
      #expect(words.contains(word), "\(words)")
    }
    #expect(!words.contains("gone"))
  }

  @Test(.enabled(if: has("pdftotext"), "needs pdftotext")) func `words from right to left are found`() throws {
    let texts = ["שלום עולם", "مرحبا ab", "ܫܠܡܐ 42"]
    let lines = texts.enumerated().map { #"{"command":"text","text":"\#($1)","at":[10,\#(10 + 40 * $0)],"size":20}"# }
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [#"{"doodle":1,"size":[300,200]}"#] + lines)])
    let found = try scratch.shell("doodle render -q a.jsonl -o a.pdf && pdftotext a.pdf -").output
    for word in texts.flatMap({ $0.split(separator: " ") }) { #expect(found.contains(word), "\(word): \(found)") }
  }

  @Test(.enabled(if: has("mutool"), "needs mutool")) func `a word that is broken is found on each line`() throws {
    let log = SmallLog.text(of: [
      #"{"doodle":1,"size":[90,200]}"#, #"{"command":"text","text":"abcdefghijklmnop","at":[5,5],"size":20,"wrap":60}"#,
    ])
    let scratch = try Scratch(["a.jsonl": log])
    let found = try scratch.shell("doodle render a.jsonl -o a.pdf && mutool draw -q -F txt a.pdf 2> /dev/null").output
    let lines = found.split(whereSeparator: \.isWhitespace)
    #expect(lines.count > 1 && lines.joined() == "abcdefghijklmnop" && lines.allSatisfy { $0.count < 9 }, "\(found)")
  }

  @Test(.enabled(if: has("mutool"), "needs mutool")) func `a translucent outline lies over its fill`() throws {
    let log = SmallLog.text(of: [
      #"{"doodle":1,"size":[40,40]}"#, ##"{"tool":"rect","color":"#0000ff80","width":10,"fill":"#ff0000"}"##,
      #"{"phase":"began","point":[10,10]}"#, #"{"phase":"ended","point":[30,30]}"#,
    ])
    let scratch = try Scratch(["a.jsonl": log])
    _ = try scratch.shell(
      "doodle render a.jsonl -o a.pdf && doodle render a.jsonl -o a.png && mutool draw -q -r 72 -o m.png a.pdf")
    let (ours, theirs) = (try Self.picture("\(scratch.path)/a.png"), try Self.picture("\(scratch.path)/m.png"))
    for (x, y) in [(20, 13), (20, 7), (20, 20)] {
      let (one, two) = (Pixel(word: ours.pixels[y * 40 + x]), Pixel(word: theirs.pixels[y * 40 + x]))
      #expect(abs(Int(one.red) - Int(two.red)) < 4 && abs(Int(one.blue) - Int(two.blue)) < 4, "\(one) \(two)")
    }
  }

  private static func picture(_ path: String) throws -> Bitmap { try readPNG(from: InputFile(path: path)) }

  /// The sums of how far the pixels differ from those of the top left corners, and the mean difference of a channel.
  private static func compare(_ a: Bitmap, _ b: Bitmap) -> (ink: Double, other: Double, difference: Double) {
    var (ink, other, difference) = (0.0, 0.0, 0.0)
    let (width, height) = (min(a.width, b.width), min(a.height, b.height))
    func channels(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Double] {
      let pixel = Pixel(word: bitmap.pixels[y * bitmap.width + x])
      let alpha = Double(pixel.alpha)
      // On white.
      let rest: Double = 255 - alpha
      let colors: [UInt8] = [pixel.red, pixel.green, pixel.blue]
      return colors.map { (color: UInt8) -> Double in Double(color) * alpha / 255 + rest }
    }
    let (first, second) = (channels(a, 0, 0), channels(b, 0, 0))
    for y in 0..<height {
      for x in 0..<width {
        let (one, two) = (channels(a, x, y), channels(b, x, y))
        for channel in 0..<3 {
          ink += (one[channel] - first[channel]).magnitude
          other += (two[channel] - second[channel]).magnitude
          difference += (one[channel] - two[channel]).magnitude
        }
      }
    }
    return (ink, other, difference / Double(3 * width * height))
  }
}
