import Geometry
import ImportCore
import TouchLog
import XML

/// Reads InkML (W3C Recommendation, September 2011): its traces, with their contexts and brushes.
struct InkMLReader {
  /// The ink that lies beyond the screen, which has another unit than it declares.
  struct Correction {
    /// The `ink` elements up to the last one that it concerns.
    var roots: Int
    /// The factors of the coordinates.
    var x: Double
    var y: Double
  }

  private var document: XMLDocument
  var ink: ImportedInk
  var correction: Correction?
  private let options: ImportOptions
  private var units: [String] = []
  private var strokeTimes = false
  private var pointTimes = false
  /// The number of `ink` elements that have begun.
  private var roots = 0
  /// The `ink` element that is being read.
  private var element: Element?

  init(_ bytes: [UInt8], _ report: ImportReport, name: String, options: ImportOptions) throws(LogReadError) {
    document = try XMLDocument(bytes, name: name, allowsSeveralRoots: true)
    ink = ImportedInk(report, name: name, options: options)
    self.options = options
  }

  /// Reads up to the end of the next trace; nil if there is none.
  mutating func nextStroke() throws(LogReadError) -> ImportedStroke? {
    while true {
      if element == nil { element = try nextElement() }
      guard var element = element.take() else { return nil }
      if let stroke = try nextStroke(in: &element) {
        self.element = element
        return stroke
      }
      finish(element.traces)
    }
  }

  /// Completes what all traces show, after the last one.
  mutating func finish() {
    ink.removeStrokes()
    if roots > 1 { ink.report.assume("the \(roots) ink elements lie on one page") }
    ink.hasUnit = !units.isEmpty
    if !units.isEmpty { ink.report.unit = units.prefix(3).joined(separator: "; ") }
    if units.count > 1 { ink.report.assume("traces of different contexts lie on one page") }
    if pointTimes {
      ink.report.timeBase = "channel T, per point"
    } else if strokeTimes {
      ink.report.timeBase = "milliseconds, timeOffset, per stroke"
    }
  }

  /// The context and the brush of the traces in a group.
  private struct Scope {
    /// The number of open elements outside of the group.
    var depth: Int
    var context: Int?
    var brush: Int?
  }

  /// An `ink` element.
  private struct Element {
    var traces: Traces
    let depth: Int
    var scopes: [Scope]
  }

  /// Begins the next `ink` element, with its definitions, which may follow their use; nil if there is none.
  private mutating func nextElement() throws(LogReadError) -> Element? {
    while let event = try document.next(&ink.report) {
      guard case .start(let name) = event else { continue }
      guard document.reader.has(name, "ink") else {
        throw document.error(
          .unexpected("<\(document.reader.string(name))>", expected: "<ink>"), at: document.reader.start)
      }
      roots += 1
      var ahead = document
      // The second pass reports all faults.
      var ignored = ImportReport()
      let definitions = try InkMLDefinitions(&ahead, memoryLimit: options.memoryLimit, &ignored)
      let counts = Self.countsStrokes(definitions.timeOffsets)
      if counts { ink.report.assume("timeOffset counts the strokes and is no time") }
      let hasTimes = !definitions.timeOffsets.isEmpty && !counts
      // With several canvases, all traces are drawn on one page.
      if definitions.canvases.count == 1, let size = definitions.canvases.first, isValid(size) {
        ink.header.size = size
      }
      let depth = document.reader.depth
      return Element(
        traces: Traces(definitions, options, hasTimes: hasTimes), depth: depth, scopes: [Scope(depth: depth)])
    }
    return nil
  }

