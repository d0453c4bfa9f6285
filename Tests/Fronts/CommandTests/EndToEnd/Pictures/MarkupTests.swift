import Foundation
import Testing

/// Images below the ink and among the elements; faults of tools and commands; the elements at a position.
@Suite struct MarkupTests {
  /// Writes red.png of 30 by 20 pixels: the left half red, the right half blue.
  private static func picture(in scratch: Scratch) throws {
    let log = SmallLog.text(of: [
      ##"{"doodle":1,"size":[30,20],"background":"#f00"}"##,
      ##"{"tool":"rect","color":"#00f0","fill":"#00f","width":0.1}"##,
      #"{"phase":"began","point":[15,0]}"#, #"{"phase":"ended","point":[30,20]}"#,
    ])
    try scratch.write(Data(log.utf8), to: "red.jsonl")
    _ = try scratch.shell("doodle render red.jsonl -o red.png")
  }

  private static let header = #"{"doodle":1,"size":[30,20],"background":"red.png"}"#
  private static let eraser = [
    #"{"tool":"eraser","width":40}"#, #"{"phase":"began","point":[0,10]}"#, #"{"phase":"ended","point":[30,10]}"#,
  ]

  @Test func `a background image lies below the ink, and erasers do not erase it`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [Self.header] + SmallLog.lines.dropFirst() + Self.eraser)])
    try Self.picture(in: scratch)
    #expect(try scratch.hash("a.jsonl") == scratch.hash("red.png"))
  }

  @Test func `--over takes the size of its image, and --scale sets the size of the ink`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.dot])
    try Self.picture(in: scratch)
    let result = try scratch.shell(
      "doodle render a.jsonl --over red.png --scale 0.5 -o b.png && doodle inspect a.jsonl --at 20,10")
    #expect(result.status == 0)
    // The dot of radius 2 at (20, 10) becomes one of radius 1 at (10, 5).
    let expected = SmallLog.text(of: [
      #"{"doodle":1,"size":[30,20],"background":"red.png"}"#, #"{"tool":"pen","width":2,"thinning":0}"#,
      #"{"phase":"began","point":[10,5],"time":0}"#, #"{"phase":"ended","point":[10,5],"time":0.01}"#,
    ])
    try scratch.write(Data(expected.utf8), to: "c.jsonl")
    #expect(try scratch.hash("b.png") == scratch.hash("c.jsonl"))
  }

  @Test func `an image element is drawn pixel on pixel, from a file and from data in the log`() throws {
    let scratch = try Scratch()
    try Self.picture(in: scratch)
    let data = try scratch.bytes(of: "red.png").base64EncodedString()
    for source in [#""path":"red.png""#, #""data":"\#(data)""#] {
      let log = SmallLog.text(of: [
        #"{"doodle":1,"size":[30,20],"background":"black"}"#, #"{"command":"image","at":[0,0],\#(source)}"#,
      ])
      try scratch.write(Data(log.utf8), to: "a.jsonl")
      #expect(try scratch.hash("a.jsonl") == scratch.hash("red.png"))
    }
  }

  /// A JPEG file of 30 by 20 pixels of the gray 128, whose coefficients are all 0.
  private static let gray =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i"
    + "Z2hnPk1xeXBkeFxlZ2P/wAALCAAUAB4BAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAI"
    + "AQEAAD8AAAAA/9k="

  @Test func `JPEG files are images and backgrounds like PNG files`() throws {
    let scratch = try Scratch(["gray.jsonl": ##"{"doodle":1,"size":[30,20],"background":"#808080"}"## + "\n"])
    try scratch.write(try #require(Data(base64Encoded: Self.gray)), to: "gray.JPG")
    let hash = try scratch.hash("gray.jsonl")
    for line in [
      #"{"doodle":1,"size":[30,20],"background":"gray.JPG"}"#,
      #"{"doodle":1,"size":[30,20],"background":"data:image/jpeg;base64,\#(Self.gray)"}"#,
      #"{"doodle":1,"size":[30,20]}\#n{"command":"image","at":[0,0],"path":"gray.JPG"}"#,
      #"{"doodle":1,"size":[30,20]}\#n{"command":"image","at":[0,0],"data":"\#(Self.gray)"}"#,
    ] {
      try scratch.write(Data((line + "\n").utf8), to: "a.jsonl")
      #expect(try scratch.hash("a.jsonl") == hash)
    }
    // A picture in the log is kept by all that writes logs, and needs no file.
    let header = #"{"doodle":1,"size":[30,20],"background":"data:image/jpeg;base64,\#(Self.gray)"}"# + "\n"
    try scratch.write(Data(header.utf8), to: "held.jsonl")
    let kept = try scratch.shell(
      "mkdir b && doodle convert held.jsonl -o b/c.jsonl && doodle hash - < b/c.jsonl"
    )
    #expect(kept.status == 0 && kept.output.hasPrefix(hash), "\(kept.errors)")
    let damaged = header.replacing("/9j/", with: "!9j/")
    try scratch.write(Data(damaged.utf8), to: "damaged.jsonl")
    let refused = try scratch.shell("doodle render damaged.jsonl -o e.png")
    #expect(refused.status == 3 && refused.errors.contains("not base64"), "\(refused.errors)")
    let over = try scratch.shell(#"echo '{"doodle":1}' | doodle render --over gray.JPG - -o over.png"#)
    #expect(over.status == 0, "\(over.errors)")
    #expect(try scratch.hash("over.png") == hash)
  }

  @Test func `an image element can be moved, erased and undone`() throws {
    let scratch = try Scratch()
    try Self.picture(in: scratch)
    let header = #"{"doodle":1,"size":[30,20]}"#
    let image = #"{"command":"image","path":"red.png","at":[0,0]}"#
    for rest in [Self.eraser, [#"{"command":"undo"}"#], [#"{"command":"move","id":"e1","by":[30,0]}"#]] {
      try scratch.write(Data(SmallLog.text(of: [header, image] + rest).utf8), to: "a.jsonl")
      try scratch.write(Data(SmallLog.text(of: [header]).utf8), to: "b.jsonl")
      #expect(try scratch.hash("a.jsonl") == scratch.hash("b.jsonl"))
    }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var line: String
    var message: String
    var testDescription: String { line }
  }

  @Test(arguments: [
    Fault(line: #"{"command":"image","path":"no.png","at":[0,0]}"#, message: "no such file"),
    Fault(line: #"{"command":"image","path":"a.jsonl","at":[0,0]}"#, message: "neither a PNG nor a JPEG"),
    Fault(line: #"{"command":"image","path":"cut.png","at":[0,0]}"#, message: "cut off"),
    Fault(line: #"{"command":"image","data":"iVBORw0KG*","at":[0,0]}"#, message: "base64"),
    Fault(line: #"{"command":"image","at":[0,0]}"#, message: #"must come with "path" or "data""#),
    Fault(line: #"{"command":"image","path":"red.png","data":"","at":[0,0]}"#, message: "cannot be used together"),
    Fault(line: #"{"command":"image","path":"red.png"}"#, message: #"must come with "at""#),
    Fault(line: #"{"command":"image","path":"red.png","at":[0,0],"size":[0,5]}"#, message: "more than 0"),
    Fault(line: #"{"tool":"polygon","sides":2}"#, message: #""sides" is 2; it must be 3 to 1000000"#),
    Fault(line: #"{"tool":"text"}"#, message: #"nothing to write; expected "text""#),
    Fault(line: #"{"tool":"lasso"}"#, message: #"the tool "lasso" is unknown"#),
    Fault(line: #"{"tool":"line","dash":[0,0]}"#, message: "an array of lengths that are not all 0"),
    Fault(line: #"{"tool":"line","cap":"flat"}"#, message: #"unknown cap "flat"; use butt, round or square"#),
    Fault(line: #"{"command":"jump"}"#, message: #"unknown command "jump"; use undo"#),
    Fault(line: #"{"command":"undo","count":0}"#, message: #""count" is 0"#),
    Fault(line: #"{"command":"move","id":"e1"}"#, message: #"must come with "by""#),
    Fault(line: #"{"command":"transform","scale":0}"#, message: #""scale" is 0"#),
  ])
  func `an invalid tool or command is refused with its location`(fault: Fault) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [SmallLog.lines[0], fault.line])])
    try Self.picture(in: scratch)
    try scratch.write(try scratch.bytes(of: "red.png").prefix(60), to: "cut.png")
    let result = try scratch.shell("doodle render a.jsonl -o x.png")
    #expect(result.status == 3)
    #expect(result.errors.contains("a.jsonl:2:") && result.errors.contains(fault.message), "\(result.errors)")
    #expect(!scratch.names.contains("x.png"))
  }

  @Test(arguments: [
    (#"{"command":"undo"}"#, "nothing to undo"), (#"{"command":"delete","id":"box"}"#, #"no element "box""#),
    (#"{"command":"raise"}"#, "nothing is selected"),
    (#"{"command":"text","text":"漢","at":[1,1]}"#, #"the font lacks "漢""#),
  ])
  func `a line that cannot take effect gives a warning with its location`(line: String, message: String) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [SmallLog.lines[0], line])])
    let result = try scratch.shell("doodle render a.jsonl -o x.png")
    #expect(result.status == 0)
    #expect(result.errors.contains("a.jsonl:2:") && result.errors.contains("warning"))
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `inspect --at names the touches near the position, and then all of the stroke`() throws {
    let moves = (1..<50).map { #"{"phase":"moved","point":[\#($0 * 10),20],"time":0.\#(100 + $0)}"# }
    let log =
      [#"{"doodle":1,"size":[500,40]}"#, #"{"phase":"began","point":[0,20],"time":0}"#] + moves
      + [#"{"phase":"ended","point":[500,20],"time":0.9}"#, #"{"command":"move","id":"e1","by":[0,5]}"#]
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: log)])
    // The sample at 200 is in line 22.
    #expect(
      try scratch.shell("doodle inspect --at 200,25 a.jsonl").output
        == "a.jsonl at 200,25, from the top\n  e1  pen  lines 21-23 of 2-53\n")
    #expect(
      try scratch.shell("doodle inspect --json --at 205,25 a.jsonl").output.contains(
        #""lines":[[2,53]],"near":[[21,24]]"#))
    let summary = try scratch.shell("doodle inspect a.jsonl").output
    #expect(summary.contains("\n  elements   1: 1 pen\n"), "\(summary)")
  }

  @Test func `inspect --at lists the elements at a position from the top, with the lines that drew them`() throws {
    let scratch = try Scratch([
      "a.jsonl": SmallLog.text(of: [
        #"{"doodle":1,"size":[40,40]}"#,
        #"{"tool":"rect","id":"box","fill":"gold"}"#, #"{"phase":"began","point":[5,5]}"#,
        #"{"phase":"ended","point":[35,35]}"#,
        #"{"tool":"line","width":4}"#, #"{"phase":"began","point":[0,20]}"#, #"{"phase":"ended","point":[40,20]}"#,
        #"{"command":"restyle","id":"box","width":2}"#,
      ])
    ])
    let text = try scratch.shell("doodle inspect a.jsonl --at 20,20 && doodle inspect a.jsonl --at 20,30")
    #expect(
      text.output == """
        a.jsonl at 20,20, from the top
          e2  line  lines 6-7
          box  rect  lines 3-4, 8
        a.jsonl at 20,30, from the top
          box  rect  lines 3-4, 8

        """)
    let json = try scratch.shell("doodle inspect a.jsonl --json --at 20,20")
    #expect(
      json.output == """
        {"file":"a.jsonl","at":[20,20],"elements":[{"id":"e2","kind":"line","lines":[[6,7]]},\
        {"id":"box","kind":"rect","lines":[[3,4],[8,8]]}]}

        """)
    #expect(try scratch.shell("doodle inspect a.jsonl --at 1,1").output == "a.jsonl at 1,1: nothing\n")
    #expect(try scratch.shell("doodle inspect a.jsonl --at 1").status == 2)
  }
}
