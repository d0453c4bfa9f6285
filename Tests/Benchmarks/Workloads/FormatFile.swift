import DoodleKit

/// A workload in the format of another program, as that program would write it.
struct FormatFile: Sendable {
  /// The name of the format for `--from`, and the extension of the file.
  let format: String
  /// How this file is written, if there are several of the format.
  var variant = ""
  /// The lines before the strokes, those of one stroke, and those after all.
  let head: String
  let stroke: @Sendable (_ index: Int, [LoggedTouch]) -> String
  let tail: String

  /// Writes the file and returns its path.
  func write(_ workload: Workload, in folder: String) throws -> String {
    let path = "\(folder)/\(workload.name)\(variant.isEmpty ? "" : "-")\(variant).\(format)"
    let file = try TextFile(path: path)
    file.write(head)
    workload.forEachStroke { index, touches in file.write(stroke(index, touches)) }
    file.write(tail)
    return path
  }

  static let all = [pointerEvents, quickDraw(unit: 1), quickDraw(unit: 100), inkML, evemu, xournal, svc]

  /// Pointer events, as `JSON.stringify` writes them.
  private static let pointerEvents = FormatFile(
    format: "pointer-events", head: "",
    stroke: { index, touches in
      touches.enumerated().map { number, touch in
        let type = number == 0 ? "pointerdown" : number == touches.count - 1 ? "pointerup" : "pointermove"
        return #"{"type":"\#(type)","pointerId":\#(index + 2),"pointerType":"pen","x":\#(decimal(touch.x, 100)),"#
          + #""y":\#(decimal(touch.y, 100)),"timeStamp":\#(decimal(touch.time, 1000)),"#
          + #""pressure":\#(decimal(touch.pressure, 1000)),"tiltX":21,"tiltY":-14,"buttons":\#(number == touches.count - 1 ? 0 : 1)}"#
          + "\n"
      }.joined()
    }, tail: "")

  /// One raw drawing, in whole pixels, as nearly all are, or in hundredths.
  private static func quickDraw(unit: Int) -> FormatFile {
    FormatFile(
      format: "quickdraw", variant: unit == 1 ? "whole" : "decimals",
      head: #"{"key_id":"1","word":"benchmark","countrycode":"US","recognized":true,"drawing":["#,
      stroke: { index, touches in
        func list(_ value: (LoggedTouch) -> String) -> String { "[\(touches.map(value).joined(separator: ","))]" }
        func coordinate(_ hundredths: Int) -> String { unit == 1 ? "\(hundredths / 100)" : decimal(hundredths, unit) }
        return (index > 0 ? "," : "")
          + "[\(list { coordinate($0.x) }),\(list { coordinate($0.y) }),\(list { "\($0.time / 1000)" })]"
      }, tail: "]}\n")
  }

  /// Plain numbers: x, y, force and time.
  private static let inkML = FormatFile(
    format: "inkml",
    head: """
      <ink xmlns="http://www.w3.org/2003/InkML"><definitions><context xml:id="c"><inkSource><traceFormat>
      <channel name="X" type="integer" units="himetric"/><channel name="Y" type="integer" units="himetric"/>
      <channel name="F" type="integer" max="1000"/><channel name="T" type="integer" units="ms"/>
      </traceFormat></inkSource></context></definitions>

      """,
    stroke: { _, touches in
      let points = touches.map { "\($0.x) \($0.y) \($0.pressure) \($0.time / 1000)" }
      return "<trace contextRef=\"#c\">\(points.joined(separator: ", "))</trace>\n"
    }, tail: "</ink>\n")

  /// A pen: x, y, pressure and the end of the frame.
  private static let evemu = FormatFile(
    format: "evemu",
    head: """
      # EVEMU 1.3
      N: Pen
      A: 00 0 409600 0 0 100
      A: 01 0 409600 0 0 100
      A: 18 0 1000 0 0 0

      """,
    stroke: { _, touches in
      touches.enumerated().map { number, touch in
        let isLast = number == touches.count - 1
        func line(_ type: String, _ code: String, _ value: Int) -> String {
          let micro = "\(touch.time % 1_000_000)"
          let padded = String(repeating: "0", count: 6 - micro.count) + micro
          return "E: \(touch.time / 1_000_000).\(padded) \(type) \(code) \(value)\n"
        }
        let down = number == 0 ? line("0001", "0140", 1) + line("0001", "014a", 1) : ""
        let up = isLast ? line("0001", "014a", 0) + line("0001", "0140", 0) : ""
        return down + line("0003", "0000", touch.x) + line("0003", "0001", touch.y)
          + line("0003", "0018", isLast ? 0 : touch.pressure) + up + line("0000", "0000", 0)
      }.joined()
    }, tail: "")

  /// A page with a width for each segment.
  private static let xournal = FormatFile(
    format: "xournal",
    head: "<?xml version=\"1.0\"?>\n<xournal><page width=\"4096\" height=\"4096\"><layer>\n",
    stroke: { _, touches in
      let widths = touches.dropLast().map { decimal($0.pressure * 8, 1000) }
      let points = touches.map { "\(decimal($0.x, 100)) \(decimal($0.y, 100))" }
      return "<stroke tool=\"pen\" color=\"#000000ff\" width=\"8 \(widths.joined(separator: " "))\">"
        + "\(points.joined(separator: " "))</stroke>\n"
    }, tail: "</layer></page></xournal>\n")

  /// A tablet's units, with the pen down, and a line in the air after each stroke.
  private static let svc = FormatFile(
    format: "svc", head: "\(Workload.large.events + Workload.large.strokes)\n",
    stroke: { _, touches in
      let lines = touches.map { "\($0.x) \($0.y) \($0.time / 1000) 1 1800 600 \($0.pressure)\n" }
      return lines.joined() + (touches.last.map { "\($0.x) \($0.y) \($0.time / 1000) 0 1800 600 0\n" } ?? "")
    }, tail: "")

  /// A number with the decimals of its unit.
  private static func decimal(_ number: Int, _ unit: Int) -> String { "\(Double(number) / Double(unit))" }
}
