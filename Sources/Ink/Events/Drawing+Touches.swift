import Geometry
import TouchLog

/// Touches, and what becomes known of them later.
extension Drawing {
  mutating func applyTouch(_ event: TouchEvent) throws(EditError) -> EditWarning? {
    let active = latest.flatMap { $0.touch == event.touch ? $0.stroke : nil } ?? down[event.touch]
    switch (event.phase, active) {
    case (.began, let active?):
      guard event.predicted else { throw .touchAlreadyDown(event.touch) }
      guess(event, of: active)
    case (.began, nil):
      // A guess at a touch that has not begun has nothing to be shown with.
      guard !event.predicted else { return nil }
      let stroke = begin(event)
      return append(event, to: stroke)
    case (let phase, nil):
      if ignored.contains(event.touch) {
        if phase == .ended || phase == .cancelled { ignored.remove(event.touch) }
        return nil
      }
      guard event.predicted else { throw .touchNotDown(event.touch, phase) }
    case (.moved, let stroke?), (.stationary, let stroke?), (.ended, let stroke?), (.cancelled, let stroke?):
      guard !event.predicted else {
        guess(event, of: stroke)
        return nil
      }
      let warning = append(event, to: stroke)
      switch event.phase {
      case .began, .moved, .stationary: break
      case .ended: return lift(event.touch, stroke, as: .ended) ?? warning
      case .cancelled: return lift(event.touch, stroke, as: options.keepsCancelled ? .ended : .cancelled) ?? warning
      }
      return warning
    }
    return nil
  }

  /// Begins what the tool makes of a touch.
  /// - Returns: The new stroke.
  private mutating func begin(_ event: TouchEvent) -> Int {
    let stroke = strokes.count
    ignored.remove(event.touch)
    let isInk = settings.tool.product == .ink && (settings.tool != .eraser || settings.mode == .pixel)
    strokes.append(Stroke(ordinal: stroke, touch: event.touch, style: settings.pen, isInk: isInk, model: model))
    if isInk {
      let element = append(.stroke(stroke), name: takeName())
      strokes[stroke].element = element
      strokes[stroke].hue = rainbowCount
      if settings.tool == .eraser {
        erasers.append(element)
        if !placements.isEmpty { frames[element] = placements }
      }
    } else {
      beginGesture(stroke, at: event.point)
    }
    down[event.touch] = stroke
    latest = (event.touch, stroke)
    return stroke
  }

  /// The name that the log has given the element that begins now.
  mutating func takeName() -> String? {
    guard let name = settings.nextID else { return nil }
    settings.nextID = nil
    return name
  }

  private mutating func append(_ event: TouchEvent, to stroke: Int) -> EditWarning? {
    touch(stroke: stroke)
    let taken = strokes[stroke].append(event, with: &modeler, version: version)
    if taken.isFirstRevisable { revisable[event.touch, default: []].append(stroke) }
    if let changed = taken.changed {
      resettle(stroke, changed, moved: false, raisesVersion: false)
      strokes[stroke].settle(with: &modeler, version: version)
    }
    if strokes[stroke].style.color == .rainbow { rainbowCount += 1 }
    if !gestures.isEmpty { continueGesture(of: stroke, to: event.point) }
    guard taken.ranBackwards, !strokes[stroke].warnedOfTime else { return nil }
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
    touch(stroke: stroke)
  }

  private mutating func lift(_ touch: TouchID, _ stroke: Int, as state: Stroke.State) -> EditWarning? {
    down[touch] = nil
    latest = nil
    return end(stroke, as: state)
  }

  /// Ends all touches that are down where they are; what they say of themselves after that is passed over.
  mutating func endTouches() {
    for stroke in down.values.sorted() {
      touch(stroke: stroke)
      _ = end(stroke, as: .ended)
      ignored.insert(strokes[stroke].touch)
    }
    down.removeAll()
    latest = nil
  }

  /// Ends a stroke that has changed at this version.
  private mutating func end(_ stroke: Int, as state: Stroke.State) -> EditWarning? {
    strokes[stroke].state = state
    strokes[stroke].guesses = []
    if state != .cancelled { strokes[stroke].settle(with: &modeler, version: version) }
    strokes[stroke].trim()
    if let gesture = gestures.removeValue(forKey: stroke) { return end(gesture, of: stroke, as: state) }
    let element = strokes[stroke].element
    if state == .cancelled {
      elements[element].isPresent = false
    } else {
      record([.presence(element: element, isPresent: true)])
    }
    return nil
  }

  mutating func apply(_ revision: TouchRevision) -> EditWarning? {
    // The latest stroke first: an index that is used again means the newer event.
    for stroke in (revisable[revision.touch] ?? []).reversed() {
      guard let position = strokes[stroke].track.position(ofIndex: revision.index) else { continue }
      let changed = strokes[stroke].track.revise(
        at: position, point: revision.point, time: revision.time, pressure: revision.pressure,
        expectsPressure: revision.expects.contains(.pressure))
      if let changed {
        resettle(stroke, changed, moved: revision.point != nil || revision.time != nil)
        if !strokes[stroke].isInk { reviseGesture(of: stroke) }
      }
      return nil
    }
    return .unknownRevision(revision.touch, index: revision.index)
  }

  /// Models the settled ink anew that depends on samples that have changed.
  mutating func resettle(
    _ stroke: Int, _ samples: ClosedRange<Int>, moved: Bool, raisesVersion: Bool = true
  ) {
    if raisesVersion { touch(stroke: stroke) }
    strokes[stroke].resettle(samples, moved: moved, with: &modeler, version: version)
    if strokes[stroke].state == .active { strokes[stroke].settle(with: &modeler, version: version) }
  }

  /// Models all settled ink of a stroke anew.
  mutating func remodel(_ stroke: Int) {
    strokes[stroke].resettle(with: &modeler, version: version)
    if strokes[stroke].state == .active { strokes[stroke].settle(with: &modeler, version: version) }
  }

  /// Models all ink anew to within `tolerance`, in points, where it was modelled to another.
  public mutating func refine(tolerance: Double) {
    guard tolerance != options.tolerance else { return }
    options.tolerance = tolerance
    modeler = SpanModeler(options: options)
    for stroke in strokes.indices where strokes[stroke].state != .cancelled && strokes[stroke].isInk {
      touch(stroke: stroke)
      remodel(stroke)
    }
    for element in elements.indices {
      guard case .text(var text) = elements[element].content else { continue }
      text.model(options: options, modeler: &modeler)
      elements[element].content = .text(text)
      touch(element: element, isWhole: true)
    }
  }
}
