import Files
import Geometry
import ImportCore
import Importers
import PointImporters
import Testing
import TouchLog

/// Touches from events in evemu's form; the forms themselves have other tests.
@Suite struct InputEventTests {
  private let screen = Recording.screen

  private func touches(_ recording: Recording, options: ImportOptions = ImportOptions()) throws -> [TouchEvent] {
    try touchEvents(recording.evemu, .evemu, options: options)
  }

  /// Phase, touch, x and y.
  private func path(_ recording: Recording) throws -> [String] { try touches(recording).map(pathText) }

  @Test func `each axis has its own resolution, and the ranges give the size`() throws {
    let outcomes = try imported(screen.frame((3, 57, 1), (3, 53, 254), (3, 54, 254)).evemu)
    #expect(outcomes.first?.event == .header(LogHeader(size: Size(width: 96, height: 192))))
    #expect(outcomes.count == 2)
  }

  @Test func `without a resolution a unit is a point, or the range is stretched onto the given size`() throws {
    let recording = Recording(axes: [(53, 0, 1000, 0), (54, 100, 2100, 0)])
      .frame((3, 57, 1), (3, 53, 250), (3, 54, 600))
    #expect(try path(recording) == ["began 0 250 500"])
    var options = ImportOptions()
    options.deviceSize = Size(width: 400, height: 800)
    #expect(try touches(recording, options: options).map(pathText) == ["began 0 100 200"])
    #expect(
      try imported(recording.evemu, options: options).first?.event == .header(LogHeader(size: options.deviceSize)))
    #expect(
      try touches(screen.frame((3, 57, 1), (3, 53, 254), (3, 54, 508)), options: options).map(pathText)
        == ["began 0 96 96"])
  }

  @Test(arguments: [
    [32_767, 32_767, 1000, 1000], [95_840, 47_920, 1000, 500], [2000, 4000, 500, 1000], [1080, 2400, 1080, 2400],
    [3840, 2160, 3840, 2160], [4096, 2048, 1000, 500], [2_147_483_647, 3841, 1000, 3_841_000.0 / 2_147_483_647],
  ]) func `a surface of more units than a screen has pixels is 1000 points wide or high`(
    numbers: [Double]
  ) throws {
    let (across, down, width, height) = (Int(numbers[0]), Int(numbers[1]), numbers[2], numbers[3])
    let recording = Recording(axes: [(0, 0, across, 0), (1, -down, 0, 0)]).frame((3, 0, 0), (3, 1, -down))
      .frame((1, 330, 1)).frame((3, 0, across), (3, 1, 0))
    let header = try #require(try imported(recording.evemu).first?.event)
    #expect(header == .header(LogHeader(size: Size(width: width, height: height))))
    #expect(try touches(recording).last?.point == Point(width, height))
    let isGuessed = width == 1000 || height == 1000
    #expect(
      try report(recording.evemu, .evemu).assumptions == [
        isGuessed
          ? "the file does not give the resolution: the surface is 1000 points wide or high; the size of the device says otherwise"
          : "the file does not give the resolution: one unit is one point"
      ])
  }

  @Test func `values keep from one touch to the next`() throws {
    let recording = screen.frame((3, 57, 1), (3, 53, 127), (3, 54, 508)).frame((3, 57, -1))
      .frame((3, 57, 2), (3, 53, 254)).frame((3, 57, -1))
    #expect(try path(recording) == ["began 0 48 96", "ended 0 48 96", "began 1 96 96", "ended 1 96 96"])
  }

  @Test func `contacts keep their slots`() throws {
    let recording = screen.frame((3, 57, 1), (3, 53, 0), (3, 54, 0), (3, 47, 1), (3, 57, 2), (3, 53, 254), (3, 54, 508))
      .frame((3, 53, 127)).frame((3, 47, 0), (3, 57, -1)).frame((3, 47, 1), (3, 54, 0)).frame((3, 57, -1))
    #expect(
      try path(recording) == [
        "began 0 0 0", "began 1 96 96", "moved 1 48 96", "ended 0 0 0", "moved 1 48 0", "ended 1 48 0",
      ])
  }

  @Test func `another id in a slot without a lift is another touch`() throws {
    let recording = screen.frame((3, 57, 1), (3, 53, 127), (3, 54, 508)).frame((3, 57, 2), (3, 53, 254))
    #expect(try path(recording) == ["began 0 48 96", "ended 0 48 96", "began 1 96 96"])
  }

  @Test func `the first contact that a device of several repeats as a single one is ignored`() throws {
    let recording =
      screen
      .frame((3, 57, 1), (3, 53, 127), (3, 54, 508), (1, 330, 1), (3, 0, 127), (3, 1, 508))
      .frame((3, 53, 254), (3, 0, 254)).frame((3, 57, -1), (1, 330, 0))
    #expect(try path(recording) == ["began 0 48 96", "moved 0 96 96", "ended 0 96 96"])
  }

  @Test func `pressure 0 while the id lives is not a lift`() throws {
    let recording = screen.frame((3, 57, 1), (3, 53, 127), (3, 54, 508), (3, 58, 90)).frame((3, 58, 0))
      .frame((3, 58, 100)).frame((3, 53, 254), (3, 58, 0)).frame((3, 57, -1))
    let events = try touches(recording)
    #expect(events.map(\.phase) == [.began, .moved, .moved, .moved, .ended])
    let pressures: [Double?] = events.prefix(4).map(\.pressure)
    #expect(pressures == [0.9, 0, 1, 0])
  }

  @Test func `a recording that is cut before the lift keeps its ink`() throws {
    let down = screen.frame((3, 57, 1), (3, 53, 127), (3, 54, 508)).frame((3, 53, 254))
    #expect(try path(down) == ["began 0 48 96", "moved 0 96 96"])
    #expect(try path(down.unfinished((3, 53, 0))) == ["began 0 48 96", "moved 0 96 96"])
    let report = try report(down.unfinished((3, 53, 0)).evemu, .evemu)
    #expect(report.omissions.map(\.what) == ["frames that are cut off"])
  }

  @Test func `events are dropped from SYN_DROPPED to the end of the frame`() throws {
    let recording = screen.frame((3, 57, 1), (3, 53, 127), (3, 54, 508)).frame((0, 3, 0), (3, 53, 0), (3, 57, -1))
      .frame((3, 53, 254)).frame((3, 57, -1))
    #expect(try path(recording) == ["began 0 48 96", "moved 0 96 96", "ended 0 96 96"])
    #expect(try report(recording.evemu, .evemu).omissions.contains { $0.count == 1 && $0.kind == .damage })
  }

  @Test func `a contact that began before the recording is drawn`() throws {
    let recording = screen.frame((3, 53, 127), (3, 54, 508)).frame((3, 53, 254)).frame((3, 57, -1))
    #expect(try path(recording) == ["began 0 48 96", "moved 0 96 96", "ended 0 96 96"])
  }

  @Test func `a palm cancels its touch, and a contact in the air is none`() throws {
    let palm = screen.frame((3, 57, 1), (3, 53, 127), (3, 54, 508)).frame((3, 55, 2)).frame((3, 53, 254))
    #expect(try path(palm) == ["began 0 48 96", "cancelled 0 48 96"])
    let air = screen.frame((3, 57, 1), (3, 53, 127), (3, 54, 508), (3, 59, 5)).frame((3, 59, 0)).frame((3, 59, 5))
    #expect(try path(air) == ["began 0 48 96", "ended 0 48 96"])
  }

  @Test func `a clock that is set back does not reverse the log`() throws {
    let recording = screen.at(9_000_000).frame((3, 57, 1), (3, 53, 127), (3, 54, 508)).frame((3, 53, 254))
      .at(2_000_000).frame((3, 53, 127)).frame((3, 57, -1))
    #expect(try touches(recording).map(\.time) == [0, 0.01, 0.01, 0.02])
    #expect(try touches(recording).map(\.phase) == [.began, .moved, .moved, .ended])
  }

  @Test func `slots and axes beyond all bounds are left out`() throws {
    let recording = screen.frame((3, 47, 2_000_000_000), (3, 57, 1), (3, 53, 1)).frame((3, 47, -5), (3, 53, 1))
      .frame((3, 47, 63), (3, 57, 1), (3, 53, 127), (3, 54, 508), (3, 40000, 1), (40000, 1, 1))
    #expect(try path(recording) == ["began 0 48 96"])
  }
}

