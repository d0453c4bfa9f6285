import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// UNIPEN 1.0, the format of the corpora of handwriting.
  package static let unipen = LogFormat("unipen", "UNIPEN, handwriting as text with .PEN_DOWN", leavesOpen: [.yAxis]) {
    glimpse in
    glimpse.lines.contains { line in
      [".VERSION", ".COORD", ".PEN_DOWN", ".HIERARCHY"].contains { keyword in
        line.hasPrefix(keyword) && !(line.dropFirst(keyword.count).first?.isLetter ?? false)
      }
    }
  } open: { input, name, options throws(LogReadError) in
    let text = try input.readAll(name: name, options: options)
    var reader = UNIPENReader(TextTable(text, name: name), name: name, options: options)
    return StrokeReader(try reader.ink(), name: name)
  }
}

/// Reads UNIPEN: keywords that begin a line with a dot, and numbers after `.PEN_DOWN` up to the next keyword.
private struct UNIPENReader {
  private enum Mode {
    /// Text for people follows.
    case text
    case down, air
  }

  private var table: TextTable
  private let name: String
  private let options: ImportOptions
  private var mode = Mode.text
  /// The columns of the numbers.
  private var columns = ["X", "Y"]
  /// The numbers of the point that is being read.
  private var values: [Double] = []
  /// Points per inch.
  private var xResolution: Double?
  private var yResolution: Double?
  /// Points per second.
  private var rate: Double?
  private var strokes: [ImportedStroke] = []
  /// The number of points before each stroke, including points in the air.
  private var ordinals: [Int] = []
  private var ordinal = 0
  /// The memory that the strokes take, in bytes.
  private var memory = 0
  private var report = ImportReport(format: "UNIPEN", ink: "points after .PEN_DOWN")
  /// The labels of each level of segments, such as "WORD", in the order of the levels.
  private var labels: [(level: String, texts: [String])] = []

  init(_ table: TextTable, name: String, options: ImportOptions) {
    self.table = table
    self.name = name
    self.options = options
  }

  mutating func ink() throws(LogReadError) -> ImportedInk {
    while table.nextLine() { try readLine() }
    endPoints()
    convert()
    var ink = ImportedInk(report, name: name, options: options)
    ink.hasUnit = report.unit != nil
    // The labels of the outermost level that has any are the label of the file.
    if let outermost = labels.first(where: { !$0.texts.isEmpty }) {
      ink.header.addNote("label", outermost.texts.joined(separator: " "))
    }
    for stroke in strokes { try ink.append(stroke) }
    return ink
  }

  private mutating func readLine() throws(LogReadError) {
    let start = table
    guard let word = table.nextWord() else { return }
    let bytes = table.bytes
    let second = word.count > 1 ? bytes[word.lowerBound + 1] | 0x20 : 0
    if bytes[word.lowerBound] == ASCII.dot, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(second) {
      endPoints()
      try readKeyword(word)
    } else {
      table = start
    }
    if mode != .text { try readNumbers() }
  }

  private mutating func readKeyword(_ word: Range<Int>) throws(LogReadError) {
    mode = .text
    switch table.text(word) {
    case ".PEN_DOWN":
      mode = .down
      strokes.append(ImportedStroke(pointer: .pencil, line: table.lineNumber))
      ordinals.append(ordinal)
      try addMemory(ImportedInk.strokeMemory, at: word)
    case ".PEN_UP": mode = .air
    case ".COORD": try readColumns()
    case ".X_POINTS_PER_INCH": xResolution = try readPositive()
    case ".Y_POINTS_PER_INCH": yResolution = try readPositive()
    case ".X_POINTS_PER_MM": xResolution = try readPositive() * 25.4
    case ".Y_POINTS_PER_MM": yResolution = try readPositive() * 25.4
    case ".POINTS_PER_SECOND": rate = try readPositive()
    case ".HIERARCHY": while let level = table.nextWord() { addLevel(table.text(level)) }
    case ".SEGMENT": readLabel()
    case ".INCLUDE":
      throw table.error(
        at: word.lowerBound,
        .refused("a file that includes another one", instead: "put that file's text in place of .INCLUDE"))
    default: break
    }
  }

  /// The most columns of numbers. The standard names six.
  private static let mostColumns = 64

  private mutating func readColumns() throws(LogReadError) {
    columns = []
    while let word = table.nextWord() {
      columns.append(table.text(word).uppercased())
      guard columns.count <= Self.mostColumns else {
        throw table.error(
          at: word.lowerBound, .unexpected("more columns", expected: "at most \(Self.mostColumns) columns"))
      }
    }
    guard columns.contains("X"), columns.contains("Y") else {
      throw table.error(at: table.line.upperBound, .unexpected("no column X or Y", expected: ".COORD X Y …"))
    }
    for column in columns where !["X", "Y", "T", "P"].contains(column) {
      report.assume(
        "the column \(column.unicodeScalars.allSatisfy { $0.properties.isAlphabetic } ? column : "?") is not drawn")
    }
  }

