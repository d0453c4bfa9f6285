import Geometry
import TestSupport
import Testing
import TouchLog

@Suite struct LogReaderTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var text: String
    var event: LogEvent
    var testDescription: String { text }

    init(_ text: String, _ event: LogEvent) {
      self.text = text
      self.event = event
    }
  }

  static let origin = Point(0, 0)
  static func touch(_ change: (inout TouchEvent) -> Void) -> LogEvent {
    var event = TouchEvent(phase: .moved, point: origin)
    change(&event)
    return .touch(event)
  }
  static func tool(_ change: (inout ToolChange) -> Void) -> LogEvent {
    var tool = ToolChange(name: "pen")
    change(&tool)
    return .tool(tool)
  }
  static func restyle(_ change: (inout StyleChange) -> Void) -> LogEvent {
    var style = StyleChange()
    change(&style)
    return .command(.restyle(id: nil, style))
  }

  static let lines: [Line] = [
    Line(#"{"doodle":1}"#, .header(LogHeader())),
    Line(
      ##"{"doodle":1,"size":[800,600.5],"scale":2,"background":"#fff","model":"ink-1"}"##,
      .header(
        LogHeader(size: Size(width: 800, height: 600.5), scale: 2, background: .color(.white), model: "ink-1"))),
    Line(#"{"background":"none","doodle":1.0,"size":null}"#, .header(LogHeader(background: Background.none))),
    Line(#"{"doodle":1,"grid":0.5,"model":"ink-2"}"#, .header(LogHeader(model: "ink-2", grid: 0.5))),
    Line(#"{"doodle":1,"grid":null}"#, .header(LogHeader())),
    Line(
      #"{"phase":"moved","touch":1,"point":[120.5,80],"pressure":0.42,"time":0.0083}"#,
      .touch(
        TouchEvent(phase: .moved, touch: .number(1), point: Point(120.5, 80), pressure: 0.42, time: 0.0083))),
    Line(
      #" { "point" : { "z" : [1] , "y" : -2e0 , "x" : 10e-1 } , "phase" : "canceled" } "#,
      .touch(TouchEvent(phase: .cancelled, point: Point(1, -2)))),
    Line(
      #"{"y":2,"x":1,"phase":"began","id":"pen \"1\" \u00e9\ud83d\ude00","force":7,"t":-1}"#,
      .touch(
        TouchEvent(phase: .began, touch: .name("pen \"1\" é😀"), point: Point(1, 2), pressure: 7, time: -1))),
    Line(
      #"{"ph\u0061se":"end\u0065d","location":[0,0],"timestamp":1e2,"touchIdentifier":-3}"#,
      .touch(TouchEvent(phase: .ended, touch: .number(-3), point: origin, time: 100))),
    Line(#"{"phase":"moved","position":[0,0],"touchId":1e3}"#, touch { $0.touch = .number(1000) }),
    Line(#"{"phase":"moved","x":0,"y":0,"touchID":"é"}"#, touch { $0.touch = .name("é") }),
    Line(#"{"phase":"moved","x":0,"y":0,"touch_id":""}"#, touch { $0.touch = .name("") }),
    Line(
      #"{"phase":"moved","x":0,"y":0,"touch":9223372036854775807,"index":-9223372036854775808}"#,
      touch {
        $0.touch = .number(.max)
        $0.index = .min
      }),
    Line(
      #"{"phase":"moved","x":0,"y":0,"touch":null,"pressure":null,"time":null,"index":null,"expects":null,"predicted":null}"#,
      touch { _ in }),
    Line(
      #"{"phase":"moved","point":[0,0],"altitude":1.5,"azimuth":6,"pointer":"pencil","predicted":true,"index":89,"expects":["pressure","tilt"]}"#,
      touch {
        ($0.altitude, $0.azimuth, $0.pointer, $0.predicted, $0.index, $0.expects) = (
          1.5, 6, .pencil, true, 89, .pressure
        )
      }),
    Line(
      #"{"phase":"moved","point":[0,0],"pointer":"trackball","predicted":false,"estimationUpdateIndex":1,"expects":[]}"#,
      touch { $0.index = 1 }),
    Line(
      #"{"phase":"moved","point":[0,0],"expects":[ "force" , "location","altitude","azimuth"]}"#,
      touch { $0.expects = [.pressure, .point, .altitude, .azimuth] }),
    Line(
      #"{"phase":"moved","point":[1e7,-1e7],"own":{"a":[{},[],null,true,false,"\/",-0.5E+3]},"width":"any","size":3}"#,
      touch { $0.point = Point(1e7, -1e7) }),
    Line(
      #"{"phase":"moved","point":[0,0],"tangentialPressure":-0.5,"contact":[ 20.5,0]}"#,
      touch { ($0.details.tangentialPressure, $0.details.contact) = (-0.5, Size(width: 20.5, height: 0)) }),
    Line(#"{"phase":"moved","point":[0,0],"tangentialPressure":null,"contact":null}"#, touch { _ in }),
    Line(
      #"{"revises":89,"touch":1,"pressure":0.468}"#,
      .revision(TouchRevision(index: 89, touch: .number(1), pressure: 0.468))),
    Line(
      #"{"revises":1,"x":3,"y":4,"t":5,"altitude":0,"azimuth":1,"expects":["point"]}"#,
      .revision(
        TouchRevision(index: 1, point: Point(3, 4), time: 5, altitude: 0, azimuth: 1, expects: .point))),
    Line(
      ##"{"tool":"pen","color":"#1e66f5","width":6,"opacity":1}"##,
      tool {
        ($0.style.color, $0.style.width, $0.style.opacity) = (.solid(Color(red: 0x1E, green: 0x66, blue: 0xF5)), 6, 1)
      }),
    Line(
      #"{"tool":"pen","color":"rainbow","thinning":0,"smoothing":0,"taper":[0,5],"mode":"stroke"}"#,
      tool {
        ($0.style.color, $0.style.thinning, $0.style.smoothing) = (.rainbow, 0, 0)
        ($0.style.taper, $0.mode) = (Taper(start: 0, end: 5), "stroke")
      }),
    Line(
      #"{"tool":"pen","brush":"nib","tip":"bar","tipRatio":0.25,"tipAngle":"azimuth","flow":[0,0.5],"grainSize":3}"#,
      tool {
        ($0.style[StyleKeys.brush], $0.style[StyleKeys.tip], $0.style[StyleKeys.tipRatio]) = (.nib, .bar, 0.25)
        ($0.style[StyleKeys.tipAngle], $0.style[StyleKeys.grainSize]) = (.azimuth, 3)
        $0.style[StyleKeys.flow] = ByPressure(light: 0, firm: 0.5)
      }),
    Line(
      #"{"tool":"pen","pressureCurve":0.1,"minWidth":1,"tipAngle":-30,"flow":0.75,"grain":1,"blend":"multiply"}"#,
      tool {
        ($0.style[StyleKeys.tipAngle], $0.style[StyleKeys.flow]) = (.degrees(-30), ByPressure(light: 0.75, firm: 0.75))
        ($0.style[StyleKeys.grain], $0.style[StyleKeys.blend]) = (1, .multiply)
        ($0.style[StyleKeys.pressureCurve], $0.style[StyleKeys.minWidth]) = (0.1, 1)
      }),
    Line(#"{"tool":"pen","grid":0.25}"#, tool { $0.style.grid = 0.25 }),
    Line(#"{"command":"restyle","grid":2}"#, restyle { $0.grid = 2 }),
    Line(#"{"phase":"moved","x":0,"y":0,"grid":"any"}"#, touch { _ in }),
    Line(#"{"tool":"pen","taper":3}"#, tool { $0.style.taper = Taper(start: 3, end: 3) }),
    Line(#"{"tool":"pen","time":1,"t":2,"count":"","index":[4],"altitude":12}"#, tool { _ in }),
    Line(#"{"":1,"command":"clear","é":2,"12345678":3,"123456789":4,"phaseof":5}"#, .command(.clear)),
    Line(#"{"command":"undo","count":2,"at":[1,2]}"#, .command(.undo(count: 2))),
  ]

  @Test(arguments: lines) func `a line is read as its event`(line: Line) throws {
    #expect(try onlyEvent(line.text) == line.event)
  }

  @Test func `a byte-order mark, blank lines, CRLF and a missing last newline change nothing`() throws {
    let undo = LogEvent.command(.undo(count: 1))
    let text =
      "\u{FEFF}\r\n \t\n{\"doodle\":1}\r\n\n\n{\"command\":\"undo\"}\r\n{\"command\":\"undo\"}\n  \t{\"command\":\"undo\"}"
    #expect(try read(text).map(\.event) == [.header(LogHeader()), undo, undo, undo])
  }

  @Test(arguments: ["", "\n", "\u{FEFF}", "\r\n\r\n", "  "])
  func `an empty log has no events and no errors`(text: String) throws {
    #expect(try read(text) == [])
  }

  @Test func `an event is located at the key that tells its kind`() throws {
    let text = "\n{\"x\":1,\"y\":2,\"phase\":\"began\"}\n\n {\"command\": \"undo\"}\n\n\n"
    for chunk in [1, 5, .max] {
      var reader = LogReader(ChunkedSource(Array(text.utf8), chunk: chunk), name: "a.jsonl")
      _ = try reader.next()
      #expect(reader.location.line == 2 && reader.location.column == 22)
      _ = try reader.next()
      #expect(reader.location.line == 4 && reader.location.column == 14)
      #expect(try reader.next() == nil)
      #expect(
        reader.location.diagnostic(.warning, message: "nothing to undo").description == """
          a.jsonl:4:14: warning: nothing to undo
           {"command": "undo"}
                       ^
          """)
    }
  }
}
