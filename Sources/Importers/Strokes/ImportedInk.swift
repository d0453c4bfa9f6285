import Geometry
package import TouchLog

/// A point of an imported stroke.
package struct ImportedPoint: Hashable, Sendable {
  /// In the format's unit until the importer has converted it to points; y grows downward.
  package var x: Double
  package var y: Double
  /// 0...1; nil if the format has none.
  @NaNAsNil package var pressure: Double?
  /// In seconds from any origin; nil if the format has none.
  @NaNAsNil package var time: Double?
  /// The pen's angle above the surface, in radians.
  @NaNAsNil package var altitude: Double?
  /// The pen's direction, in radians from the x axis.
  @NaNAsNil package var azimuth: Double?

  package init(
    _ x: Double, _ y: Double, pressure: Double? = nil, time: Double? = nil, altitude: Double? = nil,
    azimuth: Double? = nil
  ) {
    (self.x, self.y) = (x, y)
    (self.pressure, self.time, self.altitude, self.azimuth) = (pressure, time, altitude, azimuth)
  }
}

/// An imported stroke: its points in the order of the file, and the tool that draws it.
package struct ImportedStroke: Hashable, Sendable {
  package var points: [ImportedPoint]
  /// The tool with all of its settings; nil for the default pen. All strokes of a file set the same keys.
  package var tool: ToolChange?
  package var pointer: TouchEvent.Pointer?
  /// Where the stroke begins in the file, from 1; the line is 0 in a file that has no lines.
  package var line: Int
  package var column: Int

  package init(
    points: [ImportedPoint] = [], tool: ToolChange? = nil, pointer: TouchEvent.Pointer? = nil, line: Int = 1,
    column: Int = 1
  ) {
    (self.points, self.tool, self.pointer) = (points, tool, pointer)
    (self.line, self.column) = (line, column)
  }
}

/// What an importer finds in a file that it reads as a whole. `StrokeReader` gives its events.
package struct ImportedInk: Sendable {
  package var header = LogHeader()
  package private(set) var strokes: [ImportedStroke] = []
  package var report: ImportReport
  /// Whether the unit of the coordinates is known. Otherwise ink of less than 32 points is enlarged to 512.
  package var hasUnit = true
  /// Whether a pressure that is the same in all strokes was not measured.
  package var mayLackSensor = true

  private let name: String
  private let memoryLimit: Int
  private var pointCount = 0

  /// - Parameter name: The file as the user named it, for messages.
  package init(_ report: ImportReport, name: String, options: ImportOptions) {
    self.report = report
    self.name = name
    memoryLimit = options.memoryLimit
  }

  /// Appends a stroke. Leaves out points whose coordinates are not finite or too large, and strokes without points.
  /// - Throws: `LogReadError.malformed` if the points exceed the memory limit.
  package mutating func append(_ stroke: ImportedStroke) throws(LogReadError) {
    var stroke = stroke
    let count = stroke.points.count
    stroke.points.removeAll { !($0.x.magnitude <= LogLimits.coordinate && $0.y.magnitude <= LogLimits.coordinate) }
    report.omit("points without valid coordinates", count: count - stroke.points.count, isDamage: true)
    guard !stroke.points.isEmpty else {
      report.omit("strokes without points")
      return
    }
    pointCount += stroke.points.count
    guard pointCount * MemoryLayout<ImportedPoint>.stride <= memoryLimit else {
      throw .malformed(
        LogError(
          location: LogLocation(file: name, line: stroke.line, column: stroke.column),
          reason: .tooMuchMemory("the ink", limit: memoryLimit)))
    }
    strokes.append(stroke)
  }

  /// Completes the points: applies the rules that hold for all formats.
  mutating func complete() {
    enlarge()
    completePressure()
    completeTimes()
  }

  /// Enlarges ink without a unit that would be too small to see: normalized coordinates of data sets.
  private mutating func enlarge() {
    guard !hasUnit, header.size == nil else { return }
    var bounds = Rect.empty
    for stroke in strokes { for point in stroke.points { bounds.include(Point(point.x, point.y)) } }
    let side = max(bounds.width, bounds.height)
    guard !bounds.isEmpty, side > 0, side < 32 else { return }
    let factor = 512 / side
    report.assume("the ink, \(side) units wide or high, is enlarged to 512 points")
    for stroke in strokes.indices {
      for point in strokes[stroke].points.indices {
        strokes[stroke].points[point].x = (strokes[stroke].points[point].x - bounds.minX) * factor
        strokes[stroke].points[point].y = (strokes[stroke].points[point].y - bounds.minY) * factor
      }
    }
  }

  /// Removes a pressure that was not measured, and replaces the zeros at the ends of strokes.
  private mutating func completePressure() {
    if mayLackSensor, let constant = constantPressure {
      report.assume("the pressure is always \(plain(constant)): no sensor measured it")
      for stroke in strokes.indices {
        for point in strokes[stroke].points.indices { strokes[stroke].points[point].pressure = nil }
      }
      return
    }
    for stroke in strokes.indices where strokes[stroke].points.count > 1 {
      let last = strokes[stroke].points.count - 1
      if strokes[stroke].points[0].pressure == 0 {
        strokes[stroke].points[0].pressure = strokes[stroke].points[1].pressure
      }
      if strokes[stroke].points[last].pressure == 0 {
        strokes[stroke].points[last].pressure = strokes[stroke].points[last - 1].pressure
      }
    }
  }

  /// The pressure that all points have, the last ones of strokes not counted; nil if there is none.
  private var constantPressure: Double? {
    var constant: Double?
    for stroke in strokes {
      let counted = stroke.points.count > 1 ? stroke.points.count - 1 : 1
      for point in stroke.points.prefix(counted) {
        guard let pressure = point.pressure else { continue }
        if let constant, pressure != constant { return nil }
        constant = pressure
      }
    }
    return constant
  }

  /// Makes the times count from the first, and never run backward within a stroke. Strokes without times begin 0.2 s
  /// after the one before.
  private mutating func completeTimes() {
    let first = strokes.lazy.compactMap { $0.points.lazy.compactMap(\.time).first }.first
    guard let first else { return spaceStrokes() }
    for stroke in strokes.indices {
      var last = -Double.infinity
      for point in strokes[stroke].points.indices {
        guard let time = strokes[stroke].points[point].time else { continue }
        let next = time - first >= last ? time - first : last + ImportRules.timeStep
        strokes[stroke].points[point].time = next
        last = next
      }
    }
  }

  private mutating func spaceStrokes() {
    report.timeBase = report.timeBase ?? "none; strokes 0.2 s apart"
    var time = 0.0
    for stroke in strokes.indices {
      strokes[stroke].points[0].time = time
      time += Double(strokes[stroke].points.count - 1) / 120 + 0.2
    }
  }
}

/// Values that the rules for all formats share.
enum ImportRules {
  /// The time after the last event of a touch whose clock stands or runs backward, in seconds.
  static let timeStep = 1e-4
}
