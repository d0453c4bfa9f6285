import Geometry
import ImportCore
import TouchLog
import XML

/// The definitions that the traces of an InkML document refer to: contexts with their formats, and brushes.
///
/// A document may define things after their use, so an `ink` element is read twice: first for its definitions.
struct InkMLDefinitions {
  /// A `traceFormat`: the channels in the order of a trace's values.
  struct Format {
    var id: String?
    var channels: [InkMLChannel] = []
  }

  /// The most channels of a format. The standard names about 20.
  private static let mostChannels = 64

  /// An `inkSource`: a device.
  struct Source {
    var id: String?
    var format: Format?
    /// The resolutions by the names of channels.
    var resolutions: [String: InkMLChannel.Resolution] = [:]
  }

  /// A `context`.
  struct Context {
    var id: String?
    var format: Format?
    var source: Source?
    /// The ids that it refers to.
    var formatRef: String?
    var sourceRef: String?
    var brushRef: String?
    var parentRef: String?
  }

  private(set) var contexts: [Context] = []
  /// The index of the context that begins at an offset.
  private(set) var contextsByOffset: [Int: Int] = [:]
  private(set) var brushes: [InkMLBrush] = []
  private(set) var brushesByOffset: [Int: Int] = [:]
  private var contextsByID: [String: Int] = [:]
  private var brushesByID: [String: Int] = [:]
  private var formats: [String: Format] = [:]
  private var sources: [String: Source] = [:]
  private var firstFormat: (Format, Source?)?
  /// The sizes of the canvases that have bounds, in points.
  private(set) var canvases: Set<Size> = []
  /// The values of `timeOffset` of the traces that have one, in order.
  private(set) var timeOffsets: [Double] = []

  /// The memory that the definitions take, in bytes.
  private(set) var memory = 0
  private let memoryLimit: Int

  /// Reads the rest of the element that began last.
  /// - Parameter memoryLimit: In bytes.
  init(_ document: inout XMLDocument, memoryLimit: Int, _ report: inout ImportReport) throws(LogReadError) {
    self.memoryLimit = memoryLimit
    let depth = document.reader.depth
    var context: Context?
    var source: Source?
    var format: Format?
    var brush: InkMLBrush?
    var isInCanvas = false
    var start = (context: 0, brush: 0)
    while document.reader.depth >= depth, let event = try document.next(&report) {
      let reader = document.reader
      switch event {
      case .text: break
      case .start(let name):
        if reader.has(name, "trace") {
          if let offset = document.number("timeOffset") { timeOffsets.append(offset) }
        } else if reader.has(name, "canvas") {
          isInCanvas = true
        } else if reader.has(name, "context") {
          try addMemory(of: Context.self, document)
          context = Context(
            id: reader.value("id"), formatRef: Self.id(reader.value("traceFormatRef")),
            sourceRef: Self.id(reader.value("inkSourceRef")), brushRef: Self.id(reader.value("brushRef")),
            parentRef: Self.id(reader.value("contextRef")))
          start.context = reader.start
        } else if reader.has(name, "inkSource") {
          try addMemory(of: Source.self, document)
          source = Source(id: reader.value("id"))
        } else if reader.has(name, "traceFormat") {
          try addMemory(of: Format.self, document)
          format = Format(id: reader.value("id"))
        } else if reader.has(name, "channel") {
          guard format?.channels.count ?? 0 < Self.mostChannels else {
            throw document.error(
              .unexpected("more channels", expected: "at most \(Self.mostChannels)"), at: reader.start)
          }
          try addMemory(of: InkMLChannel.self, document)
          format?.channels.append(InkMLChannel(document))
        } else if reader.has(name, "channelProperty"), reader.value("name") == "resolution" {
          if let channel = reader.value("channel"), let value = document.number("value") {
            try addMemory(of: InkMLChannel.Resolution.self, document)
            source?.resolutions[channel] = InkMLChannel.Resolution(value: value, units: reader.value("units"))
          }
        } else if reader.has(name, "brush") {
          try addMemory(of: InkMLBrush.self, document)
          brush = InkMLBrush(id: reader.value("id"), parentRef: Self.id(reader.value("brushRef")))
          start.brush = reader.start
        } else if reader.has(name, "brushProperty"), let name = reader.value("name") {
          brush?.set(name, document)
        }
      case .end(let name):
        if reader.has(name, "traceFormat"), let ended = format {
          format = nil
          if isInCanvas, let size = InkMLLayout(ended.channels, resolution: { _ in nil }).bounds {
            try addMemory(of: Size.self, document)
            canvases.insert(size)
          }
          if let id = ended.id, formats[id] == nil { formats[id] = ended }
          if source != nil { source?.format = ended } else if context != nil { context?.format = ended }
          if firstFormat == nil, source == nil, !isInCanvas { firstFormat = (ended, nil) }
        } else if reader.has(name, "inkSource"), let ended = source {
          source = nil
          if let id = ended.id, sources[id] == nil { sources[id] = ended }
          context?.source = ended
          if firstFormat == nil, let format = ended.format { firstFormat = (format, ended) }
        } else if reader.has(name, "context"), let ended = context {
          context = nil
          if let id = ended.id, contextsByID[id] == nil { contextsByID[id] = contexts.count }
          contextsByOffset[start.context] = contexts.count
          contexts.append(ended)
        } else if reader.has(name, "canvas") {
          isInCanvas = false
        } else if reader.has(name, "brush"), let ended = brush {
          brush = nil
          if let id = ended.id, brushesByID[id] == nil { brushesByID[id] = brushes.count }
          brushesByOffset[start.brush] = brushes.count
          brushes.append(ended)
        }
      }
    }
  }