/// Protocol A, in getevent's form.
@Suite struct ContactPacketTests {
  private func path(_ recording: Recording) throws -> [String] {
    try touchEvents(recording.geteventEvents, .getevent).map(pathText)
  }

  @Test func `a frame without a contact ends the touch`() throws {
    let recording = Recording().frame((3, 53, 10), (3, 54, 20), (0, 2, 0)).frame((3, 53, 12), (3, 54, 20), (0, 2, 0))
      .frame((1, 330, 0)).frame((3, 53, 10), (3, 54, 20), (0, 2, 0)).frame((0, 2, 0))
    #expect(
      try path(recording) == ["began 0 10 20", "moved 0 12 20", "ended 0 12 20", "began 1 10 20", "ended 1 10 20"])
  }

  @Test func `contacts with ids keep them in any order`() throws {
    let recording = Recording()
      .frame((3, 57, 0), (3, 53, 10), (3, 54, 20), (0, 2, 0), (3, 57, 1), (3, 53, 90), (3, 54, 20), (0, 2, 0))
      .frame((3, 57, 1), (3, 53, 10), (3, 54, 20), (0, 2, 0), (3, 57, 0), (3, 53, 90), (3, 54, 20), (0, 2, 0))
      .frame((3, 57, 1), (3, 53, 10), (3, 54, 21), (0, 2, 0))
    #expect(
      try path(recording) == [
        "began 0 10 20", "began 1 90 20", "moved 1 10 20", "moved 0 90 20", "ended 0 90 20", "moved 1 10 21",
      ])
  }

  @Test func `contacts without ids are distinguished by their positions`() throws {
    let recording = Recording()
      .frame((3, 53, 10), (3, 54, 20), (0, 2, 0), (3, 53, 90), (3, 54, 20), (0, 2, 0))
      .frame((3, 53, 88), (3, 54, 20), (0, 2, 0), (3, 53, 12), (3, 54, 20), (0, 2, 0))
      .frame((3, 53, 86), (3, 54, 20), (0, 2, 0))
    #expect(
      try path(recording) == [
        "began 0 10 20", "began 1 90 20", "moved 1 88 20", "moved 0 12 20", "ended 0 12 20", "moved 1 86 20",
      ])
    #expect(
      try report(recording.geteventEvents, .getevent).assumptions.contains(
        "contacts without ids are told apart by their positions"))
  }

  /// Two contacts on the diagonals of a square meet in its center, and are listed in turns.
  @Test func `contacts without ids that cross keep their ways`() throws {
    var recording = Recording()
    for step in 0...10 {
      let (x, y) = (step * 10, step * 10)
      let falling = [(3, 53, x), (3, 54, y + 1), (0, 2, 0)]
      let rising = [(3, 53, x), (3, 54, 100 - y), (0, 2, 0)]
      let events = step % 2 == 0 ? falling + rising : rising + falling
      recording = recording.frame(events[0], events[1], events[2], events[3], events[4], events[5])
    }
    let events = try touchEvents(recording.geteventEvents, .getevent)
    let falling = events.filter { $0.touch == .number(0) }.map(\.point.y)
    let rising = events.filter { $0.touch == .number(1) }.map(\.point.y)
    #expect(falling == [1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 101])
    #expect(rising == [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0])
  }

  @Test func `contacts that follow each other in a line are not confused`() throws {
    let recording = Recording()
      .frame((3, 53, 0), (3, 54, 0), (0, 2, 0), (3, 53, 10), (3, 54, 0), (0, 2, 0))
      .frame((3, 53, 20), (3, 54, 0), (0, 2, 0), (3, 53, 10), (3, 54, 0), (0, 2, 0))
    #expect(try path(recording) == ["began 0 0 0", "began 1 10 0", "moved 1 20 0", "moved 0 10 0"])
  }
}

