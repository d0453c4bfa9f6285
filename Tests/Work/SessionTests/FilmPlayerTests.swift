import Geometry
import PNG
import Ink
import Raster
import Rendering
import Session
import TestSupport
import Testing
import TouchLog

@Suite struct FilmPlayerTests {
  private static let layout = CanvasLayout(
    width: 150, height: 130, transform: Transform(scale: 1.3), background: Pixel(red: 240, green: 250, blue: 255))

  private func schedule(_ events: [LogEvent], fps: Int) throws -> FilmSchedule {
    var timeline = RecordingTimeline(of: events)
    if !timeline.isTimed { timeline = RecordingTimeline(of: events, synthetic: SyntheticTime()) }
    return try FilmSchedule(
      times: timeline.times, from: timeline.start, to: timeline.end,
      pace: FilmPace(rate: Double(fps)))
  }

  @Test(arguments: rounds(24), [1, 3])
  func `each frame equals a full redraw, and reports the smallest box that changed`(seed: UInt64, threads: Int) throws {
    let events = seed < 12 ? RandomLog(seed: seed).events : RandomSession(seed: seed, steps: 40).events
    let schedule = try schedule(events, fps: seed % 2 == 0 ? 120 : 9)
    let predicted = seed % 3 == 0
    var player = try FilmPlayer(
      Recording(events, layout: Self.layout, model: ModelOptions()), schedule: schedule, showsPredictions: predicted,
      threads: threads)
    let oracle = ScratchRenderer(layout: Self.layout, showsPredictions: predicted)
    var drawing = Drawing()
    var applied = 0
    var next = try player.next()
    var last: (pixels: [UInt32], frame: FilmPlayer.Frame)?
    for scheduled in schedule.frames {
      for event in events[applied..<scheduled.events] { try drawing.apply(event) }
      applied = scheduled.events
      if applied == events.count { _ = drawing.finish() }
      let expected = pixels(oracle.picture(of: drawing))
      guard let frame = next, frame.number == scheduled.number else {
        #expect(expected == last?.pixels, "a frame that is left out equals the one before it")
        continue
      }
      #expect(player.bitmap.pixels == expected, "frame \(frame.number)")
      if let last {
        #expect(frame.number == last.frame.number + last.frame.duration)
        #expect(frame.changed == changes(from: last.pixels, to: expected))
      } else {
        #expect(frame.changed == PixelRect(minX: 0, minY: 0, maxX: 150, maxY: 130))
      }
      last = (expected, frame)
      next = try player.next()
    }
    #expect(next == nil)
    let end = try #require(last)
    #expect(end.frame.number + end.frame.duration == schedule.count)
  }

  /// The smallest box that contains all differing pixels.
  private func changes(from old: [UInt32], to new: [UInt32]) -> PixelRect {
    old.indices.filter { old[$0] != new[$0] }.reduce(PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)) { box, index in
      let (x, y) = (index % 150, index / 150)
      return box.union(PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
    }
  }

  @Test func `each frame shows the background image below the ink`() throws {
    let words = (0..<150 * 130 as Range<UInt32>).map { word -> UInt32 in
      word | (word % 3 == 0 ? 0x7F00_0000 : 0xFF00_0000)
    }
    let backdrop = ImageSource(Bitmap(width: 150, height: 130, pixels: words))
    let events = RandomLog(seed: 77).events
    let schedule = try schedule(events, fps: 20)
    var player = try FilmPlayer(
      Recording(events, layout: Self.layout, model: ModelOptions(), backdrop: backdrop), schedule: schedule)
    var (drawing, applied) = (Drawing(), 0)
    var frameCount = 0
    while let frame = try player.next() {
      frameCount += 1
      let scheduled = try #require(schedule.frames.first { $0.number == frame.number })
      for event in events[applied..<scheduled.events] { try drawing.apply(event) }
      applied = scheduled.events
      if applied == events.count { _ = drawing.finish() }
      var renderer = PictureRenderer(layout: Self.layout, backdrop: backdrop)
      try renderer.drawFrame(drawing)
      #expect(player.bitmap.pixels == pixels(renderer.picture), "frame \(frame.number)")
    }
    #expect(frameCount > 0)
  }

  @Test func `an empty recording is one frame of the background`() throws {
    var player = try FilmPlayer(
      Recording([], layout: Self.layout), schedule: try schedule([], fps: 30))
    #expect(try player.next()?.duration == 1)
    #expect(player.bitmap.pixels.allSatisfy { $0 == Self.layout.background.word })
    #expect(try player.next() == nil)
  }

  /// The frames of a film, each with all of its pixels.
  private func frames(_ player: inout FilmPlayer) throws -> [FrameWithPixels] {
    var frames: [FrameWithPixels] = []
    while let frame = try player.next() { frames.append(FrameWithPixels(frame: frame, pixels: player.bitmap.pixels)) }
    return frames
  }

  private struct FrameWithPixels: Hashable {
    var frame: FilmPlayer.Frame
    var pixels: [UInt32]
  }

  @Test(arguments: [1, 4]) func `a film that is kept is the same again`(threads: Int) throws {
    let events = RandomSession(seed: 5, steps: 200).events
    let recording = Recording(events, layout: Self.layout, model: ModelOptions())
    func player(keptBytes: Int) throws -> FilmPlayer {
      try FilmPlayer(recording, schedule: try schedule(events, fps: 60), threads: threads, keptBytes: keptBytes)
    }
    var alone = try FilmPlayer(recording, schedule: try schedule(events, fps: 60))
    let expected = try frames(&alone)
    // Enough for four threads.
    #expect(try schedule(events, fps: 60).frames.count > 8 * 16)
    var kept = try player(keptBytes: 1 << 26)
    #expect(try frames(&kept) == expected)
    for _ in 0..<2 {
      let isKept = kept.rewind()
      #expect(isKept)
      #expect(try frames(&kept) == expected)
    }
    // The first frame alone takes more.
    var tooLarge = try player(keptBytes: 4 * 150 * 130)
    #expect(try frames(&tooLarge) == expected)
    let isKept = tooLarge.rewind()
    #expect(!isKept)
  }