  /// Reads up to the end of the next trace of an element; nil if there is none.
  private mutating func nextStroke(in element: inout Element) throws(LogReadError) -> ImportedStroke? {
    while document.reader.depth >= element.depth, let event = try document.next(&ink.report) {
      while element.scopes.count > 1, element.scopes[element.scopes.count - 1].depth >= document.reader.depth {
        element.scopes.removeLast()
      }
      guard case .start(let name) = event else { continue }
      let reader = document.reader
      let definitions = element.traces.definitions
      let last = element.scopes.count - 1
      var scope = element.scopes[last]
      let isInContent = last > 0 || reader.depth == element.depth + 1
      if reader.has(name, "trace") {
        if let stroke = try readTrace(&element.traces, scope) { return stroke }
      } else if reader.has(name, "annotation"), last == 0, let type = reader.value("type") {
        let text = try document.text(&ink.report)
        annotate(type, String(decoding: text.bytes[text.range], as: UTF8.self))
      } else if reader.has(name, "traceGroup") {
        scope.depth = reader.depth - 1
        scope.context = definitions.context(InkMLDefinitions.id(reader.value("contextRef"))) ?? scope.context
        scope.brush = definitions.brush(InkMLDefinitions.id(reader.value("brushRef"))) ?? scope.brush
        element.scopes.append(scope)
      } else if isInContent, let context = definitions.contextsByOffset[reader.start] {
        // Outside of the definitions, a context or a brush applies to what follows.
        element.scopes[last].context = context
      } else if isInContent, let brush = definitions.brushesByOffset[reader.start] {
        element.scopes[last].brush = brush
      }
    }
    return nil
  }

  /// Takes an annotation of the document: a label, or a key of a log's header that the exporter has written.
  private mutating func annotate(_ type: String, _ text: String) {
    switch type {
    case "doodle-scale": ink.header.scale = Double(text).flatMap { NumberRange.resolution.contains($0) ? $0 : nil }
    case "doodle-grid": ink.header.grid = Double(text).flatMap { NumberRange.positiveLength.contains($0) ? $0 : nil }
    case _ where LogHeader.labelNames.contains(type): ink.header.addNote(type, text)
    default: break
    }
  }

  /// Whether a canvas can have this size.
  private func isValid(_ size: Size) -> Bool {
    NumberRange.positiveLength.contains(size.width) && NumberRange.positiveLength.contains(size.height)
  }

