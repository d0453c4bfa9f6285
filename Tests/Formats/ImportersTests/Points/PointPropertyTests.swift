import Files
import Geometry
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

/// Tables that are written of random strokes, with any columns in any order, under any of their names and with any
/// separators, and as JSON: they come back stroke by stroke.
struct PointPropertyTests {
  @Test(arguments: rounds(1200)) func `a table comes back stroke by stroke`(seed: UInt64) throws {
    let table = RandomTable(seed: seed)
    for text in [table.text, table.lines, table.array] {
      var reader = try openEventReader(MemorySource(Array(text.utf8)), name: "a")
      var drawings: [DocumentInk] = []
      repeat { drawings.append(try DocumentInk(page: &reader)) } while try reader.nextPage()
      try #require(
        drawings.map(\.strokes.count) == table.drawings.map(\.count), "\(table.divider)\n\(text.prefix(3000))")
      for (found, wanted) in zip(drawings.flatMap(\.strokes), table.drawings.joined()) {
        var points = found.points
        // A dot is two equal points.
        if wanted.count == 1, points.count == 2 { points.removeLast() }
        #expect(points == wanted.map(\.point), "\(table.divider)\n\(text.prefix(3000))")
        if table.hasTimes {
          let (first, times) = (wanted[0].time, found.touches.map { $0.time ?? .nan })
          for (time, point) in zip(times, wanted) { #expect(abs(time - times[0] - (point.time - first)) < 2e-6) }
        }
        if let maximum = table.pressureMaximum {
          let pressures = found.touches.map { $0.pressure ?? .nan }
          for (pressure, point) in zip(pressures, wanted) { #expect(abs(pressure * maximum - point.pressure) < 1e-9) }
        }
      }
    }
  }
}

/// Random strokes as rows.
private struct RandomTable {
  struct Sample {
    var point: Point
    /// In seconds.
    var time: Double
    var pressure: Double
  }

  enum Divider: CaseIterable {
    case stroke, touch, interleavedStroke, interleavedTouch, weakTouch, words, numbers, pen, end, missing, blank
    case sample
  }

  let divider: Divider
  private(set) var drawings: [[[Sample]]] = [[]]
  private(set) var hasTimes: Bool
  private(set) var pressureMaximum: Double?
  private(set) var text = ""
  /// The rows as lines of JSON, and as an array.
  private(set) var lines = ""
  var array: String { "[" + lines.split(separator: "\n").joined(separator: ",\n") + "]" }

  private var random: SeededRandom
  private var columns: [(name: String, values: [String])] = []
  /// The indices of rows before which there is a blank line.
  private var blanks: Set<Int> = []

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    divider = Divider.allCases[Int(seed) % Divider.allCases.count]
    hasTimes = Bool.random(using: &random)
    let hasPressure = Bool.random(using: &random)
    if hasPressure { pressureMaximum = [1.0, 1023, 8191].randomElement(using: &random) }
    let reach: Double = [100.0, 1000, 1e5, 4e6].randomElement(using: &random) ?? 100
    let isSigned = divider != .missing && Bool.random(using: &random)
    let count = [1, 2, 3, 7].randomElement(using: &random) ?? 1
    var time: Double = [0.0, 1e5, 1.7e9].randomElement(using: &random) ?? 0
    for _ in 0..<(divider == .sample ? 3 : 1) {
      var strokes: [[Sample]] = []
      for stroke in 0..<(divider == .weakTouch ? max(2, count) : count) {
        let least = stroke == 0 || [.words, .numbers, .pen, .end].contains(divider) ? 3 : 1
        strokes.append(
          (0..<Int.random(in: least...20, using: &random)).map { _ in
            time += 0.008
            return sample(reach, isSigned, time)
          })
        time += 0.3
      }
      // The ink is large enough to keep its size.
      strokes[0][0].point = Point(isSigned ? -reach : 0, 0)
      strokes[0][1].point = Point(reach, reach)
      drawings.append(strokes)
    }
    drawings.removeFirst()
    makeRows()
    write()
  }

  private mutating func sample(_ reach: Double, _ isSigned: Bool, _ time: Double) -> Sample {
    func number(_ range: ClosedRange<Double>) -> Double { (random.double(in: range) * 100).rounded() / 100 }
    let maximum = pressureMaximum ?? 1
    let pressure = maximum > 1 ? random.double(in: maximum / 2 + 1...maximum).rounded() : number(0.01...1)
    return Sample(
      point: Point(number(isSigned ? -reach...reach : 0...reach), number(0...reach)), time: time, pressure: pressure)
  }

  private mutating func pick(_ names: [String]) -> String {
    let name = names.randomElement(using: &random) ?? ""
    return [name, name.uppercased(), name.lowercased()].randomElement(using: &random) ?? name
  }

