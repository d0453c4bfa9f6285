import Geometry
import JSON
import PNG

/// Makes the pictures of records one after another, in the same memory.
package struct PictureMaker {
  private let options: BatchOptions
  private let format: PictureEncoder
  private let kind: OutputPattern.Kind
  private var reader: RecordDecoder
  private var painter: PicturePainter
  /// Nil for samples, which have no PNGs.
  private var encoder: SmallPNGEncoder?

  package init(_ options: BatchOptions, _ kind: OutputPattern.Kind) {
    self.options = options
    format = PictureEncoder(kind, options)
    self.kind = kind
    let form = options.form
    reader = RecordDecoder(form, options.records)
    painter = PicturePainter(form)
    if !options.hasSamples(kind), kind != .npz {
      encoder = SmallPNGEncoder(width: form.width, height: form.height, channels: form.samplesPerPixel)
    }
  }

  package mutating func pictures(of record: Record) -> RecordOutcome {
    do throws(RecordFault) {
      try reader.read(record)
      var outcome = try pictures(of: reader.result, record, page: reader.result.hasMorePages ? 1 : nil)
      var page = 1
      while reader.result.hasMorePages {
        page += 1
        try reader.read(record, page: page)
        outcome.add(try pictures(of: reader.result, record, page: page))
      }
      if case .pictures(let pictures, _) = outcome, pictures.isEmpty { throw RecordFault.noInk }
      return outcome
    } catch {
      var fault = error
      if record.content != .file { fault.line = record.line }
      return .fault(fault, key: reader.result.key, label: reader.result.label)
    }
  }

  /// - Parameter page: Nil for a drawing of one page.
  private mutating func pictures(
    of drawing: ReadRecord, _ record: Record, page: Int?
  ) throws(RecordFault) -> RecordOutcome {
    if options.recognizedOnly, drawing.isRecognized != true { return .left }
    // A blank page has nothing to learn from.
    if drawing.isBlank { return .pictures([], loss: drawing.loss) }
    let name = drawing.key ?? String(record.index)
    let key = name + (page.map { "-\($0)" } ?? "")
    var picture = TrainingPicture(
      index: record.index, copy: 0, page: page, key: key, label: drawing.label, split: options.splits.name(ofKey: name),
      classIndex: try classIndex(of: drawing.label), stem: record.stem, bytes: [], description: [],
      decision: drawing.decision)
    var pictures: [TrainingPicture] = []
    // The position of the whole drawing, so that all copies have the same one.
    let whole = try PlacedRecord(drawing.content, options.form)
    for part in options.partials {
      let placed = try whole.partial(part)
      for number in 0...options.augmentations {
        let copy = try placed.copy(number, ofKey: key, options)
        let description = describe(picture, kind == .npz ? copy.points : copy.outline, whole.transform)
        if kind == .npz {
          (picture.bytes, picture.lacks) = try element(of: copy)
        } else {
          try painter.draw(copy)
          picture.bytes = format.bytes(of: picture, encodedPicture(), description)
        }
        if kind == .npy || kind == .npz { picture.description = description }
        pictures.append(picture)
        picture.copy += 1
      }
    }
    return .pictures(pictures, loss: drawing.loss)
  }

  /// The points of a copy as an element of an array, and what it lacks.
  private func element(of copy: PlacedRecord) throws(RecordFault) -> (bytes: [UInt8], lacks: [String]) {
    let sketch = copy.points
    guard sketch.strokeCount > sketch.erasers.count else { throw .noInk }
    var lacks: [String] = []
    if sketch.points.contains(where: { !$0.time.isNaN }) { lacks.append("times") }
    if sketch.points.contains(where: { !$0.pressure.isNaN }) { lacks.append("pressures") }
    if !sketch.erasers.isEmpty { lacks.append("erasures") }
    if case .drawing(let drawing) = copy.content {
      let looks = drawing.presentElements.map { drawing.look(of: $0) }
      if looks.contains(where: { $0.color != .solid(.black) }) { lacks.append("colors") }
      if !drawing.hasStrokesOnly { lacks.append("shapes, texts or images") }
    }
    return (SketchPickle.element(sketch), lacks)
  }

  private mutating func encodedPicture() -> [UInt8] {
    let samples = painter.samples
    return encoder?.encode(samples.span) ?? samples
  }

  /// The number of a label among the classes; nil without classes.
  private func classIndex(of label: String?) throws(RecordFault) -> Int? {
    guard let classes = options.classes else { return nil }
    guard let label else {
      throw RecordFault(
        .unknownLabel, "the drawing has no label, but classes are given; the name of its folder can be its label")
    }
    guard let index = classes[label] else {
      throw RecordFault(.unknownLabel, "the label \"\(label)\" is not one of the classes")
    }
    return index
  }

  private func describe(_ picture: TrainingPicture, _ sketch: Sketch, _ transform: Transform) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(320)
    var object = JSONObjectWriter(bytes: line)
    object.add("index", picture.index)
    object.add("key", picture.key)
    object.add("label", picture.label)
    if !picture.split.isEmpty { object.add("split", picture.split) }
    object.add("copy", picture.copy)
    object.add("page", picture.page)
    object.add("strokes", sketch.strokeCount)
    object.add("points", sketch.points.count)
    object.add("seconds", sketch.seconds)
    let box = sketch.bounds
    object.add("box", [box.minX, box.minY, box.maxX, box.maxY])
    if kind != .npz {
      object.add("scale", transform.scale)
      let turn = transform.turn
      let shift = turn.apply(Vector(-transform.origin.x, -transform.origin.y))
      object.add("offset", shift.dx * transform.scale, shift.dy * transform.scale)
      if turn != Turn() {
        let (x, y) = (turn.apply(Vector(1, 0)), turn.apply(Vector(0, 1)))
        object.add("turn", [x.dx, x.dy, y.dx, y.dy])
      }
    }
    line = object.close()
    line.removeLast()
    return line
  }
}
