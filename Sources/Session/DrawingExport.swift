public import Exporters
import Geometry
import Ink
import Rendering
import TouchLog

/// Reads a recording for its conversion to a format of finished drawings.
///
///     var export = DrawingExport(try DrawingSession(path: "sketch.jsonl"))
///     while try export.advance() {}
///     let file = ExportFormat.inkml.file(of: export.finish())
///
/// The strokes are those of the finished drawing: undone, deleted and cancelled ones are left out, and the ink of moved
/// elements is where it is now. Their points are those that the device reported, with the values of late revisions.
public struct DrawingExport {
  /// The session that reads the log. Advance the export, not the session.
  public let session: DrawingSession
  private var clock = RecordingClock()
  private var notes: [LogHeader.Note] = []
  private var strokes: [StrokeIndex: RecordedTouch] = [:]
  private var down: [TouchID: StrokeIndex] = [:]
  /// Where revisions find their events.
  private var revisable: [RevisionKey: (stroke: StrokeIndex, event: Int)] = [:]

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
    switch event {
    case .touch(let touch) where !touch.predicted: record(touch, at: time)
    case .revision(let revision): revise(revision)
    case .header(let header): notes = header.notes
    case .touch, .tool, .command: break
    }
    return true
  }

  private mutating func record(_ touch: TouchEvent, at time: Double) {
    if touch.phase == .began { down[touch.touch] = session.drawing.strokes.indices.last }
    guard let stroke = down[touch.touch] else { return }
    defer { if touch.phase == .ended || touch.phase == .cancelled { down[touch.touch] = nil } }
    if touch.phase == .ended, isRepetition(touch, at: time, in: stroke) { return }
    if let index = touch.index {
      revisable[RevisionKey(touch: touch.touch, index: index)] = (stroke, strokes[stroke]?.events.count ?? 0)
    }
    strokes[stroke, default: RecordedTouch()].events.append(touch)
    strokes[stroke, default: RecordedTouch()].times.append(time)
  }

  /// Whether a stroke's end tells nothing new: it repeats the event before, as that of a dot does, and no revision can
  /// name it. A point for it would make the stroke longer each time that it is converted.
  private func isRepetition(_ end: TouchEvent, at time: Double, in stroke: StrokeIndex) -> Bool {
    guard end.index == nil, let known = strokes[stroke], let last = known.events.last, known.times.last == time else {
      return false
    }
    return end.point == last.point && (end.pressure == nil || end.pressure == last.pressure)
      && (end.altitude == nil || end.altitude == last.altitude) && (end.azimuth == nil || end.azimuth == last.azimuth)
  }

  private mutating func revise(_ revision: TouchRevision) {
    guard let (stroke, event) = revisable[RevisionKey(touch: revision.touch, index: revision.index)] else { return }
    if let point = revision.point { strokes[stroke]?.events[event].point = point }
    if let pressure = revision.pressure { strokes[stroke]?.events[event].pressure = pressure }
    if let altitude = revision.altitude { strokes[stroke]?.events[event].altitude = altitude }
    if let azimuth = revision.azimuth { strokes[stroke]?.events[event].azimuth = azimuth }
  }

  /// Ends the drawing and returns its strokes.
  public func finish() -> ExportedDrawing {
    session.finish()
    let drawing = session.drawing
    var exported: [ExportedStroke] = []
    var losses = Losses()
    for element in drawing.presentElements {
      switch drawing.elements[element].content {
      case .stroke(let index):
        guard let stroke = exportedStroke(drawing, element, drawing.strokes[index]) else { continue }
        if drawing.strokes[index].style.color == .rainbow { losses.lose("strokes' rainbow colors", count: 1) }
        exported.append(stroke)
      case .shape: losses.lose("shapes", count: 1)
      case .text: losses.lose("texts", count: 1)
      case .image: losses.lose("images", count: 1)
      }
    }
    losses.lose(
      "undone, erased or cancelled strokes", count: strokes.keys.count { !isPresent(drawing.strokes[$0], in: drawing) })
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
    result.isTimed = session.report.format.isEmpty ? clock.isTimed : session.report.hasTimes
    result.notes = notes
    switch drawing.header?.background {
    case .color(let color): result.background = color
    case .some(.none): result.background = nil
    case .picture: result.losses.lose("pictures under the ink", count: 1)
    case nil: break
    }
    return result
  }

  private func isPresent(_ stroke: Stroke, in drawing: Drawing) -> Bool {
    switch stroke.style.tool {
    case .pen, .marker, .eraser: stroke.element.map { drawing.elements[$0].isPresent } ?? false
    case .shape, .text, .select: true
    }
  }

  /// The stroke of an element; nil if it has no samples.
  private func exportedStroke(
    _ drawing: Drawing, _ element: ElementIndex, _ stroke: Stroke
  ) -> ExportedStroke? {
    let style = stroke.style
    let kind: ExportedStroke.Kind =
      switch style.tool {
      case .marker: .marker
      case .eraser: .eraser
      default: .pen
      }
    let similarity = drawing.placement(of: element)?.similarity
    let scale = similarity?.scale ?? 1
    var widths = InkWidths(stroke.centerline(options: drawing.options))
    var points: [ExportedPoint] = []
    func add(_ point: Point, _ time: Double, _ pressure: Double?, _ altitude: Double?, _ azimuth: Double?) {
      points.append(
        ExportedPoint(
          similarity?.apply(point) ?? point, time: time, pressure: pressure.map { min(1, $0) }, altitude: altitude,
          azimuth: azimuth, radius: widths.radius(near: point) * scale))
    }
    if let recorded = strokes[stroke.ordinal] {
      for (event, time) in zip(recorded.events, recorded.times) {
        add(event.point, time, event.pressure, event.altitude, event.azimuth)
      }
    } else {
      for sample in stroke.samples {
        add(sample.point, sample.time, sample.pressure.isNaN ? nil : Double(sample.pressure), nil, nil)
      }
    }
    guard !points.isEmpty else { return nil }
    var color = style.color.color(atHue: stroke.hue)
    color.alpha = byte(Double(color.alpha) * style.opacity)
    return ExportedStroke(
      id: drawing.elements[element].id, kind: kind, color: color, width: style.width * scale,
      pointer: strokes[stroke.ordinal]?.events.first?.pointer, points: points)
  }
}

/// Finds the width of the ink at the points of a stroke, which are visited in order.
private struct InkWidths {
  private let line: [Stroke.CenterlinePoint]
  private var nearest = 0

  /// How far the search looks ahead along the line.
  private static let reach = 64

  init(_ line: [Stroke.CenterlinePoint]) { self.line = line }

  /// The radius of the ink at the point of its center line that is nearest to `point`, and not before that of the last
  /// call. 0 if there is no ink.
  mutating func radius(near point: Point) -> Double {
    guard !line.isEmpty else { return 0 }
    var best = (distance: line[nearest].center.distance(to: point), index: nearest)
    var index = nearest + 1
    while index < min(line.count, best.index + Self.reach) {
      let distance = line[index].center.distance(to: point)
      if distance < best.distance { best = (distance, index) }
      index += 1
    }
    nearest = best.index
    return line[nearest].radius
  }
}
