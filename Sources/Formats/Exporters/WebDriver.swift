import JSON
import TouchLog

extension ExportFormat {
  /// The actions that repeat the drawing in a browser.
  package static let webdriver = ExportFormat(
    "webdriver", "WebDriver actions that draw again in a web page", fileExtension: "json"
  ) { drawing, losses in
    losses.lose(.looks, .size, .background, .order, .layers, .erasures, .label, .resolution, of: drawing)
    var script = WebDriverScript(drawing.inkStrokes)
    losses.lose("strokes at the same time", count: script.separate())
    var file = JSONObjectWriter(bytes: [])
    file.add("actions", objects: script.sources()) { $0.write(to: &$1) }
    return file.close()
  }
}

/// The strokes as actions of one or more pointers.
///
/// WebDriver performs one action of each pointer at a time, and the next ones when all have ended. So every point of a
/// stroke is an action of its pointer and a pause of the others.
private struct WebDriverScript {
  /// The most pointers that are down at a time.
  private static let mostPointers = 10

  private struct Part {
    var stroke: ExportedStroke
    /// The times of the points in milliseconds, in order.
    var times: [Int]
    var source = 0
  }

  /// In the order of their beginnings.
  private var parts: [Part]
  private var types: [String] = []

  init(_ strokes: [ExportedStroke]) {
    parts = strokes.map { stroke in
      var last = Int.min
      let times = stroke.points.map { point in
        last = max(last, wholeMilliseconds(point.time))
        return last
      }
      return Part(stroke: stroke, times: times)
    }
    // Sorting is stable only with the index.
    let order = parts.indices.sorted { (parts[$0].times[0], $0) < (parts[$1].times[0], $1) }
    parts = order.map { parts[$0] }
  }

  /// Gives each stroke a pointer that is free. If that takes too many, the strokes follow one another.
  /// - Returns: The number of strokes that no longer begin before another ends.
  mutating func separate() -> Int {
    if assignSources() { return 0 }
    var moved = 0
    var end = Int.min
    for index in parts.indices {
      let delay = end - min(end, parts[index].times[0])
      if delay > 0 { moved += 1 }
      if delay > 0 { parts[index].times = parts[index].times.map { $0 + delay } }
      end = parts[index].times.last ?? end
    }
    _ = assignSources()
    return moved
  }

  private mutating func assignSources() -> Bool {
    types = []
    /// When each source's last stroke ends.
    var ends: [Int] = []
    for index in parts.indices {
      let type = Self.type(of: parts[index].stroke)
      let begin = parts[index].times[0]
      var source = ends.indices.first { types[$0] == type && ends[$0] <= begin }
      if source == nil {
        guard ends.count(where: { $0 > begin }) < Self.mostPointers else { return false }
        source = types.count
        types.append(type)
        ends.append(begin)
      }
      parts[index].source = source ?? 0
      ends[source ?? 0] = parts[index].times.last ?? begin
    }
    return true
  }

  private static func type(of stroke: ExportedStroke) -> String {
    stroke.pointer?.webName ?? (stroke.hasPressure ? "pen" : "mouse")
  }

  func sources() -> [WebDriverPointer] {
    var sources = types.enumerated().map { WebDriverPointer(id: "\($1)\($0 + 1)", type: $1) }
    var moments: [(time: Int, part: Int, point: Int)] = []
    for (part, content) in parts.enumerated() {
      for (point, time) in content.times.enumerated() { moments.append((time, part, point)) }
    }
    moments.sort { ($0.time, $0.part, $0.point) < ($1.time, $1.part, $1.point) }
    var tick = 0
    var now = moments.first?.time ?? 0
    func add(_ step: WebDriverStep, to source: Int) {
      let missing = tick - sources[source].steps.count
      if missing > 0 { sources[source].steps += Array(repeating: .pause, count: missing) }
      sources[source].steps.append(step)
      tick += 1
    }
    for moment in moments {
      let part = parts[moment.part]
      let point = part.stroke.points[moment.point]
      add(.move(point, duration: moment.time - now), to: part.source)
      if moment.point == 0 { add(.down(point), to: part.source) }
      if moment.point == part.stroke.points.count - 1 { add(.up, to: part.source) }
      now = moment.time
    }
    return sources
  }
}

private enum WebDriverStep {
  case pause
  /// Moves to a point; the duration is in milliseconds.
  case move(ExportedPoint, duration: Int)
  case down(ExportedPoint)
  case up

  func write(to action: inout JSONObjectWriter) {
    switch self {
    case .pause:
      action.add("type", "pause")
      action.add("duration", 0)
    case .move(let point, let duration):
      action.add("type", "pointerMove")
      action.add("duration", duration)
      action.add("origin", "viewport")
      action.add("x", decimal(point.point.x))
      action.add("y", decimal(point.point.y))
      action.addSensors(of: point)
    case .down(let point):
      action.add("type", "pointerDown")
      action.add("button", 0)
      action.addSensors(of: point)
    case .up:
      action.add("type", "pointerUp")
      action.add("button", 0)
    }
  }
}

/// A pointer and its actions.
private struct WebDriverPointer {
  var id: String
  var type: String
  var steps: [WebDriverStep] = []

  func write(to source: inout JSONObjectWriter) {
    source.add("type", "pointer")
    source.add("id", id)
    source.add("parameters") { $0.add("pointerType", type) }
    source.add("actions", objects: steps, onLines: true) { $0.write(to: &$1) }
  }
}
