import Geometry
import TouchLog

/// A drawing: the strokes that the events so far have made, from bottom to top, with a version.
///
/// The version rises by one with each event that changes something. Renderers ask what has changed since the version
/// they last drew (`changes(since:)`) and the drawing knows none of them.
public struct Drawing: Sendable {
  public private(set) var version = 0
  /// In the order in which their touches began, cancelled ones among them.
  public private(set) var strokes: [Stroke] = []
  /// What the log says of the canvas, if it does.
  public private(set) var header: LogHeader?
  public private(set) var options: ModelOptions

  /// Which stroke changed at which version, in their order; an entry is void where its stroke has changed since.
  private(set) var journal: [(version: Int, stroke: Int)] = []
  private var settings = ToolSettings()
  /// The strokes whose touches are down.
  private var down: [TouchID: Int] = [:]
  /// The strokes of each touch that revisions can name, in order.
  private var revisable: [TouchID: [Int]] = [:]
  /// The touch of the last event and its stroke: most often the next event's too.
  private var latest: (touch: TouchID, stroke: Int)?
  private var modeler: SpanModeler
  private var hasEvents = false

  public init(options: ModelOptions = ModelOptions()) {
    self.options = options
    modeler = SpanModeler(options: options)
  }

  /// Takes one event in.
  /// - Returns: What is odd about the event, if anything is.
  /// - Throws: `EditError`; the drawing is then as it was.
  @discardableResult
  public mutating func apply(_ event: LogEvent) throws(EditError) -> EditWarning? {
    var warning: EditWarning?
    switch event {
    case .touch(let touch): warning = try applyTouch(touch)
    case .revision(let revision): warning = apply(revision)
    case .tool(let change): try settings.apply(change)
    case .header(let header): try apply(header)
    case .command(let command): throw .unsupportedCommand(command.name)
    }
    hasEvents = true
    return warning
  }

  /// Ends the drawing: touches that are still down end where they are, and pressures that never came are what was
  /// recorded for them.
  /// - Returns: A warning for each touch that never ended, in the order in which they began.
  public mutating func finish() -> [EditWarning] {
    var warnings: [EditWarning] = []
    for stroke in down.values.sorted() {
      warnings.append(.neverEnded(strokes[stroke].touch))
      touch(stroke)
      end(stroke, as: .ended)
    }
    down.removeAll()
    latest = nil
    for list in revisable.values.joined().sorted() {
      if let changed = strokes[list].track.settlePending() { resettle(list, changed) }
    }
    return warnings
  }

  /// Models all ink anew to within `tolerance`, in points, where it was modelled to another.
  public mutating func refine(tolerance: Double) {
    guard tolerance != options.tolerance else { return }
    options.tolerance = tolerance
    modeler = SpanModeler(options: options)
    for stroke in strokes.indices where strokes[stroke].state != .cancelled {
      let settled = 0...Swift.max(0, strokes[stroke].samples.count - 1)
      resettle(stroke, settled)
    }
  }

  /// What the ink covers, in points, erasers left out.
  public var inkBounds: Rect {
    strokes.reduce(into: .empty) { bounds, stroke in
      guard stroke.state != .cancelled, stroke.style.tool != .eraser else { return }
      bounds.formUnion(stroke.settledBounds)
      guard stroke.state == .active else { return }
      for cone in stroke.tail(options: options).joined() { bounds.formUnion(cone.bounds) }
    }
  }

  private mutating func apply(_ header: LogHeader) throws(EditError) {
    guard !hasEvents else { throw .lateHeader }
    if let model = header.model, StrokeModel(rawValue: model) == nil { throw .unknownModel(model) }
    self.header = header
    version += 1
  }

  /// Takes one touch in, as `apply(.touch(event))` does.
  @discardableResult
  public mutating func apply(_ event: TouchEvent) throws(EditError) -> EditWarning? {
    let warning = try applyTouch(event)
    hasEvents = true
    return warning
  }

