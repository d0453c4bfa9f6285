import Geometry
import TouchLog

/// The strokes that an importer finds in a file that it reads as a whole. `StrokeReader` makes events of them.
///
/// The strokes are kept as they are appended. The changes by the rules for all formats are determined meanwhile, and
/// applied to each event when the reader makes it, so the points are neither copied nor read twice.
package struct ImportedInk: Sendable {
  package var header = LogHeader()
  package private(set) var strokes: [ImportedStroke] = []
  /// Texts and images, in the order of the file.
  package private(set) var commands: [ImportedCommand] = []
  /// The parts that a PDF keeps.
  private(set) var keptParts: [KeptPart] = []
  /// Whether formulas and links are among them, and the numbers of pages under the ink.
  package let keepsParts: Bool
  package let keepsPagesBelow: Bool
  /// The layer of what is appended next: empty for what is in no layer, nil if the document has none.
  package var layer: String?
  /// The area of the frame that hides parts of what is appended; nil for none.
  package var clip: FrameClip?
  /// The number of texts and images that are turned.
  var turnedCount = 0
  package var report: ImportReport
  /// Whether a data set says that the drawing was recognized; nil if it does not say.
  package var isRecognized: Bool?
  /// Whether the unit of the coordinates is known. Otherwise ink of less than 32 points is enlarged to 512.
  package var hasUnit = true
  /// Whether a pressure that is the same in all strokes was not measured.
  package var mayLackSensor = true

  private let name: String
  private let memoryLimit: Int
  private var memory = 0
  private var sensors = StrokeSensors()
  /// The first time in the file.
  package private(set) var origin: Double?
  private(set) var enlargement = Enlargement()
  /// The pen of the strokes if the file's unit calls for another than the usual one.
  private var pen: SizedPen?
  /// The extent of the strokes that have been removed.
  private var removed = InkExtent()

  /// - Parameter name: The file as the user named it, for messages.
  package init(_ report: ImportReport, name: String, options: ImportOptions) {
    self.report = report
    self.name = name
    memoryLimit = options.memoryLimit
    keepsParts = options.keepsParts
    keepsPagesBelow = options.keepsPagesBelow
  }

  /// The number of points that the memory limit still allows. An importer that collects the points of a long stroke
  /// compares their number before it appends the stroke.
  package var room: Int { max(0, memoryLimit - memory) / MemoryLayout<ImportedPoint>.stride }

  /// Appends a point to a stroke that will be appended later.
  /// - Throws: `LogReadError.malformed` if its points exceed the memory limit.
  package func append(_ point: ImportedPoint, to stroke: inout ImportedStroke) throws(LogReadError) {
    guard stroke.points.count < room else { throw tooMuchMemory(line: stroke.line, column: stroke.column) }
    stroke.points.append(point)
  }

  /// Appends a stroke. Leaves out points whose coordinates are not finite or too large, and strokes without points.
  /// - Throws: `LogReadError.malformed` if the points exceed the memory limit.
  package mutating func append(_ stroke: consuming ImportedStroke) throws(LogReadError) {
    if let clip, !stroke.points.allSatisfy({ clip.contains(Point($0.x, $0.y)) }) {
      return try append(stroke, cutBy: clip)
    }
    if let layer {
      if stroke.tool == nil { stroke.tool = ToolChange(name: "pen") }
      stroke.tool?.style[StyleKeys.layer] = layer
    }
    let hasPressure = clean(&stroke.points)
    guard !stroke.points.isEmpty else {
      report.omit("strokes without points", .unseen)
      return
    }
    let sharesTool = strokes.last.map { stroke.shareTool(with: $0) } ?? false
    memory += MemoryLayout<ImportedPoint>.stride * stroke.points.capacity + Self.strokeMemory
    if stroke.hasTool, !sharesTool { memory += Self.toolMemory }
    guard memory <= memoryLimit else {
      throw tooMuchMemory(line: stroke.line, column: stroke.column)
    }
    if hasPressure { sensors.look(at: stroke) }
    if origin == nil { origin = stroke.points.lazy.compactMap(\.time).first }
    strokes.append(stroke)
  }

  /// Appends the parts of a stroke that a frame shows. Its interior and its line are strokes of their own.
  private mutating func append(_ stroke: ImportedStroke, cutBy clip: FrameClip) throws(LogReadError) {
    self.clip = nil
    defer { self.clip = clip }
    var stroke = stroke
    let parts = clip.parts(of: stroke.points)
    var isHidden = parts.isEmpty
    if let fill = stroke.tool?.style[StyleKeys.fill], fill != .none {
      let area = clip.part(of: stroke.points.map { Point($0.x, $0.y) })
      var interior = stroke
      interior.points = BoardPath.straightened(area, isClosed: true).map { ImportedPoint($0.x, $0.y) }
      interior.tool?.style[StyleKeys.color] = .solid(Color(red: 0, green: 0, blue: 0, alpha: 0))
      interior.tool?.style[StyleKeys.width] = 0.01
      if area.count > 2 {
        try append(interior)
        isHidden = false
      }
      stroke.tool?.style[StyleKeys.fill] = Fill.none
    }
    if isHidden { report.omit("elements outside of their frame", .unseen) }
    for part in parts {
      stroke.points = part
      try append(stroke)
    }
  }

  /// Appends a command, which comes after the strokes so far.
  /// - Parameter bytes: The memory of its texts.
  /// - Throws: `LogReadError.malformed` if it exceeds the memory limit.
  mutating func append(_ command: LogCommand, bytes: Int, line: Int, column: Int) throws(LogReadError) {
    var command = command
    switch command {
    case .text(var text) where layer != nil:
      text.style[StyleKeys.layer] = layer
      command = .text(text)
    case .image(var image) where layer != nil:
      image.layer = layer
      command = .image(image)
    default: break
    }
    memory += MemoryLayout<ImportedCommand>.stride + MemoryLayout<LogCommand>.stride + bytes
    guard memory <= memoryLimit else { throw tooMuchMemory(line: line, column: column) }
    commands.append(ImportedCommand(command: command, strokeCount: strokes.count, line: line, column: column))
  }

  /// Keeps a part for a PDF.
  /// - Throws: `LogReadError.malformed` if it exceeds the memory limit.
  package mutating func append(_ part: KeptPart, line: Int, column: Int) throws(LogReadError) {
    memory += MemoryLayout<KeptPart>.stride
    switch part.content {
    case .formula(let picture, let source): memory += picture.count + source.utf8.count
    case .link(let address): memory += address.utf8.count
    case .pageBelow: break
    }
    guard memory <= memoryLimit else { throw tooMuchMemory(line: line, column: column) }
    keptParts.append(part)
  }

  /// Appends a stroke and removes the others, which are no longer needed.
  package mutating func replaceStrokes(by stroke: consuming ImportedStroke) throws(LogReadError) {
    removeStrokes()
    try append(stroke)
    pen?.apply(to: &strokes)
  }

  /// Removes the strokes, which have been given or will be read again. They count for the rules for all formats.
  package mutating func removeStrokes() {
    for stroke in strokes { removed.add(stroke) }
    strokes.removeAll(keepingCapacity: true)
    memory = 0
  }

  /// The memory of a stroke besides its points: itself, and the header of its array.
  package static var strokeMemory: Int { MemoryLayout<ImportedStroke>.stride + 48 }
  private static var toolMemory: Int { MemoryLayout<ToolChange>.stride + 16 }

  /// Makes the error for points that exceed the memory limit.
  package func tooMuchMemory(line: Int, column: Int) -> LogReadError {
    .malformed(
      LogError(
        location: LogLocation(file: name, line: line, column: column),
        reason: .tooMuchMemory("the ink", limit: memoryLimit)))
  }

  /// Removes points and values that no event can have.
  /// - Returns: Whether a point may have a pressure.
  private mutating func clean(_ points: inout [ImportedPoint]) -> Bool {
    var hasPressure = false
    // Without branches for each value.
    var invalid = 0
    for point in points {
      if point.pressure != nil { hasPressure = true }
      invalid |= point.hasValidCoordinates ? 0 : 1
      invalid |= point.hasValidValues ? 0 : 1
    }
    if invalid == 0 { return hasPressure }
    let count = points.count
    points.removeAll { !$0.hasValidCoordinates }
    report.omit("points without valid coordinates", count: count - points.count, .damage)
    for index in points.indices where !points[index].hasValidValues {
      points[index].removeInvalidValues()
      report.omit("points with a pressure, time or angle that is no valid number", .damage)
    }
    return true
  }

  /// Decides which rules for all formats apply, once all strokes are known.
  mutating func complete() {
    if !hasUnit {
      report.unit = "unknown"
      let extent = extent
      if header.size == nil, let found = Enlargement(of: extent.bounds) {
        enlargement = found
        report.assume("the ink is \(plain(found.side)) units wide or high: it is enlarged to 512 points")
      } else {
        report.assume("one unit is one point")
        if header.size == nil, let pen = SizedPen(for: extent) {
          self.pen = pen
          pen.apply(to: &strokes)
          report.assume("the pen is \(plain(pen.width)) points wide, as suits the height of the strokes")
        }
      }
    }
    if mayLackSensor {
      for sentence in sensors.assumptions { report.assume(sentence) }
    }
    if origin == nil { report.timeBase = report.timeBase ?? ImportRules.noTimes }
  }

  /// The extent of all strokes, with those that have been removed.
  package var extent: InkExtent { strokes.reduce(into: removed) { $0.add($1) } }

  /// Multiplies all coordinates.
  package mutating func scale(x: Double, y: Double) {
    for stroke in strokes.indices {
      for point in strokes[stroke].points.indices {
        strokes[stroke].points[point].x *= x
        strokes[stroke].points[point].y *= y
      }
    }
  }

  /// Multiplies all times and pressures.
  package mutating func scale(time: Double, pressure: Double) {
    for stroke in strokes.indices {
      for index in strokes[stroke].points.indices {
        strokes[stroke].points[index].time = strokes[stroke].points[index].time.map { $0 * time }
        strokes[stroke].points[index].pressure = strokes[stroke].points[index].pressure.map { $0 * pressure }
      }
    }
    origin = origin.map { $0 * time }
  }

  /// Lets each stroke whose times begin anew, not after those of the one before, begin 0.2 s after its end.
  /// - Returns: Whether there was one.
  package mutating func delayStrokes() -> Bool {
    var (last, end, hasDelayed) = (-Double.infinity, -Double.infinity, false)
    for stroke in strokes.indices {
      guard let start = strokes[stroke].points.lazy.compactMap(\.time).first else { continue }
      if start <= last {
        hasDelayed = true
        for index in strokes[stroke].points.indices {
          strokes[stroke].points[index].time = strokes[stroke].points[index].time.map { $0 + (end + 0.2 - start) }
        }
      }
      last = start
      end = strokes[stroke].points.lazy.compactMap(\.time).max() ?? end
    }
    return hasDelayed
  }

  /// Whether the pressure of a pointer's strokes is used.
  func usesPressure(of pointer: TouchEvent.Pointer?) -> Bool { !mayLackSensor || sensors.hasSensor(pointer) }
}

