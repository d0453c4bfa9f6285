import Geometry
import TestSupport
import Ink
import TouchLog

/// Reads bytes as the events of a session: every value is valid, so that fuzzing reaches the effects of the events.
struct EventDecoder {
  private var rest: ArraySlice<UInt8>
  private var time = 0.0

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// 0 after the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// All remaining bytes.
  mutating func takeRest() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  mutating func event() -> LogEvent {
    switch byte() % 16 {
    case 0...8: .touch(touch())
    case 9: .revision(revision())
    case 10, 11: .tool(tool())
    default: .command(command(), at: maybe { $0.number() })
    }
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(byte()) % values.count] }

  /// A value for half of the bytes.
  private mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? { flag() ? value(&self) : nil }
}

// MARK: Numbers

extension EventDecoder {
  /// Most bytes are positions on a small canvas, the others limits and numbers that round badly.
  private static let unusual: [Double] = [
    1e7, -1e7, 1e5, -1e3, -20, -0.5, 63.999_999_999, 64, 64.000_000_1, 0.1, 0.35, 0.001, 1e-6, -1e-9, 1e-300,
    12_345.678,
  ]

  mutating func number() -> Double {
    let value = byte()
    return value < 192 ? Double(value) / 2 : Self.unusual[Int(value) % Self.unusual.count]
  }

  private mutating func unit() -> Double { Double(byte()) / 255 }

  private mutating func length() -> Double { abs(number()) }

  private mutating func positiveLength() -> Double {
    let length = length()
    return length > 0 ? length : 1
  }

  private mutating func factor() -> Double { min(max(positiveLength() / 10, 1e-6), 1e6) }

  private mutating func count(atLeast least: Int) -> Int {
    max(least, flag() ? Int(byte()) & 7 : Int(length().rounded()))
  }

  private mutating func point() -> Point { Point(number(), number()) }

  private mutating func vector() -> Vector { Vector(number(), number()) }
}

// MARK: Touches

extension EventDecoder {
  private static let phases: [TouchEvent.Phase] = [
    .began, .moved, .moved, .ended, .moved, .moved, .stationary, .cancelled,
  ]

  private mutating func touch() -> TouchEvent {
    let flags = byte()
    var touch = TouchEvent(
      phase: Self.phases[Int(flags & 7)], touch: .number(Int(flags >> 3 & 1)), point: point(),
      predicted: flags >> 4 == 15)
    if flags & 16 != 0 { touch.pressure = pick([0, 0.2, 0.5, 1, 1, 3, 1e-9, 1e300]) }
    if flags & 32 != 0 { touch.time = nextTime() }
    if flags & 64 != 0 {
      touch.index = Int(byte() & 7)
      touch.expects = TouchProperties(rawValue: byte() & 15)
    }
    if flags & 192 == 192 {
      touch.altitude = unit() * 2
      touch.azimuth = number()
      touch.twist = touch.azimuth.map { $0 * 10 }
      touch.details.tangentialPressure = touch.azimuth.map { $0 / 10 }
      touch.details.contact = touch.altitude.map { Size(width: $0 * 900, height: 20) }
    }
    return touch
  }

  private mutating func nextTime() -> Double {
    time += pick([0.008, 0.008, 0.016, 0, 1e-9, -0.01, 1, 1e6])
    return time
  }

  private mutating func revision() -> TouchRevision {
    var revision = TouchRevision(
      index: Int(byte() & 7), touch: .number(Int(byte() & 1)), point: maybe { $0.point() },
      pressure: maybe { $0.unit() }, time: maybe { $0.nextTime() })
    revision.details.tangentialPressure = revision.pressure
    revision.details.contact = revision.time.map { Size(width: $0.magnitude, height: 5) }
    return revision
  }
}

// MARK: Tools and commands

extension EventDecoder {
  private static let names = ["e1", "e2", "e3", "e4", "a"]
  private static let texts = ["Wy", "", "a\nb", "é 漢\t<&\"'>", "a line of several words", "\u{0}\u{1F}\u{FFFE}]]>"]

  private mutating func id() -> String? { maybe { $0.pick(Self.names) } }

  private mutating func tool() -> ToolChange {
    let tool = pick(Tool.all)
    return ToolChange(
      name: tool.name, style: style(), mode: tool == .eraser ? maybe { $0.flag() ? "stroke" : "pixel" } : nil,
      text: tool == .text ? pick(Self.texts) : nil, id: byte() & 7 == 7 ? pick(Self.names) : nil)
  }

  private mutating func color() -> Color {
    Color(red: byte(), green: byte() & 15, blue: 9, alpha: pick([255, 255, 128, 1, 0]))
  }

  private mutating func style() -> StyleChange {
    var random = SeededRandom(seed: UInt64(byte()))
    return StyleChange(percent: pick([0, 0, 10, 30]), largest: pick([10, 300, 1e7]), using: &random)
  }

  private mutating func command() -> LogCommand {
    switch byte() % 19 {
    case 0, 1: .undo(count: min(count(atLeast: 1), 1_000_000))
    case 2: .redo(count: min(count(atLeast: 1), 1_000_000))
    case 3: .clear
    case 4: .select(flag() ? .at(point()) : .id(pick(Self.names)))
    case 5: .deselect
    case 6: .delete(id: id())
    case 7, 8: .move(id: id(), by: vector())
    case 9, 10:
      .transform(
        id: id(),
        TransformChange(
          translate: maybe { $0.vector() }, rotate: maybe { min(max($0.number(), -1e6), 1e6) },
          scale: maybe { $0.factor() }))
    case 11: .restyle(id: id(), style())
    case 12: .raise(id: id())
    case 13: .lower(id: id())
    case 14: .text(NewText(pick(Self.texts), at: point(), wrap: maybe { $0.positiveLength() }, style: style()))
    case 15: .edit(id: id(), text: pick(Self.texts))
    case 16: .stretch(id: id(), by: Vector(factor(), factor()))
    case 17:
      .image(
        NewImage(
          FuzzedImage.source, at: point(),
          size: maybe { Size(width: $0.positiveLength(), height: $0.positiveLength()) },
          opacity: maybe { $0.unit() }))
    default:
      if flag() {
        .duplicate(id: id(), as: maybe { $0.pick(Self.names) }, by: vector())
      } else if flag() {
        .sound(path: maybe { $0.pick(Self.names) })
      } else {
        .mark(name: pick(Self.texts))
      }
    }
  }
}
