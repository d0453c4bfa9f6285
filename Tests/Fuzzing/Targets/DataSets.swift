import Files
import Geometry
import ImportCore
import Ink
import JSON
import PNG
import PointImporters
import TestSupport
import TouchLog

@testable import DataSets

extension FuzzTarget {
  /// Data sets: drawings of any points and times, and any bytes, in all forms, to all outputs.
  static let batch = FuzzTarget(
    "batch", longest: 192,
    covers: [.command("batch"), .archive("ZipWriter")] + OutputPattern.Kind.allCases.map(Part.dataSet)
  ) { bytes in
    var decoder = EventDecoder(bytes)
    let (options, kind) = decoder.run()
    let isWritten = decoder.byte() & 3 == 0
    let records = decoder.records()
    checkMaker(of: records, options, kind)
    guard isWritten else { return }
    let (files, failure) = output(of: records, options, kind, threads: 1)
    let (others, failureOfTwo) = output(of: records, options, kind, threads: 2)
    expect(others == files && failureOfTwo == failure, "two threads give \(failureOfTwo as Any), one \(failure as Any)")
    for (name, contents) in files { check(contents, named: name, options.form) }
  }
}

// MARK: Properties

/// Checks that a maker that has made other pictures makes the same as a new one, and that the pictures have their form.
private func checkMaker(of records: [Record], _ options: BatchOptions, _ kind: OutputPattern.Kind) {
  var used = PictureMaker(options, kind)
  for record in records {
    var new = PictureMaker(options, kind)
    switch (used.pictures(of: record), new.pictures(of: record)) {
    case (.pictures(let pictures, let loss), .pictures(let others, let otherLoss)):
      expect(pictures.map(\.bytes) == others.map(\.bytes) && loss == otherLoss, "earlier pictures change nothing")
      expect(pictures.map(\.description) == others.map(\.description), "earlier pictures change no description")
      expect(pictures.count == options.copies, "each copy has a picture")
      let size = options.form.width * options.form.height * options.form.samplesPerPixel
      expect(kind != .npy || pictures.allSatisfy { $0.bytes.count == size }, "a row has all samples")
    case (.left, .left): break
    case (.fault(let fault, _, _), .fault(let other, _, _)):
      // A file that has no lines has locations in line 0.
      let isLocated = fault.line >= (record.content == .file ? 0 : 1) && fault.column >= 1
      expect(fault == other && isLocated && !fault.message.isEmpty, "\(fault) is \(other)")
    case (let one, let other): fatalError("\(one) is \(other)")
    }
  }
}

/// The files that a run writes.
private func output(
  of records: [Record], _ options: BatchOptions, _ kind: OutputPattern.Kind, threads: Int
) -> ([String: [UInt8]], BatchRun.Failure?) {
  var lines: [UInt8] = []
  var inputs: [(name: String, bytes: [UInt8])] = []
  for (number, record) in records.enumerated() {
    if record.content == .line {
      lines += record.bytes + [ASCII.newline]
    } else {
      inputs.append(("\(number).jsonl", record.bytes))
    }
  }
  inputs.append(("lines.ndjson", lines))
  FuzzFolder.fill(inputs)
  let name =
    switch kind {
    case .tar: "{shard}.tar"
    case .npy: "{shard}.npy"
    case .npz: "{shard}.npz"
    case .lines: "{shard}.ndjson"
    case .pictures: "{index}-{copy}.png"
    }
  let folder = FuzzFolder.path + "/out/"
  do throws(BatchRun.Failure) {
    let files = inputs.map { RecordFile(path: "\(FuzzFolder.path)/\($0.name)") }
    guard let pattern = try? OutputPattern(folder + name),
      let identity = try? RunIdentity(program: "1", inputs: files, options: [])
    else { fatalError("\(name) is a pattern") }
    var run = try BatchRun(files, options, pattern, threads: threads)
    if try run.begin(identity, overwrites: false) {
      while try run.step() {}
      try run.finish()
    }
    return (FuzzFolder.contents(), nil)
  } catch {
    return (FuzzFolder.contents(), error)
  }
}

