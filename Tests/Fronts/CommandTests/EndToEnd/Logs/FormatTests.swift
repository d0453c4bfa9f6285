import Foundation
import Testing

/// Recordings in other formats, which the program recognizes by their content.
@Suite struct FormatTests {
  /// The small log's stroke as UIKit reports a finger.
  static let touches = """
     [
      {"phase":0,"type":0,"touchIdentifier":"A","timestamp":7.5,"force":0,"maximumPossibleForce":0,"location":[5,10]},
      {"phase":1,"type":0,"touchIdentifier":"A","timestamp":7.51,"force":0,"maximumPossibleForce":0,"location":[20,12]},
      {"phase":1,"type":0,"touchIdentifier":"A","timestamp":7.52,"force":0,"maximumPossibleForce":0,"location":[99,99],
       "isPrediction":true},
      {"phase":1,"type":0,"touchIdentifier":"A","timestamp":7.52,"force":0,"maximumPossibleForce":0,"location":[30,5]},
      {"phase":3,"type":0,"touchIdentifier":"A","timestamp":7.53,"force":0,"maximumPossibleForce":0,"location":[35,10]}
    ]
    """

  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["a.jsonl": SmallLog.text, "touches": FormatTests.touches])
  }

  @Test(arguments: [
    "doodle hash --size 40x20 touches", "doodle hash --size 40x20 --from uitouch touches",
    "doodle hash --size 40x20 < touches", "doodle convert touches -o b.jsonl; doodle hash --size 40x20 b.jsonl",
    "doodle convert touches -o - | doodle hash --size 40x20",
    "doodle convert touches -o - | doodle convert -o - | doodle hash --size 40x20 --from doodle",
    "doodle render --size 40x20 touches -o a.png; doodle hash a.png",
  ])
  func `UIKit's touches give the same picture as their log`(line: String) throws {
    let result = try scratch.shell(line)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.prefix(64) == (try scratch.hash("a.jsonl")))
  }

  /// A page of Xournal's notes with a stroke and a recording of sound.
  private static let notes = """
    <xournal><page width="40" height="20"><background type="solid" color="white"/><layer>
    <stroke tool="pen" color="black" width="2">5 5 9 9</stroke><audio/></layer></page></xournal>
    """

  /// Notes of which nothing is left out.
  private static let wholeNotes = notes.replacing("<audio/>", with: "")

  @Test(arguments: ["b.jsonl", "b.xopp", "b.inkml"])
  func `--strict refuses a file of another format with parts that are not read`(output: String) throws {
    try scratch.write(Data(Self.notes.utf8), to: "notes.xoj")
    let result = try scratch.shell("doodle convert --strict notes.xoj -o \(output)")
    #expect(result.status == 3)
    #expect(result.errors == "notes.xoj: error: left out: audio recordings (1); run without --strict to accept this\n")
    #expect(!scratch.names.contains(output))
    let lenient = try scratch.shell("doodle convert notes.xoj -o \(output)")
    #expect(lenient.status == 0)
    #expect(lenient.errors == "notes.xoj: warning: left out: audio recordings (1)\n")
    #expect(scratch.names.contains(output))
  }

  @Test func `--strict names the parts that are not read and not written in one line`() throws {
    try scratch.write(Data(Self.notes.replacing("white", with: "#ff0000").utf8), to: "notes.xoj")
    let result = try scratch.shell("doodle convert --strict notes.xoj -o b.inkml")
    #expect(result.status == 3)
    #expect(
      result.errors == """
        notes.xoj: error: left out: audio recordings (1); inkml does not hold backgrounds: 1; run without --strict to accept this

        """)
  }

  @Test func `--strict converts a file that is read and written completely`() throws {
    let result = try scratch.shell("doodle convert --strict a.jsonl -o b.jsonl && doodle convert --strict b.jsonl -o -")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [
    ("--page 2", "touches", "--page has no effect: uitouch has no pages"),
    ("--index 1", "notes.xoj", "--index has no effect: xournal has one drawing per file"),
    ("--device-size 9x9", "touches", "--device-size has no effect: uitouch is not the format of a device's events"),
    ("--y up", "notes.xoj", "--y has no effect: xournal defines the direction of y"),
    ("--page 2", "b.json", "--page has no effect: drawing has no pages"),
  ])
  func `an option that the format does not understand is a warning`(
    option: String, input: String, warning: String
  ) throws {
    try scratch.write(Data(Self.wholeNotes.utf8), to: "notes.xoj")
    let saved = try scratch.shell("doodle save a.jsonl -o b.json")
    #expect(saved.status == 0)
    for command in ["hash --size 40x20", "inspect", "render --size 40x20 -o c.png"] {
      let result = try scratch.shell("doodle \(command) \(option) \(input)")
      #expect(result.status == 0)
      #expect(result.errors == "\(input): warning: \(warning)\n")
    }
    #expect(try scratch.shell("doodle hash --size 40x20 -q \(option) \(input)").errors.isEmpty)
  }

  @Test func `the first page and the first drawing are no choice, and a format's own choices are no warning`() throws {
    try scratch.write(Data(Self.wholeNotes.utf8), to: "notes.xoj")
    let result = try scratch.shell(
      """
      doodle hash --size 40x20 --page 1 --index 0 a.jsonl notes.xoj
      printf '1\\n1.5 1 0 1 0 0 0\\n' | doodle hash --size 40x20 --y down
      """)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [
    ("doodle hash --from doodle touches", "touches:1:2: error: "),
    ("doodle hash --from uitouch a.jsonl", "a.jsonl:1:1: error: "),
    ("sed 's/\"phase\":1/\"phase\":9/' touches | doodle hash --size 40x20", "<stdin>:3:12: error: "),
    ("head -c 300 touches | doodle hash --size 40x20", "<stdin>:"),
  ])
  func `an invalid recording is refused with the location of the error`(line: String, location: String) throws {
    let result = try scratch.shell(line)
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix(location), "\(result.errors)")
  }
}
