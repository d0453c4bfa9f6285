import TestSupport
import Testing
import TouchLog

/// Ruled paper as the background of a log.
struct PaperTests {
  @Test(arguments: [
    ("ruled", "ruled"), ("Graph", "graph"), ("dotted white", "dotted"), ("lined #ffeedd", "lined #ffeedd"),
    ("STAVES black", "staves #000000"), ("isograph #ff000080", "isograph #ff000080"),
  ]) func `paper is written as it is read`(text: String, written: String) {
    #expect(Background(text)?.text == written)
    #expect(Background(written)?.text == written)
  }

  @Test(arguments: ["rule", "ruled nocolor", "graph ivory ivory", "plain", "ruled.", ""])
  func `other words are no paper`(text: String) {
    #expect(Background(text) == nil)
  }

  @Test func `a picture may be called like paper`() {
    #expect(Background("ruled.png") == .picture(path: "ruled.png"))
  }
}
