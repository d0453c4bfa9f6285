import DocumentImporters
public import Exporters
internal import Geometry
import ImportCore
import Ink
import Rendering
import TouchLog

/// Reads a recording for its conversion to a format of finished drawings.
///
///     var export = DrawingExport(try DrawingSession(path: "sketch.jsonl"))
///     while try export.advance() {}
///     let file = ExportFormat.inkml.file(of: try export.finish())
///
/// The strokes are those of the finished drawing: undone, deleted and canceled ones are left out, and moved elements
/// are at their current positions. Their points are those that the device reported, with the values of late revisions.
/// The outlines of shapes and the letters of texts are strokes, too.
public struct DrawingExport {
  /// The session that reads the log. Advance the export, not the session.
  package let session: DrawingSession
  private var clock = RecordingClock()
  private var strokes: [StrokeIndex: RecordedTouch] = [:]
  private var down: [TouchID: StrokeIndex] = [:]
  /// The events that revisions can name.
  private var revisable: [RevisionKey: (stroke: StrokeIndex, event: Int)] = [:]
  private var soundCount = 0
  /// The time at which each element began, in seconds.
  private var beginnings: [Double] = []

  /// The real events of a stroke, and the time of each in seconds.
  private struct RecordedTouch {
    var events: [TouchEvent] = []
    var times: [Double] = []
  }

  private struct RevisionKey: Hashable {
    var touch: TouchID
    var index: Int
  }

  /// - Parameter session: A session of which no event has been read.
  public init(_ session: DrawingSession) { self.session = session }

  /// Reads the next event.
  /// - Returns: False at the end of the log.
  /// - Throws: `SessionError` as `DrawingSession.step` does.
  public mutating func advance() throws(SessionError) -> Bool {
    guard let step = try session.step() else { return false }
    guard case .event(let event) = step else { return true }
    let time = clock.advance(to: event)
    while beginnings.count < session.unrevisedDrawing.elements.count { beginnings.append(time) }
    switch event {
    case .touch(let touch) where !touch.predicted: record(touch, at: time)
    case .revision(let revision): revise(revision)
    case .command(.sound(_?), _): soundCount += 1
    case .touch, .header, .tool, .command: break
    }
    return true
  }

  private mutating func record(_ touch: TouchEvent, at time: Double) {
    if touch.phase == .began { down[touch.touch] = session.unrevisedDrawing.strokes.indices.last }
    guard let stroke = down[touch.touch] else { return }
    defer { if touch.phase == .ended || touch.phase == .cancelled { down[touch.touch] = nil } }
    if touch.phase == .ended, isRepetition(touch, at: time, in: stroke) { return }
    if let index = touch.index {
      revisable[RevisionKey(touch: touch.touch, index: index)] = (stroke, strokes[stroke]?.events.count ?? 0)
    }
    strokes[stroke, default: RecordedTouch()].events.append(touch)
    strokes[stroke, default: RecordedTouch()].times.append(time)
  }

  /// Whether a stroke's end only repeats the event before, as in a dot, and no revision can name it. If the end became
  /// a point, the stroke would grow with each conversion.
  private func isRepetition(_ end: TouchEvent, at time: Double, in stroke: StrokeIndex) -> Bool {
    guard end.index == nil, let known = strokes[stroke], let last = known.events.last, known.times.last == time else {
      return false
    }
    var reading = end.reading
    reading.time = nil
    return end.point == last.point && reading.completed(from: last.reading) == last.reading
  }

  private mutating func revise(_ revision: TouchRevision) {
    guard let (stroke, event) = revisable[RevisionKey(touch: revision.touch, index: revision.index)] else { return }
    if let point = revision.point { strokes[stroke]?.events[event].point = point }
    var reading = revision.reading
    reading.time = nil
    if let known = strokes[stroke]?.events[event].reading {
      strokes[stroke]?.events[event].reading = reading.completed(from: known)
    }
  }

