import Files
import Foundation
import Geometry
import Importers
import TestSupport
import Testing
import TouchLog

@testable import ImportCore
@testable import PointImporters

struct QuickDrawCorpusTests {
  static let isHere = ProcessInfo.processInfo.environment["DOODLE_CORPUS"] != nil

  /// The strokes of a drawing.
  static func strokes(_ bytes: [UInt8], from format: LogFormat? = nil, index: Int = 0) throws -> [[Point]] {
    var options = ImportOptions()
    options.index = index
    let reader = try openEventReader(MemorySource(bytes), name: "a", format: format, options: options)
    var strokes: [[Point]] = []
    for outcome in try outcomes(reader) {
      guard case .touch(let touch)? = outcome.event else { continue }
      if touch.phase == .began { strokes.append([]) }
      strokes[strokes.count - 1].append(touch.point)
    }
    return strokes
  }

  /// The drawing "bed" of two strokes, as a record.
  static let record: [UInt8] =
    [1, 2, 0, 0, 0, 0, 0, 0, 0x55, 0x53, 1, 9, 9, 9, 9, 2, 0] + [2, 0, 10, 255, 30, 40] + [1, 0, 5, 6]

  @Test(.enabled(if: isHere, "needs the recordings in DOODLE_CORPUS"))
  func `raw drawings: bed has 6 strokes of 163 points, pizza 5 of 90`() throws {
    let bytes = try #require(try corpus("quickdraw/raw.ndjson"))
    let bed = try Self.strokes(bytes)
    #expect(bed.count == 6 && bed.joined().count == 163)
    let pizza = try Self.strokes(bytes, index: 1)
    #expect(pizza.count == 5 && pizza.joined().count == 90)
  }