/// Pens and single fingers.
@Suite struct PenEventTests {
  private let pen = Recording(axes: [
    (0, 0, 2540, 100), (1, 0, 5080, 100), (24, 100, 1100, 0), (26, -9000, 9000, 5730), (27, -9000, 9000, 5730),
  ])

  private func touches(_ recording: Recording) throws -> [TouchEvent] { try touchEvents(recording.evemu, .evemu) }

  @Test func `a pen draws while it touches, and hovers before and after`() throws {
    let recording = pen.frame((1, 320, 1), (3, 0, 1270), (3, 1, 2540)).frame((3, 24, 600), (1, 330, 1))
      .frame((3, 0, 2540), (3, 24, 1100)).frame((3, 0, 0), (3, 24, 100), (1, 330, 0)).frame((3, 0, 7))
      .frame((3, 0, 0), (3, 1, 0), (1, 320, 0))
    let events = try touches(recording)
    #expect(events.map(pathText) == ["began 0 48 96", "moved 0 96 96", "ended 0 96 96"])
    #expect(events.map(\.pressure) == [0.5, 1, 1])
    #expect(events.allSatisfy { $0.pointer == .pencil })
    let omissions = try report(recording.evemu, .evemu).omissions
    #expect(omissions.map(\.what) == ["hovering events"])
    #expect(omissions.first?.count == 2)
  }