  private mutating func makeRows() {
    let strokes = drawings.flatMap { $0 }
    var rows: [(stroke: Int, index: Int)] = strokes.enumerated().flatMap { stroke, samples in
      samples.indices.map { (stroke, $0) }
    }
    if [.interleavedStroke, .interleavedTouch, .weakTouch].contains(divider) {
      // All strokes begin at once, in their order, and then take turns.
      rows.sort { ($0.index, $0.stroke) < ($1.index, $1.stroke) }
    }
    func last(_ row: (stroke: Int, index: Int)) -> Bool { row.index == strokes[row.stroke].count - 1 }
    var cells: [[String?]] = []
    // In each row: x, y, the time, the pressure, and what divides strokes.
    func cell(_ row: (stroke: Int, index: Int), _ divided: String?) -> [String?] {
      let sample = strokes[row.stroke][row.index]
      return [
        "\(sample.point.x)", "\(sample.point.y)", "\(((sample.time) * 1e6).rounded() / 1e6)", "\(sample.pressure)",
        divided,
      ]
    }
    let isLifted = Bool.random(using: &random)
    let words =
      [
        ["down", "move", "up"], ["ACTION_DOWN", "ACTION_MOVE", "ACTION_UP"], ["began", "moved", "ended"],
        ["touchstart", "touchmove", "touchend"], ["press", "drag", "release"],
      ].randomElement(using: &random) ?? []
    let numbers =
      [["0", "2", "1"], ["0", "1", "3"], ["0", "1", "2"], ["1", "2", "3"]].randomElement(using: &random) ?? []
    let ids = (0..<strokes.count).map { divider == .touch || divider == .interleavedTouch ? 3 + $0 : $0 }
    let isNamed = Bool.random(using: &random) && divider != .weakTouch
    for row in rows {
      switch divider {
      case .stroke, .touch, .interleavedStroke, .interleavedTouch, .weakTouch:
        cells.append(cell(row, isNamed ? "s\(ids[row.stroke])" : "\(ids[row.stroke])"))
      case .words: cells.append(cell(row, words[row.index == 0 ? 0 : last(row) ? 2 : 1]))
      case .numbers: cells.append(cell(row, numbers[row.index == 0 ? 0 : last(row) ? 2 : 1]))
      case .pen:
        cells.append(cell(row, isLifted ? "0" : "1"))
        if last(row) {
          for _ in 0..<3 {
            var air = cell(row, isLifted ? "1" : "0")
            (air[0], air[1]) = ("\(random.double(in: 0...99))", "\(random.double(in: 0...99))")
            cells.append(air)
          }
        }
      case .end: cells.append(cell(row, last(row) ? "1" : "0"))
      case .missing:
        cells.append(cell(row, nil))
        if last(row) {
          cells.append([
            nil, nil, "\(strokes[row.stroke][row.index].time)", "\(strokes[row.stroke][row.index].pressure)", nil,
          ])
        }
      case .blank:
        if row.index == 0, row.stroke > 0 { blanks.insert(cells.count) }
        cells.append(cell(row, nil))
      case .sample: cells.append(cell(row, "\(row.stroke)"))
      }
    }
    let prefix = ["", "abs_", "screen_", "pen_"].randomElement(using: &random) ?? ""
    columns = [(pick(["\(prefix)x"]), cells.map { $0[0] ?? "" }), (pick(["\(prefix)y"]), cells.map { $0[1] ?? "" })]
    if hasTimes {
      columns.append((pick(["time_s", "t (s)", "timestamp [s]", "elapsed_sec"]), cells.map { $0[2] ?? "" }))
    }
    if pressureMaximum != nil {
      columns.append((pick(["pressure", "p", "force", "SENSOR_PRESSURE"]), cells.map { $0[3] ?? "" }))
    }
    if let names = Self.names(divider, isLifted, isNamed) { columns.append((pick(names), cells.map { $0[4] ?? "" })) }
    if divider == .sample {
      let sizes = drawings.map { $0.reduce(0) { $0 + $1.count } }
      let values = sizes.enumerated().flatMap { Array(repeating: "\($0)", count: $1) }
      columns.append((pick(["sample_id", "drawing", "page", "sampleId"]), values))
    }
    if Bool.random(using: &random) { columns.append(("velocity", cells.map { _ in "\(random.double(in: 0...9))" })) }
    if Bool.random(using: &random) { columns.append(("row number", cells.indices.map { "\($0)" })) }
    if Bool.random(using: &random) { columns.append(("type", cells.map { _ in "stylus" })) }
    columns.shuffle(using: &random)
  }

  private static func names(_ divider: Divider, _ isLifted: Bool, _ isNamed: Bool) -> [String]? {
    switch divider {
    case .stroke, .interleavedStroke, .sample: ["stroke", "stroke_id", "strokeIndex", "path", "segment", "trace_id"]
    case .touch, .interleavedTouch: ["touch_id", "pointerId", "finger", "slot", "contact"]
    case .weakTouch: ["id"]
    case .words, .numbers: ["action", "event", "phase", "kind", "state", "ev", "event_type"]
    case .pen:
      isLifted ? ["in_air", "inAir", "hovering", "pen_up"] : ["pen", "is_down", "pen_down", "buttons", "touching"]
    case .end: ["end", "eos", "last"]
    case .missing, .blank: nil
    }
  }

  private mutating func write() {
    let separator = [",", ";", "\t", " "].randomElement(using: &random) ?? ","
    let isSpaced = separator == " "
    let missing = (isSpaced ? ["nan", "null"] : ["", "nan", "NaN", "null"]).randomElement(using: &random) ?? "nan"
    func field(_ text: String) -> String { isSpaced && text.contains(" ") ? "\"\(text)\"" : text }
    let end = ["\n", "\r\n"].randomElement(using: &random) ?? "\n"
    text = columns.map { field($0.name) }.joined(separator: separator) + end
    for row in columns[0].values.indices {
      if blanks.contains(row) {
        text += end
        lines += "null\n"
      }
      text += columns.map { $0.values[row].isEmpty ? missing : $0.values[row] }.joined(separator: separator) + end
      let members = columns.map { name, values in
        let value = values[row]
        return "\"\(name)\":" + (value.isEmpty ? "null" : Double(value) == nil ? "\"\(value)\"" : value)
      }
      lines += "{" + members.joined(separator: ",") + "}\n"
    }
  }
}
