import Files
import ImportCore
import PointImporters
import TestSupport
import Testing
import TouchLog

/// Recordings of real devices.
@Suite struct DeviceCorpusTests {
  private func log(_ name: String) throws -> [TouchEvent]? {
    guard let bytes = try corpus("evdev/\(name)") else { return nil }
    return try touchEvents(String(decoding: bytes, as: UTF8.self), nil)
  }

  @Test func `the pen has 236 samples in one stroke, in all four forms`() throws {
    guard let events = try log("dell_canvas_pen.evemu") else { return }
    #expect(events.count == 237)
    #expect(events.filter { $0.phase == .began }.count == 1)
    #expect(events.last?.phase == .ended)
    for name in ["libinput.yml", "evtest.txt", "getevent-lt.txt"] {
      #expect(try log("dell_canvas_pen.\(name)") == events)
    }
    // The first frame has x 36476, y 16779, pressure 579 of 4095, tilt 600 and −1300 of 5730 per radian.
    let (x, y): (Double, Double) = (36476.0 * 96 / 2540, 16779.0 * 96 / 2540)
    #expect(events[0].point.x == x)
    #expect(events[0].point.y == y)
    let pressure: Double = 579.0 / 4095
    #expect(events[0].pressure == pressure)
    #expect(events[1].time == 0.006957)
  }

  @Test func `the touch screen has 12 contacts, 5 at once`() throws {
    guard let events = try log("dell_canvas_touch.evemu") else { return }
    var (down, most) = (0, 0)
    for event in events {
      if event.phase == .began { down += 1 }
      if event.phase == .ended { down -= 1 }
      most = max(most, down)
    }
    func count(_ phase: TouchEvent.Phase) -> Int { events.count { $0.phase == phase } }
    #expect(count(.began) == 12)
    #expect(count(.ended) == 12)
    #expect(most == 5)
    // Frames in which a contact moved, counted by another program.
    #expect(events.count - count(.ended) == 1320)
    let (width, height): (Double, Double) = (600 * 96 / 25.4, 340 * 96 / 25.4)
    #expect(events.allSatisfy { (0...width).contains($0.point.x) && (0...height).contains($0.point.y) })
  }

  @Test func `the tap of protocol A has 8 frames`() throws {
    guard let events = try log("getevent-t-protocol-a.txt") else { return }
    #expect(events.map(\.phase) == [.began] + Array(repeating: .moved, count: 7) + [.ended])
    #expect(events.allSatisfy { pathText($0).hasSuffix(" 0 446 600") })
    #expect(events.last?.time == 0.112948)
  }

  @Test(arguments: [
    "dell_canvas_pen.evemu", "dell_canvas_pen.libinput.yml", "dell_canvas_pen.evtest.txt",
    "dell_canvas_pen.getevent-lt.txt", "getevent-t-protocol-a.txt", "dell_canvas_touch.evemu",
  ]) func `damage is an error with a location, or is left out`(name: String) throws {
    guard let bytes = try corpus("evdev/\(name)") else { return }
    let format: LogFormat =
      name.hasSuffix("evemu")
      ? .evemu : name.hasSuffix("yml") ? .libinput : name.hasSuffix("evtest.txt") ? .evtest : .getevent
    survivesDamage(Array(bytes.prefix(20_000)), from: format, budget: 1 << 20)
  }

  @Test(arguments: [LogFormat.evemu, .libinput, .evtest, .getevent])
  func `damage of a short recording is an error with a location, or is left out`(format: LogFormat) throws {
    let recording = Recording.screen
      .frame((3, 57, 7), (3, 53, 127), (3, 54, 508), (3, 47, 1), (3, 57, 8), (3, 53, 200), (3, 54, 100), (3, 58, 3))
      .frame((0, 3, 0), (3, 53, 3)).frame((3, 57, -1), (1, 330, 0)).frame((3, 0, 3), (3, 26, 4), (1, 321, 1))
      .frame((3, 53, 10), (0, 2, 0), (3, 53, 20), (0, 2, 0)).frame((3, 53, 20), (0, 2, 0), (3, 53, 10), (0, 2, 0))
    let text =
      switch format {
      case .evemu: recording.evemu
      case .libinput: recording.libinput
      case .evtest: recording.evtest
      default: recording.getevent
      }
    survivesDamage(Array(text.utf8), from: format)
    for extreme in [Int(Int32.min), Int(Int32.max), -1, 0] {
      let wild = Recording(axes: [(53, extreme, -extreme - 1, extreme), (54, 0, 0, extreme), (0, extreme, extreme, 1)])
        .frame(
          (3, 47, extreme), (3, 57, extreme), (3, 53, extreme), (3, 0, extreme), (3, 26, extreme), (1, 330, extreme)
        )
        .frame((3, 53, -extreme - 1), (3, 0, 3))
      for text in [wild.evemu, wild.libinput, wild.evtest, wild.getevent] { _ = try imported(text) }
    }
  }
}
