import Geometry
import PointImporters
import TestSupport
import Testing
import TouchLog

struct GestureTests {
  @Test(arguments: [("arrow07", "7", "arrow"), ("arrow07", "8", "arrow07"), ("arrow", "7", "arrow"), ("5", "5", nil)])
  func `the label is the name without the number of the sample`(name: String, number: String, label: String?) throws {
    let ink = try DocumentInk(#"<Gesture Name="\#(name)" Number="\#(number)"><Point X="1" Y="1"/></Gesture>"#)
    #expect(ink.header?.label == label)
  }
}
