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
}
