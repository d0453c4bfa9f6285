import Geometry
import PointImporters
import TestSupport
import Testing
import TouchLog

struct OmniglotTests {
  private let character = """
    START
    10.000000,-20.500000,0.000000
    12.000000,-21.000000,12.500000
    BREAK
    50.000000,-60.000000,900.000000
    BREAK

    """

  @Test func `y grows upward from the upper edge of the image`() throws {
    let ink = try DocumentInk(character)
    #expect(ink.report.format == "Omniglot")
    #expect(ink.header?.size == Size(width: 105, height: 105))
    #expect(ink.strokes.map(\.points) == [[Point(10, 20.5), Point(12, 21)], [Point(50, 60), Point(50, 60)]])
    #expect(ink.strokes[0].touches.map(\.time) == [0, 0.0125])
    #expect(ink.strokes[1].touches[0].time == 0.9)
  }

  @Test(arguments: [
    ("without START", "1,-2,0\n3,-4,9\nBREAK\n", 1),
    ("with spaces and CRLF", "START\r\n1, -2, 0\r\n3, -4, 9\r\nBREAK\r\n", 1),
    ("without the last BREAK", "START\n1,-2,0\n3,-4,9\nBREAK\n5,-6,20\n7,-8,30\n", 2),
  ]) func `files of others are read, too`(name: String, text: String, count: Int) throws {
    let ink = try DocumentInk(text)
    #expect(ink.report.format == "Omniglot")
    #expect(ink.strokes.count == count)
    #expect(ink.strokes[0].points == [Point(1, 2), Point(3, 4)])
  }

  @Test func `a line of other text is an error, at the end a loss`() throws {
    let error = try #require(try DocumentInk.error(of: Array("START\n1,2,3\nx,2,3\nBREAK\n".utf8)))
    #expect(error.location.line == 3)
    #expect(error.reason == .unexpected("\"x,2,3\"", expected: "x,y,t or BREAK"))
    #expect(try DocumentInk("START\n1,2,3\n4,").omitted("lines that are cut off") == 1)
  }

  @Test func `damage never traps`() {
    survivesDamage(Array(character.utf8))
    survivesDamage(Array(character.utf8), from: .omniglot)
  }
}
