import ImportCore
import PointImporters
import Testing
import TouchLog

/// The four textual forms.
@Suite struct DeviceFormatTests {
  /// A touch with every property of a contact, and events of a pen that are not ink.
  private let recording = Recording.screen
    .frame((4, 4, 458792), (3, 57, 7), (3, 53, 127), (3, 54, 508), (3, 58, 50), (1, 330, 1))
    .frame((3, 53, 254), (3, 58, 75), (2, 8, -1)).frame((3, 57, -1), (1, 330, 0))

  @Test func `one stroke in four forms is one log`() throws {
    let logs = try [recording.evemu, recording.libinput, recording.evtest, recording.getevent].map { try imported($0) }
    #expect(logs[0].count == 4)
    for log in logs { #expect(log == logs[0]) }
  }

  @Test func `the content tells the form`() throws {
    #expect(try report(recording.evemu, nil).format == "evemu")
    #expect(try report("N: a\nI: 0003 056a 4200 0110\n", nil).format == "evemu")
    #expect(try report(recording.libinput, nil).format == "libinput record")
    #expect(try report(recording.evtest, nil).format == "evtest")
    #expect(
      try report("Event: time 1.000000, -------------- SYN_REPORT ------------\n", nil).format.hasPrefix("evtest"))
    #expect(try report(recording.getevent, nil).format == "getevent")
    #expect(try report(recording.geteventEvents, nil).format == "getevent")
  }

  @Test(arguments: ["N: a letter\nto somebody\n", "[1, 2, 3]x\n", "0003 0035\n", "1 2 3\n", "EV_\n", "E: 0.1\n"])
  func `a text that only resembles one of them is none`(text: String) {
    #expect(throws: LogReadError.self) { _ = try report(text, nil) }
  }

  @Test func `all forms are read in chunks of any size, with CRLF and a byte-order mark`() throws {
    for text in [recording.evemu, recording.libinput, recording.evtest, recording.getevent] {
      let log = try imported(text)
      for chunk in [1, 7, 100] { #expect(try imported(text, chunk: chunk) == log) }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
      #expect(try imported("\u{FEFF}" + lines) == log)
    }
  }

  @Test(arguments: ["ffffffff", "7fffffff"]) func `getevent writes −1 in two ways`(value: String) throws {
    let text = """
      0003 0039 00000001
      0003 0035 00000005
      0003 0036 00000006
      0000 0000 00000000
      0003 0039 \(value)
      0000 0000 00000000
      """
    let events = try touchEvents(text, nil)
    #expect(events.map(pathText) == ["began 0 5 6", "ended 0 5 6"])
    // Strokes without times begin 0.2 s after each other.
    #expect(events.map(\.time) == [0, nil])
  }

  @Test func `getevent's devices do not mix, and each has its own axes`() throws {
    let one = Recording().frame((3, 57, 1), (3, 53, 5), (3, 54, 6)).frame((3, 53, 7))
    let other = Recording().frame((3, 0, 127), (3, 1, 0), (1, 330, 1)).frame((1, 330, 0))
    let lines = zip(
      one.geteventEvents(device: "/dev/input/event1: ").split(separator: "\n"),
      other.geteventEvents(device: "/dev/input/event12: ").split(separator: "\n"))
    let text =
      "add device 1: /dev/input/event12\n    ABS (0003): 0000  : value 0, min 0, max 254, resolution 10\n"
      + lines.map { "\($0)\n\($1)\n" }.joined()
    #expect(try touchEvents(text, nil).map(pathText) == ["began 0 5 6", "began 1 48 0", "moved 0 7 6", "ended 1 48 0"])
  }

  @Test func `getevent's events without a device are of the described touch screen`() throws {
    let described =
      "add device 1: /dev/input/event0\n    KEY (0001): 0072  0073\nadd device 2: /dev/input/event4\n"
      + "    ABS (0003): 0035  : value 0, min 0, max 254, fuzz 0, flat 0, resolution 10\n"
    let events = Recording().frame((3, 57, 1), (3, 53, 127), (3, 54, 6)).geteventEvents
    #expect(try touchEvents(described + events, nil).map(pathText) == ["began 0 48 6"])
  }

  /// The second device has more touches; the lists of other kinds have numbers, too.
  private func devices() -> String {
    let one = Recording.screen.frame((3, 57, 1), (3, 53, 127), (3, 54, 508)).frame((3, 57, -1))
    let two = recording.frame((3, 57, 8))
    func device(_ number: Int, _ recording: Recording) -> String {
      let text = recording.libinput
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
        .map { $0 == "  evdev:" ? "  evdev:\n    name: \"Screen \(number)\"" : String($0) }.joined(separator: "\n")
        + "  - libinput:\n    - [0, 1, 3, 53, 1]\n  - hid:\n    - [0, 1, 3, 53, 1]\n"
    }
    return "version: 1\nndevices: 2\ndevices:\n" + device(1, one) + device(2, two)
  }

  @Test func `of libinput's devices the one with the most ink is drawn`() throws {
    let text = devices()
    #expect(
      try touchEvents(text, nil).map(pathText) == ["began 0 48 96", "moved 0 96 96", "ended 0 96 96", "began 1 96 96"])
    let report = try report(text, nil)
    #expect(report.assumptions.contains("device 2 of 2, \"Screen 2\" is read: it has the most ink"))
    #expect(report.omissions.contains { $0.what == "events of other devices" })
  }