  /// Counts the memory of a definition: itself, its entries in tables, and its names.
  private mutating func addMemory<Definition>(
    of type: Definition.Type, _ document: XMLDocument
  ) throws(LogReadError) {
    let names = document.reader.attributes.reduce(0) { $0 + $1.value.range.count }
    memory += MemoryLayout<Definition>.stride + 128 + names
    guard memory <= memoryLimit else {
      throw document.error(.tooMuchMemory("the table of definitions", limit: memoryLimit), at: document.reader.start)
    }
  }

  /// The id that a reference such as `#ctx0` names.
  static func id(_ reference: String?) -> String? {
    guard let reference, let mark = reference.lastIndex(of: "#") else { return reference }
    return String(reference[reference.index(after: mark)...])
  }

  /// The index of the context of an id; nil if there is none.
  func context(_ id: String?) -> Int? { id.flatMap { contextsByID[$0] } }
  func brush(_ id: String?) -> Int? { id.flatMap { brushesByID[$0] } }

  /// The brush that a context sets or inherits from the context that it refines.
  func brush(ofContext index: Int) -> Int? {
    var index = index
    for _ in 0..<16 {
      if let brush = brush(contexts[index].brushRef) { return brush }
      guard let parent = context(contexts[index].parentRef) else { return nil }
      index = parent
    }
    return nil
  }

  /// The properties of a brush, with those of the brushes that it refines.
  func completeBrush(_ index: Int) -> InkMLBrush {
    var brush = brushes[index]
    for _ in 0..<16 {
      guard let parent = self.brush(brush.parentRef) else { break }
      brush.complete(by: brushes[parent])
    }
    return brush
  }

  /// The layout of the traces of a context; of the first context or format if it is nil.
  func layout(ofContext index: Int?) -> InkMLLayout {
    guard var index = index ?? (contexts.isEmpty ? nil : 0) else {
      return InkMLLayout(firstFormat?.0.channels) { firstFormat?.1?.resolutions[$0] }
    }
    var found: Format?
    /// The nearest first.
    var devices: [Source] = []
    for _ in 0..<16 {
      let context = contexts[index]
      let source = context.source ?? context.sourceRef.flatMap { sources[$0] }
      found = found ?? context.format ?? context.formatRef.flatMap { formats[$0] } ?? source?.format
      if let source { devices.append(source) }
      guard let parent = self.context(context.parentRef), parent != index else { break }
      index = parent
    }
    if found == nil, let device = firstFormat?.1 { devices = [device] }
    return InkMLLayout((found ?? firstFormat?.0)?.channels) { name in
      devices.lazy.compactMap { $0.resolutions[name] }.first
    }
  }
}