  @Test func `a film for which each of several threads has too little memory is drawn by one`() throws {
    // Strokes of touches that stay down have masks of all of the canvas.
    var events: [LogEvent] = []
    for step in 0..<40 {
      for touch in 0..<120 {
        let point = Point(Double(step * 3), Double((step * 7 + touch * 11) % 100))
        events.append(
          .touch(
            TouchEvent(
              phase: step == 0 ? .began : .moved, touch: .number(LogInteger(touch)), point: point,
              time: Double(step) * 0.05)))
      }
    }
    let recording = Recording(events, layout: Self.layout, model: ModelOptions())
    let schedule = try schedule(events, fps: 30)
    let limit = 20 << 20
    var alone = try FilmPlayer(recording, schedule: schedule, memoryLimit: limit)
    let expected = try frames(&alone)
    // The share of one of two.
    var poor = try FilmPlayer(recording, schedule: schedule, memoryLimit: limit / 4)
    #expect(throws: RenderError.self) { while try poor.next() != nil {} }
    var shared = try FilmPlayer(recording, schedule: schedule, memoryLimit: limit, threads: 2)
    let isSame = try frames(&shared) == expected
    #expect(isSame)
  }

  @Test func `a film that is left ends its threads`() throws {
    let events = RandomSession(seed: 5, steps: 200).events
    let recording = Recording(events, layout: Self.layout, model: ModelOptions())
    var player = try FilmPlayer(recording, schedule: try schedule(events, fps: 60), threads: 3)
    #expect(try player.next()?.number == 0)
  }

  @Test func `a film larger than the memory limit is refused before anything is drawn`() throws {
    #expect(throws: RenderError.memoryLimit(70_000)) {
      try FilmPlayer(
        Recording([], layout: Self.layout), schedule: try schedule([], fps: 30), memoryLimit: 70_000)
    }
  }

  @Test(arguments: rounds(60))
  func `the frames of a film have only the colors that are predicted for it`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let isGray = seed % 3 == 0
    let isOneColor = seed % 3 == 1
    let ink = Color(red: 200, green: isGray ? 200 : 10, blue: isGray ? 200 : 90)
    var events: [LogEvent] = seed % 2 == 0 ? RandomLog(seed: seed).events : RandomSession(seed: seed, steps: 25).events
    for i in events.indices {
      guard case .tool(var change) = events[i], isGray || isOneColor else { continue }
      change.style.color = .solid(ink)
      change.style[StyleKeys.fill] = nil
      if isOneColor, change.name == "marker" { change.name = "pen" }
      events[i] = .tool(change)
    }
    let paper = [Pixel.white, .clear, Pixel(red: 9, green: 9, blue: 9, alpha: 99)].randomElement(using: &random)!
    var layout = Self.layout
    layout.background = paper
    let colors = FilmColors(of: events, on: paper).frames
    var player = try FilmPlayer(
      Recording(events, layout: layout, model: ModelOptions()), schedule: try schedule(events, fps: 60))
    var frameCount = 0
    while try player.next() != nil {
      frameCount += 1
      for word in Set(player.bitmap.pixels) {
        let pixel = Pixel(word: word)
        switch colors {
        case .these(let words): #expect(words.contains(word) && words.count <= 256)
        case .grays(let isOpaque): #expect(pixel.isGray && (!isOpaque || pixel.alpha == 255))
        case .any(let isOpaque): #expect(!isOpaque || pixel.alpha == 255)
        }
      }
    }
    #expect(frameCount > 0)
  }

  @Test func `films of one ink, of grays and of many colors are recognized`() {
    func frames(_ lines: [LogEvent], _ paper: Pixel = .white) -> FrameColors { FilmColors(of: lines, on: paper).frames }
    func pen(_ name: String, _ red: UInt8, _ blue: UInt8) -> LogEvent {
      .tool(ToolChange(name: name, color: .solid(Color(red: red, green: red, blue: blue))))
    }
    let dot: [LogEvent] = [touch(.began, at: 0), touch(.ended, at: 1)]
    func dots(_ first: LogEvent, _ second: LogEvent) -> [LogEvent] { [first] + dot + [second] + dot }
    guard case .these(let shades) = frames(dot) else {
      Issue.record("black on white must have a list of shades")
      return
    }
    let grays = (0...255).map { (gray: UInt32) -> UInt32 in gray * 0x01_01_01 | 0xFF00_0000 }
    #expect(Set(shades) == Set(grays))
    #expect(frames(dots(pen("pen", 1, 1), pen("pen", 2, 2))) == .grays(isOpaque: true))
    #expect(frames([pen("marker", 1, 1)] + dot, .clear) == .grays(isOpaque: false))
    #expect(frames(dots(pen("pen", 1, 1), pen("pen", 2, 3))) == .any(isOpaque: true))
    #expect(frames(dots(pen("pen", 7, 8), pen("eraser", 7, 9))) != .any(isOpaque: true))
    #expect(frames([.tool(ToolChange(name: "pen", color: .rainbow))] + dot, .clear) == .any(isOpaque: false))
    #expect(frames(dot + [.command(.restyle(id: nil, StyleChange()))]) == .grays(isOpaque: true))
    #expect(frames(dot + [.command(.open(path: "a"))]) == .any(isOpaque: true))
  }
}
