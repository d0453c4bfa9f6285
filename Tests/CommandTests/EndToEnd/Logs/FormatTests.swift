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
