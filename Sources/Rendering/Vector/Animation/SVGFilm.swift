import Geometry
public import Ink
public import Raster
public import TouchLog

/// A document that plays a recording by itself, wherever documents are shown: what is drawn is uncovered as it was
/// drawn, and what changes or goes away does so in its time.
///
/// Programs that do not play it, and readers who want nothing to move, see the finished drawing, as `SVGRenderer` has
/// it. All that was ever there is in the document once for each of its looks, and hidden in the end where it is gone.
public struct SVGFilm {
  /// Frames a second in which times are counted.
  public static let rate = 60

  private let schedule: FilmSchedule
  private let layout: CanvasLayout
  private let backdrop: ImageSource?
  private let drawing: Drawing
  private let filmed: FilmedStates
  private var keyframes: SVGKeyframes
  /// The masks that uncover strokes.
  private var masks = SVGText()
  private var maskCount = 0

  /// - Parameters:
  ///   - events: All of the recording, each of which a drawing accepts after those before it.
  ///   - schedule: With `rate` frames a second.
  ///   - plays: How often it is shown, 0 for ever.
  ///   - options: How ink is modelled.
  ///   - backdrop: A picture between the background and the ink, of the layout's size.
  ///   - apply: Takes one event into the drawing.
  public init(
    _ events: [LogEvent], schedule: FilmSchedule, plays: Int, layout: CanvasLayout, options: ModelOptions,
    backdrop: ImageSource? = nil,
    apply: (LogEvent, inout Drawing) -> Void = { event, drawing in _ = try? drawing.apply(event) }
  ) {
    (self.schedule, self.layout, self.backdrop) = (schedule, layout, backdrop)
    keyframes = SVGKeyframes(frameCount: schedule.count, rate: Double(SVGFilm.rate), plays: plays)
    var drawing = Drawing(options: options)
    var filmed = FilmedStates(layout: layout)
    var applied = 0
    for (index, frame) in schedule.frames.enumerated() {
      while applied < frame.events {
        if events[applied].changesMoreThanInk { filmed.settle(drawing) }
        apply(events[applied], &drawing)
        applied += 1
      }
      // What never ended ends with the recording, as in its picture.
      if frame.events == events.count { _ = drawing.finish() }
      let next = index + 1 < schedule.frames.count ? schedule.frames[index + 1].number : Int.max
      filmed.update(to: drawing, frame: frame.number, next: next)
    }
    filmed.settle(drawing)
    (self.drawing, self.filmed) = (drawing, filmed)
  }

  /// The document, in UTF-8.
  public func document() -> [UInt8] {
    var film = self
    return film.write()
  }

  private mutating func write() -> [UInt8] {
    var writer = SVGDocument(layout: layout, backdrop: backdrop, notes: [])
    let order = filmed.states.indices.sorted { a, b in
      let (first, second) = (filmed.states[a], filmed.states[b])
      return (first.rank, first.element, a) < (second.rank, second.element, b)
    }
    for index in order where !filmed.states[index].shown.isEmpty {
      let state = filmed.states[index]
      let element = wrapped(state)
      if drawing.isEraser(state.element) {
        writer.erase(element)
      } else if let erasures = state.erasures {
        writer.add(detached: element, erasedBy: erasures.map { pass($0, over: state) })
      } else {
        writer.add(element)
      }
    }
    let sheet = keyframes.sheet
    var head = SVGText()
    head.append(sheet)
    if !masks.bytes.isEmpty {
      head.append("<defs fill=\"none\" stroke=\"#fff\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")
      head.append(masks.bytes)
      head.append("</defs>\n")
    }
    writer.head = head.bytes
    return writer.bytes
  }

  /// A state with what shows, uncovers and moves it in its time.
  private mutating func wrapped(_ state: FilmedState) -> SVGElement {
    var element = state.placed
    element.bounds = state.bounds
    let isLast = state.shown.last?.upperBound == .max
    var steps: [SVGKeyframes.Step] = []
    if isLast, state.shown[0].lowerBound > 0 { steps.append((0, "visibility:hidden")) }
    for range in state.shown where !isLast || state.shown[0] != 0..<Int.max {
      steps.append((Double(range.lowerBound), "visibility:visible"))
      if range.upperBound != .max { steps.append((Double(range.upperBound), "visibility:hidden")) }
    }
    if let shown = state.shown.first, let mask = uncover(state.element, state.trail, placed: state.places.last?.map),
      Double(shown.lowerBound) <= mask.last.frame
    {
      steps += [mask.first, mask.last]
    }
    element.wrap(steps.sorted { $0.frame < $1.frame }, isHidden: !isLast, &keyframes)
    element.wrap(moves(of: state), &keyframes)
    return element
  }

  /// An eraser's pass over an element that has got away from others.
  private mutating func pass(_ erasure: Erasure, over state: FilmedState) -> SVGElement {
    var pass = SVGElement(erasure.eraser, of: drawing, layout, erasure.map, predicted: false, name: "")
    pass.bounds.formUnion(state.bounds)
    if let mask = uncover(erasure.eraser, nil, placed: erasure.map) { pass.wrap([mask.first, mask.last], &keyframes) }
    // It goes wherever the element goes.
    pass.wrap(moves(of: state), &keyframes)
    return pass
  }

