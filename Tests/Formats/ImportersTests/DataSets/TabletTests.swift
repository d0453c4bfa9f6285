import Files
import Foundation
import Geometry
import Importers
import Testing
import TouchLog

@testable import ImportCore
@testable import PointImporters

/// UNIPEN and SVC.
struct TabletTests {
  static let isHere = ProcessInfo.processInfo.environment["DOODLE_CORPUS"] != nil

  static func touches(
    _ text: String, from format: LogFormat? = nil, y: ImportOptions.YAxis? = nil
  ) throws -> [TouchEvent] {
    var options = ImportOptions()
    options.yAxis = y
    return try readTouches(text, from: format, options: options).touches
  }

  static func report(_ text: String) throws -> ImportReport { try readTouches(text).report }

  static func error(_ text: String, from format: LogFormat) -> LogError? {
    let error = #expect(throws: LogReadError.self) { _ = try imported(text, from: format) }
    if case .malformed(let error) = error { return error }
    return nil
  }

  // MARK: UNIPEN

  /// A case has what the units are; y grows upward in it.
  @Test func `UNIPEN: y grows downward on request, and lines may end as on the first Macs`() throws {
    let letter = try ImportCase(folder: "unipen", file: "units-of-each-axis.unp").text()
    let touches = try Self.touches(letter)
    #expect(touches.map(\.point.y) == [4, 0, 4, 4])
    #expect(try Self.touches(letter, y: .down).map(\.point.y) == [20, 24, 20, 20])
    #expect(try Self.touches(letter.replacing("\n", with: "\r")) == touches)
  }

  @Test func `UNIPEN: points per millimeter`() throws {
    let text = ".COORD X Y\n.X_POINTS_PER_MM 10\n.PEN_DOWN\n0 0\n254 2540\n"
    #expect(try Self.touches(text, y: .down).map(\.point) == [Point(0, 0), Point(96, 960)])
  }

  @Test func `UNIPEN: a T that never changes gives way to the rate, which counts the points in the air`() throws {
    let text = """
      .COORD T X Y
      .POINTS_PER_SECOND 50
      .PEN_DOWN
      0 1 1
      0 2 2
      .PEN_UP
      0 3 3
      .PEN_DOWN
      0 4 4
      0 5 5
      .PEN_DOWN
      0 6 6
      0 7 7
      """
    let times: [Double?] = [0, 0.02, 0.06, 0.08, 0.1 + 0.2, 0.12 + 0.2]
    #expect(try Self.touches(text).map(\.time) == times)
    #expect(try Self.report(text).timeBase == "50 points per second")
    #expect(try Self.touches(text.replacing(".POINTS_PER_SECOND 50", with: "")).map(\.time).prefix(2) == [0, nil])
  }