/// Checks that a file that was written can be read.
private func check(_ bytes: [UInt8], named name: String, _ form: PictureForm) {
  guard name.hasPrefix("out/") else { return }
  func lines(_ bytes: [UInt8]) -> [JSONValue] {
    bytes.split(separator: ASCII.newline).map { line in
      guard let document = try? JSONDocument(scanning: Array(line), name: "") else {
        fatalError("\(name) is JSON: \(String(decoding: line, as: UTF8.self))")
      }
      return document.root
    }
  }
  func checkPicture(_ bytes: [UInt8]) {
    guard let bitmap = try? readPNG(from: MemorySource(bytes)) else { fatalError("\(name) has PNGs") }
    expect(bitmap.width == form.width && bitmap.height == form.height, "\(name) has the form's size")
  }
  switch name.split(separator: ".").last {
  case "png": checkPicture(bytes)
  case "json": expect((try? JSONDocument(scanning: bytes, name: "")) != nil, "\(name) is JSON")
  case "npy":
    let row = form.width * form.height * form.samplesPerPixel
    let count = (bytes.count - NPY.headerSize) / row
    expect(
      bytes.starts(with: NPY.header(shape: [count, row])) && bytes.count == NPY.headerSize + count * row,
      "\(name) has \(count) rows of \(row) samples")
  case "npz":
    let drawings = try? SketchFile(.sketchRNN, start: bytes, MemorySource([]), name: name, options: ImportOptions())
    guard var drawings else { fatalError("\(name) has arrays") }
    do { while try drawings.next() != nil {} } catch { fatalError("\(name) has drawings: \(error)") }
  case "tar":
    var reader = TarReader(RecordBuffer(MemorySource(bytes)), limit: bytes.count)
    do throws(TarReader.Fault) {
      while let member = try reader.next() {
        if member.name.hasSuffix(".png") { checkPicture(member.bytes ?? []) }
        if member.name.hasSuffix(".json") { _ = lines(member.bytes ?? []) }
      }
    } catch {
      fatalError("\(name) is an archive: \(error)")
    }
  default:
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: ASCII.newline) ?? rest.endIndex
      let line = lines(Array(rest[..<end])).first
      rest = rest[end...].dropFirst()
      if line?["shape"] != nil {
        let size = form.width * form.height * form.samplesPerPixel
        expect(rest.count >= size, "\(name) has the samples of each line")
        rest = rest.dropFirst(size)
      } else if let text = line?["png"]?.text {
        checkPicture((try? Base64.decoded(Array(text.utf8).span)) ?? [])
      }
    }
  }
}

// MARK: Options

extension EventDecoder {
  /// The options of a run, as the command takes them, and its kind of output.
  fileprivate mutating func run() -> (BatchOptions, OutputPattern.Kind) {
    let kind = pick(OutputPattern.Kind.allCases)
    var options = BatchOptions()
    options.form = form(kind)
    options.fields = Set([BatchOptions.Field.cls, .json, .png, .txt].filter { _ in flag() })
    if flag() { options.classes = ["a": 0, "b": 1] } else { options.fields.remove(.cls) }
    // Only an archive has several fields.
    if kind == .lines { options.fields = options.fields.contains(.txt) ? [.pixels] : [] }
    if flag() { options.splits = Splits([.init(name: "one", share: 0.5), .init(name: "two", share: 0.5)]) }
    options.recognizedOnly = byte() & 7 == 7
    options.partials = pick([[1], [1], [0.5, 1], [1e-9], [0.3, 0.6]])
    options.augmentations = pick([0, 0, 1, 2])
    options.seed = Int(byte())
    if flag() {
      (options.jitter.scale, options.jitter.rotation, options.jitter.shift) = (0.999, 180, 1)
      options.jitter.width = 0.999
    }
    (options.jitter.droppedStrokes, options.jitter.droppedPoints) = (pick([0, 0.5, 1]), pick([0, 0.5, 1]))
    options.onError = kind == .lines ? pick(BatchOptions.ErrorAction.allCases) : pick([.skip, .stop])
    options.shardSize = pick([10_000, 1, 2])
    options.limit = pick([.max, .max, 1])
    options.records.labelSources = pick([[.record], LabelSource.allCases])
    options.records.largestRecord = pick([1 << 20, 40])
    options.records.memoryLimit = pick([16 << 20, 1 << 12])
    options.records.isStrict = byte() & 7 == 7
    return (options, kind)
  }

