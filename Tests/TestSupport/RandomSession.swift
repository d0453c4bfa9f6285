import Geometry
import TouchLog

/// Random sessions of one hand: every tool, every command that needs no file, drags of a few events, taps, canceled
/// touches, and late revisions.
package struct RandomSession: Sendable {
  package private(set) var events: [LogEvent] = []

  private var random: SeededRandom
  private let size: Double
  private var index = 0
  private var count = 0

  /// - Parameters:
  ///   - steps: The number of drags and commands.
  ///   - size: The canvas's width and height in points.
  package init(seed: UInt64, steps: Int, size: Double = 100) {
    random = SeededRandom(seed: seed)
    self.size = size
    events.append(.header(LogHeader(size: Size(width: size, height: size))))
    for _ in 0..<steps { addStep() }
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func randomPoint() -> Point {
    Point(random.double(in: 0...size).rounded(), random.double(in: 0...size).rounded())
  }

  /// The ID of an element so far or of a missing one; nil for no ID.
  private mutating func id() -> String? {
    chance(30) ? nil : "e\(Int.random(in: 1...max(1, count + 1), using: &random))"
  }

  private mutating func addStep() {
    if chance(50) {
      if chance(70) { events.append(.tool(tool())) }
      drag()
    } else {
      events.append(.command(command()))
    }
  }

  private mutating func drag() {
    count += 1
    var point = randomPoint()
    let touch = TouchID.number(Int.random(in: 0...1, using: &random))
    let isPencil = chance(40)
    var named: [Int] = []
    func event(_ phase: TouchEvent.Phase, _ point: Point, _ index: Int?) -> LogEvent {
      var event = TouchEvent(phase: phase, touch: touch, point: point, pressure: index == nil ? nil : 0.5)
      event.index = index
      return .touch(event)
    }
    func next(_ index: inout Int) -> Int? {
      guard isPencil else { return nil }
      index += 1
      named.append(index)
      return index
    }
    events.append(event(.began, point, next(&index)))
    for _ in 0..<(chance(20) ? 0 : Int.random(in: 1...12, using: &random)) {
      point = point + Vector(random.double(in: -20...20), random.double(in: -20...20))
      events.append(event(.moved, point, next(&index)))
      // Sometimes a command interrupts the drag.
      if chance(3) { events.append(.command(chance(50) ? .undo(count: 1) : command())) }
    }
    events.append(event(chance(8) ? .cancelled : .ended, point, nil))
    for index in named where chance(20) {
      events.append(
        .revision(TouchRevision(index: index, touch: touch, pressure: random.double(in: 0...1))))
    }
  }

  private mutating func color() -> Color {
    let bits = random.next()
    return Color(
      red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits >> 16), alpha: chance(70) ? 255 : 140)
  }

  private mutating func style() -> StyleChange { StyleChange(percent: 40, largest: 12, using: &random) }

  private mutating func tool() -> ToolChange {
    let names = [
      "pen", "pen", "marker", "eraser", "eraser", "line", "arrow", "rect", "ellipse", "polygon", "star", "angle",
      "text", "select", "select",
    ]
    var tool = ToolChange(name: names.randomElement(using: &random)!, style: style())
    tool.text = "Ab 1"
    if tool.name == "eraser" {
      tool.mode = chance(25) ? "stroke" : "pixel"
      tool.style.opacity = 1
    }
    return tool
  }

  private mutating func command() -> LogCommand {
    switch Int.random(in: 0..<23, using: &random) {
    case 0...5: return .undo(count: Int.random(in: 1...3, using: &random))
    case 6...8: return .redo(count: Int.random(in: 1...3, using: &random))
    case 9: return chance(30) ? .clear : .deselect
    case 10: return .select(chance(50) ? .at(randomPoint()) : .id(id() ?? "e1"))
    case 11: return .delete(id: id())
    case 12, 13: return .move(id: id(), by: Vector(random.double(in: -30...30), random.double(in: -30...30)))
    case 14:
      return .transform(
        id: id(),
        TransformChange(
          rotate: random.double(in: -90...90).rounded(), scale: chance(50) ? random.double(in: 0.5...2) : nil))
    case 15: return .restyle(id: id(), style())
    case 22: return .stretch(id: id(), by: Vector(random.double(in: 0.3...3), random.double(in: 0.3...3)))
    case 16: return .raise(id: id())
    case 17: return .lower(id: id())
    case 18:
      count += 1
      return .text(NewText("Wy", at: randomPoint(), style: style()))
    case 19: return .edit(id: id(), text: "No")
    default:
      count += 1
      return .duplicate(id: id(), as: nil, by: Vector(random.double(in: -30...30), random.double(in: -30...30)))
    }
  }
}