  /// A tablet's touch screen and its pen are two devices, and a hand that rests moves more often than a pen that writes.
  @Test func `of libinput's devices the one of the pointer that is asked for is drawn`() throws {
    let pen = """
      - node: /dev/input/event5
        evdev:
          absinfo:
            0: [0, 1000, 0, 0, 10]
            1: [0, 1000, 0, 0, 10]
        events:
        - evdev:
          - [1, 0, 1, 320, 1]
          - [1, 0, 3, 0, 100]
          - [1, 0, 3, 1, 200]
          - [1, 0, 1, 330, 1]
          - [1, 0, 0, 0, 0]
          - [1, 9000, 1, 330, 0]
          - [1, 9000, 0, 0, 0]

      """
    let text = devices().replacing("ndevices: 2", with: "ndevices: 3") + pen
    var options = ImportOptions()
    options.pointers = [.pen]
    let (touches, report) = try readTouches(text, options: options)
    #expect(touches.map(\.pointer) == [.pencil, .pencil])
    #expect(report.assumptions.contains("device 3 of 3 is read: it has the most ink"))
    options.pointers = [.touch]
    #expect(try readTouches(text, options: options).touches.allSatisfy { $0.pointer == .finger })
  }

  @Test func `libinput's devices are held within the memory limit`() {
    var options = ImportOptions()
    options.memoryLimit = 5000
    let error = #expect(throws: LogReadError.self) {
      _ = try touchEvents(devices() + String(repeating: "# nothing\n", count: 1000), nil, options: options)
    }
    guard case .malformed(let error) = error else { return }
    #expect(error.reason == .tooMuchMemory("the file", limit: 5000))
  }

  @Test(arguments: [
    ("E: 1.x00000 0003 0000 1", 6, "expected a time"), ("E: 1.000000 00030 0000 1", 13, "expected the event's type"),
    ("E: 1.000000 0003 g 1", 18, "expected the event's code"),
    ("E: 1.000000 0003 0000 99999999999", 23, "expected the event's value"),
    ("E: 1.000000 0003 0000 1x", 23, "expected the event's value"), ("E: 1.000000 0003", 17, "the end of the line"),
    ("A: 00 0 x 0 0", 9, "expected the axis's minimum"), ("E: 999999999999999999.0 0003 0000 1", 4, "expected seconds"),
  ]) func `a wrong event is an error at its location, and the next one is read`(
    line: String, column: Int, message: String
  ) throws {
    let text = "# EVEMU 1.3\n\(line)\n" + Recording.screen.frame((3, 57, 1), (3, 53, 127)).evemu
    let outcomes = try imported(text)
    let error = try #require(outcomes.first { $0.error != nil }?.error)
    #expect(error.location.line == 2)
    #expect(error.location.column == (line.hasPrefix("E: 1.x") ? 4 : column))
    #expect(error.description.contains(message))
    #expect(outcomes.last?.event != nil)
  }

  @Test(arguments: [
    (LogFormat.libinput, "    - [0, 1, 3, 53 5]\n"), (.libinput, "    - [0, 1, 3, 70000, 5]\n"),
    (.libinput, "    - [0, 1000000, 3, 53, 5]\n"), (.libinput, "    - [0, 1, 3, 53, 5\n"),
    (.evtest, "Event: time 1.000000, type 3 (EV_ABS), code 53\n"), (.evtest, "Event: time 1.000000, nothing\n"),
    (.evtest, "Event: time 1.000000, type 3 (EV_ABS), code 53 (X), value -\n"),
    (.getevent, "[ 1.000000] 0003 0035 0000000\n"), (.getevent, "[ 1.000000] 003 0035 00000000\n"),
    (.getevent, "[ 1.000000 0003 0035 00000000\n"), (.getevent, "[ 1.000000] EV_ABS ABS_MT_POSITION_X DOW\n"),
  ]) func `a wrong event is an error in every form`(format: LogFormat, line: String) throws {
    let start =
      switch format {
      case .libinput: recording.libinput
      case .evtest: recording.evtest
      default: recording.getevent
      }
    let outcomes = try imported(start + line + "\n", from: format)
    #expect(outcomes.count == 5)
    #expect(outcomes.last?.error?.location.line == start.split(separator: "\n").count + 1)
  }

  @Test func `lines that are no events are counted`() throws {
    #expect(try report(recording.evtest + "^C\n", nil).omissions.contains { $0.what == "lines that are no events" })
  }
}
