import Geometry
import TestSupport
import Testing
import TouchLog

struct IAMWhiteboardTests {
  private let session =
    "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<WhiteboardCaptureSession><WhiteboardDescription>"
    + "<DiagonallyOppositeCoords x=\"6912\" y=\"8798\"/></WhiteboardDescription><StrokeSet>"
    + "<Stroke colour=\"black\" start_time=\"769.05\" end_time=\"769.64\"><Point x=\"1073\" y=\"1058\" time=\"769.05\"/>"
    + "<Point x=\"1072\" y=\"1085\" time=\"769.07\"/></Stroke><Stroke colour=\"blue\"><Point x=\"1\" y=\"2\" time=\"770.05\"/>"
    + "<Point x=\"3\" y=\"4\" time=\"x\"/><Point y=\"4\"/></Stroke><Stroke/></StrokeSet></WhiteboardCaptureSession>"

  @Test func `points have seconds, and y grows downward`() throws {
    let ink = try DocumentInk(session)
    #expect(ink.strokes.map(\.points) == [[Point(1073, 1058), Point(1072, 1085)], [Point(1, 2), Point(3, 4)]])
    let hundredths: [Double] = ink.strokes[0].touches.map { (($0.time ?? .nan) * 100).rounded() }
    #expect(hundredths == [0, 2])
    #expect(ink.strokes[1].touches[0].time.map { ($0 * 100).rounded() } == 100)
    #expect(ink.strokes.map { $0.tool?.style.color?.text } == ["#000000", "#0000ff"])
  }

  @Test(arguments: [
    (
      "<Transcription><Text>\n By Trevor\n Williams. \n</Text><TextLine text=\"other\"/></Transcription>",
      "By Trevor Williams."
    ),
    ("<Transcription><TextLine text=\"A &amp; B\"/><TextLine text=\"C\"/></Transcription>", "A & B C"), ("", nil),
  ])
  func `the transcription is the label`(transcription: String, label: String?) throws {
    let text = session.replacing("<StrokeSet>", with: "\(transcription)<StrokeSet>")
    #expect(try DocumentInk(text).header?.label == label)
  }

  @Test func `missing parts are reported`() throws {
    let ink = try DocumentInk(session)
    #expect(ink.omitted("points without valid coordinates") == 1)
    #expect(ink.omitted("strokes without points") == 1)
  }

  @Test func `damage never traps`() throws { survivesDamage(Array(session.utf8)) }
}