extension LogHeader {
  /// Adds a text of the file, on one line and without white space around it. Ignores empty texts, and texts with the
  /// key of an earlier one.
  package mutating func addNote(_ key: String, _ text: String) {
    let line = text.split(whereSeparator: \.isNewline).map { line in
      var line = line.drop(while: \.isWhitespace)
      while line.last?.isWhitespace == true { line.removeLast() }
      return line
    }
    .filter { !$0.isEmpty }.joined(separator: " ")
    if !line.isEmpty, !notes.contains(where: { $0.key == key }) { notes.append(Note(key, line)) }
  }
}

/// The enlargement of ink that would be too small to see: normalized coordinates of data sets.
struct Enlargement: Sendable {
  private(set) var minX = 0.0
  private(set) var minY = 0.0
  private(set) var factor = 1.0
  /// The larger side of the ink, in its unit.
  private(set) var side = 0.0

  /// None.
  init() {}

  /// - Returns: Nil if ink of these bounds is large enough, or is a dot.
  init?(of bounds: Rect) {
    side = max(bounds.width, bounds.height)
    factor = 512 / side
    guard side > 0, side < 32, factor.isFinite else { return nil }
    (minX, minY) = (bounds.minX, bounds.minY)
  }

  func callAsFunction(_ point: ImportedPoint) -> Point {
    Point((point.x - minX) * factor, (point.y - minY) * factor)
  }
}