  /// Ends the drawing and returns its strokes.
  /// - Throws: `SessionError.memoryLimit` if the strokes take more than the session's limit.
  public func finish() throws(SessionError) -> ExportedDrawing {
    session.finish()
    let drawing = session.drawing
    var exported: [ExportedStroke] = []
    var losses = Losses()
    var memory = 0
    let dragEnds = dragEnds
    for element in drawing.presentElements {
      let first = exported.count
      switch drawing.elements[element].content {
      case .stroke(let index):
        guard let stroke = exportedStroke(drawing, element, drawing.strokes[index]) else { continue }
        if drawing.strokes[index].isFilled { losses.lose("fills of strokes", count: 1) }
        // The outline of a fill alone.
        if stroke.kind != .eraser, stroke.color.alpha == 0 { continue }
        if drawing.strokes[index].look.color == .rainbow { losses.lose("strokes' rainbow colors", count: 1) }
        if drawing.strokes[index].look.isBrushed { losses.lose("the tips and grains of brushes", count: 1) }
        exported.append(stroke)
      case .shape(let shape):
        guard let geometry = drawing.geometry(ofShape: element) else { continue }
        if case .color(let color) = shape.look.fill, geometry.fill != nil, color.alpha > 0 {
          losses.lose("fills", count: 1)
        }
        if DrawnLine.isRounded(geometry) { losses.lose("flat ends and sharp corners of shapes", count: 1) }
        let scale = drawing.placement(of: element)?.scale ?? 1
        let lines = DrawnLine.lines(of: shape, geometry, options: drawing.options, scale: scale)
        exported += strokes(of: lines, drawing, element, until: dragEnds[element])
      case .text(let text):
        losses.lose("fills of letters", count: text.outlines.count)
        exported += strokes(of: DrawnLine.lines(of: text), drawing, element, until: dragEnds[element])
      case .image: losses.lose("images", count: 1)
      }
      // Separate translucent strokes are darker where they cross.
      if exported.count > first + 1, exported[first].color.alpha < 255 {
        losses.lose("even opacities of shapes and texts", count: 1)
      }
      if drawing.isDetached(element) { losses.lose("holes that were erased before a move", count: 1) }
      for index in exported[first...].indices {
        exported[index].layer = drawing.look(of: element).layer
        memory += exported[index].memory
      }
      if memory > session.memoryLimit { throw .memoryLimit(session.memoryLimit) }
    }
    losses.lose("sounds", count: soundCount)
    losses.lose(
      "undone, erased or canceled strokes", count: strokes.keys.count { !isPresent(drawing.strokes[$0], in: drawing) })
    var size = drawing.header?.size
    var origin = Point(0, 0)
    if size == nil, !drawing.inkBounds.isEmpty {
      let margin = PictureOptions().margin
      let bounds = drawing.inkBounds
      origin = Point((bounds.minX - margin).rounded(.down), (bounds.minY - margin).rounded(.down))
      size = Size(
        width: (bounds.maxX + margin).rounded(.up) - origin.x, height: (bounds.maxY + margin).rounded(.up) - origin.y)
    }
    var result = ExportedDrawing(
      size: size ?? Size(width: 1, height: 1), origin: origin, strokes: exported, losses: losses)
    result.hasSize = drawing.header?.size != nil
    result.isTimed = session.report.format.isEmpty ? clock.isTimed : session.report.hasTimes
    result.notes = drawing.header?.notes ?? []
    (result.scale, result.grid) = (drawing.header?.scale, drawing.header?.grid)
    switch drawing.header?.background {
    case .color(let color): result.background = color
    case .some(.none): result.background = nil
    case .paper(let paper):
      (result.background, result.ruling) = (paper.color, paper.ruling)
      result.losses.lose("distances of the paper's lines", count: paper.spacing == nil ? 0 : 1)
      result.losses.lose("colors of the paper's lines", count: paper.lineColor == nil ? 0 : 1)
    case .picture, .embedded: result.losses.lose("pictures under the ink", count: 1)
    case nil: break
    }
    return result
  }

  private func isPresent(_ stroke: Stroke, in drawing: Drawing) -> Bool {
    guard stroke.look.tool.makesStrokes else { return true }
    return stroke.element.map { drawing.elements[$0].isPresent } ?? false
  }

