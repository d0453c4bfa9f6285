import Geometry
import TouchLog

/// A point of an imported stroke.
package struct ImportedPoint: Hashable, Sendable, Sensed {
  /// In the format's unit until the importer has converted it to points; y grows downward.
  package var x: Double
  package var y: Double
  /// The pressure is 0...1, the time in seconds from any origin; nil for what the format does not have.
  package var reading: PenReading

  package init(
    _ x: Double, _ y: Double, pressure: Double? = nil, time: Double? = nil, altitude: Double? = nil,
    azimuth: Double? = nil
  ) {
    (self.x, self.y) = (x, y)
    reading = PenReading(pressure: pressure, time: time, altitude: altitude, azimuth: azimuth)
  }

  /// Whether the coordinates are numbers that a log may have.
  package var hasValidCoordinates: Bool { x.magnitude <= LogLimits.coordinate && y.magnitude <= LogLimits.coordinate }

  /// Whether the pressure, the time and the angles are numbers that an event can have, if the point has them.
  var hasValidValues: Bool {
    let largest = max(abs(time ?? 0), max(abs(altitude ?? 0), abs(azimuth ?? 0)))
    let pressure = pressure ?? 0
    return max(largest, pressure) <= Self.largest && pressure >= 0
  }

  /// Removes the values that no event can have.
  mutating func removeInvalidValues() {
    if !Self.isValid(pressure) || (pressure ?? 0) < 0 { pressure = nil }
    if !Self.isValid(time) { time = nil }
    if !Self.isValid(altitude) { altitude = nil }
    if !Self.isValid(azimuth) { azimuth = nil }
  }

  /// Differences and products of numbers up to here are finite.
  private static let largest = 1e15

  private static func isValid(_ value: Double?) -> Bool { abs(value ?? 0) <= largest }
}

/// An imported stroke: its points in the order of the file, and the tool that draws it.
package struct ImportedStroke: Hashable, Sendable {
  package var points: [ImportedPoint]
  private var toolSetting: ToolSetting?
  package var pointer: TouchEvent.Pointer?
  /// The finger or pen that drew it.
  package var touch = TouchID.number(0)
  /// The location of the stroke in the file, from 1; the line is 0 in a file that has no lines.
  package var line: Int
  package var column: Int

  package init(
    points: [ImportedPoint] = [], tool: ToolChange? = nil, pointer: TouchEvent.Pointer? = nil, line: Int = 1,
    column: Int = 1
  ) {
    self.points = points
    toolSetting = tool.map { .tool($0) }
    self.pointer = pointer
    (self.line, self.column) = (line, column)
  }

  /// The tool with all of its settings; nil for the default pen. All strokes of a file set the same keys.
  package var tool: ToolChange? {
    get { if case .tool(let tool) = toolSetting { tool } else { nil } }
    set { toolSetting = newValue.map { .tool($0) } }
  }

  /// Whether the stroke sets a tool.
  var hasTool: Bool { toolSetting != nil }

  /// Uses the memory of another stroke's tool if it is the same tool.
  /// - Returns: Whether it is.
  mutating func shareTool(with other: ImportedStroke) -> Bool {
    guard toolSetting == other.toolSetting else { return false }
    toolSetting = other.toolSetting
    return true
  }

  /// A tool that several strokes share: most files have many strokes and few tools.
  private indirect enum ToolSetting: Hashable, Sendable {
    case tool(ToolChange)
  }
}

/// A text or an image of a file.
package struct ImportedCommand: Sendable {
  var command: LogCommand
  /// The number of strokes before it.
  var strokeCount: Int
  /// Its location in the file, from 1.
  var line: Int
  var column: Int
}
