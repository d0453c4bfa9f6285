import TestSupport
import Testing
import TouchLog

/// Ruled paper as the background of a log.
struct PaperTests {
  @Test(arguments: [
    ("ruled", "ruled"), ("Graph", "graph"), ("dotted white", "dotted"), ("lined #ffeedd", "lined #ffeedd"),
    ("STAVES black", "staves #000000"), ("isograph #ff000080", "isograph #ff000080"),
    ("graph 32", "graph 32"), ("graph white 7.5 red", "graph 7.5 #ff0000"), ("ruled ivory 20", "ruled #fffff0 20"),
  ]) func `paper is written as it is read, and the schema allows it`(text: String, written: String) throws {
    #expect(Background(text)?.text == written)
    #expect(Background(written)?.text == written)
    guard case .color(let words, let pattern?) = LogSchema.background else {
      Issue.record("the schema of backgrounds has no pattern")
      return
    }
    let isMatch = try written.firstMatch(of: Regex(pattern)) != nil
    #expect(words.contains(written) || isMatch)
  }

  @Test(arguments: [
    "rule", "ruled nocolor", "graph ivory ivory", "plain", "ruled.", "", "graph 0.5", "graph 1e9", "graph nan",
    "graph white white", "graph 10 20", "graph  10", "graph ",
  ])
  func `other words are no paper`(text: String) {
    #expect(Background(text) == nil)
  }

  @Test func `a picture may be called like paper`() {
    #expect(Background("ruled.png") == .picture(path: "ruled.png"))
  }
}
