import DataSets
import Foundation
import Geometry
import TestSupport
import Testing

/// A record that is turned has the picture of a record with other coordinates.
struct TurnedRecordTests {
  private static let strokes = [[Point(20, 30), Point(120, 34), Point(100, 90)], [Point(140, 200)]]

  private static func line(_ map: (Point) -> Point) -> String {
    let strokes = strokes.map { $0.map(map) }
    return
      #"{"key_id":"a","drawing":[\#(strokes.map { "[\($0.map { Int($0.x) }),\($0.map { Int($0.y) })]" }.joined(separator: ","))]}"#
  }

  private static func form(_ fit: PictureForm.Fit, _ align: PictureForm.Align, _ turn: Turn) -> PictureForm {
    var form = PictureForm()
    (form.width, form.height, form.fit, form.align, form.turn) = (48, 32, fit, align, turn)
    (form.lineWidth, form.join) = (.uniform(.pixels(3)), .straight)
    return form
  }

  /// Turns of a square of side 256, by hand.
  private static let turns: [(turn: Turn, map: @Sendable (Point) -> Point)] = [
    (Turn(quarters: 1), { Point(256 - $0.y, $0.x) }), (Turn(quarters: 2), { Point(256 - $0.x, 256 - $0.y) }),
    (Turn(quarters: 3), { Point($0.y, 256 - $0.x) }), (Turn(quarters: 0, flipsX: true), { Point(256 - $0.x, $0.y) }),
    (Turn(quarters: 1, flipsX: true), { Point($0.y, $0.x) }),
  ]

  @Test(arguments: turns.indices, [PictureForm.Fit.content, .source])
  func `a turned record is placed as one with turned points`(index: Int, fit: PictureForm.Fit) throws {
    let (turn, map) = Self.turns[index]
    for align in PictureForm.Align.allCases {
      let turned = try samples(of: Record(line: Self.line { $0 }), Self.form(fit, align, turn))
      let other = try samples(of: Record(line: Self.line(map)), Self.form(fit, align, Turn()))
      let worst = zip(turned, other).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1 && turned.contains(255), "\(fit) \(align)")
    }
  }

  /// The canvas of a picture of 48 by 32 pixels has 32 by 48 points before it is turned: (x, y) becomes (48 − y, x).
  @Test func `without a fit a point stays a pixel of the turned canvas`() throws {
    let record = Record(line: #"{"drawing":[[[4,20],[10,10]]]}"#)
    let turned = try samples(of: record, Self.form(.none, .center, Turn(quarters: 1)))
    let other = Record(line: #"{"drawing":[[[38,38],[4,20]]]}"#)
    #expect(turned == (try samples(of: other, Self.form(.none, .center, Turn()))))
  }

  @Test func `the line of a picture says how a point becomes a pixel`() throws {
    let folder = ScratchFolder()
    let input = try folder.write("a.ndjson", Self.line { $0 } + "\n")
    var options = BatchOptions()
    options.form = Self.form(.content, .center, Turn(quarters: 1))
    try runBatch([input], options, folder.path + "/out.ndjson")
    let line = try #require(
      JSONSerialization.jsonObject(with: folder.bytes("out.ndjson")) as? [String: Any], "one line is one object")
    let scale = try #require(line["scale"] as? Double)
    let (shift, turn) = (try #require(line["offset"] as? [Double]), try #require(line["turn"] as? [Double]))
    #expect(turn == [0, 1, -1, 0])
    // The box of the points, 120 by 170, is as high as the picture is inside its padding of 1.6 pixels, once turned.
    #expect(abs(scale - min((48 - 3.2) / 170, (32 - 3.2) / 120)) < 1e-9)
    let middle = Point(80, 115)
    let x = turn[0] * middle.x + turn[2] * middle.y
    let y = turn[1] * middle.x + turn[3] * middle.y
    #expect(abs(x * scale + shift[0] - 24) < 1e-9 && abs(y * scale + shift[1] - 16) < 1e-9)
  }
}