  /// Reads `LEVEL STROKES QUALITY "LABEL"`, also without the quotes. "?" is an unknown label.
  private mutating func readLabel() {
    guard let word = table.nextWord() else { return }
    let level = addLevel(table.text(word))
    let line = table.bytes[word.upperBound..<table.line.upperBound]
    var range: Range<Int>?
    if let start = line.firstIndex(of: ASCII.quote), let end = line.lastIndex(of: ASCII.quote), start < end {
      range = (start + 1)..<end
    } else if table.nextWord() != nil, table.nextWord() != nil, let first = table.nextWord() {
      // The strokes and the quality are a word each; the rest is the label.
      var end = first.upperBound
      while let next = table.nextWord() { end = next.upperBound }
      range = first.lowerBound..<end
    }
    guard let range else { return }
    let label = String(decoding: table.bytes[range], as: UTF8.self)
    if label != "?" { labels[level].texts.append(label) }
  }

  /// The most levels of segments. The standard names six.
  private static let mostLevels = 32

  /// The index of a level in `labels`.
  @discardableResult private mutating func addLevel(_ name: String) -> Int {
    if let known = labels.firstIndex(where: { $0.level == name }) { return known }
    if labels.count == Self.mostLevels { return labels.count - 1 }
    labels.append((name, []))
    return labels.count - 1
  }

  /// The number after a keyword.
  private mutating func readPositive() throws(LogReadError) -> Double {
    guard let word = table.nextWord() else {
      throw table.error(at: table.line.upperBound, .unexpected("the end of the line", expected: "a number above 0"))
    }
    guard let number = table.number(word), number > 0, number <= 1e9 else {
      throw table.error(at: word.lowerBound, .unexpected("\"\(table.text(word))\"", expected: "a number above 0"))
    }
    return number
  }

  /// Reads the rest of the line. The numbers of a point can be on several lines.
  private mutating func readNumbers() throws(LogReadError) {
    while let word = table.nextWord() {
      guard let number = table.number(word) else {
        throw table.error(
          at: word.lowerBound, .unexpected("\"\(table.text(word))\"", expected: "a number or a keyword"))
      }
      values.append(number)
      guard values.count == columns.count else { continue }
      ordinal += 1
      if mode == .down {
        try addMemory(MemoryLayout<ImportedPoint>.stride, at: word)
        strokes[strokes.count - 1].points.append(point)
      } else {
        report.omit("points in the air", .unseen)
      }
      values.removeAll(keepingCapacity: true)
    }
  }

  private mutating func addMemory(_ count: Int, at word: Range<Int>) throws(LogReadError) {
    memory += count
    guard memory <= options.memoryLimit else {
      throw table.error(at: word.lowerBound, .tooMuchMemory("the ink", limit: options.memoryLimit))
    }
  }

  /// The point that the numbers give, in the units of the file.
  private var point: ImportedPoint {
    var point = ImportedPoint(.nan, .nan)
    for (column, value) in zip(columns, values) {
      switch column {
      case "X": point.x = value
      case "Y": point.y = value
      case "T": point.time = value
      case "P": point.pressure = value
      default: break
      }
    }
    return point
  }

  /// Ends a list of numbers.
  private mutating func endPoints() {
    if !values.isEmpty { report.omit("points without all of their numbers", .damage) }
    values.removeAll(keepingCapacity: true)
  }
}

/// Conversion to the units of the log.
extension UNIPENReader {
  private mutating func convert() {
    let points = strokes.lazy.flatMap(\.points)
    var (xScale, yScale) = (1.0, 1.0)
    if let x = xResolution ?? yResolution, let y = yResolution ?? xResolution {
      (xScale, yScale) = (96 / x, 96 / y)
      report.unit = x == y ? "1/\(plain(x)) inch" : "1/\(plain(x)) inch across, 1/\(plain(y)) inch down"
    }
    let isUp = options.yAxis != .down
    report.assumeYAxis(isUp: isUp)
    let top = isUp ? points.reduce(-.infinity) { $1.y.isFinite ? max($0, $1.y) : $0 } : 0
    let maximum = SensorRange.maximum(of: points.compactMap(\.pressure))
    if points.contains(where: { $0.pressure != nil }) {
      report.assumePressure(maximum: maximum)
    }
    setTimes()
    for stroke in strokes.indices {
      for index in strokes[stroke].points.indices {
        var point = strokes[stroke].points[index]
        point.x *= xScale
        point.y = (isUp ? top - point.y : point.y) * yScale
        point.pressure = point.pressure.map { maximum > 0 ? $0 / maximum : 0 }
        strokes[stroke].points[index] = point
      }
    }
  }

  /// Uses the times of the file, or the rate if a column T does not change.
  private mutating func setTimes() {
    let times = strokes.lazy.flatMap(\.points).compactMap(\.time)
    if let origin = times.first, times.contains(where: { $0 != origin }) {
      report.timeBase = "milliseconds, per point"
      return change { point in point.time = point.time.map { ($0 - origin) / 1000 } }
    }
    if times.first != nil { report.assume("the column T never changes and is not read") }
    guard let rate else { return change { point in point.time = nil } }
    report.timeBase = "\(plain(rate)) points per second"
    // Strokes without points in the air between them are 0.2 s apart.
    var pause = 0.0
    for stroke in strokes.indices {
      if stroke > 0, ordinals[stroke] == ordinals[stroke - 1] + strokes[stroke - 1].points.count { pause += 0.2 }
      for index in strokes[stroke].points.indices {
        strokes[stroke].points[index].time = Double(ordinals[stroke] + index) / rate + pause
      }
    }
  }

  private mutating func change(_ body: (inout ImportedPoint) -> Void) {
    for stroke in strokes.indices {
      for index in strokes[stroke].points.indices { body(&strokes[stroke].points[index]) }
    }
  }
}
