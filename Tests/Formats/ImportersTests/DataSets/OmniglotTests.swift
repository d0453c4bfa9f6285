import Geometry
import PointImporters
import TestSupport
import Testing
import TouchLog

struct OmniglotTests {
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
}