  @Test func `UNIPEN: free text runs over several lines and is skipped`() throws {
    let text = """
      .COMMENT the numbers
      1 2 3
        4 5, . and .5 are text
      .SETUP 7
      .LEXICON "a" "b"
        ".c" 8
      .COORD X Y
      .PEN_DOWN
      1 2 .5
      -7
      .SEGMENT CHARACTER 0-1 OK "a"
      9 9
      """
    #expect(
      try Self.touches(text, from: .unipen, y: .down).map(\.point) == [Point(1, 2), Point(0.5, -7)].map(enlarged))
    func enlarged(_ point: Point) -> Point { Point((point.x - 0.5) * 512 / 9, (point.y + 7) * 512 / 9) }
  }

  @Test(arguments: [
    (#"WORD 0-3 OK "two words""#, "two words"), ("WORD 0-3 OK label", "label"),
    ("WORD  0-1,4-7\tOK  two  words \r", "two  words"), (#"WORD 0 ? say "it""#, "it"), (#"WORD 0 OK a"b"#, #"a"b"#),
    ("WORD 0 OK 5", "5"), ("WORD 0 OK ?", nil), (#"WORD 0 OK "?""#, nil), ("WORD 0-3 OK", nil), ("WORD", nil),
  ])
  func `UNIPEN: a label follows the strokes and the quality of a segment`(segment: String, label: String?) throws {
    let text = ".COORD X Y\n.SEGMENT \(segment)\n.PEN_DOWN\n0 0\n99 9\n"
    var reader = try openEventReader(MemorySource(Array(text.utf8)), name: "a", format: .unipen)
    guard case .header(let header)? = try reader.next() else { return #expect(label == nil) }
    #expect(header.label == label)
  }

  @Test func `UNIPEN: a point without all of its numbers is left out`() throws {
    let text = ".COORD X Y T\n.PEN_DOWN\n0 0 0\n99 0 8\n50 9\n.PEN_UP\n"
    #expect(try Self.touches(text).count == 2)
    #expect(try Self.report(text).omissions.map(\.kind) == [.damage])
  }

  @Test(arguments: [
    (".COORD X T\n", 1, 11), (".PEN_DOWN\n1 2\n3 x\n", 3, 3), (".X_POINTS_PER_INCH 0\n", 1, 20),
    (".X_POINTS_PER_MM\n", 1, 17), (".POINTS_PER_SECOND nan", 1, 20), (".PEN_DOWN 1 0x10", 1, 13),
  ]) func `UNIPEN: an error has its line and column`(text: String, line: Int, column: Int) {
    let error = Self.error(text, from: .unipen)
    #expect(error?.location.line == line && error?.location.column == column, "\(error as Any)")
  }

  @Test(
    .enabled(if: isHere, "needs the recordings in DOODLE_CORPUS"),
    arguments: [("1-0", 92), ("11-0", 69), ("one-point", 1)])
  func `UNIPEN: Lipi Toolkit's letters`(name: String, count: Int) throws {
    let bytes = try #require(try corpus("unipen/lipitk-\(name).unp"))
    let touches = try Self.touches(String(decoding: bytes, as: UTF8.self), y: .down)
    #expect(touches.count == max(2, count) && touches[0].phase == .began)
    if name == "1-0" {
      // 100 points per inch, 75 per second.
      #expect(touches[0].point == Point(142 * 0.96, 69 * 0.96) && touches[3].time == 3 / 75)
    }
  }

  // MARK: SVC

  @Test func `SVC: y grows downward on request`() throws {
    let text = try ImportCase(folder: "svc", file: "units-of-wacom.svc").text()
    #expect(try Self.touches(text).map(\.point) == [Point(96, 0), Point(48, 48)])
    #expect(try Self.touches(text, y: .down).map(\.point) == [Point(96, 48), Point(48, 0)])
  }

  @Test func `SVC: a pressure that never changes was not measured`() throws {
    #expect(try Self.touches("2\n1 1 1 1 0 900 9\n2 2 2 1 0 900 9\n").allSatisfy { $0.pressure == nil })
  }

  @Test(arguments: [(1.0, 1.0), (2, 1023), (1023, 1023), (1024, 2047), (2048, 32767), (40000, 65535), (1e6, 1e6)])
  func `a sensor's range is the next usual one`(largest: Double, maximum: Double) {
    #expect(SensorRange.maximum(of: [0, .nan, .infinity, largest]) == maximum)
  }

  @Test func `SVC: samples in the air separate strokes`() throws {
    let line = { (pen: Int) in "5 5 1 \(pen) 0 900 1\n" }
    #expect(try Self.touches("9\n" + [1, 1, 0, 1, 0, 0, 1, 1, 1].map(line).joined()).count == 2 + 2 + 3)
  }

  @Test func `SVC: a wrong number of samples is reported`() throws {
    let line = "5 5 1 1 0 900 1\n"
    #expect(try Self.report("1\n\(line)\(line)").assumptions.first == "the first line says 1 samples; all 2 are read")
    #expect(try Self.report("5\n\(line)\(line)").omissions.map(\.count) == [3])
    let cut = try Self.report("2\n\(line)5 5 1")
    #expect(cut.omissions.map(\.what) == ["lines that are cut off", "samples that the first line promises"])
  }

  @Test(arguments: [
    ("x\n", 1, 1), ("1.5\n", 1, 1), ("-1\n", 1, 1), ("", 1, 1), ("1\n1 2 3\n", 2, 6), ("1\n1 2 3 4 5 6 7 8\n", 2, 15),
    ("1\n1 2 3 a 5 6 7\n", 2, 7), ("1 2\n", 1, 1),
  ]) func `SVC: an error has its line and column`(text: String, line: Int, column: Int) {
    let error = Self.error(text, from: .svc)
    #expect(error?.location.line == line && error?.location.column == column, "\(error as Any)")
  }

  @Test(
    .enabled(if: isHere, "needs the recordings in DOODLE_CORPUS"),
    arguments: [("wacom", 3, 501, 501 + 106), ("mm", 5, 819, 1378)])
  func `SVC: recordings`(name: String, strokes: Int, count: Int, lines: Int) throws {
    let text = String(decoding: try #require(try corpus("svc/bdalab-\(name).svc")), as: UTF8.self)
    let touches = try Self.touches(text)
    #expect(touches.count == count && touches.count { $0.phase == .began } == strokes)
    #expect(try Self.report(text).omissions.map(\.count) == [lines - count])
    #expect(touches.allSatisfy { 0...1 ~= $0.pressure ?? -1 && $0.point.y >= 0 })
    // From the second line of the file.
    if name == "wacom" { #expect(touches[0].point.x == 4034 * (96 / 5080) && touches[1].time == 0.008) }
    if name == "mm" { #expect(touches[0].point.x == 52.81 * (96 / 25.4) && touches[1].time == 0.007) }
  }

  @Test func `damaged recordings of UNIPEN and SVC`() throws {
    guard let svc = try corpus("svc/bdalab-wacom.svc"), let letter = try corpus("unipen/lipitk-one-point.unp") else {
      return
    }
    survivesDamage(svc, budget: 1 << 20)
    survivesDamage(letter, budget: 1 << 20)
  }
}