  @Test func `the other end of a pen erases`() throws {
    let recording = pen.frame((1, 321, 1), (3, 0, 1270), (1, 330, 1)).frame((1, 330, 0)).frame((1, 321, 0), (1, 320, 1))
      .frame((1, 330, 1)).frame((1, 330, 0))
    let tools = try imported(recording.evemu).compactMap { outcome -> String? in
      switch outcome.event {
      case .tool(let change): change.name
      case .touch(let touch): touch.phase.rawValue
      default: nil
      }
    }
    #expect(tools == ["eraser", "began", "ended", "pen", "began", "ended"])
  }

  @Test func `a pen that turns over while it touches begins another stroke`() throws {
    let recording = pen.frame((1, 320, 1), (3, 0, 1270), (1, 330, 1)).frame((1, 320, 0), (1, 321, 1))
    #expect(try touches(recording).map(\.phase) == [.began, .ended, .began])
  }

  @Test func `a pen that is taken away without a lift ends its stroke`() throws {
    let recording = pen.frame((1, 320, 1), (3, 0, 1270), (1, 330, 1)).frame((1, 320, 0)).frame((3, 0, 3))
    #expect(try touches(recording).map(\.phase) == [.began, .ended])
  }

  @Test func `tilt is in units per radian`() throws {
    let recording = pen.frame((1, 320, 1), (3, 26, 0), (3, 27, -5730), (1, 330, 1)).frame((3, 26, 3000), (3, 27, 0))
    let events = try touches(recording)
    // One radian from upright toward −y; then 3000/5730 toward +x.
    try expectClose(events[0].altitude, .pi / 2 - 1)
    try expectClose(events[0].azimuth, 1.5 * .pi)
    try expectClose(events[1].altitude, .pi / 2 - 3000.0 / 5730)
    try expectClose(events[1].azimuth, 0)
  }

  @Test func `tilt without a resolution is in degrees, and both axes count`() throws {
    let recording = Recording(axes: [(26, -90, 90, 0), (27, -90, 90, 0)])
      .frame((1, 320, 1), (3, 26, 45), (3, 27, 45), (1, 330, 1)).frame((3, 26, 90)).frame((3, 26, 0), (3, 27, 0))
    let events = try touches(recording)
    // atan(1/√2), from Python.
    try expectClose(events[0].altitude, 0.6154797086703874)
    try expectClose(events[0].azimuth, .pi / 4)
    try expectClose(events[1].altitude, 0)
    #expect(events[2].altitude == .pi / 2 && events[2].azimuth == 0)
  }

  @Test func `pressure without a range is left out`() throws {
    let recording = Recording().frame((3, 0, 3), (3, 24, 10), (1, 330, 1)).frame((3, 24, 20))
    #expect(try touchEvents(recording.geteventEvents, .getevent).map(\.pressure) == [nil, nil])
    #expect(
      try report(recording.geteventEvents, .getevent).assumptions == [
        "the file does not give the resolution: one unit is one point",
        "the file does not give the range of the pressure, which is left out",
      ])
  }

  @Test func `a single finger is drawn by BTN_TOUCH`() throws {
    let recording = Recording(axes: [(0, 0, 800, 0), (1, 0, 480, 0)]).frame((3, 0, 5), (3, 1, 6)).frame((1, 330, 1))
      .frame((3, 0, 7)).frame((1, 330, 0))
    let events = try touches(recording)
    #expect(events.map(pathText) == ["began 0 5 6", "moved 0 7 6", "ended 0 7 6"])
    #expect(events.first?.pointer == .finger)
  }
}

func pathText(_ event: TouchEvent) -> String {
  "\(event.phase) \(event.touch) \(plain(event.point.x)) \(plain(event.point.y))"
}

private func plain(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

/// The touches of a text that is read without errors.
func touchEvents(
  _ text: String, _ format: LogFormat?, options: ImportOptions = ImportOptions()
) throws -> [TouchEvent] {
  try readTouches(text, from: format, options: options).touches
}

/// The report at the end of a text.
func report(_ text: String, _ format: LogFormat?) throws -> ImportReport { try readTouches(text, from: format).report }

private func expectClose(_ number: Double?, _ expected: Double) throws {
  #expect(abs(try #require(number) - expected) < 1e-12)
}