  /// Where a state was, as seen from where it was in the end.
  private func moves(of state: FilmedState) -> [SVGKeyframes.Step] {
    let units = Affine(layout.transform).concatenating(Affine(scale: Double(SVGPathData.unitsPerPixel)))
    guard state.places.count > 1, let last = state.places.last?.map, let back = units.inverse else { return [] }
    return state.places.map { frame, map in
      guard map != last else { return (Double(frame), "transform:none") }
      let map = back.concatenating(map.after(last.inverse).affine).concatenating(units)
      let numbers = [map.a, map.b, map.c, map.d].map { SVGText.number($0, places: 5) }
      let shift = [map.tx, map.ty].map { SVGText.number($0, places: 1) }
      return (Double(frame), "transform:matrix(\((numbers + shift).joined(separator: ",")))")
    }
  }

  /// Writes the mask that uncovers a stroke's ink as it was drawn.
  /// - Parameters:
  ///   - trail: The ink's way, where it is not that of the finished stroke.
  ///   - map: Where the stroke is.
  /// - Returns: From when to when the mask is needed; nil where nobody could see the stroke grow.
  private mutating func uncover(
    _ element: Int, _ trail: StrokeTrail?, placed map: Similarity?
  ) -> (first: SVGKeyframes.Step, last: SVGKeyframes.Step)? {
    guard let stroke = drawing.stroke(of: element), let growth = filmed.growths[element], growth.isSeen else {
      return nil
    }
    let trail = trail ?? filmed.trail(of: element, stroke, drawing, placed: map)
    let curve = growth.curve(trail.sampleLengths)
    var pens: [UInt8] = []
    for stretch in trail.stretches where stretch.length >= 1 {
      pens += stretch.pen(curve.places(from: stretch.start, to: stretch.end), &keyframes)
    }
    guard let first = curve.places.first, let last = curve.places.last, first.length < last.length else { return nil }
    let name = "m-\(maskCount)"
    maskCount += 1
    masks.append("<mask id=\"\(name)\">")
    masks.append(pens)
    masks.append("</mask>\n")
    return ((first.frame, "mask:url(#\(name))"), (last.frame, "mask:none"))
  }
}

extension StrokeTrail.Stretch {
  /// The pen that goes along it: a dash as long as it is, which comes in from before its beginning.
  /// - Parameter places: When it is how far; none where it is there from the film's beginning.
  fileprivate func pen(_ places: [GrowthCurve.Place], _ keyframes: inout SVGKeyframes) -> [UInt8] {
    var data = SVGPathData()
    data.move(to: self.places[0])
    for place in self.places.dropFirst() { data.line(to: place) }
    var text = SVGText()
    text.append("<path")
    if !places.isEmpty {
      let dash = length.rounded(.up) + 1
      let steps = places.map { place -> SVGKeyframes.Step in
        // Where it begins, the dash lies before it.
        let share = (place.length - start) / (end - start)
        let offset = share > 0 ? dash - share * length : dash + 0.5
        return (place.frame, "stroke-dashoffset:\(SVGText.number(offset, places: share > 0 ? 0 : 1))")
      }
      text.append(" class=\"\(SVGKeyframes.sliding)\" style=\"animation-name:")
      text.append("\(keyframes.add(steps, class: SVGKeyframes.sliding))\"")
      text.attribute("stroke-dasharray", dash, places: 0)
    }
    text.attribute("stroke-width", 2 * radius * Double(SVGPathData.unitsPerPixel), places: 0)
    text.attribute("d", data.bytes)
    text.append("/>")
    return text.bytes
  }
}

extension SVGElement {
  /// Puts a group around it that changes in its time, if there are any steps.
  /// - Parameter isHidden: Whether it is not there where nothing moves.
  fileprivate mutating func wrap(
    _ steps: [SVGKeyframes.Step], isHidden: Bool = false, _ keyframes: inout SVGKeyframes
  ) {
    guard !steps.isEmpty else { return }
    let style = SVGKeyframes.stepping
    var text = SVGText()
    text.append("<g class=\"\(style)\" style=\"animation-name:\(keyframes.add(steps, class: style))")
    // A group is one: what it holds is multiplied with nothing outside.
    text.append(multiplies ? ";mix-blend-mode:multiply\"" : "\"")
    if isHidden { text.append(" visibility=\"hidden\"") }
    text.append(">\n")
    wrapping = (text.bytes + wrapping.opening, wrapping.closing + Array("</g>\n".utf8))
  }
}

extension LogEvent {
  /// Whether it may take ink away or make other ink of it.
  fileprivate var changesMoreThanInk: Bool {
    switch self {
    case .command: true
    case .touch(let touch): touch.phase == .cancelled
    case .header, .revision, .tool: false
    }
  }
}