  /// The stroke of an element; nil if it has no samples.
  private func exportedStroke(
    _ drawing: Drawing, _ element: ElementIndex, _ stroke: Stroke
  ) -> ExportedStroke? {
    let look = stroke.look
    let kind: ExportedStroke.Kind =
      switch look.blendMode {
      case .erase: .eraser
      case .over: .pen
      case .multiply, .screen, .darken, .lighten: .marker
      }
    let similarity = drawing.placement(of: element)?.similarity
    let scale = similarity?.scale ?? 1
    let centerline = stroke.centerline(options: drawing.options)
    var widths = InkWidths(centerline)
    var points: [ExportedPoint] = []
    // Widths that an importer converted to pressures are restored exactly.
    let exact = hasPolylines ? ExactWidth(widest: 2 * look.width, model: .ink1) : nil
    func add(_ point: Point, _ time: Double, _ reading: PenReading) {
      let known = reading.pressure.flatMap { pressure in exact.map { $0.width(atPressure: pressure) / 2 } }
      var exported = ExportedPoint(
        similarity?.apply(point) ?? point, time: time, radius: (known ?? widths.radius(near: point)) * scale)
      exported.reading = reading
      (exported.time, exported.pressure) = (time, reading.pressure.map { look.pressure(ofReported: $0) })
      points.append(exported)
    }
    if let recorded = strokes[stroke.ordinal] {
      for (event, time) in zip(recorded.events, recorded.times) { add(event.point, time, event.reading) }
    } else {
      let details = stroke.details
      for (index, sample) in stroke.samples.enumerated() {
        let tilt = sample.tilt
        let reading = PenReading(
          pressure: sample.pressure.isNaN ? nil : Double(sample.pressure), altitude: tilt.altitude,
          azimuth: tilt.azimuth, twist: tilt.twist, details: details.isEmpty ? TouchDetails() : details[index])
        add(sample.point, sample.time, reading)
      }
    }
    guard !points.isEmpty else { return nil }
    // An eraser has no color.
    let color = kind == .eraser ? Color.black : look.color.color(atHue: stroke.hue)
    var exported = ExportedStroke(
      id: drawing.elements[element].id, kind: kind, color: color.faded(by: look.opacity), width: look.width * scale,
      pointer: strokes[stroke.ordinal]?.events.first?.pointer, points: points)
    exported.touch = strokes[stroke.ordinal]?.events.first?.touch ?? exported.touch
    exported.isSmoothed = look.smoothing > 0
    if !hasPolylines {
      exported.axis = centerline.map {
        ExportedDisc(center: similarity?.apply($0.center) ?? $0.center, radius: $0.radius * scale)
      }
    }
    return exported
  }

  /// Whether the program that made the recording joins the points by straight segments.
  private var hasPolylines: Bool { session.format == .log(.xournal) }

  /// The strokes of a shape or a text. They follow one another while it was dragged or, if that took no time, at a
  /// usual pace until the next element began.
  private func strokes(
    of lines: [DrawnLine], _ drawing: Drawing, _ element: ElementIndex, until dragEnd: Double?
  ) -> [ExportedStroke] {
    guard let widest = lines.lazy.flatMap(\.axis).map(\.radius).max(), widest > 0 else { return [] }
    let (name, similarity) = (drawing.elements[element].id, drawing.placement(of: element)?.similarity)
    let length = lines.reduce(0) { $0 + $1.length }
    let begin = beginnings[element.rawValue]
    var duration = (dragEnd ?? begin) - begin
    if !(duration > 0) {
      let next = element.rawValue + 1 < beginnings.count ? beginnings[element.rawValue + 1] - begin : .infinity
      duration = max(0, min(length / Self.pace, next))
    }
    var time = begin
    return lines.enumerated().map { number, line in
      let share = length > 0 && length.isFinite ? line.length / length : 0
      let stroke = line.stroke(
        id: number == 0 ? name : "\(name)-\(number + 1)", similarity, widest: 2 * widest,
        times: time...time + duration * share)
      time = max(time, stroke.points.last?.time ?? time)
      return stroke
    }
  }

  /// The speed of lines that no touch drew, in points per second.
  private static let pace = 200.0

  /// The time at which the touches that dragged an element ended, in seconds.
  private var dragEnds: [ElementIndex: Double] {
    var ends: [ElementIndex: Double] = [:]
    for (stroke, recorded) in strokes {
      guard let element = session.drawing.strokes[stroke].element, let last = recorded.times.last else { continue }
      ends[element] = max(ends[element] ?? last, last)
    }
    return ends
  }
}

/// Finds the width of the ink at the points of a stroke, which are visited in order.
private struct InkWidths {
  private let line: [Stroke.CenterlinePoint]
  private var nearest = 0

  /// The number of segments that the search looks ahead.
  private static let reach = 64

  init(_ line: [Stroke.CenterlinePoint]) { self.line = line }

  /// The radius of the ink at the point of its center line that is nearest to `point`, and not on a segment before that
  /// of the last call. 0 if there is no ink.
  mutating func radius(near point: Point) -> Double {
    guard var radius = line.first?.radius else { return 0 }
    var best = Double.infinity
    var index = nearest
    while index + 1 < line.count, index < nearest + Self.reach {
      let (start, end) = (line[index], line[index + 1])
      let share = point.share(from: start.center, to: end.center)
      let distance = point.distance(to: start.center + (end.center - start.center) * share)
      if distance < best {
        (best, nearest) = (distance, index)
        radius = start.radius + (end.radius - start.radius) * share
      }
      index += 1
    }
    return radius
  }
}

extension ExportedStroke {
  /// The memory of its points, in bytes.
  fileprivate var memory: Int {
    MemoryLayout<ExportedStroke>.stride + points.count * MemoryLayout<ExportedPoint>.stride
      + axis.count * MemoryLayout<ExportedDisc>.stride
  }
}
