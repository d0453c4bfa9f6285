import ImportCore
import TouchLog

extension LogFormat {
  /// The samples of a tablet as research on handwriting stores them.
  package static let svc = LogFormat(
    "svc", "samples of a tablet, .svc: x y time pen azimuth altitude pressure", leavesOpen: [.yAxis]
  ) {
    glimpse in
    if glimpse.isJSON { return false }
    let lines = glimpse.contentLines.prefix(3).map { $0.split { $0 == " " || $0 == "\t" } }
    return lines.count > 1 && lines[0].count == 1 && Int(lines[0][0]) != nil
      && lines[1].count == 7 && lines[1].allSatisfy { Double($0) != nil }
  } open: { input, name, options throws(LogReadError) in
    let text = try input.readAll(name: name, options: options)
    var reader = SVCReader(TextTable(text, name: name), name: name, options: options)
    return StrokeReader(try reader.ink(), name: name)
  }
}

/// Reads a file of samples: their number, then a line for each, in seven columns. y grows upward.
private struct SVCReader {
  private var table: TextTable
  private let name: String
  private let options: ImportOptions
  private var strokes: [ImportedStroke] = []
  private var isDown = false
  private var sampleCount = 0
  /// The memory that the strokes take, in bytes.
  private var memory = 0
  private var report = ImportReport(format: "SVC", ink: "samples whose fourth number, the pen, is not 0")

  init(_ table: TextTable, name: String, options: ImportOptions) {
    self.table = table
    self.name = name
    self.options = options
  }

  mutating func ink() throws(LogReadError) -> ImportedInk {
    let count = try readCount()
    while table.nextLine() { try readSample() }
    if let count, count != sampleCount {
      if count < sampleCount {
        report.assume("the first line says \(count) samples; all \(sampleCount) are read")
      } else {
        report.omit("samples that the first line promises", count: count - sampleCount, .damage)
      }
    }
    convert()
    var ink = ImportedInk(report, name: name, options: options)
    ink.hasUnit = report.unit != nil
    for stroke in strokes { try ink.append(stroke) }
    return ink
  }

  /// Reads the first line.
  private mutating func readCount() throws(LogReadError) -> Int? {
    var first: Range<Int>?
    while first == nil, table.nextLine() { first = table.nextWord() }
    guard let word = first else {
      throw table.error(at: table.line.lowerBound, .cutOff(expected: "the number of samples"))
    }
    guard let number = table.number(word), let count = Int(exactly: number), count >= 0, table.nextWord() == nil else {
      throw table.error(at: word.lowerBound, .unexpected("\"\(table.text(word))\"", expected: "the number of samples"))
    }
    return count
  }

  private mutating func readSample() throws(LogReadError) {
    var values: [Double] = []
    while let word = table.nextWord() {
      guard let value = table.number(word), values.count < 7 else {
        throw table.error(
          at: word.lowerBound,
          .unexpected("\"\(table.text(word))\"", expected: values.count < 7 ? "a number" : "the end of the line"))
      }
      values.append(value)
    }
    if values.isEmpty { return }
    guard values.count == 7 else {
      guard table.isCutOff else {
        throw table.error(
          at: table.line.upperBound,
          .unexpected("\(values.count) numbers", expected: "x, y, time, pen, azimuth, altitude and pressure"))
      }
      report.omit("lines that are cut off", .damage)
      return
    }
    sampleCount += 1
    guard values[3] != 0, !values[3].isNaN else {
      isDown = false
      report.omit("samples in the air", .unseen)
      return
    }
    if !isDown {
      strokes.append(ImportedStroke(pointer: .pencil, line: table.lineNumber))
      memory += ImportedInk.strokeMemory
    }
    isDown = true
    memory += MemoryLayout<ImportedPoint>.stride
    guard memory <= options.memoryLimit else {
      throw table.error(at: table.line.lowerBound, .tooMuchMemory("the ink", limit: options.memoryLimit))
    }
    strokes[strokes.count - 1].points.append(
      ImportedPoint(
        values[0], values[1], pressure: values[6], time: values[2], altitude: values[5], azimuth: values[4]))
  }

  /// Finds the units of the samples and converts them to those of the log.
  private mutating func convert() {
    let points = strokes.lazy.flatMap(\.points)
    let isFraction = { (value: Double?) in value.map { $0.isFinite && $0 != $0.rounded() } ?? false }
    let scale = scale(hasFractions: points.contains { isFraction($0.x) || isFraction($0.y) })
    let hasSeconds = points.contains { isFraction($0.time) }
    report.timeBase = hasSeconds ? "seconds, per point" : "milliseconds, per point"
    let origin = points.compactMap(\.time).first ?? 0
    let isUp = options.yAxis != .down
    report.assumeYAxis(isUp: isUp)
    let top = isUp ? points.reduce(-.infinity) { $1.y.isFinite ? max($0, $1.y) : $0 } : 0
    let maximum = SensorRange.maximum(of: points.compactMap(\.pressure))
    report.assumePressure(maximum: maximum)
    for stroke in strokes.indices {
      for index in strokes[stroke].points.indices {
        var point = strokes[stroke].points[index]
        point.x *= scale
        point.y = (isUp ? top - point.y : point.y) * scale
        point.time = point.time.map { hasSeconds ? $0 - origin : ($0 - origin) / 1000 }
        point.pressure = point.pressure.map { $0 / maximum }
        point.altitude = point.altitude.map { Self.radians($0.magnitude) }
        point.azimuth = point.azimuth.map { Self.azimuth($0) }
        strokes[stroke].points[index] = point
      }
    }
  }

  /// The number of points per unit of the coordinates.
  private mutating func scale(hasFractions: Bool) -> Double {
    if strokes.contains(where: { $0.points.contains { $0.x > 1000 } }) {
      report.unit = "1/5080 inch"
      report.assume("x goes beyond 1000: the unit is that of Wacom's tablets")
      return 96 / 5080
    }
    guard hasFractions else { return 1 }
    report.unit = "1 mm"
    report.assume("the coordinates have decimals: the unit is the millimeter")
    return 96 / 25.4
  }

  /// Converts tenths of degrees.
  private static func radians(_ tenths: Double) -> Double { tenths / 10 * .pi / 180 }

  /// The log's azimuth, from the x axis, of Wacom's, which is clockwise from above.
  private static func azimuth(_ tenths: Double) -> Double {
    let turn = (tenths - 900).truncatingRemainder(dividingBy: 3600)
    return radians(turn < 0 ? turn + 3600 : turn)
  }
}
