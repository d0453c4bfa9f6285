import Exporters
import Files
import Foundation
import Geometry
import TestSupport
import Testing
import TouchLog

struct QuickDrawExportTests {
  private struct Drawing: Decodable {
    var drawing: [[[Double]]]
  }

  private func drawing(_ format: ExportFormat, _ drawing: ExportedDrawing) throws -> [[[Double]]] {
    try JSONDecoder().decode(Drawing.self, from: Data(format.file(of: drawing).bytes)).drawing
  }

  /// A drawing of the raw data.
  private func exported(_ strokes: [[[Double]]]) -> ExportedDrawing {
    ExportedDrawing(
      size: Size(width: 1000, height: 1000),
      strokes: strokes.enumerated().map { index, stroke in
        ExportedStroke(
          id: "e\(index)",
          points: stroke[0].indices.map {
            ExportedPoint(Point(stroke[0][$0], stroke[1][$0]), time: stroke[2][$0] / 1000, radius: 2)
          })
      })
  }

  private func corpus(_ path: String) throws -> [UInt8]? {
    guard let folder = environment("DOODLE_CORPUS") else { return nil }
    return try InputFile(path: "\(folder)/\(path)").readAll()
  }

  @Test func `a raw drawing has x, y and milliseconds from the first point`() throws {
    let strokes = try drawing(.quickdraw, mixedDrawing())
    #expect(strokes.count == 4)
    let first: [[Double]] = [[10.5, 12, 15], [20, 21.25, 24], [0, 8, 17]]
    let last: [[Double]] = [[90], [90], [3000]]
    #expect(strokes[0] == first)
    #expect(strokes[3] == last)
    #expect(
      losses(.quickdraw, mixedDrawing())
        == "pressures: 6, tilts: 3, colors and widths: 4, canvas sizes: 1, eraser strokes: 1")
  }

  @Test func `the raw drawings of the data set come back`() throws {
    guard let bytes = try corpus("quickdraw/raw.ndjson") else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let strokes = try JSONDecoder().decode(Drawing.self, from: Data(line)).drawing
      #expect(try drawing(.quickdraw, exported(strokes)) == strokes)
    }
  }

  /// The data set has both forms of one drawing.
  @Test func `a drawing of the data set is simplified to the data set's numbers`() throws {
    guard let raw = try corpus("quickdraw/raw.ndjson"), let binary = try corpus("quickdraw/bed.bin") else { return }
    let strokes = try JSONDecoder().decode(Drawing.self, from: Data(raw.prefix { $0 != UInt8(ascii: "\n") })).drawing
    let simplified = try drawing(.quickdrawSimplified, exported(strokes))
    // The binary form: a header of 15 bytes, the number of strokes, and of each the number of points, the x and the y.
    var numbers: [UInt8] = [UInt8(simplified.count), 0]
    for stroke in simplified { numbers += [UInt8(stroke[0].count), 0] + (stroke[0] + stroke[1]).map { UInt8($0) } }
    #expect(numbers == Array(binary.dropFirst(15)))
  }

  @Test(
    arguments: [
      ([[[0], [0], [0]]], [[[0, 0], [0, 0]]]),
      ([[[5, 5], [7, 7], [0, 1]]], [[[0, 0], [0, 0]]]),
      ([[[0, 1], [0, 0], [0, 1]]], [[[0, 255], [0, 0]]]),
      // The middle of the first lies on the line between its ends; that of the second does not.
      ([[[0, 5, 10], [0, 0, 0], [0, 1, 2]]], [[[0, 255], [0, 0]]]),
      ([[[0, 5, 10], [0, 5, 0], [0, 1, 2]]], [[[0, 128, 255], [0, 127, 0]]]),
      // A closed line: the farthest point from the ends, which are one.
      ([[[0, 10, 10, 0, 0], [0, 0, 10, 10, 0], [0, 1, 2, 3, 4]]], [[[0, 255, 255, 0, 0], [0, 0, 255, 255, 0]]]),
    ] as [([[[Double]]], [[[Double]]])])
  func `strokes are scaled to 255 and lose the points on straight lines`(
    raw: [[[Double]]], simplified: [[[Double]]]
  ) throws {
    let found = try drawing(.quickdrawSimplified, exported(raw))
    for (one, other) in zip(found, simplified) {
      let (counts, otherCounts): ([Int], [Int]) = (one.map(\.count), other.map(\.count))
      #expect(counts == otherCounts)
      for (x, y) in zip(one.joined(), other.joined()) { #expect(abs(x - y) <= 1) }
    }
  }

  @Test func `a drawing without strokes is an empty array`() throws {
    for format in [ExportFormat.quickdraw, .quickdrawSimplified] { #expect(try drawing(format, exported([])) == []) }
  }

  @Test func `the importer reads the strokes back`() throws {
    let drawing = mixedDrawing()
    let file = ExportFormat.quickdraw.file(of: drawing).bytes
    guard let strokes = try imported(file, from: "quickdraw") else { return }
    var expected = drawing.strokes.filter { $0.kind != .eraser }
    for stroke in expected.indices {
      for point in expected[stroke].points.indices {
        let time = expected[stroke].points[point].time
        expected[stroke].points[point].time = 1 + ((time - 1) * 1000).rounded() / 1000
      }
    }
    expectPoints(strokes, of: expected, hasPressure: false)
  }
}
