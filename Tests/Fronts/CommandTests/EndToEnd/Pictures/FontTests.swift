import Foundation
import Geometry
import PNG
import TestSupport
import Testing

import class Files.InputFile
import struct Raster.Bitmap

/// Texts in font files. Letter A of the font is the square from (100, 0) to (600, 500) of an em of 1000 units.
@Suite struct FontTests {
  private static let letter =
    #"{"command":"text","text":"A","at":[10,10],"size":100,"font":"fonts/tiny.ttf","color":"black","id":"a"}"#
  private static let log = SmallLog.text(of: [#"{"doodle":1,"size":[90,140],"background":"white"}"#, letter])

  private func scratch(_ files: [String: String] = [:]) throws -> Scratch {
    let scratch = try Scratch(files.merging(["a.jsonl": Self.log]) { own, _ in own })
    _ = try scratch.shell("mkdir fonts")
    try scratch.write(Data(TinyFont.positioned), to: "fonts/tiny.ttf")
    try scratch.write(Data(TinyFont.trueType(cmap: TinyFont.cmap(3, 10, TinyFont.groups))), to: "emoji.ttf")
    return scratch
  }

  @Test func `a letter covers exactly the pixels of its outline`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      "doodle render a.jsonl -o a.png && doodle render a.jsonl --renderer scratch -o b.png && doodle hash a.png b.png a.jsonl"
    )
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let hashes = result.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(hashes.count == 3 && Set(hashes).count == 1)
    let picture: Bitmap = try readPNG(from: InputFile(path: "\(scratch.path)/a.png"))
    // The baseline is 97 points below the top of the text.
    let square = (x: 20..<70, y: 57..<107)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let isInk = square.x.contains(x) && square.y.contains(y)
        #expect(picture.pixels[y * picture.width + x] == (isInk ? 0xFF00_0000 : 0xFFFF_FFFF), "(\(x), \(y))")
      }
    }
  }

  @Test func `documents have the outline as a path`() throws {
    let scratch = try scratch()
    // In twelfths of a pixel.
    let svg = try scratch.shell("doodle render a.jsonl -f svg -o -").output
    #expect(svg.contains(#"<path d="M240 1284v-600h600v600z"/>"#), "\(svg)")
  }

  @Test func `a letter is selected inside its outline, and moves`() throws {
    for (point, isHit) in [("[45,80]", true), ("[45,50]", false), ("[17,80]", true), ("[12,80]", false)] {
      let lines = Self.log + SmallLog.text(of: [#"{"command":"select","at":\#(point)}"#, #"{"command":"delete"}"#])
      let scratch = try scratch(["b.jsonl": lines])
      let result = try scratch.shell("doodle inspect b.jsonl")
      #expect(result.output.contains("elements   0") == isHit, "\(point): \(result.output)\(result.errors)")
    }
    let moved = Self.log + #"{"command":"move","id":"a","by":[5,-3]}"# + "\n"
    let written = Self.log.replacing("[10,10]", with: "[15,7]")
    let scratch = try scratch(["b.jsonl": moved, "c.jsonl": written])
    #expect(try scratch.hash("b.jsonl") == scratch.hash("c.jsonl"))
  }

  @Test func `--font draws what other fonts lack, and the texts of documents`() throws {
    let emoji = Self.log.replacing(#""A""#, with: #""😀""#)
    let document = """
      <xournal version="0.4"><page width="90" height="140"><background type="solid" color="white" style="plain"/>
      <layer><text font="Sans" size="50" x="10" y="10" color="black">A</text></layer></page></xournal>
      """
    let scratch = try scratch([
      "b.jsonl": emoji.replacing("fonts/tiny.ttf", with: "doodle"),
      "c.jsonl": emoji.replacing("fonts/tiny", with: "emoji"),
      "d.xoj": document,
    ])
    let lacking = try scratch.shell("doodle hash b.jsonl")
    #expect(lacking.status == 0 && lacking.errors.contains("the font lacks \"😀\""), "\(lacking.errors)")
    let complete = try scratch.shell("doodle hash b.jsonl --font emoji.ttf")
    #expect(complete.status == 0 && complete.errors.isEmpty, "\(complete.errors)")
    let other = try scratch.hash("c.jsonl")
    #expect(complete.output.prefix(64) == other.prefix(64) && lacking.output.prefix(64) != other.prefix(64))
    // The converted log draws the document's text in the built-in font, until it names another.
    _ = try scratch.shell("doodle convert d.xoj -o d.jsonl")
    #expect(try scratch.hash("d.jsonl --font emoji.ttf") == scratch.hash("d.xoj"))
    let named = try scratch.text(of: "d.jsonl").replacing(
      #""command":"text","#, with: #""command":"text","font":"emoji.ttf","#)
    try scratch.write(Data(named.utf8), to: "e.jsonl")
    #expect(try scratch.hash("e.jsonl") == scratch.hash("d.xoj --font emoji.ttf"))
    #expect(try scratch.hash("e.jsonl") != scratch.hash("d.xoj"))
  }

  @Test func `a saved drawing and every style key keep the font`() throws {
    let styled = SmallLog.text(of: [
      #"{"doodle":1,"size":[90,140],"background":"white"}"#,
      #"{"tool":"text","text":"A","font":"fonts/tiny.ttf","size":100,"color":"black"}"#,
      #"{"phase":"began","touch":1,"point":[10,10]}"#, #"{"phase":"ended","touch":1,"point":[10,10]}"#,
    ])
    let restyled =
      Self.log.replacing("fonts/tiny.ttf", with: "doodle")
      + #"{"command":"restyle","id":"a","font":"./fonts/tiny.ttf"}"# + "\n"
    let scratch = try scratch(["styled.jsonl": styled, "restyled.jsonl": restyled])
    let expected = try scratch.hash("a.jsonl")
    #expect(try scratch.hash("styled.jsonl") == expected && scratch.hash("restyled.jsonl") == expected)
    let saved = try scratch.shell(
      "mkdir sub && doodle save a.jsonl -o sub/a.json && grep -o '[^\"]*tiny.ttf' sub/a.json")
    #expect(saved.output == "../fonts/tiny.ttf\n", "\(saved.errors)")
    #expect(try scratch.hash("sub/a.json --files any") == expected)
    let opened = SmallLog.text(of: [#"{"command":"open","path":"sub/a.json"}"#])
    try scratch.write(Data(opened.utf8), to: "b.jsonl")
    #expect(try scratch.hash("b.jsonl") == expected)
  }

  @Test(arguments: [
    ("fonts/none.ttf", "", 3, "cannot open fonts/none.ttf: no such file"),
    ("a.ttf", "printf wOF2 > a.ttf", 3, "a.ttf: a WOFF2 font"),
    ("a.otf", "echo no > a.otf", 3, "a.otf: not a TrueType or OpenType font"),
    (
      "Arial", "", 3, #"the font "Arial" is unknown; expected "doodle", or the path of a .ttf, .otf, .ttc or .otc file"#
    ),
    ("../a.ttf", "cp fonts/tiny.ttf ../a.ttf", 3, "../a.ttf"),
    ("fonts/tiny.ttf#1", "", 3, "fonts/tiny.ttf: there is no font 1: the file has one, number 0"),
    ("/dev/zero.ttf", "", 3, "/dev/zero.ttf"), ("fonts.ttf", "mkdir fonts.ttf", 3, "fonts.ttf"),
    ("pipe.ttf", "mkfifo pipe.ttf", 3, "pipe.ttf"),
  ])
  func `a font that cannot be read is refused where it is named`(
    font: String, before: String, status: Int32, message: String
  ) throws {
    let scratch = try scratch(["b.jsonl": Self.log.replacing("fonts/tiny.ttf", with: font), "old.png": "old"])
    let result = try scratch.shell("\(before)\ndoodle render b.jsonl -o old.png")
    #expect(
      result.status == status && result.errors.contains("b.jsonl:2:") && result.errors.contains(message),
      "\(result.errors)")
    #expect(try scratch.text(of: "old.png") == "old")
    _ = try scratch.shell("rm -f ../a.ttf")
  }

  @Test(arguments: [
    ("none.ttf", "", 4, "none.ttf"), ("a.ttf", "printf wOFF > a.ttf", 3, "a.ttf: error: a WOFF font"),
    ("Arial", "", 2, #"--font: found "Arial", expected the path of a .ttf, .otf, .ttc or .otc file"#),
    ("emoji.ttf#7", "", 3, "emoji.ttf"),
  ])
  func `a font of the command line that cannot be read is refused`(
    font: String, before: String, status: Int32, message: String
  ) throws {
    let result = try scratch().shell("\(before)\ndoodle render a.jsonl -o a.png --font '\(font)'; ls")
    #expect(result.errors.contains(message) && !result.output.contains("a.png"), "\(result.errors)")
    #expect(try scratch().shell("\(before)\ndoodle render a.jsonl -o a.png --font '\(font)'").status == status)
  }

  @Test func `no output replaces a font`() throws {
    let scratch = try scratch()
    for line in [
      "doodle render a.jsonl -f png -o fonts/tiny.ttf", "doodle render a.jsonl --font emoji.ttf -f png -o ./emoji.ttf",
    ] {
      let result = try scratch.shell(line)
      #expect(result.status == 2 && result.errors.contains("is an input"), "\(line): \(result.errors)")
    }
    #expect(try scratch.bytes(of: "fonts/tiny.ttf") == Data(TinyFont.positioned))
  }

  @Test func `--files none refuses fonts, and collections are read by number`() throws {
    let scratch = try scratch()
    let refused = try scratch.shell("doodle render a.jsonl -o a.png --files none")
    #expect(refused.status == 3 && refused.errors.contains("fonts/tiny.ttf"), "\(refused.errors)")
    let (tiny, other) = (TinyFont.positioned, TinyFont.trueType())
    let head = Array("ttcf".utf8) + TinyFont.big(0x0001_0000, 4) + TinyFont.big(2, 4)
    // Offsets count from the start of the file.
    let second = 20 + other.count
    func moved(_ font: [UInt8], by start: Int) -> [UInt8] {
      var font = font
      for table in 0..<Int(font[5]) {
        let place = 12 + 16 * table + 8
        let offset = font[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
        font.replaceSubrange(place..<place + 4, with: TinyFont.big(offset + UInt32(start), 4))
      }
      return font
    }
    let collection =
      head + TinyFont.big(20, 4) + TinyFont.big(UInt32(second), 4) + moved(other, by: 20) + moved(tiny, by: second)
    try scratch.write(Data(collection), to: "fonts/both.ttc")
    for (number, isKerned) in [("", false), ("#0", false), ("#1", true)] {
      let text = Self.log.replacing(#""A""#, with: #""AC""#).replacing("[90,140]", with: "[200,140]")
      try scratch.write(Data(text.utf8), to: "kerned.jsonl")
      try scratch.write(Data(text.replacing("tiny.ttf", with: "both.ttc\(number)").utf8), to: "b.jsonl")
      #expect(try (scratch.hash("b.jsonl") == scratch.hash("kerned.jsonl")) == isKerned, "both.ttc\(number)")
    }
  }

  @Test func `other formats get the contours, and it is said`() throws {
    let scratch = try scratch()
    let result = try scratch.shell("doodle convert a.jsonl -o a.inkml")
    #expect(result.status == 0 && result.errors.contains("inkml does not hold fills of letters: 1"), "\(result.errors)")
    #expect(try scratch.text(of: "a.inkml").components(separatedBy: "<trace ").count == 2)
  }

  @Test func `labels of shapes are in the built-in font`() throws {
    let angle = [
      #"{"tool":"angle","width":2,"color":"black"}"#, #"{"phase":"began","touch":1,"point":[20,90]}"#,
      #"{"phase":"ended","touch":1,"point":[80,90]}"#, #"{"phase":"began","touch":2,"point":[80,90]}"#,
      #"{"phase":"ended","touch":2,"point":[60,30]}"#,
    ]
    let header = #"{"doodle":1,"size":[90,140]}"#
    let tool = #"{"tool":"text","text":"A","font":"fonts/tiny.ttf"}"#
    let scratch = try scratch([
      "b.jsonl": SmallLog.text(of: [header] + angle), "c.jsonl": SmallLog.text(of: [header, tool] + angle),
    ])
    let expected = try scratch.hash("b.jsonl")
    #expect(try scratch.hash("c.jsonl") == expected && scratch.hash("b.jsonl --font fonts/tiny.ttf") == expected)
  }

  @Test func `restyling and editing warn of letters that the font lacks`() throws {
    let restyled =
      Self.log + #"{"command":"edit","id":"a","text":"字"}"# + "\n" + #"{"command":"restyle","id":"a","font":"doodle"}"#
      + "\n"
    let scratch = try scratch(["b.jsonl": restyled, "c.jsonl": Self.log.replacing("fonts/tiny.ttf", with: "")])
    let result = try scratch.shell("doodle hash b.jsonl")
    for line in [3, 4] {
      #expect(result.errors.contains("b.jsonl:\(line):12: warning: the font lacks \"字\""), "\(result.errors)")
    }
    for options in ["", "--font emoji.ttf"] {
      let refused = try scratch.shell("doodle hash c.jsonl \(options)")
      #expect(refused.status == 3 && refused.errors.contains(#"the font "" is unknown"#), "\(refused.errors)")
    }
  }

  @Test func `other folders and other moments have the same fonts`() throws {
    let undone = Self.log + #"{"command":"restyle","id":"a","font":"doodle"}"# + "\n" + #"{"command":"undo"}"# + "\n"
    let paged = SmallLog.text(of: [
      #"{"doodle":1,"size":[90,140],"background":"white"}"#, #"{"command":"page"}"#, Self.letter,
    ])
    let scratch = try scratch(["b.jsonl": undone, "pages.jsonl": paged])
    let expected = try scratch.hash("a.jsonl")
    #expect(try scratch.hash("b.jsonl") == expected && scratch.hash("pages.jsonl --page 2") == expected)
    let result = try scratch.shell(
      """
      mkdir sub && doodle convert a.jsonl -o sub/b.jsonl && doodle hash --files any sub/b.jsonl
      doodle render b.jsonl --at 100% -o c.png && doodle hash c.png
      doodle replay -q b.jsonl -f png -o frames/ && doodle hash frames/* | tail -n 1
      """)
    #expect(result.output.split(separator: "\n").allSatisfy { $0.hasPrefix(expected) }, "\(result)")
    #expect(result.output.split(separator: "\n").count == 3, "\(result)")
  }
}
