import Geometry
import Ink

/// A drawing of a data set, or a copy of it, with its position in the picture.
struct PlacedRecord {
  /// What is drawn.
  enum Content {
    /// Lines in black.
    case sketch(Sketch, Variation)
    indirect case drawing(Drawing)
  }

  private(set) var content: Content
  let transform: Transform
  /// The recorded points.
  let outline: Sketch
  private let form: PictureForm
  /// Where the ink of copies may lie, in pixels: inside the picture, and where the drawing itself has ink.
  private let room: Rect
  /// The recording that the drawing comes from; nil for sketches.
  private let recording: HeldRecording?

  /// The whole drawing.
  init(_ content: ReadRecord.Content, _ form: PictureForm) throws(RecordFault) {
    self.form = form
    switch content {
    case .sketch(let sketch):
      self.content = .sketch(sketch, Variation())
      outline = sketch
      let bounds = sketch.bounds
      transform = form.placement(of: bounds)
      room = form.room(of: transform.apply(bounds).grown(by: PictureForm.reach(ofRadius: form.radius ?? 0)))
      recording = nil
    case .recording(let recording):
      self.content = .drawing(recording.drawing)
      outline = Sketch(recording.drawing, isTimed: recording.isTimed)
      let bounds = recording.drawing.contentBounds
      let transform = form.placement(of: bounds)
      self.transform = transform
      if let radius = form.radius {
        room = form.room(of: transform.apply(bounds).grown(by: PictureForm.reach(ofRadius: radius)))
      } else {
        var drawing = recording.drawing
        drawing.updateInk()
        room = form.room(of: transform.apply(drawing.inkBounds))
      }
      self.recording = recording
    }
  }

  private init(_ content: Content, outline: Sketch, like other: PlacedRecord) {
    (self.content, self.outline) = (content, outline)
    (transform, form, room, recording) = (other.transform, other.form, other.room, other.recording)
  }

  /// The points with the random changes, in the unit of the drawing.
  var points: Sketch {
    guard case .sketch(var points, let variation) = content, variation != Variation() else { return outline }
    let map = variation.map(width: form.width, height: form.height)
    points.move { transform.inverse(map.apply(transform.apply($0))) }
    return points
  }

  /// Whether points have measured times.
  var isTimed: Bool { recording?.isTimed ?? true }

  /// The drawing as it was when a part of it was drawn, at the position of the whole drawing.
  func partial(_ part: Double) throws(RecordFault) -> PlacedRecord {
    guard part < 1 else { return self }
    guard let recording else {
      let sketch = outline.partial(part)
      return PlacedRecord(.sketch(sketch, Variation()), outline: sketch, like: self)
    }
    let drawing = try recording.drawing(at: part)
    return PlacedRecord(
      .drawing(drawing), outline: Sketch(drawing, isTimed: isTimed), like: self)
  }

  /// A copy of the drawing; copy 0 has no random changes.
  /// - Parameter key: The key of the drawing. It determines the changes, together with the seed and the copy's number.
  func copy(_ number: Int, ofKey key: String, _ options: BatchOptions) throws(RecordFault) -> PlacedRecord {
    if number == 0, case .sketch = content { return self }
    var random = SeededGenerator("\(options.seed)\n\(key)\n\(number)")
    var variation = number > 0 ? Variation(options.jitter, &random) : Variation()
    let jitter = number > 0 ? options.jitter : Jitter()
    switch content {
    case .sketch(let sketch, _):
      let changed = sketch.dropping(jitter, &random)
      let map = variation.map(width: form.width, height: form.height)
      variation.keep(
        changed.bounds { map.apply(transform.apply($0)) },
        radius: PictureForm.reach(ofRadius: (form.radius ?? 0) * variation.width), in: room)
      return PlacedRecord(.sketch(changed, variation), outline: changed, like: self)
    case .drawing(let drawing):
      if number > 0, !drawing.hasStrokesOnly {
        throw RecordFault(
          .unsupported, "the drawing has shapes, texts or images, which cannot be varied")
      }
      var again = random
      var changed = revised(drawing, variation, jitter, &random)
      var outline = Sketch(changed, isTimed: isTimed)
      if number > 0 {
        let points = outline.bounds { transform.apply($0) }
        let radius = reach(of: changed, outline, beyond: points)
        if room.union(points.grown(by: radius)) != room {
          variation.keep(points, radius: radius, in: room)
          changed = revised(drawing, variation, jitter, &again)
          outline = Sketch(changed, isTimed: isTimed)
        }
      }
      guard form.join == .straight else { return PlacedRecord(.drawing(changed), outline: outline, like: self) }
      return PlacedRecord(.sketch(outline, Variation()), outline: outline, like: self)
    }
  }

  /// How far ink reaches from its recorded points, in pixels.
  private func reach(of drawing: Drawing, _ outline: Sketch, beyond points: Rect) -> Double {
    var radius = (outline.points.map(\.radius).max() ?? 0) * transform.scale
    if form.join != .straight {
      // Curves can reach farther.
      let ink = transform.apply(drawing.inkBounds)
      radius = Swift.max(
        radius, points.minX - ink.minX, points.minY - ink.minY, ink.maxX - points.maxX, ink.maxY - points.maxY)
    }
    return PictureForm.reach(ofRadius: radius)
  }

  /// The drawing with random changes and the picture's line widths, modeled for the picture's resolution.
  private func revised(
    _ drawing: Drawing, _ variation: Variation, _ jitter: Jitter, _ random: inout SeededGenerator
  ) -> Drawing {
    var options = drawing.options
    options.tolerance = ModelOptions.tolerance(pixelsPerPoint: transform.scale)
    let map = variation == Variation() ? nil : variation.map(width: form.width, height: form.height)
    let kept = Dropping(jitter, strokeCount: outline.strokeCount, &random)
    var number = 0
    return drawing.revised(options: options) { stroke in
      defer { number += 1 }
      let scale = stroke.placement?.similarity.scale ?? 1
      if stroke.look.tool.isNib, let radius = form.radius {
        stroke.look.width = 2 * radius / transform.scale / scale
      }
      stroke.look.width *= variation.width
      guard kept.keeps(stroke: number) else { return false }
      kept.drop(&stroke.samples, &random)
      if let map { stroke.apply(map, transform) }
      return true
    }
  }
}

extension Drawing.RecordedStroke {
  /// Moves the samples by a map of the picture's pixels. The stroke's transform stays the same.
  fileprivate mutating func apply(_ map: Affine, _ transform: Transform) {
    let similarity = placement?.similarity
    for index in samples.indices {
      let point = similarity?.apply(samples[index].point) ?? samples[index].point
      let moved = transform.inverse(map.apply(transform.apply(point)))
      samples[index].point = similarity?.inverse(moved) ?? moved
    }
  }
}

extension PicturePainter {
  /// Draws a drawing at its position.
  mutating func draw(_ drawing: PlacedRecord) throws(RecordFault) {
    switch drawing.content {
    case .sketch(let sketch, let variation): draw(sketch, drawing.transform, variation)
    case .drawing(let content): try draw(content, isTimed: drawing.isTimed, drawing.transform)
    }
  }
}