  /// Whether the values are a count of the strokes, as Windows Journal writes it.
  private static func countsStrokes(_ offsets: [Double]) -> Bool {
    guard let first = offsets.first, first == 0 || first == 1 else { return false }
    return zip(offsets, offsets.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }

  /// Reads the trace that began last; nil if it draws nothing.
  private mutating func readTrace(_ traces: inout Traces, _ scope: Scope) throws(LogReadError) -> ImportedStroke? {
    let reader = document.reader
    let start = reader.start
    let (line, column) = document.position()
    if reader.value("type") == "penUp" {
      ink.report.omit("traces in the air", .unseen)
      try document.skipElement(&ink.report)
      return nil
    }
    let context = traces.definitions.context(InkMLDefinitions.id(reader.value("contextRef"))) ?? scope.context
    let brush = traces.brush(
      traces.definitions.brush(InkMLDefinitions.id(reader.value("brushRef"))) ?? scope.brush
        ?? context.flatMap { traces.definitions.brush(ofContext: $0) })
    let offset = traces.hasTimes ? (document.number("timeOffset") ?? 0) / 1000 : nil
    let text = try document.text(&ink.report)
    var stroke = ImportedStroke(tool: brush?.tool ?? traces.defaultTool, line: line, column: column)
    do throws(Fault) {
      guard let points = try traces.points(text, context: context) else {
        throw Fault(.tooMuchMemory("the ink", limit: options.memoryLimit), at: start)
      }
      stroke.points = points
    } catch {
      throw document.error(error.reason, at: text.isOriginal ? error.offset : start)
    }
    if brush?.brush.ignoresPressure == true {
      for index in stroke.points.indices { stroke.points[index].pressure = nil }
    }
    setTimes(&stroke.points, offset)
    if let correction, roots <= correction.roots {
      // Points are valid or not as they are written.
      stroke.points.removeAll { !$0.hasValidCoordinates }
      for index in stroke.points.indices {
        stroke.points[index].x *= correction.x
        stroke.points[index].y *= correction.y
      }
    }
    return stroke
  }

  /// Adds the time at which a stroke began to those of its points.
  private mutating func setTimes(_ points: inout [ImportedPoint], _ offset: Double?) {
    guard !points.isEmpty else { return }
    if points[0].time != nil {
      pointTimes = true
      guard let offset else { return }
      for index in points.indices { points[index].time = points[index].time.map { $0 + offset } }
    } else if let offset {
      strokeTimes = true
      points[0].time = offset
    }
  }

  /// Some versions of PowerPoint describe the screen but write coordinates in himetric units. Such a file is recognized
  /// by ink that lies many times the screen's size away.
  /// - Returns: Whether the ink is to be scaled when it is read again.
  private mutating func correctUnit(_ layout: InkMLLayout) -> Bool {
    guard let extent = layout.extent, let x = layout.factors.indices.first(where: { layout.roles[$0] == .x }),
      let y = layout.factors.indices.first(where: { layout.roles[$0] == .y })
    else { return false }
    let bounds = ink.extent.bounds
    guard bounds.maxX > 3 * extent.width, bounds.maxY > 3 * extent.height, let himetric = InkMLUnit.points("himetric")
    else { return false }
    let scale = (x: himetric / layout.factors[x], y: himetric / layout.factors[y])
    let farthest = max(bounds.maxX * scale.x, bounds.maxY * scale.y, -bounds.minX * scale.x, -bounds.minY * scale.y)
    guard farthest <= LogLimits.coordinate else { return false }
    correction = Correction(roots: roots, x: scale.x, y: scale.y)
    units = ["1/100 mm"]
    ink.report.assume(
      "the coordinates reach far beyond the channels' maxima: their unit is 1/100 mm, not the declared one")
    return true
  }

  private mutating func finish(_ traces: Traces) {
    for parser in traces.parsers.values {
      ink.report.omit("values of traces without a channel", count: parser.extraValues, .unseen)
      ink.report.omit("points without valid coordinates", count: parser.emptyPoints, .damage)
      if parser.hasSwapped { ink.report.assume("commas divide the coordinates, and blanks the points") }
    }
    if traces.parsers.count == 1, let layout = traces.parsers.values.first?.layout, units.isEmpty,
      correctUnit(layout)
    {
      return
    }
    // More units in the report would help no one.
    for index in traces.parsers.keys.sorted() where units.count < 4 {
      if let unit = traces.parsers[index]?.layout.unit, !units.contains(unit) { units.append(unit) }
    }
  }
}

/// The traces of an `ink` element.
private struct Traces {
  let definitions: InkMLDefinitions
  let hasTimes: Bool
  /// By context; −1 for traces without one.
  private(set) var parsers: [Int: InkMLTraceParser] = [:]
  private var brushes: [Int: (brush: InkMLBrush, tool: ToolChange)] = [:]
  /// The tool of traces without a brush, if others have one.
  let defaultTool: ToolChange?
  private let limit: Int
  /// The memory that is left for parsers and brushes, in bytes.
  private var memory: Int

  init(_ definitions: InkMLDefinitions, _ options: ImportOptions, hasTimes: Bool) {
    self.definitions = definitions
    self.hasTimes = hasTimes
    defaultTool = definitions.brushes.isEmpty ? nil : InkMLBrush(id: nil, parentRef: nil).tool
    limit = options.memoryLimit / MemoryLayout<ImportedPoint>.stride
    memory = options.memoryLimit - definitions.memory
  }

  mutating func brush(_ index: Int?) -> (brush: InkMLBrush, tool: ToolChange)? {
    guard let index else { return nil }
    if let known = brushes[index] { return known }
    let brush = definitions.completeBrush(index)
    brushes[index] = (brush, brush.tool)
    return brushes[index]
  }

  mutating func points(_ text: ElementText, context: Int?) throws(Fault) -> [ImportedPoint]? {
    let key = context ?? -1
    let bytes = text.bytes
    if parsers[key] == nil {
      let parser = InkMLTraceParser(definitions.layout(ofContext: context), limit: limit)
      memory -= parser.memory
      guard memory >= 0 else { return nil }
      parsers[key] = parser
    }
    do throws(Fault) {
      return try parsers[key]?.points(bytes.span.extracting(text.range), isCut: text.isCut)
    } catch {
      throw Fault(error.reason, at: text.range.lowerBound + error.offset)
    }
  }
}