/// Which kinds of pointers measure pressure: those whose pressure changes.
private struct StrokeSensors {
  private enum Finding {
    case constant(Double)
    case measured
  }

  /// By `TouchEvent.Pointer`; the last one is for strokes that name none.
  private var findings = [Finding?](repeating: nil, count: TouchEvent.Pointer.allCases.count + 1)

  /// Looks at the pressures of a stroke, without those at the ends that `StrokeReader` replaces.
  mutating func look(at stroke: ImportedStroke) {
    let index = ImportRules.sensorIndex(stroke.pointer)
    if case .measured = findings[index] { return }
    let points = stroke.points
    let start = points.count > 1 && points[0].pressure == 0 ? 1 : 0
    for point in points[start..<max(start + 1, points.count - 1)] {
      guard let pressure = point.pressure else { continue }
      if case .constant(let constant) = findings[index], constant != pressure {
        findings[index] = .measured
        return
      }
      findings[index] = .constant(pressure)
    }
  }

  func hasSensor(_ pointer: TouchEvent.Pointer?) -> Bool {
    if case .measured = findings[ImportRules.sensorIndex(pointer)] { true } else { false }
  }

  var assumptions: [String] {
    findings.compactMap { finding in
      guard case .constant(let constant) = finding else { return nil }
      return ImportRules.noPressureSensor(constant)
    }
  }
}
