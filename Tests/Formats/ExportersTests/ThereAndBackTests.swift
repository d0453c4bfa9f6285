import Files
import Session
import BoardImporters
import DocumentImporters
import Exporters
import Geometry
import PointImporters
import TestSupport
import Testing
import TouchLog

/// The properties of a drawing that are the same after it was written in a format and read again.
struct Resolution: Sendable, CustomTestStringConvertible {
  enum Position: Hashable, Sendable {
    /// At its position.
    case kept
    /// Counted from the page's corner.
    case onPage
    /// At another position, but with the same shape.
    case moved
  }

  enum Width: Hashable, Sendable {
    case lost
    /// The tool's width.
    case nominal
    /// The ink's width at each point.
    case ofInk
  }

  let format: ExportFormat
  /// The importer's name.
  let reader: String
  var position = Position.kept
  /// The largest error of a coordinate, in points.
  var error: Double
  /// The largest error of a time, in seconds; nil if times are lost.
  var time: Double?
  /// The largest error of a pressure; nil if pressures are lost.
  var pressure: Double?
  /// The pressure that is read at a point without pressure, in a stroke that has pressure elsewhere.
  var missingPressure: Double?
  /// The largest error of an angle, in radians; nil if tilts are lost.
  var angle: Double?
  var hasColors = false
  var width = Width.lost
  var hasMarkers = false
  var hasErasers = false
  var hasSize = false
  /// Whether ink of less than 32 points is enlarged when it is read: the file has no unit.
  var enlargesSmallInk = false
  /// Whether strokes at the same time are read as such.
  var interleaves = false

  var testDescription: String { format.rawValue }
}

extension Resolution {
  /// All formats but the simplified drawings of Quick, Draw!.
  ///
  /// - Six decimals of a point leave an error of 0.5e-6; Excalidraw adds two such numbers.
  /// - svc has six decimals of a millimeter, which is 3.8 points, or 1/5080 inch if the drawing is wider than a meter:
  ///   see `error(of:)`. Its angles have two decimals of a tenth of a degree.
  /// - InkML, svc and PointerEvents have microseconds, WebDriver and Quick, Draw! whole milliseconds.
  static let all = [
    Resolution(
      format: .inkml, reader: "inkml", error: 6e-7, time: 2e-6, pressure: 6e-7, hasColors: true, width: .nominal,
      hasMarkers: true, hasSize: true),
    Resolution(
      format: .xopp, reader: "xournal", position: .onPage, error: 6e-7, hasColors: true, width: .ofInk,
      hasMarkers: true, hasErasers: true, hasSize: true),
    Resolution(
      format: .excalidraw, reader: "excalidraw", error: 1.1e-6, pressure: 6e-7, missingPressure: 0.5, hasColors: true,
      width: .nominal),
    Resolution(
      format: .svc, reader: "svc", position: .moved, error: 4e-6, time: 2e-6, pressure: 6e-7, missingPressure: 0.5,
      angle: 1e-5),
    Resolution(format: .quickdraw, reader: "quickdraw", error: 6e-7, time: 0.0011),
    Resolution(
      format: .csv, reader: "points", error: 6e-7, time: 2e-6, pressure: 1.1e-6, angle: 1e-6, enlargesSmallInk: true),
    Resolution(format: .stroke3, reader: "stroke-3", error: 6e-7, enlargesSmallInk: true),
    Resolution(format: .stroke5, reader: "stroke-5", error: 6e-7, enlargesSmallInk: true),
    Resolution(
      format: .webdriver, reader: "webdriver", error: 6e-7, time: 0.0011, pressure: 6e-7, angle: 1e-6,
      interleaves: true),
    Resolution(
      format: .pointerEvents, reader: "pointer-events", error: 6e-7, time: 2e-6, pressure: 6e-7, angle: 1e-6,
      hasErasers: true, interleaves: true),
  ]

  /// The largest error of a coordinate, in points.
  func error(of strokes: [ExportedStroke], on drawing: ExportedDrawing) -> Double {
    guard format == .svc else { return error }
    let x = strokes.flatMap(\.points).map(\.point.x)
    let width = (x.max() ?? 0) - min(drawing.origin.x, x.min() ?? 0)
    return width * 25.4 / 96 > 999 ? 96.0 / 5080 : error
  }
}