  private mutating func applyTouch(_ event: TouchEvent) throws(EditError) -> EditWarning? {
    let active = latest.flatMap { $0.touch == event.touch ? $0.stroke : nil } ?? down[event.touch]
    switch (event.phase, active) {
    case (.began, let active?):
      guard event.predicted else { throw .touchAlreadyDown(event.touch) }
      guess(event, of: active)
    case (.began, nil):
      // A guess at a touch that has not begun has nothing to be shown with.
      guard !event.predicted else { return nil }
      let stroke = strokes.count
      strokes.append(Stroke(ordinal: stroke, touch: event.touch, style: settings.style, version: version + 1))
      down[event.touch] = stroke
      latest = (event.touch, stroke)
      return append(event, to: stroke)
    case (let phase, nil):
      guard event.predicted else { throw .touchNotDown(event.touch, phase) }
    case (.moved, let stroke?), (.stationary, let stroke?), (.ended, let stroke?), (.cancelled, let stroke?):
      guard !event.predicted else {
        guess(event, of: stroke)
        return nil
      }
      let warning = append(event, to: stroke)
      switch event.phase {
      case .began, .moved, .stationary: break
      case .ended: lift(event.touch, stroke, as: .ended)
      case .cancelled: lift(event.touch, stroke, as: options.keepsCancelled ? .ended : .cancelled)
      }
      return warning
    }
    return nil
  }

  private mutating func append(_ event: TouchEvent, to stroke: Int) -> EditWarning? {
    let wasRevisable = strokes[stroke].track.hasRevisableSamples
    let (ranBackwards, changed) = strokes[stroke].track.append(
      point: event.point, time: event.time, pressure: event.pressure, index: event.index,
      expectsPressure: event.expects.contains(.pressure))
    strokes[stroke].guesses.removeAll(keepingCapacity: true)
    if !wasRevisable, event.index != nil { revisable[event.touch, default: []].append(stroke) }
    touch(stroke)
    if let changed { resettle(stroke, changed, raisesVersion: false) }
    strokes[stroke].settle(with: &modeler, version: version)
    guard ranBackwards, !strokes[stroke].warnedOfTime else { return nil }
    strokes[stroke].warnedOfTime = true
    return .timeRanBackwards(event.touch)
  }

  private mutating func guess(_ event: TouchEvent, of stroke: Int) {
    let last = strokes[stroke].guesses.last ?? strokes[stroke].samples[strokes[stroke].samples.count - 1]
    let time = event.time ?? last.time + SampleTrack.defaultStep
    strokes[stroke].guesses.append(
      Sample(
        point: event.point, time: Swift.max(time, last.time + SampleTrack.shortestStep),
        pressure: event.pressure.map { Float($0) } ?? last.pressure))
    touch(stroke)
  }

  private mutating func lift(_ touch: TouchID, _ stroke: Int, as state: Stroke.State) {
    down[touch] = nil
    latest = nil
    end(stroke, as: state)
  }

  /// Ends a stroke that has changed at this version.
  private mutating func end(_ stroke: Int, as state: Stroke.State) {
    strokes[stroke].state = state
    strokes[stroke].guesses = []
    if state != .cancelled { strokes[stroke].settle(with: &modeler, version: version) }
    strokes[stroke].trim()
  }

  private mutating func apply(_ revision: TouchRevision) -> EditWarning? {
    // The latest stroke first: an index that is used again means the newer event.
    for stroke in (revisable[revision.touch] ?? []).reversed() {
      guard let position = strokes[stroke].track.position(ofIndex: revision.index) else { continue }
      // What the sample reaches from its old place is asked before it moves.
      let moves = revision.point != nil || revision.time != nil
      let reached = moves ? strokes[stroke].dependents(of: position...position) : nil
      let changed = strokes[stroke].track.revise(
        at: position, point: revision.point, time: revision.time, pressure: revision.pressure,
        expectsPressure: revision.expects.contains(.pressure))
      if let changed { resettle(stroke, changed, and: reached) }
      return nil
    }
    return .unknownRevision(revision.touch, index: revision.index)
  }

  /// Models the settled ink anew that depends on samples that have changed.
  private mutating func resettle(
    _ stroke: Int, _ samples: ClosedRange<Int>, and spans: ClosedRange<Int>? = nil, raisesVersion: Bool = true
  ) {
    if raisesVersion { touch(stroke) }
    strokes[stroke].resettle(samples, and: spans, with: &modeler, version: version)
    if strokes[stroke].state == .active { strokes[stroke].settle(with: &modeler, version: version) }
  }

  /// Raises the version for a change to `stroke`.
  private mutating func touch(_ stroke: Int) {
    version += 1
    strokes[stroke].version = version
    if let last = journal.last, last.stroke == stroke {
      journal[journal.count - 1].version = version
      return
    }
    journal.append((version, stroke))
    // Void entries are cleared away when they are the most.
    if journal.count > 2 * strokes.count + 64 {
      journal.removeAll { $0.version != strokes[$0.stroke].version }
    }
  }
}
