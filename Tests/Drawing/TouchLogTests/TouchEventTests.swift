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

  @Test func `a name is known as long as one of its scopes exists`() throws {
    let first = TouchNameScope()
    var second: TouchNameScope? = TouchNameScope()
    let (shared, own) = (first.touch("shared"), try #require(second).touch("own"))
    #expect(second?.touch("shared") == shared && second?.touch("own") == own && shared != own)
    let lasting = try #require(second).touch("lasting")
    #expect(TouchID.name("lasting") == lasting)
    second = nil
    #expect((shared.name, lasting.name, own.name) == ("shared", "lasting", nil))
    #expect(first.touch("shared") == shared && first.touch("lasting") == lasting)
  }

  @Test(arguments: [(-0.25, -0.25), (0, 0), (0.12344, 0.1234), (1, 1), (7, 1), (-7, -1)])
  func `a tangential pressure is kept in steps of a ten-thousandth`(number: Double, kept: Double) {
    var details = TouchDetails()
    #expect(details.tangentialPressure == nil && !details.isKnown)
    details.tangentialPressure = number
    #expect(details.tangentialPressure == kept && details.contact == nil && details.isKnown)
    details.tangentialPressure = nil
    #expect(details == TouchDetails())
  }

  @Test(arguments: [(0, 0), (0.02, 0.02), (23.34, 23.34), (7.509, 7.5), (1310.68, 1310.68), (1e300, 1310.68), (-1, 0)])
  func `the size of a contact is kept in steps of a fiftieth of a point`(side: Double, kept: Double) {
    var details = TouchDetails()
    details.contact = Size(width: side, height: 5)
    #expect(details.contact == Size(width: kept, height: 5) && details.tangentialPressure == nil && details.isKnown)
    details.contact = nil
    #expect(details == TouchDetails())
  }

  @Test func `details that are unknown are taken from others`() {
    var (pressed, touching) = (TouchDetails(), TouchDetails())
    pressed.tangentialPressure = 0.5
    touching.contact = Size(width: 4, height: 0)
    var both = pressed.completed(from: touching)
    #expect(both.tangentialPressure == 0.5 && both.contact == touching.contact)
    both.tangentialPressure = -1
    #expect(pressed.completed(from: both) == touching.completed(from: pressed))
  }

  @Test func `an event is as small as its properties allow`() {
    #expect(MemoryLayout<TouchEvent>.size == 80)
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