  @Test(.enabled(if: isHere, "needs the recordings in DOODLE_CORPUS"))
  func `the binary drawing is the raw one, simplified as the data set says`() throws {
    let raw = try Self.strokes(try #require(try corpus("quickdraw/raw.ndjson")))
    let binary = try Self.strokes(try #require(try corpus("quickdraw/bed.bin")), from: .quickDrawBinary)
    #expect(binary.count == 6 && binary.joined().count == 25)
    #expect(simplified(raw) == binary)
  }

  @Test(.enabled(if: isHere, "needs the recordings in DOODLE_CORPUS"))
  func `20 angels are equal as text and as records`() throws {
    let text = try #require(try corpus("quickdraw/angel.ndjson"))
    let binary = try #require(try corpus("quickdraw/angel.bin"))
    for index in 0..<20 {
      let drawing = try Self.strokes(text, index: index)
      #expect(try drawing == Self.strokes(binary, from: .quickDrawBinary, index: index) && !drawing.isEmpty)
    }
    for (bytes, format) in [(text, LogFormat.quickDraw), (binary, .quickDrawBinary)] {
      let error = #expect(throws: LogReadError.self) { try Self.strokes(bytes, from: format, index: 20) }
      guard case .malformed(let error) = error else { continue }
      #expect(error.reason == .noPart("drawing", 21, count: 20))
    }
  }

  @Test func `a record has a size, and its strokes come 0.2 s apart`() throws {
    let source = ChunkedSource(Self.record + Self.record, chunk: 3)
    var reader = try openEventReader(source, name: "a", format: .quickDrawBinary)
    guard case .header(let header) = try reader.next() else { return #expect(Bool(false), "there is no header") }
    #expect(header.size == Size(width: 256, height: 256))
    #expect(header.notes.map(\.key) == ["key_id"])
    #expect(try reader.next() == .touch(TouchEvent(phase: .began, point: Point(10, 30), time: 0)))
    #expect(try reader.next() == .touch(TouchEvent(phase: .ended, point: Point(255, 40))))
    let time = 1.0 / 120 + 0.2
    #expect(try reader.next() == .touch(TouchEvent(phase: .began, point: Point(5, 6), time: time)))
    #expect(reader.location == LogLocation(file: "a", byte: 23))
    #expect(try reader.next() == .touch(TouchEvent(phase: .ended, point: Point(5, 6), time: time)))
    #expect(try reader.next() == nil)
    #expect(reader.report.assumptions.first == "the drawing is 513")
  }

  @Test func `a record that is cut off is an error at the end of the file`() throws {
    let two = Self.record + Self.record
    for count in Self.record.count + 1..<two.count {
      #expect(try Self.strokes(Array(two[..<count]), from: .quickDrawBinary).count == 2)
      let error = #expect(throws: LogReadError.self) {
        try Self.strokes(Array(two[..<count]), from: .quickDrawBinary, index: 1)
      }
      guard case .malformed(let error) = error, case .cutOff = error.reason else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error.location == LogLocation(file: "a", byte: count))
    }
  }

  @Test func `records are never recognized by their content`() {
    #expect(!LogFormat.quickDrawBinary.recognizes(Glimpse(Self.record)))
  }

  @Test func `damaged drawings`() throws {
    survivesDamage(Array("[{\"word\":\"a\",\"drawing\":\"[[[1],[2]]\\u005d\"}]".utf8), from: .quickDraw)
    survivesDamage(Self.record + Self.record, from: .quickDrawBinary)
    var second = ImportOptions()
    second.index = 1
    survivesDamage(Self.record + Self.record, from: .quickDrawBinary, options: second)
    guard let raw = try corpus("quickdraw/raw.ndjson"), let angels = try corpus("quickdraw/angel.bin") else { return }
    survivesDamage(raw, budget: 1 << 20)
    survivesDamage(raw, from: .quickDraw, options: second, budget: 1 << 20)
    second.index = 19
    survivesDamage(angels, from: .quickDrawBinary, options: second, budget: 1 << 20)
  }
}

/// The data set's simplification: to 0...255 from the top left, a point for each unit of length, Ramer, Douglas and
/// Peucker's with a tolerance of 2, rounded.
private func simplified(_ strokes: [[Point]]) -> [[Point]] {
  let all = strokes.joined()
  let (left, top) = (all.map(\.x).min() ?? 0, all.map(\.y).min() ?? 0)
  let scale = 255 / max((all.map(\.x).max() ?? 0) - left, (all.map(\.y).max() ?? 0) - top)
  return strokes.map { stroke in
    let scaled = stroke.map { Point(($0.x - left) * scale, ($0.y - top) * scale) }
    return reduced(resampled(scaled)[...]).map { Point($0.x.rounded(), $0.y.rounded()) }
  }
}

private func resampled(_ points: [Point]) -> [Point] {
  var result = [points[0]]
  var last = points[0]
  var distance = 0.0
  for point in points.dropFirst() {
    while true {
      let length = hypot(point.x - last.x, point.y - last.y)
      guard length > 0, distance + length >= 1 else {
        distance += length
        last = point
        break
      }
      let share = (1 - distance) / length
      last = Point(last.x + (point.x - last.x) * share, last.y + (point.y - last.y) * share)
      result.append(last)
      distance = 0
    }
  }
  return result + [points[points.count - 1]]
}

private func reduced(_ points: ArraySlice<Point>) -> [Point] {
  guard let first = points.first, let last = points.last, points.count > 2 else { return Array(points) }
  let length = hypot(last.x - first.x, last.y - first.y)
  func distance(_ point: Point) -> Double {
    if length == 0 { return hypot(point.x - first.x, point.y - first.y) }
    return abs((last.x - first.x) * (point.y - first.y) - (last.y - first.y) * (point.x - first.x)) / length
  }
  let inner = points.indices.dropFirst().dropLast()
  guard let farthest = inner.max(by: { distance(points[$0]) < distance(points[$1]) }), distance(points[farthest]) > 2
  else { return [first, last] }
  return reduced(points[...farthest]).dropLast() + reduced(points[farthest...])
}
