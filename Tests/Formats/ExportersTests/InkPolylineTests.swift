import Archive
import Session
import Exporters
import Files
import Foundation
import Geometry
import Ink
import TestSupport
import Testing
import TouchLog

/// The lines of Xournal++, which joins points by straight segments, follow the curves of the ink.
struct InkPolylineTests {
  /// The largest distance between the lines and the ink from which they were made or that is read from them, and
  /// between half of their widths, in points.
  private static let tolerance = 0.15

  /// A segment of a line: its ends, and half of its width.
  private struct Segment {
    var start: Point
    var end: Point
    var radius: Double

    func distance(to point: Point) -> Double {
      let (step, offset) = (end - start, point - start)
      let square = step.dx * step.dx + step.dy * step.dy
      let share = square > 0 ? max(0, min(1, (step.dx * offset.dx + step.dy * offset.dy) / square)) : 0
      return point.distance(to: start + step * share)
    }
  }

  /// The file of Xournal++ that a recording becomes, and the drawing of the recording.
  private func converted(_ bytes: [UInt8]) throws -> (file: [UInt8], drawing: Drawing) {
    var export = DrawingExport(try DrawingSession(MemorySource(bytes), path: "a"))
    while try export.advance() {}
    return (ExportFormat.xopp.file(of: try export.finish()).bytes, export.session.drawing)
  }

  /// The segments of the strokes of a file.
  private func segments(_ file: [UInt8]) throws -> [[Segment]] {
    let source = GunzipSource(MemorySource(file))
    var bytes: [UInt8] = []
    while try source.read(into: &bytes, atMost: 1 << 16) > 0 {}
    return String(decoding: bytes, as: UTF8.self).matches(of: /width="([^"]*)" capStyle="round">([^<]*)</).map {
      match in
      let widths = match.1.split(separator: " ").compactMap { Double($0) }
      let numbers = match.2.split(separator: " ").compactMap { Double($0) }
      let points = stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
      return (0..<points.count - 1).map {
        Segment(
          start: points[$0], end: points[$0 + 1], radius: (widths.count > 1 ? widths[$0 + 1] : widths[0]) / 2)
      }
    }
  }

  /// Strokes of few samples far apart, as a fast mouse makes them.
  private static func sparseLog(seed: UInt64, hasPressure: Bool) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    var lines = [#"{"doodle":1,"size":[800,600]}"#, #"{"tool":"pen","width":\#(random.double(in: 1...12))}"#]
    var time = 0.0
    for _ in 0..<5 {
      let count = Int.random(in: 2...12, using: &random)
      for index in 0..<count {
        let phase = index == 0 ? "began" : index == count - 1 ? "ended" : "moved"
        let force = hasPressure ? #","pressure":\#(random.double(in: 0.05...1))"# : ""
        let (x, y) = (random.double(in: 0...800), random.double(in: 0...600))
        lines.append(#"{"phase":"\#(phase)","point":[\#(x),\#(y)],"time":\#(time)\#(force)}"#)
        time += random.double(in: 0.01...0.1)
      }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// Expects ink to lie on lines, and lines on ink.
  private func expectSame(_ drawing: Drawing, _ lines: [[Segment]]) throws {
    try #require(lines.count == drawing.strokes.count)
    var (farthest, widest) = (0.0, 0.0)
    for (stroke, line) in zip(drawing.strokes, lines) {
      let axis = stroke.centerline(options: drawing.options)
      let ink = zip(axis, axis.dropFirst()).map {
        Segment(start: $0.center, end: $1.center, radius: ($0.radius + $1.radius) / 2)
      }
      for disc in axis {
        let distances = line.map { $0.distance(to: disc.center) }
        farthest = max(farthest, distances.min() ?? 0)
        let near = zip(line, distances).filter { $0.1 <= Self.tolerance }
        widest = max(widest, near.map { abs($0.0.radius - disc.radius) }.min() ?? 0)
      }
      for segment in line {
        for point in [segment.start, segment.start + (segment.end - segment.start) * 0.5, segment.end] {
          farthest = max(farthest, ink.map { $0.distance(to: point) }.min() ?? 0)
        }
      }
    }
    #expect(farthest <= Self.tolerance)
    #expect(widest <= Self.tolerance)
  }

  @Test(arguments: rounds(10), [false, true])
  func `sparse strokes become lines that follow the ink, and are read as the same ink`(
    seed: UInt64, hasPressure: Bool
  ) throws {
    try expectSameInk(Self.sparseLog(seed: seed, hasPressure: hasPressure))
  }

  private func expectSameInk(_ log: [UInt8]) throws {
    let (file, drawing) = try converted(log)
    let lines = try segments(file)
    try expectSame(drawing, lines)
    let (again, read) = try converted(file)
    try expectSame(read, lines)
    // Lines are written unchanged, so that a file no longer changes.
    let isSame = again == file
    #expect(isSame)
  }

  /// A mouse that moved fast, and a pen.
  @Test(arguments: ["fast-mouse", "handwriting", "small-handwriting", "eraser"])
  func `recorded strokes become lines that follow the ink, and are read as the same ink`(name: String) throws {
    let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Examples")
    try expectSameInk(Array(try Data(contentsOf: examples.appending(path: name + ".jsonl"))))
  }

  @Test func `strokes of any extent and width become few points`() throws {
    var random = SeededRandom(seed: 1)
    var lines = [#"{"tool":"pen","width":1e6}"#]
    for index in 0...50 {
      let phase = index == 0 ? "began" : index == 50 ? "ended" : "moved"
      let (x, y) = (random.double(in: -1e7...1e7), random.double(in: -1e7...1e7))
      let pressure = index % 2 == 0 ? 1 : 0.0001
      lines.append(#"{"phase":"\#(phase)","point":[\#(x),\#(y)],"time":\#(index),"pressure":\#(pressure)}"#)
    }
    let file = try converted(Array(lines.joined(separator: "\n").utf8)).file
    #expect(try segments(file)[0].count < 51 * 500)
  }

  @Test func `dense strokes keep their samples`() throws {
    var lines = [#"{"doodle":1,"size":[200,100]}"#, #"{"tool":"pen","width":2,"thinning":0}"#]
    for index in 0...60 {
      let phase = index == 0 ? "began" : index == 60 ? "ended" : "moved"
      lines.append(#"{"phase":"\#(phase)","point":[\#(10 + 3 * index),50],"time":\#(Double(index) / 60)}"#)
    }
    let line = try segments(try converted(Array(lines.joined(separator: "\n").utf8)).file)[0]
    #expect(line.map(\.start.x) == Array(stride(from: 10.0, to: 190, by: 3)))
  }
}
