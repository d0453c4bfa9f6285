import Geometry
import TouchLog

/// A point of a stroke, with final values: late pressure is applied.
package struct ExportedPoint: Hashable, Sendable, Sensed {
  /// In points.
  package var point: Point
  /// The pressure is 0...1.
  package var reading: PenReading
  /// Half of the ink's width there, in points.
  package var radius: Double

  /// Seconds from the beginning of the recording.
  package var time: Double {
    get { reading.time ?? 0 }
    set { reading.time = newValue }
  }

  package init(
    _ point: Point, time: Double, pressure: Double? = nil, altitude: Double? = nil, azimuth: Double? = nil,
    radius: Double
  ) {
    (self.point, self.radius) = (point, radius)
    reading = PenReading(pressure: pressure, time: time, altitude: altitude, azimuth: azimuth)
  }
}

/// A position on the axis of ink.
package struct ExportedDisc: Hashable, Sendable {
  /// In points.
  package var center: Point
  /// Half of the ink's width there, in points.
  package var radius: Double

  package init(center: Point, radius: Double) { (self.center, self.radius) = (center, radius) }
}

/// A stroke of a finished drawing, at the current position of its element: a pen's stroke, or a line of a shape or a
/// text.
package struct ExportedStroke: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case pen
    /// Translucent ink of constant width.
    case marker
    /// Removes the ink below it.
    case eraser
  }

  /// The element's name, unique in the drawing.
  package var id: String
  package var kind: Kind
  /// Its alpha is the opacity of the ink. For rainbow ink, the color at the start of the stroke.
  package var color: Color
  /// The tool's nominal width, in points.
  package var width: Double
  package var pointer: TouchEvent.Pointer?
  /// The finger or pen that drew it.
  package var touch = TouchID.number(0)
  /// At least one, in order.
  package var points: [ExportedPoint]
  /// The axis of the ink that the stroke model makes of the points; empty if the ink is straight segments between the
  /// points.
  package var axis: [ExportedDisc] = []
  /// Whether a stroke model smooths the points. Otherwise the ink goes through them.
  package var isSmoothed = true
  /// The layer of its document; empty for none.
  package var layer = ""

  package init(
    id: String, kind: Kind = .pen, color: Color = .black, width: Double = 4, pointer: TouchEvent.Pointer? = nil,
    points: [ExportedPoint]
  ) {
    (self.id, self.kind, self.color, self.width) = (id, kind, color, width)
    (self.pointer, self.points) = (pointer, points)
  }
}

/// The strokes of a finished drawing, in drawing order, and the properties of its canvas.
public struct ExportedDrawing: Sendable {
  /// The canvas in points: the log's size, or the bounds of the ink and a margin.
  package var size: Size
  /// Whether the size is the log's. Otherwise readers find it themselves.
  package var hasSize = true
  /// The top left corner of the canvas, in points: (0, 0) unless the bounds of the ink decide it. Formats with pages
  /// subtract it from the points.
  package var origin: Point
  /// The scale in the recording's header, in pixels per point.
  package var scale: Double?
  /// The grid in the recording's header: the spacing of the device's positions, in points.
  package var grid: Double?
  /// Nil if it is transparent.
  package var background: Color? = .white
  /// The lines of ruled paper; nil for plain paper.
  package var ruling: Paper.Ruling?
  /// Whether the recording has times. Otherwise the times of the points are made up.
  package var isTimed = true
  /// The notes in the recording's header, such as the word that was drawn.
  package var notes: [LogHeader.Note] = []
  /// The label in the notes: what the drawing shows.
  package var label: String? {
    var header = LogHeader()
    header.notes = notes
    return header.label
  }
  package var strokes: [ExportedStroke]
  /// Parts of the drawing that strokes do not hold, in the plural, with their counts: images, fills, rainbow colors.
  public var losses: Losses

  package init(size: Size, origin: Point = Point(0, 0), strokes: [ExportedStroke], losses: Losses = Losses()) {
    (self.size, self.origin, self.strokes, self.losses) = (size, origin, strokes, losses)
  }

  /// Leaves out the points beyond the coordinates that a log may have, and strokes without others, and narrows ink that
  /// is wider than a log's may be.
  mutating func keepLimits() {
    removeDistantPoints()
    let widest = LogLimits.coordinate
    var count = 0
    for index in strokes.indices where strokes[index].points.contains(where: { $0.radius > widest / 2 }) {
      for point in strokes[index].points.indices {
        strokes[index].points[point].radius = min(widest / 2, strokes[index].points[point].radius)
      }
      count += 1
    }
    for index in strokes.indices { strokes[index].width = min(widest, strokes[index].width) }
    losses.lose("widths beyond \(plain(widest))", count: count)
  }

  private mutating func removeDistantPoints() {
    func isDistant(_ point: Point) -> Bool {
      !(point.x.magnitude <= LogLimits.coordinate && point.y.magnitude <= LogLimits.coordinate)
    }
    var count = 0
    for index in strokes.indices where strokes[index].points.contains(where: { isDistant($0.point) }) {
      let all = strokes[index].points.count
      strokes[index].points.removeAll { isDistant($0.point) }
      strokes[index].axis = []
      count += all - strokes[index].points.count
    }
    guard count > 0 else { return }
    strokes.removeAll { $0.points.isEmpty }
    losses.lose("points with coordinates beyond \(plain(LogLimits.coordinate))", count: count)
  }
}

/// The parts of a drawing that a file of another format does not hold.
public struct Losses: Hashable, Sendable {
  /// The names of what is lost, in the plural, and how many there are; 0 for what is not counted.
  public private(set) var all: [(what: String, count: Int)] = []

  package init() {}

  public var isEmpty: Bool { all.isEmpty }

  /// Adds to what is lost, unless `count` is 0.
  package mutating func lose(_ what: String, count: Int) {
    guard count > 0 else { return }
    if let known = all.firstIndex(where: { $0.what == what }) {
      all[known].count += count
    } else {
      all.append((what, count))
    }
  }

  mutating func add(_ other: Losses) { for loss in other.all { lose(loss.what, count: loss.count) } }

  public static func == (one: Losses, other: Losses) -> Bool {
    one.all.elementsEqual(other.all) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) { for loss in all { hasher.combine(loss.what) } }
}

extension Losses: CustomStringConvertible {
  /// For example "texts: 3, times: 1200".
  public var description: String {
    all.map { "\($0.what): \($0.count)" }.joined(separator: ", ")
  }
}
