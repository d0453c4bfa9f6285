import Foundation
import Geometry
import TestSupport
import Testing
import TouchLog

@Suite struct LogWriterTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var event: LogEvent
    var line: String
    var testDescription: String { line }
  }

  @Test func `a header keeps its notes on the drawing, which are never other keys of the log`() throws {
    var header = LogHeader(size: Size(width: 4, height: 3))
    header.notes = [LogHeader.Note("word", "bed"), LogHeader.Note("size", "large"), LogHeader.Note("phase", "began")]
    let line = LogWriter.line(for: .header(header))
    #expect(String(decoding: line, as: UTF8.self) == "{\"doodle\":1,\"size\":[4,3],\"word\":\"bed\"}\n")
    header.notes = [LogHeader.Note("word", "bed")]
    #expect(try read(line) == [.event(.header(header))])
  }

  @Test func `the label of a header is the first of its names, whatever an app keeps under them`() throws {
    for (line, label) in [
      (#"{"doodle":1,"truth":"a","label":"b","normalizedLabel":"c"}"#, "c"),
      (#"{"doodle":1,"label":"\\frac 1"}"#, #"\frac 1"#),
      (#"{"doodle":1,"label":{"a":1},"word":"é"}"#, "é"), (#"{"doodle":1,"label":7}"#, nil), (#"{"doodle":1}"#, nil),
    ] {
      var header: LogHeader?
      if case .event(.header(let read)) = try read(Array(line.utf8)).first { header = read }
      #expect(try #require(header).label == label, "\(line)")
    }
  }

  @Test(arguments: [
    Example(
      event: .header(
        LogHeader(size: Size(width: 800, height: 600), scale: 2, background: .color(.white), model: "ink-1")),
      line: ##"{"doodle":1,"size":[800,600],"scale":2,"background":"#ffffff","model":"ink-1"}"##),
    Example(event: .header(LogHeader(model: "ink-2", grid: 0.25)), line: #"{"doodle":1,"model":"ink-2","grid":0.25}"#),
    Example(
      event: .touch(
        TouchEvent(phase: .moved, touch: .number(1), point: Point(120.5, 80), pressure: 0.42, time: 0.0083)),
      line: #"{"phase":"moved","touch":1,"point":[120.5,80],"pressure":0.42,"time":0.0083}"#),
    Example(
      event: .revision(TouchRevision(index: 89, touch: .name("a\"\n\u{1}"), pressure: 0.468)),
      line: #"{"revises":89,"touch":"a\"\n\u0001","pressure":0.468}"#),
    Example(
      event: .tool(ToolChange(name: "pen", color: .rainbow, width: 6, opacity: 1)),
      line: #"{"tool":"pen","color":"rainbow","width":6,"opacity":1}"#),
    Example(event: .tool(ToolChange(name: "pen", grid: 0.5)), line: #"{"tool":"pen","grid":0.5}"#),
    Example(event: .command(.undo(count: 1)), line: #"{"command":"undo"}"#),
    Example(
      event: .command(.sound(path: "a.webm"), at: 1.5), line: #"{"command":"sound","path":"a.webm","time":1.5}"#),
  ]) func `an event is written as specified`(example: Example) {
    #expect(String(decoding: LogWriter.line(for: example.event), as: UTF8.self) == example.line + "\n")
  }

  @Test func `numbers that are not finite are left out, so that each line is JSON`() throws {
    let touch = TouchEvent(phase: .began, point: Point(1, 2), pressure: .nan, time: .infinity)
    let line = LogWriter.line(for: .touch(touch))
    #expect(
      try onlyEvent(String(decoding: line, as: UTF8.self)) == .touch(TouchEvent(phase: .began, point: Point(1, 2))))
  }

  @Test(arguments: rounds(20)) func `written events read as equal events`(seed: UInt64) throws {
    var random = RandomEvents(random: SeededRandom(seed: seed))
    let events = [LogEvent.header(random.header())] + (0..<50).map { _ in random.event() }
    var bytes: [UInt8] = []
    for event in events {
      let start = bytes.count
      LogWriter.append(event, to: &bytes)
      #expect((try? JSONSerialization.jsonObject(with: Data(bytes[start...]))) != nil)
    }
    #expect(try read(bytes) == events.map { .event($0) })
  }
}

/// Random events with any of their properties, in range.
private struct RandomEvents {
  var random: SeededRandom

  private mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? {
    Bool.random(using: &random) ? value(&self) : nil
  }

  private mutating func name() -> String {
    let letters: [Character] = ["a", "Z", "\"", "\\", "\n", "\u{0}", "\u{1F}", "/", "é", "漢", "😀", " "]
    return String((0..<Int.random(in: 0...6, using: &random)).map { _ in letters.randomElement(using: &random)! })
  }

  /// Any finite number, large and small.
  private mutating func number() -> Double {
    let value = Double(bitPattern: random.next())
    return value.isFinite ? value : 0
  }

  private mutating func point() -> Point {
    Point(random.double(in: -1e7...1e7), (random.double(in: -1000...1000) * 4).rounded() / 4)
  }

  private mutating func touch() -> TouchID {
    Bool.random(using: &random) ? .number(Int(truncatingIfNeeded: random.next())) : .name(name())
  }

  private mutating func color() -> Color {
    let bits = random.next()
    return Color(
      red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits >> 16), alpha: bits >> 63 == 0 ? 255 : UInt8(truncatingIfNeeded: bits >> 24))
  }

  private mutating func properties() -> TouchProperties { TouchProperties(rawValue: UInt8(random.next() & 31)) }

  mutating func header() -> LogHeader {
    LogHeader(
      size: maybe { Size(width: $0.random.double(in: 1...1e5), height: 1) },
      scale: maybe { $0.random.double(in: 0.01...8) },
      background: maybe { Bool.random(using: &$0.random) ? Background.none : .color($0.color()) },
      model: maybe { $0.name() }, grid: maybe { $0.random.double(in: 1e-9...1e7) })
  }

  private mutating func revision() -> TouchRevision {
    var revision = TouchRevision(
      index: Int(truncatingIfNeeded: random.next()), touch: touch(), point: maybe { $0.point() },
      pressure: maybe { abs($0.number()) }, time: maybe { $0.number() }, altitude: maybe { $0.number() },
      azimuth: maybe { $0.number() }, expects: properties())
    revision.twist = maybe { $0.number() }
    revision.details = details()
    return revision
  }

  private mutating func details() -> TouchDetails {
    var details = TouchDetails()
    details.tangentialPressure = maybe { $0.random.double(in: -1.5...1.5) }
    details.contact = maybe { Size(width: abs($0.number()), height: $0.random.double(in: 0...2000)) }
    return details
  }

  private mutating func touchEvent() -> TouchEvent {
    var event = TouchEvent(
      phase: TouchEvent.Phase.allCases.randomElement(using: &random)!, touch: touch(), point: point(),
      pressure: maybe { abs($0.number()) }, time: maybe { $0.number() }, altitude: maybe { $0.number() },
      azimuth: maybe { $0.number() }, pointer: TouchEvent.Pointer.allCases.randomElement(using: &random),
      predicted: Bool.random(using: &random), index: maybe { Int(truncatingIfNeeded: $0.random.next()) },
      expects: properties())
    event.twist = maybe { $0.number() }
    event.details = details()
    return event
  }

  mutating func event() -> LogEvent {
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1: .touch(touchEvent())
    case 2: .revision(revision())
    case 3:
      .tool(
        ToolChange(
          name: name(), style: style(), mode: maybe { $0.name() }, text: maybe { $0.name() }, id: maybe { $0.name() }))
    default: .command(command(), at: maybe { $0.random.double(in: -9...9) })
    }
  }

  private mutating func style() -> StyleChange { StyleChange(percent: 50, largest: 1e7, using: &random) }

  private mutating func vector() -> Vector { point() - Point(0, 0) }

  private mutating func command() -> LogCommand {
    let id = maybe { $0.name() }
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return .undo(count: Int.random(in: 1...9, using: &random))
    case 1: return .redo(count: Int.random(in: 1...9, using: &random))
    case 2: return .clear
    case 3: return .select(id.map { .id($0) } ?? .at(point()))
    case 4: return .deselect
    case 5: return .delete(id: id)
    case 6: return .move(id: id, by: vector())
    case 7:
      return .transform(
        id: id,
        TransformChange(
          translate: maybe { $0.vector() }, rotate: maybe { $0.random.double(in: -400...400) },
          scale: maybe { $0.random.double(in: 0.1...9) }))
    case 8: return .restyle(id: id, style())
    case 19: return .stretch(id: id, by: Vector(random.double(in: 0.1...9), random.double(in: 1e-6...1e6)))
    case 9: return .raise(id: id)
    case 10: return .lower(id: id)
    case 11:
      return .text(
        NewText(name(), at: point(), wrap: maybe { $0.random.double(in: 1...99) }, style: style(), id: id))
    case 12: return .edit(id: id, text: name())
    case 13:
      return .page(
        NewPage(
          size: maybe { Size(width: $0.random.double(in: 1...1e5), height: 1) },
          background: maybe { Bool.random(using: &$0.random) ? Background.none : .color($0.color()) }))
    case 14:
      return .image(
        NewImage(
          Bool.random(using: &random) ? .path(name()) : .data(name()), at: point(),
          size: maybe { Size(width: $0.random.double(in: 1...99), height: 7) },
          opacity: maybe { $0.random.double(in: 0...1) }, id: id))
    case 15: return .mark(name: name())
    case 16: return .duplicate(id: id, as: maybe { $0.name() }, by: vector())
    case 17: return .sound(path: maybe { $0.name() })
    default: return .open(path: name())
    }
  }
}
