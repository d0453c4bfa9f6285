import Geometry
import Testing
import TouchLog

@Suite struct TouchEventTests {
  @Test func `touches differ by kind, number and name`() {
    let touches: [TouchID] = [.number(0), .number(1), .name(""), .name("0"), .name("1"), .name("pen"), .number(-1)]
    #expect(Set(touches).count == touches.count)
    for touch in touches {
      #expect((touch.number == nil) != (touch.name == nil))
      #expect(touch == touch.number.map { .number($0) } ?? .name(touch.name!))
    }
    #expect(TouchID.number(1).description == "1" && TouchID.name("1").description == "\"1\"")
  }

  @Test func `several threads can make names of touches at the same time`() async {
    let sets = await withTaskGroup(of: [TouchID].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { .name("thread \($0)") } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for set in sets {
      #expect(set == sets[0])
      #expect(set.map(\.name) == (0..<500).map { "thread \($0)" })
    }
  }

  @Test func `an absent number equals only another absent number`() {
    let plain = TouchEvent(phase: .moved, point: Point(0, 0))
    #expect(plain == plain && plain.hashValue == plain.hashValue)
    for key in [\TouchEvent.pressure, \.time, \.altitude, \.azimuth] {
      var event = plain
      event[keyPath: key] = 0
      #expect(event != plain && event[keyPath: key] == 0)
      event[keyPath: key] = nil
      #expect(event == plain && event[keyPath: key] == nil)
      event[keyPath: key] = .nan
      #expect(event == plain)
    }
  }
}