  private mutating func form(_ kind: OutputPattern.Kind) -> PictureForm {
    var form = PictureForm()
    (form.width, form.height) = (pick([28, 1, 2, 9, 65]), pick([28, 1, 2, 9, 65]))
    form.padding = pick([.fraction(0.05), .pixels(0), .pixels(8192), .fraction(1)])
    form.lineWidth = pick([
      .uniform(.fraction(0.02)), .recorded, .uniform(.pixels(3)), .uniform(.pixels(8192)), .uniform(.pixels(1e-9)),
    ])
    form.fit = pick(PictureForm.Fit.allCases)
    form.sourceSize = pick([256, 0.001, 1e7])
    form.align = pick(PictureForm.Align.allCases)
    form.join = pick([nil, .straight, .curve])
    form.pressure = pick([nil, nil] + ModelOptions.WidthSource.allCases.map { $0 })
    if form.join == .straight, form.pressure == .velocity { form.pressure = nil }
    form.mode = pick(PictureForm.Mode.allCases)
    form.inverts = flag()
    form.channels = Channel.allCases.filter { _ in flag() }
    if flag() { form.channels.reverse() }
    // A PNG has 1, 3 or 4 channels.
    let count = form.channels.count
    if kind != .npy, ![0, 1, 3, 4].contains(count) { form.channels = Array(form.channels.prefix(count > 4 ? 4 : 1)) }
    return form
  }
}

// MARK: Records

extension EventDecoder {
  fileprivate mutating func records() -> [Record] {
    var records: [Record] = []
    while !isAtEnd, records.count < 3 {
      let (content, bytes) = record()
      // A line of a file has no end in it.
      let line = content == .line ? bytes.map { $0 == ASCII.newline ? ASCII.space : $0 } : bytes
      records.append(Record(index: records.count, file: "f/a.jsonl", stem: "a", content: content, bytes: line))
    }
    return records
  }

  private mutating func record() -> (Record.Content, [UInt8]) {
    switch byte() % 8 {
    case 0...2: (.line, Array(quickDraw().utf8))
    case 3, 4: (.line, logLine())
    case 5, 6: (.file, events().reduce(into: []) { LogWriter.append($1, to: &$0) })
    default: (flag() ? .line : .file, takeRest())
    }
  }

  /// A drawing of Quick, Draw!, of any numbers.
  private mutating func quickDraw() -> String {
    let hasTimes = flag()
    let strokes = (0..<byte() % 5).map { _ in
      let points = (0..<byte() % 7).map { _ in [number(), number()] + (hasTimes ? [time()] : []) }
      let columns = (0..<(hasTimes ? 3 : 2)).map { column in "\(points.map { $0[column] })" }
      return "[\(columns.joined(separator: ","))]"
    }
    let head = pick([#""word":"a","key_id":"1","recognized":true,"#, #""word":"b","recognized":false,"#, ""])
    return "{\(head)\"drawing\":[\(strokes.joined(separator: ","))]}"
  }

  /// Milliseconds, in no order.
  private mutating func time() -> Double {
    flag() ? number() * 10 : pick([0, -1e15, 1e15, 1e300, -1e300, 1e-300, 1e6, 1])
  }

  /// A line that holds a log.
  private mutating func logLine() -> [UInt8] {
    var line = Array(pick([#"{"key":"k","label":"a","log":["#, #"{"log":["#]).utf8)
    for (index, event) in events().enumerated() {
      if index > 0 { line.append(ASCII.comma) }
      line += LogWriter.line(for: event).dropLast()
    }
    return line + Array("]}".utf8)
  }

  private mutating func events() -> [LogEvent] { (0..<byte() % 24).map { _ in event() } }
}
