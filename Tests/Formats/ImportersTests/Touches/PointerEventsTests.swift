import BoardImporters
import Files
import Geometry
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

@Suite struct PointerEventsTests {
  /// The touches and the report of a text.
  private func read(
    _ text: String, from format: LogFormat? = .pointerEvents, chunk: Int = .max
  ) throws -> (touches: [TouchEvent], report: ImportReport) {
    try readTouches(text, from: format, chunk: chunk)
  }

  private func omitted(_ report: ImportReport) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: report.omissions.map { ($0.what, $0.count) })
  }

  /// Three events that make one stroke.
  private static let events = [
    #"{"type":"pointerdown","pointerId":3,"pointerType":"pen","x":1.5,"y":2,"timeStamp":1000.1,"pressure":0.25,"buttons":1}"#,
    #"{"type":"pointermove","pointerId":3,"pointerType":"pen","x":2.5,"y":3,"timeStamp":1010.1,"pressure":0.5,"buttons":1}"#,
    #"{"type":"pointerup","pointerId":3,"pointerType":"pen","x":2.5,"y":4,"timeStamp":1020.6,"pressure":0,"buttons":0}"#,
  ]
  private static let touches = [
    TouchEvent(phase: .began, touch: .number(3), point: Point(1.5, 2), pressure: 0.25, time: 0, pointer: .pencil),
    TouchEvent(phase: .moved, touch: .number(3), point: Point(2.5, 3), pressure: 0.5, time: 0.01, pointer: .pencil),
    TouchEvent(phase: .ended, touch: .number(3), point: Point(2.5, 4), pressure: 0.5, time: 0.0205, pointer: .pencil),
  ]
  private static let spread = events.map { $0.replacing(",", with: ",\n  ") }
  private static let reversed = Array(events.reversed())
  private static let system = #"{"os":"Linux","browserVersion":"1"}"#

  private static let containers: [(String, String)] = [
    ("lines", events.joined(separator: "\n")), ("lines with CRLF", events.joined(separator: "\r\n")),
    ("after a byte-order mark", "\u{FEFF}" + events.joined(separator: "\n")),
    ("with blank lines", "\n" + events.joined(separator: "\n\n ") + "\n"),
    ("on one line", events.joined()), ("with commas", events.joined(separator: ",\n")),
    ("with a last comma", events.joined(separator: ",\n") + ",\n"),
    ("newest first", reversed.joined(separator: ",\n")),
    ("an array", "[" + events.joined(separator: ",") + "]"),
    ("an array newest first", "[\n" + reversed.joined(separator: ",\n") + "\n]\n"),
    ("held by an object", "{\"events\":[" + events.joined(separator: ",") + "]}"),
    (
      "held after other values",
      "{\"device\":{\"events\":[1]},\"n\":1, \"events\" : [ " + events.joined(separator: " , ") + " ] , \"end\":[{}]}\n"
    ),
    ("after an object without an event", "[" + system + "," + events.joined(separator: ",") + "]"),
    ("spread over lines", "[" + spread.joined(separator: ",\n") + "]"),
  ]

  @Test(arguments: containers) func `every container gives the same touches`(name: String, text: String) throws {
    for chunk in [1, 7, 100, Int.max] {
      #expect(try read(text, from: nil, chunk: chunk).touches == Self.touches, "\(name), \(chunk)")
    }
  }

  @Test func `files without events are empty`() throws {
    for text in ["", " \n", "[]", "[{}]", "{\"events\":[]}", "{}"] {
      let (touches, report) = try read(text)
      #expect(touches == [] && report.format == "PointerEvents", "\(text)")
    }
  }

  @Test(arguments: [
    #"{"type":"pointerdown","x":1,"y":2,"clientX":5,"clientY":6,"pageX":7,"pageY":8,"offsetX":9,"offsetY":9}"#,
    #"{"eventType":"pointerdown","clientX":1,"clientY":2,"offsetX":5,"offsetY":6,"pageX":7,"pageY":8}"#,
    #"{"event":"pointerdown","offsetX":1,"offsetY":2,"pageX":5,"pageY":6}"#,
    #"{"name":"pointerdown","pageX":1,"pageY":2,"screenX":5,"screenY":6}"#,
    #"{"type":"mousedown","pointerId":null,"pageY":2,"pageX":1,"x":null,"y":null}"#,
    #"{"type":"touchstart","identifier":0,"x":1.0,"y":20e-1}"#, #"{"type":"user","name":"down","x":1,"y":2}"#,
  ]) func `the first pair of coordinates and the first name of an event count`(text: String) throws {
    let (touches, report) = try read(text)
    #expect(touches.map(\.point) == [Point(1, 2)] && touches.map(\.phase) == [.began])
    #expect(touches.map(\.touch) == [.number(0)] && report.omissions == [])
  }

  @Test(arguments: [
    ("timeStamp", #""currentTime":9,"t":7,"timeStamp":@"#), ("time", #""t":1,"time":@"#),
    ("t", #""timestamp":5,"t":@"#), ("timestamp", #""timestamp":@"#), ("currentTime", #""currentTime":@"#),
  ]) func `the first name of a time counts`(name: String, keys: String) throws {
    let lines = zip(["down", "move", "up"], ["1703367898442.5", "1703367898443", "1703367899442.5"]).map {
      #"{"type":"pointer\#($0)","x":0,"y":0,\#(keys.replacing("@", with: $1))}"#
    }
    let (touches, report) = try read(lines.joined(separator: "\n"))
    #expect(touches.map(\.time) == [0, 0.0005, 1] && report.timeBase == "milliseconds, \(name)")
  }

  @Test func `events of other types are skipped and counted`() throws {
    let others = [
      "pointerover", "pointerout", "pointerenter", "pointerleave", "gotpointercapture", "lostpointercapture", "click",
      "wheel", "keydown", "keyup", "commandDone", "toolUpdated", "paste", "pointerdownx",
    ].map { #"{"type":"\#($0)","x":9,"y":9,"serialized":{"a":[{}]}}"# }
    let text = ([Self.events[0]] + others + ["{\"a\":1}"] + Self.events[1...]).joined(separator: "\n")
    let (touches, report) = try read(text)
    #expect(touches == Self.touches)
    #expect(omitted(report) == ["events that draw nothing": others.count, "objects without an event": 1])
  }

  @Test(arguments: [("mouse", TouchEvent.Pointer?.some(.mouse)), ("pen", .pencil), ("touch", .finger), ("", nil)])
  func `the type of a pointer is kept`(name: String, pointer: TouchEvent.Pointer?) throws {
    let text = #"{"type":"pointerdown","x":0,"y":0,"pointerType":"\#(name)"}"#
    #expect(try read(text).touches.map(\.pointer) == [pointer])
  }

  @Test func `moves that repeat raw updates are left out`() throws {
    let (touches, _) = try read(
      #"""
      {"type":"pointerdown","x":1,"y":1}
      {"type":"pointerrawupdate","x":2,"y":1}
      {"type":"pointerrawupdate","x":3,"y":1}
      {"type":"pointermove","x":3,"y":1,"coalesced":[{"x":2,"y":1},{"x":3,"y":1}]}
      {"type":"pointerup","x":3,"y":1}
      """#)
    #expect(touches.map(\.point.x) == [1, 2, 3, 3])
  }

  /// Computed by the formulas of the Pointer Events specification, with Python.
  @Test(arguments: [
    (30.0, 0.0, 1.0471975511965976, 0.0), (0, 30, 1.0471975511965976, 1.5707963267948966),
    (-30, 0, 1.0471975511965976, 3.141592653589793), (0, -45, 0.7853981633974483, 4.71238898038469),
    (44, 20, 0.7696502273169769, 0.3604373181788759), (90, 0, 0, 0), (0, 90, 0, 1.5707963267948966),
  ]) func `tilt becomes altitude and azimuth`(x: Double, y: Double, altitude: Double, azimuth: Double) throws {
    let touch = try #require(
      try read(#"{"type":"pointerdown","x":0,"y":0,"tiltX":\#(x),"tiltY":\#(y)}"#).touches.first)
    #expect(abs(try #require(touch.altitude) - altitude) < 1e-12)
    #expect(abs(try #require(touch.azimuth) - azimuth) < 1e-12)
  }

  @Test func `an invalid coordinate drops its point`() throws {
    let (touches, report) = try read(
      #"""
      {"type":"pointerdown","x":1,"y":1}
      {"type":"pointermove","x":null,"y":1}
      {"type":"pointermove","x":NaN,"y":1}
      {"type":"pointermove","x":1e999,"y":1}
      {"type":"pointermove","y":1}
      {"type":"pointerup"}
      """#)
    #expect(touches.map(\.phase) == [.began, .ended] && touches.map(\.point.x) == [1, 1])
    #expect(
      omitted(report) == ["points without valid coordinates": 3, "events with numbers that are not finite": 1])
  }

  @Test(arguments: [
    (
      "{\"type\":\"pointerdown\",\"x\":\"1\",\"y\":2,\"clientX\":1,\"clientY\":2}\n{", 2, 2, "found the end of the file"
    ),
    (
      "{\"type\":\"pointerdown\",\"x\":0,\"y\":2}\n {\"type\":\"pointermove\",\"x\":\"1\",\"y\":2}", 2, 28,
      "\"x\" must be a number"
    ),
    ("[{\"type\":\"pointerdown\",\"x\":0,\"y\":2}\n x", 2, 2, "\",\" or \"]\""),
    ("[{\"type\":\"pointerdown\",\"x\":0,\"y\":2}", 1, 36, "\",\" or \"]\""),
    ("{\"type\":\"pointerdown\",\"x\":0,\"y\":2,\"buttons\":1.5}", 1, 45, "\"buttons\" must be a whole number"),
    ("{\"events\":[{\"type\":\"pointerdown\",\"x\":0,\"y\":2}]", 1, 47, "\",\" or \"}\""),
    ("{\"type\":\"pointerdown\",\"x\":0,\"y\":2,\"coalesced\":[1]}", 1, 48, "a JSON object"),
    ("x", 1, 1, "a JSON object"),
  ]) func `an error has a line and column`(text: String, line: Int, column: Int, says: String) throws {
    let all = try imported(text, from: .pointerEvents)
    let error = try #require(all.lazy.compactMap(\.error).first)
    #expect(error.location.line == line && error.location.column == column, "\(error)")
    #expect(error.description.contains(says), "\(error)")
    for chunk in [1, 3, 50] { #expect(try imported(text, from: .pointerEvents, chunk: chunk) == all) }
  }

  @Test(arguments: [
    ("a line that is cut off", #"{"type":"pointermove","x":1,"#), ("a line of text", "hello"),
    ("a line of brackets", #"{"type":"pointermove","a":[[[{"#), ("a line without a quote", #"{"type":"pointermove"#),
    ("a number that is wrong", #"{"type":"pointermove","x":01,"y":1}"#), ("an end of an array", "]"),
  ]) func `reading continues after a bad line`(name: String, bad: String) throws {
    let lines = [Self.events[0], bad, Self.events[1], bad, bad, Self.events[2]]
    for separator in ["\n", ",\n"] {
      for chunk in [1, 60, Int.max] {
        let all = try imported(lines.joined(separator: separator), from: .pointerEvents, chunk: chunk)
        #expect(all.compactMap(\.event) == Self.touches.map { .touch($0) }, "\(name)")
        #expect(!all.compactMap(\.error).isEmpty, "\(name)")
      }
    }
  }

  @Test func `reading continues after a bad object of an array`() throws {
    let objects = [Self.events[0], "{\"type\":}", Self.events[1], "{\"x\":1,,}", Self.events[2]]
    for text in ["[\(objects.joined(separator: ","))]", "[\n\(objects.joined(separator: ",\n"))\n]"] {
      let all = try imported(text, from: .pointerEvents)
      #expect(all.compactMap(\.event) == Self.touches.map { .touch($0) })
      #expect(all.compactMap(\.error).count == 2)
    }
  }

  @Test func `where reading continues after a bad object does not depend on how much of the log is in memory`() throws {
    let objects = [Self.events[0], #"{"type":}{"type":"pointermove","x":"#, Self.events[1], "{,}", Self.events[2]]
    for text in [objects.joined(separator: "\n"), "[" + objects.joined(separator: ",\n") + "\n]"] {
      let whole = try imported(text, from: .pointerEvents)
      #expect(whole.compactMap(\.event) == Self.touches.map { .touch($0) })
      for chunk in [1, 7, Self.events[0].utf8.count, Self.events[0].utf8.count + 1, 200] {
        #expect(try imported(text, from: .pointerEvents, chunk: chunk) == whole, "\(chunk) bytes at a time")
      }
    }
  }

  @Test func `an object that never ends does not take quadratic time`() throws {
    let text = String(repeating: "{\"a\":[\n", count: 5000)
    #expect(try imported(text, from: .pointerEvents).allSatisfy { $0.event == nil })
    let open = String(repeating: "{\"a\":1,\n", count: 5000)
    #expect(try imported(open, from: .pointerEvents).allSatisfy { $0.event == nil })
  }

  @Test func `touches are located at their objects`() throws {
    var reader = try openEventReader(
      ChunkedSource(Array(("[ " + Self.events.joined(separator: ",\n  ") + "]").utf8), chunk: 50), name: "a")
    var places: [[Int]] = []
    while try reader.next() != nil { places.append([reader.location.line, reader.location.column]) }
    #expect(places == [[1, 3], [2, 3], [3, 3]])
  }

  /// Events whose text keeps them from being read by templates must give the same touches.
  @Test(arguments: [1, 2, 3]) func `events that are written alike read as others do`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func number() -> String {
      let whole = String(UInt64.random(in: 0...9_999_999, using: &random)).prefix(Int.random(in: 1...7, using: &random))
      let fraction = String(UInt64.random(in: 0...UInt64.max, using: &random)).prefix(
        Int.random(in: 0...20, using: &random))
      let sign = Bool.random(using: &random) ? "-" : ""
      let digits = whole.hasPrefix("0") ? "0" : String(whole)
      let exponent = Int.random(in: 0..<20, using: &random) == 0 ? "e-2" : ""
      return sign + digits + (fraction.isEmpty ? "" : "." + fraction) + exponent
    }
    var alike: [String] = []
    var unlike: [String] = []
    for index in 0..<3000 {
      let type = index % 50 == 0 ? "down" : index % 50 == 49 ? "up" : "move"
      let end =
        #""type":"pointer\#(type)","x":\#(number()),"y":\#(number()),"t":\#(Double(index) * 4.5),"pressure":0.\#(index),"#
        + #""buttons":\#([0, 1, 1, 1, 33][index % 5]),"tiltX":\#(index % 91 - 45),"tiltY":\#(index % 31),"#
        + #""w":\#(number()),"twist":\#(index % 3),"width":\#(index % 5),"height":1,"tangentialPressure":0.\#(index % 4),"isPrimary":\#(index % 2 == 0),"id":"n\#(index)","pointerType":"pen"}"#
      alike.append("{" + end)
      unlike.append(#"{"target":[],"# + end)
    }
    let text = alike.joined(separator: "\n")
    let expected = try imported(unlike.joined(separator: "\n"), from: .pointerEvents)
    #expect(expected.count > 2000 && expected.allSatisfy { $0.error == nil })
    for chunk in [97, 5000, Int.max] {
      #expect(try imported(text, from: .pointerEvents, chunk: chunk) == expected)
      for (separator, end) in [(",\n", "]"), (",", "]"), ("\n , ", "\n]\n")] {
        let array = "[" + alike.joined(separator: separator) + end
        #expect(try imported(array, from: .pointerEvents, chunk: chunk) == expected)
      }
    }
  }

  @Test(
    .enabled(if: environment("DOODLE_CORPUS") != nil, "needs the recordings in DOODLE_CORPUS"),
    arguments: [
      ("js-draw-touch.txt", 33, 578, ["events that draw nothing": 33]),
      ("js-draw-pen.txt", 28, 573, ["events that draw nothing": 29, "hovering events": 378]),
    ]) func `a recording has its strokes`(name: String, strokes: Int, events: Int, left: [String: Int]) throws
  {
    let bytes = try #require(try corpus("pointer-events/\(name)"))
    let (touches, report) = try read(String(decoding: bytes, as: UTF8.self), from: nil, chunk: 3000)
    #expect(touches.filter { $0.phase == .began }.count == strokes && touches.count == events)
    #expect(omitted(report) == left)
    #expect(report.assumptions.first == "the log is written newest first")
    var last: [TouchID: Double] = [:]
    for touch in touches {
      let time = try #require(touch.time)
      #expect(time >= last[touch.touch] ?? 0)
      last[touch.touch] = time
    }
    let isTouch = name.contains("touch")
    #expect(touches.allSatisfy { ($0.pressure == nil) == isTouch && $0.pointer == (isTouch ? .finger : .pencil) })
    #expect(touches.allSatisfy { $0.pressure != 0 })
  }

  @Test func `damage ends with events or located errors`() throws {
    let hover = #"{"type":"pointermove","x":1,"y":1,"buttons":0,"coalesced":[{"x":1,"y":2,"tiltX":3}]}"#
    let events = Self.events + [hover, #"{"type":"commandDone","a":{"b":[1,"c\n"]}}"#]
    for text in [
      events.joined(separator: ",\n"), "[" + events.joined(separator: ",") + "]",
      "{\"v\":1,\"events\":[\n" + events.joined(separator: ",\n") + "]}",
    ] {
      survivesDamage(Array(text.utf8), from: .pointerEvents)
    }
  }
}
