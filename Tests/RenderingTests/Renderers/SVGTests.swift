import DoodleKit
import Foundation
import TestSupport
import Testing

/// Documents look as our pictures do, in the eyes of another program.
///
/// Ink that meets ink of its own stroke within a pixel is the exception: coverages are joined by their maximum here, and
/// there the area counts that both cover. Such pixels are found by geometry, and no others may be far apart.
@Suite struct SVGTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")

  /// Where no stroke comes near itself, but for the tips of tapers and letters.
  private static let apart = ["clear", "dots", "rainbow", "tapers", "translucent", "two-fingers"]

  /// Where strokes of thin lines meet themselves all over.
  private static let fine = ["scribble", "small-handwriting"]

  private static func layout(of drawing: Drawing, scale: Double? = nil) throws -> CanvasLayout {
    var request = LayoutRequest()
    request.scale = scale
    return try request.layout(header: drawing.header, ink: drawing.inkBounds)
  }

  private static func distance(
    of drawing: Drawing, _ layout: CanvasLayout, backdrop: ImageSource? = nil
  ) throws -> (distance: PictureDistance, far: Int, hasDashes: Bool, unexplained: [String]) {
    var drawing = drawing
    drawing.refine(tolerance: 0.05 / layout.transform.scale)
    var picture = PictureRenderer(layout: layout, backdrop: backdrop)
    try picture.drawFrame(drawing)
    var document = SVGRenderer(layout: layout, backdrop: backdrop)
    let distance = try PictureDistance(
      Bitmap(copying: picture.picture), try SVGProgram.picture(of: document.document(of: drawing)))
    let meetings = InkMeetings(drawing, layout)
    let dashed = dashedAreas(of: drawing, layout)
    let far = distance.far.filter { pixel in
      let (x, y) = (pixel % layout.width, pixel / layout.width)
      return !dashed.contains { $0.minX <= x && x < $0.maxX && $0.minY <= y && y < $0.maxY }
    }
    let unexplained = far.filter { !meetings.contains(x: $0 % layout.width, y: $0 / layout.width) }
    return (
      distance, far.count, !dashed.isEmpty, unexplained.map { "(\($0 % layout.width), \($0 / layout.width))" }
    )
  }

  /// Where shapes have dashes: programs measure curves differently, and so place what is cut across a wide line.
  private static func dashedAreas(of drawing: Drawing, _ layout: CanvasLayout) -> [PixelRect] {
    let area = PixelRect(minX: 0, minY: 0, maxX: layout.width, maxY: layout.height)
    return drawing.elements.filter(\.isPresent).compactMap { element in
      guard case .shape(let shape) = element.content, !shape.look.dash.isEmpty else { return nil }
      return area.covering(layout.transform.apply(drawing.bounds(of: element.ordinal)))
    }
  }

  private static func drawing(of events: [LogEvent]) throws -> Drawing {
    var drawing = Drawing()
    for event in events { try drawing.apply(event) }
    _ = drawing.finish()
    return drawing
  }

  @Test(.enabled(if: SVGProgram.path != nil, SVGProgram.absence), arguments: [1.0, 2.5])
  func `examples look as their pictures do`(scale: Double) throws {
    let logs = try FileManager.default.contentsOfDirectory(at: Self.examples, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "jsonl" }
    try #require(!logs.isEmpty)
    for log in logs {
      var options = PictureOptions()
      options.resolution = .scale(scale)
      let moment = try RecordedMoment(Recording(path: log.path, picture: options))
      let layout = moment.recording.layout
      let (distance, far, _, unexplained) = try Self.distance(
        of: moment.drawing, layout, backdrop: moment.recording.backdrop)
      let name = log.deletingPathExtension().lastPathComponent
      // Thin lines of one stroke that meet in a pixel: neither program nor picture knows where in it they are.
      let isFine = Self.fine.contains(name)
      #expect(distance.mean < (isFine ? 1.5 : 1), "\(name)")
      let pixels = layout.width * layout.height
      let limit = Self.apart.contains(name) ? 2 : pixels / (isFine ? 300 : 1500)
      #expect(far <= limit, "\(name): \(distance.largest)")
      #expect(unexplained.count <= max(2, isFine ? far / 4 : 0), "\(name): of \(far) that are far apart")
    }
  }

  @Test(.enabled(if: SVGProgram.path != nil, SVGProgram.absence), arguments: 0..<12 as Range<UInt64>)
  func `strokes with every tool look as their picture does`(seed: UInt64) throws {
    let drawing = try Self.drawing(of: RandomLog(seed: seed, strokes: 8).events)
    let (distance, far, hasDashes, unexplained) = try Self.distance(
      of: drawing, try Self.layout(of: drawing, scale: 2))
    // Dashes that are cut elsewhere along a curve are apart by their whole ends.
    #expect(distance.mean < (hasDashes ? 1.5 : 1.1))
    #expect(far <= 40)
    #expect(unexplained.isEmpty, "of \(far) that are far apart")
  }

  @Test(.enabled(if: SVGProgram.path != nil, SVGProgram.absence), arguments: 0..<24 as Range<UInt64>)
  func `sessions with shapes, texts and edits look as their picture does`(seed: UInt64) throws {
    let drawing = try Self.drawing(of: RandomSession(seed: seed, steps: 40).events)
    let (distance, far, hasDashes, unexplained) = try Self.distance(
      of: drawing, try Self.layout(of: drawing, scale: 2))
    // Dashes that are cut elsewhere along a curve are apart by their whole ends.
    #expect(distance.mean < (hasDashes ? 1.5 : 1.1))
    #expect(far <= 40)
    #expect(unexplained.isEmpty, "of \(far) that are far apart")
  }

  /// Two lines of one stroke, each of which covers some of a row of pixels: below the first edge and above the second.
  @Test(.enabled(if: SVGProgram.path != nil, SVGProgram.absence), arguments: [(0.3, 0.2), (0.5, 0.5), (0.1, 0.8)])
  func `where a stroke meets itself the document and the picture show the area, and the first model the larger part`(
    upper: Double, lower: Double
  ) throws {
    // A pen of 4 pixels: edges at 12 + upper and at 13 - lower.
    let (first, second) = (10 + upper, 15 - lower)
    let there = (1...9).map { Double(10 * $0) }
    let events: [LogEvent] =
      [
        .header(LogHeader(size: Size(width: 100, height: 30))),
        .tool(ToolChange(name: "pen", color: .solid(.black), width: 4, thinning: 0, smoothing: 0)),
      ] + LogEvent.drag(there.map { ($0, first) } + there.reversed().map { ($0, second) })
    let drawing = try Self.drawing(of: events)
    let layout = CanvasLayout(width: 100, height: 30, transform: Transform(scale: 1), background: .white)
    func picture(_ model: StrokeModel) throws -> Bitmap {
      var drawing = Drawing(options: ModelOptions(model: model))
      for event in events { try drawing.apply(event) }
      _ = drawing.finish()
      var picture = PictureRenderer(layout: layout)
      try picture.drawFrame(drawing)
      return Bitmap(copying: picture.picture)
    }
    var document = SVGRenderer(layout: layout)
    let shown = try SVGProgram.picture(of: document.document(of: drawing))
    let (union, larger) = (try picture(.ink2), try picture(.ink1))
    for x in 25..<75 {
      #expect(abs(Double(shown[x, 12].red) - 255 * (1 - upper - lower)) < 12)
      #expect(abs(Double(union[x, 12].red) - 255 * (1 - upper - lower)) < 12)
      #expect(abs(Double(larger[x, 12].red) - 255 * (1 - Swift.max(upper, lower))) < 12)
      #expect(InkMeetings(drawing, layout).contains(x: x, y: 12))
      #expect(!InkMeetings(drawing, layout).contains(x: x, y: 8) && !InkMeetings(drawing, layout).contains(x: x, y: 10))
    }
  }

  /// Programs draw only so many groups within groups: beyond that, what lies under erasers is nearly right.
  @Test(.enabled(if: SVGProgram.path != nil, SVGProgram.absence), arguments: [(30, 1.0), (150, 2.5)])
  func `many erasers over each other draw`(count: Int, limit: Double) throws {
    var events: [LogEvent] = [.header(LogHeader(size: Size(width: 120, height: 90)))]
    for i in 0..<count {
      let (x, y) = (20 + Double(i % 10) * 8, Double(10 + i * 7 % 70))
      events.append(.tool(ToolChange(name: "pen", color: .solid(Color(red: 30, green: 102, blue: 245)), width: 9)))
      events += LogEvent.drag([(10, y), (60, y + 4), (110, y)])
      events.append(.tool(ToolChange(name: "eraser", width: 5)))
      events += LogEvent.drag([(x, 5), (x + 4, 85)])
    }
    let drawing = try Self.drawing(of: events)
    let (distance, _, _, _) = try Self.distance(of: drawing, try Self.layout(of: drawing, scale: 2))
    #expect(distance.mean < limit)
  }

  @Test(.enabled(if: SVGProgram.path != nil, SVGProgram.absence))
  func `markers are multiplied with the ink below and not with the paper`() throws {
    let yellow = Color(red: 255, green: 220, blue: 0)
    var events: [LogEvent] = [
      .header(
        LogHeader(size: Size(width: 100, height: 60), background: .color(Color(red: 200, green: 230, blue: 255)))),
      .tool(ToolChange(name: "pen", color: .solid(Color(red: 0, green: 160, blue: 220)), width: 20)),
    ]
    events += LogEvent.drag([(50, 5), (50, 55)])
    events.append(.tool(ToolChange(name: "marker", color: .solid(yellow), width: 20, opacity: 1)))
    events += LogEvent.drag([(10, 30), (90, 30)])
    var document = SVGRenderer(
      layout: CanvasLayout(
        width: 100, height: 60, transform: Transform(scale: 1), background: Pixel(red: 200, green: 230, blue: 255)))
    let picture = try SVGProgram.picture(of: document.document(of: try Self.drawing(of: events)))
    #expect(picture[20, 30] == Pixel(red: 255, green: 220, blue: 0))
    // 0·255/255, 160·220/255, 220·0/255.
    #expect(picture[50, 30] == Pixel(red: 0, green: 138, blue: 0))
    #expect(picture[5, 5] == Pixel(red: 200, green: 230, blue: 255))
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `a document that follows a session is the one made at its end`(seed: UInt64) throws {
    let events = RandomSession(seed: seed, steps: 40).events
    let layout = CanvasLayout(width: 150, height: 150, transform: Transform(scale: 1.5), background: .white)
    var following = SVGRenderer(layout: layout)
    var drawing = Drawing()
    for (number, event) in events.enumerated() {
      try drawing.apply(event)
      if number % 3 == 0 { following.update(to: drawing) }
    }
    _ = drawing.finish()
    var fresh = SVGRenderer(layout: layout)
    #expect(following.document(of: drawing) == fresh.document(of: drawing))
  }

  @Test func `outlines take less than six bytes a place`() throws {
    var (points, bytes) = (0, 0)
    for seed in 0..<20 as Range<UInt64> {
      var renderer = SVGRenderer(
        layout: CanvasLayout(width: 100, height: 100, transform: Transform(scale: 1), background: .white))
      renderer.update(to: try Self.drawing(of: RandomLog(seed: seed).events))
      points += renderer.outlineSize.points
      bytes += renderer.outlineSize.bytes
    }
    #expect(points > 1000)
    #expect(bytes < 6 * points)
  }
}