/// A `channel` of a `traceFormat`.
struct InkMLChannel {
  /// The number of a channel's steps per unit of length, angle or time.
  struct Resolution {
    var value: Double
    /// Such as "1/cm".
    var units: String?
  }

  var name: String
  var units: String?
  var type: String?
  var minimum: Double?
  var maximum: Double?

  init(_ document: XMLDocument) {
    name = document.reader.value("name") ?? ""
    units = document.reader.value("units")
    type = document.reader.value("type")
    minimum = document.number("min")
    maximum = document.number("max")
  }
}

/// The units of length in InkML.
enum InkMLUnit {
  /// The size of a unit in points: an inch is 96 points; nil for a unit without a size.
  static func points(_ name: String?) -> Double? {
    switch name {
    case "m": 96 / 0.0254
    case "cm": 96 / 2.54
    case "mm": 96 / 25.4
    case "himetric": 96.0 / 2540
    case "in": 96
    case "pt": 96.0 / 72
    case "pc": 96.0 / 6
    default: nil
    }
  }
}

/// A `brush`.
struct InkMLBrush: Hashable {
  var id: String?
  var parentRef: String?
  /// In points.
  var width: Double?
  var height: Double?
  var color: Color?
  /// 0 is opaque, 255 invisible.
  var transparency: Double?
  var isRectangle: Bool?
  var isMask: Bool?
  var ignoresPressure: Bool?
  var isSmoothed: Bool?

  init(id: String?, parentRef: String?) { (self.id, self.parentRef) = (id, parentRef) }

  /// Takes a `brushProperty`, the tag that was read last.
  mutating func set(_ name: String, _ document: XMLDocument) {
    let value = document.reader.value("value") ?? ""
    switch name {
    case "width": width = length(document)
    case "height": height = length(document)
    case "color": color = Color(value)
    case "transparency": transparency = document.number("value")
    case "tip": isRectangle = value == "rectangle"
    case "rasterOp": isMask = value == "maskPen"
    case "ignorePressure": ignoresPressure = value == "1" || value == "true"
    case "fitToCurve": isSmoothed = !(value == "0" || value == "false")
    default: break
    }
  }

  private func length(_ document: XMLDocument) -> Double? {
    guard let value = document.number("value"), value > 0 else { return nil }
    let points = value * (InkMLUnit.points(document.reader.value("units")) ?? 1)
    return points > 0 && points <= LogLimits.coordinate ? points : nil
  }

  mutating func complete(by other: InkMLBrush) {
    parentRef = other.parentRef
    width = width ?? other.width
    height = height ?? other.height
    color = color ?? other.color
    transparency = transparency ?? other.transparency
    isRectangle = isRectangle ?? other.isRectangle
    isMask = isMask ?? other.isMask
    ignoresPressure = ignoresPressure ?? other.ignoresPressure
    isSmoothed = isSmoothed ?? other.isSmoothed
  }

  /// The tool that draws as the brush does. A brush that masks multiplies its color with what is below, as the marker
  /// does.
  var tool: ToolChange {
    let isMarker = isRectangle == true || isMask == true
    var style = StyleChange()
    style[StyleKeys.color] = .solid(color ?? .black)
    style[StyleKeys.width] = [width, height].compactMap { $0 }.max() ?? 4
    style[StyleKeys.thinning] = ignoresPressure == true ? 0 : 0.6
    if isSmoothed == false { style[StyleKeys.smoothing] = 0 }
    style[StyleKeys.opacity] = 1 - min(max(transparency ?? 0, 0), 255) / 255
    // A rectangle that is not a square is a broad edge.
    if isRectangle == true, let width, let height, width != height {
      style[StyleKeys.tip] = .bar
      style[StyleKeys.tipRatio] = min(width, height) / max(width, height)
      style[StyleKeys.tipAngle] = .degrees(height > width ? 90 : 0)
      style[StyleKeys.thinning] = 0
      if isMask == true { style[StyleKeys.blend] = .multiply }
      return ToolChange(name: "pen", style: style)
    }
    return ToolChange(name: isMarker ? "marker" : "pen", style: style)
  }
}