/// Reads a file with an importer, and exports what it drew.
func readAgain(_ bytes: [UInt8], _ reader: String) throws -> ExportedDrawing {
  var options = SessionOptions()
  options.format = InputFormat(rawValue: reader)
  var export = DrawingExport(try DrawingSession(MemorySource(bytes), path: "a", options: options))
  while try export.advance() {}
  return try export.finish()
}

struct ThereAndBackTests {
  private static let seeds = 0..<12 as Range<UInt64>

  private func isSmall(_ strokes: [ExportedStroke]) -> Bool {
    let points = strokes.flatMap(\.points).map(\.point)
    func extent(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    return max(extent(points.map(\.x)), extent(points.map(\.y))) < 32
  }

  /// The strokes that a format holds.
  private func strokes(_ drawing: ExportedDrawing, in format: Resolution) -> [ExportedStroke] {
    format.hasErasers ? drawing.strokes : drawing.strokes.filter { $0.kind != .eraser }
  }

  private func offset(
    _ wanted: [ExportedStroke], _ drawing: ExportedDrawing, _ found: ExportedDrawing, _ position: Resolution.Position
  ) -> Vector {
    switch position {
    case .kept: Vector(0, 0)
    case .onPage: Vector(-drawing.origin.x, -drawing.origin.y)
    case .moved: found.strokes[0].points[0].point - wanted[0].points[0].point
    }
  }

  @Test(arguments: Resolution.all, seeds)
  func `a drawing that is written and read has the points of before`(format: Resolution, seed: UInt64) throws {
    let drawing = RandomDrawing(seed: seed, overlaps: format.interleaves && seed % 2 == 1).drawing
    let wanted = strokes(drawing, in: format)
    let found = try readAgain(format.format.file(of: drawing).bytes, format.reader)
    try #require(found.strokes.count == wanted.count)
    if format.enlargesSmallInk, isSmall(wanted) { return }
    let offset = offset(wanted, drawing, found, format.position)
    let error = format.error(of: wanted, on: drawing)
    for (stroke, old) in zip(found.strokes, wanted) {
      if format.width == .ofInk {
        expectLine(stroke.points.map(\.point), through: old.points.map { $0.point + offset }, error: error)
      } else if old.points.count > 1 {
        try #require(stroke.points.count == old.points.count)
      } else {
        #expect(stroke.points.count <= 2)
      }
      guard format.width != .ofInk else { continue }
      for (point, old) in zip(stroke.points, old.points) {
        #expect(point.point.distance(to: old.point + offset) <= 2 * error)
      }
    }
  }

  /// Expects each of the points in turn, and other points only between two of them.
  private func expectLine(_ line: [Point], through points: [Point], error: Double) {
    var rest = line[...]
    var last: Point?
    for point in points {
      while let next = rest.first, next.distance(to: point) > 2 * error {
        rest = rest.dropFirst()
        guard let last else {
          Issue.record("the line begins elsewhere")
          return
        }
        // On the way from the last point to this one.
        let detour = last.distance(to: next) + next.distance(to: point) - last.distance(to: point)
        #expect(detour < 1e-4)
      }
      guard let found = rest.first else {
        Issue.record("the line ends early")
        return
      }
      last = found
      rest = rest.dropFirst()
    }
    // A dot is two equal points.
    #expect(rest.allSatisfy { $0.distance(to: points[points.count - 1]) <= 2 * error + 0.001 })
  }

  @Test(arguments: Resolution.all.filter { $0.time != nil }, seeds)
  func `a drawing that is read again keeps its times`(format: Resolution, seed: UInt64) throws {
    let drawing = RandomDrawing(seed: seed, overlaps: seed % 2 == 1).drawing
    let wanted = strokes(drawing, in: format)
    let found = try #require(try imported(format.format.file(of: drawing).bytes, from: format.reader))
    try #require(found.count == wanted.count)
    let first = wanted[0].points[0].time
    for (stroke, old) in zip(found, wanted) {
      for (event, point) in zip(stroke.events, old.points) {
        #expect(abs((event.time ?? .nan) - (point.time - first)) <= format.time!)
      }
    }
  }

  @Test(arguments: Resolution.all, seeds)
  func `pressures and tilts that a format holds are read again`(format: Resolution, seed: UInt64) throws {
    let drawing = RandomDrawing(seed: seed).drawing
    let wanted = strokes(drawing, in: format)
    let file = format.format.file(of: drawing)
    let found = try readAgain(file.bytes, format.reader)
    for (stroke, old) in zip(found.strokes, wanted) {
      // Excalidraw's ink of constant width has no pressures.
      let isConstant = format.format == .excalidraw && stroke.points.allSatisfy { $0.pressure == nil }
      if isConstant, old.points.contains(where: { $0.pressure != nil }) {
        #expect(file.losses.all.contains { $0.what == "pressures" })
      }
      for (point, old) in zip(stroke.points, old.points) where format.width != .ofInk {
        if let error = format.pressure, !isConstant {
          let expected = old.pressure ?? (stroke.points.contains { $0.pressure != nil } ? format.missingPressure : nil)
          #expect(abs((point.pressure ?? -1) - (expected ?? -1)) <= error)
        }
        guard let error = format.angle, let altitude = old.altitude, let azimuth = old.azimuth else { continue }
        #expect(abs((point.altitude ?? .nan) - altitude) <= error)
        #expect(abs(((point.azimuth ?? .nan) - azimuth).remainder(dividingBy: 2 * .pi)) <= error)
        let losses = file.losses.all.filter {
          ["twists", "tangential pressures", "sizes of contacts"].contains($0.what)
        }
        #expect([0, 3].contains(losses.count))
        guard losses.isEmpty else { continue }
        let (twist, oldTwist): (Double, Double) = (point.twist ?? .nan, old.twist ?? .nan)
        #expect(abs(twist - oldTwist) <= 0.5, "a web page has whole degrees")
        #expect(point.details == old.details)
      }
    }
  }

  @Test(arguments: Resolution.all, seeds)
  func `tools, colors and widths that a format holds are read again`(format: Resolution, seed: UInt64) throws {
    let drawing = RandomDrawing(seed: seed).drawing
    let wanted = strokes(drawing, in: format)
    let file = format.format.file(of: drawing)
    let found = try readAgain(file.bytes, format.reader)
    let hasOpacity = !file.losses.all.contains { $0.what == "opacities" }
    for (stroke, old) in zip(found.strokes, wanted) {
      if format.hasMarkers, old.kind != .eraser { #expect(stroke.kind == old.kind) }
      if format.hasErasers, format.format != .xopp { #expect((stroke.kind == .eraser) == (old.kind == .eraser)) }
      if format.hasColors, old.kind != .eraser {
        var (color, expected) = (stroke.color, old.color)
        if !hasOpacity { (color.alpha, expected.alpha) = (255, 255) }
        #expect(color == expected)
      }
      switch format.width {
      case .lost: break
      case .nominal: #expect(abs(stroke.width - old.width) <= 1e-6)
      case .ofInk:
        let widest = old.points.map(\.radius).max() ?? 0
        #expect(stroke.points.allSatisfy { $0.radius <= widest + 0.011 })
      }
    }
    if format.position == .onPage || format.hasSize && drawing.hasSize {
      #expect(abs(found.size.width - drawing.size.width) < 1e-6)
      #expect(abs(found.size.height - drawing.size.height) < 1e-6)
    } else {
      #expect(!found.hasSize)
    }
    #expect(file.losses.all.contains { $0.what == "canvas sizes" } == (drawing.hasSize && !format.hasSize))
    let hasBackground = !file.losses.all.contains { $0.what == "backgrounds" }
    if hasBackground { #expect(found.background == drawing.background) }
  }

  @Test(arguments: Resolution.all, seeds)
  func `a drawing that was read is written and read without any change`(format: Resolution, seed: UInt64) throws {
    let drawing = RandomDrawing(seed: seed, overlaps: format.interleaves && seed % 2 == 1).drawing
    let first = try readAgain(format.format.file(of: drawing).bytes, format.reader)
    let bytes = format.format.file(of: first).bytes
    let second = try readAgain(bytes, format.reader)
    let counts: [Int] = first.strokes.map(\.points.count)
    #expect(second.strokes.map(\.points.count) == counts)
    for (stroke, old) in zip(second.strokes, first.strokes) {
      // svc counts from the corner of the canvas, which is a margin away from the ink.
      let offset =
        format.position == .moved
        ? second.strokes[0].points[0].point - first.strokes[0].points[0].point : Vector(0, 0)
      for (point, old) in zip(stroke.points, old.points) {
        #expect(point.point.distance(to: old.point + offset) <= 1e-5)
      }
    }
    // The widths at joints are those of a curve, which is not exactly the same again.
    if format.width == .ofInk { return }
    // An expectation that compares arrays searches for the shortest list of changes, which takes long.
    let isSame = format.format.file(of: second).bytes == bytes
    #expect(isSame)
  }

  @Test(arguments: [Resolution.all[5], Resolution.all[6]])
  func `a dot and a stroke do not gain points when they are written and read again and again`(
    format: Resolution
  ) throws {
    let dot = ExportedStroke(id: "e1", pointer: .mouse, points: [ExportedPoint(Point(5, 5), time: 0, radius: 2)])
    let line = ExportedStroke(
      id: "e2", pointer: .mouse,
      points: [(9.0, 1.0), (20, 1.1)].map { ExportedPoint(Point($0.0, 9), time: $0.1, radius: 2) })
    var drawing = ExportedDrawing(size: Size(width: 40, height: 20), strokes: [dot, line])
    for _ in 0..<3 {
      drawing = try readAgain(format.format.file(of: drawing).bytes, format.reader)
      #expect(drawing.strokes.map(\.points.count) == [1, 2])
    }
  }

  @Test func `points at the same time keep it`() throws {
    // Differences of such times are not exact: 0.3 - 0.1 is less than 0.2.
    let times = [0.1, 0.3, 0.3, 0.3, 0.7]
    let points = times.enumerated().map { ExportedPoint(Point(Double($0), 0), time: $1, radius: 2) }
    let drawing = ExportedDrawing(
      size: Size(width: 40, height: 20), strokes: [ExportedStroke(id: "e1", pointer: .mouse, points: points)])
    let file = ExportFormat.pointerEvents.file(of: drawing).bytes
    let strokes = try #require(try imported(file, from: "pointer-events"))
    #expect(strokes[0].events.map { (($0.time ?? -1) * 1e6).rounded() } == [0, 200_000, 200_000, 200_000, 600_000])
  }

  @Test(arguments: seeds)
  func `a simplified drawing stays near the lines of before`(seed: UInt64) throws {
    let drawing = RandomDrawing(seed: seed).drawing
    let wanted = drawing.strokes.filter { $0.kind != .eraser }
    let bytes = ExportFormat.quickdrawSimplified.file(of: drawing).bytes
    let found = try readAgain(bytes, "quickdraw")
    try #require(found.strokes.count == wanted.count)
    var bounds = Rect.empty
    for stroke in wanted { for point in stroke.points { bounds.include(point.point) } }
    let longest = max(bounds.width, bounds.height)
    let scale = longest > 0 ? 255 / longest : 1
    // The tolerance of the simplification, the rounding to whole units, and corners between points at a distance of 1.
    // Where a line turns back, its points are near the line through others, but may lie beyond its ends.
    let error = 4.0
    for (stroke, old) in zip(found.strokes, wanted) {
      let line = stroke.points.map(\.point)
      let oldLine = old.points.map { Point(($0.point.x - bounds.minX) * scale, ($0.point.y - bounds.minY) * scale) }
      for point in oldLine { #expect(distance(point, line) <= error) }
      for point in line { #expect(distance(point, oldLine) <= 0.5.squareRoot() + 0.5) }
    }
    // The bounds change by the rounding only, so that little is scaled again.
    let again = try readAgain(ExportFormat.quickdrawSimplified.file(of: found).bytes, "quickdraw")
    for (stroke, old) in zip(again.strokes, found.strokes) {
      for point in stroke.points { #expect(distance(point.point, old.points.map(\.point)) <= error) }
    }
  }

  private func distance(_ point: Point, _ line: [Point]) -> Double {
    if line.count == 1 { return point.distance(to: line[0]) }
    return zip(line, line.dropFirst()).map { start, end in
      let direction = end - start
      let square = direction.dx * direction.dx + direction.dy * direction.dy
      let offset = point - start
      let share = square > 0 ? max(0, min(1, (offset.dx * direction.dx + offset.dy * direction.dy) / square)) : 0
      return point.distance(to: Point(start.x + direction.dx * share, start.y + direction.dy * share))
    }.min() ?? .infinity
  }
}
