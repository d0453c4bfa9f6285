import Geometry
import ImportCore
import TestSupport
import Testing
import TouchLog

/// Points in arrays of JSON.
struct PointListTests {
  private static let (first, second) = ([[0, 0], [100, 0], [100, 50]], [[200, 0], [200, 100]])
  private static let strokes = [first, second]

  static let damaged = """
    {"width":9,"strokes":[{"points":[{"x":1,"y":2,"t":3,"p":0.5},{"x":9,"y":2,"t":9,"p":0.7,"pen":1}],"color":"red"},
    [[1,2,0.5],[3,4,0.7]],[[1,2,3,4,5,6,7],[1,2,3,4,5,6,7]],{"x":[1,2],"y":[3,4]}]}
    """

  private static func object(_ point: [Int]) -> String { #"{"x":\#(point[0]),"y":\#(point[1])}"# }
  private static func list(_ parts: [String]) -> String { "[\(parts.joined(separator: ","))]" }
  private static let arrays = list(strokes.map { list($0.map { "\($0)" }) })
  private static let objects = list(strokes.map { list($0.map(object)) })

  private static let shapes: [(String, String)] = [
    ("arrays", arrays), ("objects", objects), ("strokes in an object", #"{"id":"a","strokes":\#(arrays)}"#),
    ("deep in an object", #"{"user":{"name":"b"},"page":{"ink":{"lines":\#(objects)}}}"#),
    (
      "strokes that are objects",
      list(strokes.map { #"{"id":3,"points":\#(list($0.map(object)))}"# })
    ),
    (
      "arrays of x and y in objects",
      list(strokes.map { #"{"x":\#($0.map { $0[0] }),"y":\#($0.map { $0[1] })}"# })
    ),
    (
      "points that name their strokes",
      list(
        strokes.enumerated().flatMap { index, stroke in
          stroke.map { #"{"stroke_id":"s\#(index)","Y":\#($0[1]),"X":\#($0[0])}"# }
        })
    ),
    (
      "points with a pen",
      list(
        strokes.flatMap { $0.map { #"{"x":\#($0[0]),"y":\#($0[1]),"down":true}"# } + [#"{"x":9,"y":9,"down":false}"#] })
    ),
  ]

  @Test(arguments: shapes) func `every shape gives the same strokes`(name: String, text: String) throws {
    for text in [text, "\u{FEFF}\n " + text.replacing(",", with: " ,\n")] {
      let ink = try DocumentInk(text)
      #expect(ink.report.format == "points")
      #expect(
        ink.strokes.map(\.points) == Self.strokes.map { $0.map { Point(Double($0[0]), Double($0[1])) } }, "\(text)")
    }
  }

  @Test(arguments: [("[[0,0],[100,0],[100,50]]", 3), (#"[{"x":0,"y":0},{"x":100,"y":9}]"#, 2), ("[[0,7],[50,90]]", 2)])
  func `a list of points is one stroke`(text: String, count: Int) throws {
    #expect(try DocumentInk(text).strokes.map(\.points.count) == [count])
  }

  private func milliseconds(_ touches: [TouchEvent]) -> [Double] {
    touches.map { touch in ((touch.time ?? .nan) * 1000).rounded() }
  }

  @Test func `an array for each number is told from an array for each point by its length`() throws {
    let x: [Int] = (0..<8).map { $0 * 10 }
    let y: [Int] = x.map { 100 - $0 }
    let t: [Int] = x.map { 5 + $0 }
    let points: [Point] = zip(x, y).map { (x: Int, y: Int) -> Point in Point(Double(x), Double(y)) }
    for text in ["[\(x),\(y),\(t)]", "[[\(x),\(y),\(t)],[[1,2],[3,4],[90,98]]]"] {
      let ink = try DocumentInk(text)
      #expect(ink.strokes[0].points == points)
      #expect(milliseconds(ink.strokes[0].touches) == x.map { Double($0) })
      if ink.strokes.count > 1 { #expect(ink.strokes[1].points == [Point(1, 3), Point(2, 4)]) }
    }
  }

  /// The third number and those after it of points that are 100 apart.
  @Test(
    arguments: [
      ("times", [["0"], ["8"], ["20"]], [0, 0.008, 0.02], [nil, nil, nil]),
      ("pressures", [["0.5"], ["1"], ["0.25"]], nil, [0.5, 1, 0.25]),
      ("pressures and times", [["0.5", "100"], ["1", "108"], ["0.25", "120"]], [0, 0.008, 0.02], [0.5, 1, 0.25]),
      ("times and pressures", [["1.5", "102"], ["1.75", "51"], ["2", "0"]], [0, 0.25, 0.5], [0.4, 0.2, 0.2]),
      ("neither", [["-3"], ["5"], ["-1"]], nil, [nil, nil, nil]),
    ] as [(String, [[String]], [Double]?, [Double?])]) func `numbers without names are times if they never fall`(
      name: String, numbers: [[String]], times: [Double]?, pressures: [Double?]
    ) throws
  {
    let points = numbers.enumerated().map { "[\($0 * 100),0,\($1.joined(separator: ","))]" }
    let ink = try DocumentInk("[[\(points.joined(separator: ","))]]")
    let touches = ink.strokes[0].touches
    #expect(ink.report.hasTimes == (times != nil))
    func rounded(_ number: Double?, _ parts: Double) -> Double? { number.map { ($0 * parts).rounded() } }
    if let times { #expect(touches.map { rounded($0.time, 1e4) } == times.map { rounded($0, 1e4) }) }
    #expect(touches.map { rounded($0.pressure, 1e9) } == pressures.map { rounded($0, 1e9) })
    #expect(ink.omitted("numbers of points that are neither times nor pressures") == (name == "neither" ? 3 : 0))
  }

  @Test func `of several drawings one is read`() throws {
    let text = #"{"a":\#(Self.arrays),"b":[[7,7],[99,8]]}"#
    #expect(try DocumentInk(text).report.part == "drawing 0 of 2, counted from 0, is read; an index picks another")
    var options = ImportOptions()
    options.index = 1
    #expect(try DocumentInk(text, options: options).strokes.map(\.points.count) == [2])
  }

  @Test func `the strokes of a test of perfect-freehand`() throws {
    guard let text = try corpus("strokes/perfect-freehand.json") else { return }
    let ink = try DocumentInk(text)
    #expect(ink.report.part?.hasPrefix("drawing 0 of ") == true)
    #expect(ink.strokes.map(\.points) == [[Point(464.91, 286.51), Point(464.91, 286.51)]])
  }

  @Test(arguments: [
    (#"[{"phase":"began","point":[1,2]},{"phase":"ended","point":[1,2]}]"#, "an array of log lines"),
    (#"[{"type":4,"timestamp":1,"data":{"points":[[1,2],[3,4]]}}]"#, "an rrweb recording"),
  ]) func `other files with points keep their names`(text: String, name: String) throws {
    guard case .refused(name, _) = try DocumentInk.error(of: Array(text.utf8))?.reason else {
      Issue.record("read")
      return
    }
  }

  @Test(arguments: ["[[1],[2],[3],[4],[5],[6],[7]]", #"[{"x":"a","y":1}]"#, #"[["a","b"],["c","d"]]"#, "[1,2,3]"])
  func `arrays of other things are no points`(text: String) throws {
    guard case .unrecognized = try DocumentInk.error(of: Array(text.utf8))?.reason else {
      Issue.record("read")
      return
    }
  }
}
