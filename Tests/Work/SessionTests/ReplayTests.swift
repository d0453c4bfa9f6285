import Geometry
import Ink
import Raster
import Rendering
import Session
import TouchLog
import TestSupport
import Testing

@Suite struct ReplayTests {
  private static let layout = CanvasLayout(
    width: 100, height: 100, transform: Transform(scale: 1), background: .white)

  private func recording(seed: UInt64, steps: Int = 12) -> Recording {
    var drawing = Drawing()
    // Only events that a drawing accepts.
    let events = RandomSession(seed: seed, steps: steps).events.filter { (try? drawing.apply($0)) != nil }
    return Recording(events, layout: Self.layout)
  }

  @Test(arguments: rounds(8), [false, true])
  func `seeking in any order gives the drawing of the events up to the target`(seed: UInt64, keepsCheckpoints: Bool)
    throws
  {
    let recording = recording(seed: seed)
    var replay = Replay(recording, keepsCheckpoints: keepsCheckpoints)
    var random = SeededRandom(seed: seed)
    for _ in 0..<12 {
      let count = Int.random(in: 0...recording.events.count, using: &random)
      replay.seek(toEvent: count)
      var drawing = Drawing(options: recording.model)
      for event in recording.events[..<count] { try drawing.apply(event) }
      if count == recording.events.count { _ = drawing.finish() }
      #expect(replay.events == count)
      #expect(MemoryLog.pixels(of: replay.drawing) == MemoryLog.pixels(of: drawing), "after \(count) events")
    }
  }

  @Test func `checkpoints of a long recording do not change the drawing`() throws {
    var events: [LogEvent] = [.touch(TouchEvent(phase: .began, point: Point(0, 50)))]
    for number in 1..<10_000 {
      let x = Double(number) / 100
      events.append(.touch(TouchEvent(phase: .moved, point: Point(x, 50 + 30 * Double(number % 200 - 100) / 100))))
    }
    let recording = Recording(events, layout: Self.layout)
    var replay = Replay(recording, keepsCheckpoints: true)
    replay.seek(toEvent: events.count)
    for count in [9_999, 4_500, 5_000, 100, 10_000] {
      replay.seek(toEvent: count)
      var fresh = Replay(recording)
      fresh.seek(toEvent: count)
      #expect(MemoryLog.pixels(of: replay.drawing) == MemoryLog.pixels(of: fresh.drawing))
    }
  }

  @Test(arguments: rounds(8))
  func `a recording that is read for one moment shows it as the whole one does`(seed: UInt64) throws {
    let text = MemoryLog.text(of: RandomSession(seed: seed, steps: 20).events + [.command(.mark(name: "end"))])
    var options = PictureOptions()
    options.size = Size(width: 100, height: 100)
    func read(onlyAt moment: MomentRequest? = nil) throws -> Recording {
      var reader = try RecordingReader(
        MemoryLog.session(text, onError: .skip), picture: options, onlyAt: moment)
      while try reader.advance() {}
      return try reader.finish()
    }
    let whole = try read()
    let timeline = whole.timeline(SyntheticTime())
    let strokes = whole.events.count { if case .touch(let touch) = $0 { touch.phase == .ended } else { false } }
    var random = SeededRandom(seed: seed)
    for _ in 0..<6 {
      let moments: [Moment] = [
        .event(Int.random(in: 0...whole.events.count, using: &random)),
        .stroke(Int.random(in: 0...strokes, using: &random)),
        .time(Double.random(in: -1...timeline.duration + 1, using: &random)), .fraction(0.5), .mark("end"),
      ]
      for moment in moments {
        let request = MomentRequest(moment, syntheticTime: SyntheticTime())
        guard let expected = try? RecordedMoment(whole, at: request) else { continue }
        let cut = try read(onlyAt: request)
        let shown = try RecordedMoment(cut, at: request)
        #expect(MemoryLog.pixels(of: shown.drawing) == MemoryLog.pixels(of: expected.drawing), "\(moment)")
        #expect(cut.events.count <= whole.events.count)
        #expect(cut.summary.events >= whole.summary.events)
        if moment == .event(1), whole.events.count > 2 { #expect(cut.events.count == 2) }
      }
    }
  }

  @Test func `a recording that is read for one moment does not warn of touches that end later`() throws {
    let text =
      MemoryLog.text(of: [
        .touch(TouchEvent(phase: .began, point: Point(1, 1), time: 0)),
        .touch(TouchEvent(phase: .moved, point: Point(50, 9), time: 1)),
        .touch(TouchEvent(phase: .ended, point: Point(90, 50), time: 2)),
      ])
    var options = PictureOptions()
    options.size = Size(width: 100, height: 100)
    let session = try MemoryLog.session(text)
    var reader = try RecordingReader(session, picture: options, onlyAt: MomentRequest(.time(0.5)))
    while try reader.advance() {}
    let recording = try reader.finish()
    #expect(session.takeDiagnostics().isEmpty)
    #expect(recording.events.count == 2)
    #expect(recording.summary.events == 3)
  }

  /// The drawing of a session is refined to the layout; a recording is played with the layout's tolerance.
  @Test(arguments: rounds(8), ["", ",\"size\":[50,60]", ",\"scale\":3"])
  func `the end of a session is drawn as that of a recording`(seed: UInt64, header: String) throws {
    let events = RandomSession(seed: seed, steps: 20).events
    let drag = [.tool(ToolChange(name: "pen"))] + LogEvent.drag([(10, 10), (40, 30)])
    let text = "{\"doodle\":1\(header)}\n" + MemoryLog.text(of: events + drag)
    var options = PictureOptions()
    options.resolution = .pixels(width: 130, height: nil)
    for resolution in [.ofLog, options.resolution] {
      options.resolution = resolution
      var reader = try RecordingReader(MemoryLog.session(text, onError: .skip), picture: options)
      while try reader.advance() {}
      let expected = try RecordedMoment(try reader.finish())
      let session = try PictureSession(
        MemoryLog.session(text, onError: .skip), options: options, drawsMeanwhile: false)
      while try session.advance() {}
      let moment = try session.finishReading()
      #expect(moment.layout == expected.layout)
      #expect(moment.summary == expected.summary)
      guard case .document(let svg) = try moment.output(of: .svg),
        case .document(let expectedSVG) = try expected.output(of: .svg),
        case .picture(let thumbnail) = try moment.output(of: .thumbnail),
        case .picture(let expectedThumbnail) = try expected.output(of: .thumbnail)
      else {
        Issue.record("other outputs")
        return
      }
      #expect(svg.bytes == expectedSVG.bytes)
      #expect(Bitmap(copying: thumbnail) == Bitmap(copying: expectedThumbnail))
    }
  }

  @Test func `a moment that the recording lacks leaves the replay as it is`() throws {
    let recording = recording(seed: 3)
    let count = recording.events.count / 2
    var replay = Replay(recording)
    replay.seek(toEvent: count)
    #expect(throws: SessionError.moment(.noMark("nowhere", names: []))) { try replay.seek(to: .mark("nowhere")) }
    #expect(replay.events == count)
  }

  @Test(arguments: rounds(4))
  func `the verifier finds each event's picture equal to a full redraw`(seed: UInt64) throws {
    let recording = recording(seed: seed)
    var verifier = RecordingVerifier(recording)
    var count = 0
    while let verdict = try verifier.next() {
      #expect(verdict == .equal)
      count += 1
    }
    #expect(count == recording.events.count)
    #expect(verifier.fractionChecked == 1)
  }
}

/// Pictures that follow a log while it is read.
@Suite struct LivePictureTests {
  @Test(arguments: rounds(12))
  func `a live picture ends as the picture of the whole log`(seed: UInt64) throws {
    // Every other log has no size: its canvas grows.
    let events = RandomSession(seed: seed, steps: 15).events
    let text = MemoryLog.text(of: seed % 2 == 0 ? events : Array(events.dropFirst()))
    let live = try LivePicture(MemoryLog.session(text, onError: .skip))
    var random = SeededRandom(seed: seed)
    while try live.advance() {
      if Int.random(in: 0..<4, using: &random) == 0 { _ = try live.update() }
    }
    let whole = try PictureSession(MemoryLog.session(text, onError: .skip))
    while try whole.advance() {}
    let hasInk = !live.session.drawing.inkBounds.isEmpty || seed % 2 == 0
    guard hasInk else {
      #expect(throws: SessionError.layout(.nothingToShow)) { try live.finish() }
      return
    }
    _ = try live.finish()
    #expect(live.bitmap == Bitmap(copying: try whole.finish().picture))
    #expect(live.session.summary == whole.session.summary)
  }

  @Test func `an update names the box of the pixels that changed`() throws {
    let live = try LivePicture(
      MemoryLog.session(
        """
        {"doodle":1,"size":[100,100]}
        {"tool":"pen","width":4}
        {"phase":"began","x":20,"y":20,"pressure":1}
        {"phase":"moved","x":60,"y":20,"pressure":1}
        """))
    #expect(try live.advance())
    let paper = try #require(try live.update())
    #expect(paper == LivePicture.Change(area: PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 100), isResized: true))
    while try live.advance() {}
    let ink = try #require(try live.update())
    #expect(!ink.isResized)
    #expect(ink.area.minY >= 16 && ink.area.maxY <= 24 && ink.area.minX >= 16 && ink.area.maxX <= 64)
    #expect(try live.update() == nil)
  }
}
