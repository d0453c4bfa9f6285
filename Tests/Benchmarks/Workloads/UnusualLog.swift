import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A kind of log in which an event could cost more the more events there are, or the larger they draw.
struct UnusualLog: Sendable {
  let name: String
  /// The side of the canvas, in points.
  var side = 1000
  /// The line that chooses the tool; empty for the default one.
  var tool = #"{"tool":"pen","width":4,"thinning":0}"#
  /// The sizes that are compared, in events.
  var sizes = [5000, 20_000]
  /// Further options of the command.
  var options: [String] = []
  /// The touches of `count` events.
  let lines: @Sendable (_ count: Int, _ side: Int) -> String

  func write(_ count: Int, to path: String) throws {
    let file = try TextFile(path: path)
    file.write("{\"doodle\":1,\"size\":[\(side),\(side)]}\n")
    if !tool.isEmpty { file.write(tool + "\n") }
    file.write(lines(count, side))
  }
}

extension UnusualLog {
  static let all = [
    UnusualLog(name: "samples within six points") { count, side in
      stroke(count, rate: 240) { _, random in
        (Double(side) / 2 + random.double(in: -3...3), Double(side) / 2 + random.double(in: -3...3))
      }
    },
    UnusualLog(name: "samples that hardly move", sizes: [10_000, 40_000]) { count, side in
      stroke(count, rate: 240) { index, _ in (Double(side) / 2 + Double(index) * 0.0006, Double(side) / 2) }
    },
    UnusualLog(name: "a spiral that ends in its center", sizes: [25_000, 100_000]) { count, side in
      stroke(count, rate: 120) { index, _ in
        let (radius, angle) = (Double(side) / 2.5 * pow(0.9999, Double(index)), Double(index) * .pi / 180)
        return (Double(side) / 2 + radius * cos(angle), Double(side) / 2 + radius * sin(angle))
      }
    },
    UnusualLog(name: "touches that are down at once", sizes: [15_000, 60_000]) { count, side in
      var random = SeededRandom(seed: 2)
      let starts = (0..<count / 3).map { _ in
        (random.double(in: 0...Double(side)), random.double(in: 0...Double(side)))
      }
      return ["began", "moved", "ended"].enumerated().map { step, phase in
        starts.enumerated().map { index, start in
          touch(phase, id: index, start.0 + Double(step) * 4, start.1, time: Double(step * starts.count + index) / 1000)
        }.joined()
      }.joined()
    },
    UnusualLog(name: "late revisions") { count, side in
      var walk = Walk(side: side, step: 4)
      var lines = ""
      for index in 0..<count / 2 {
        let (x, y) = walk.next()
        lines += touch(
          index == 0 ? "began" : "moved", id: 1, x, y, time: Double(index) / 120,
          more: ",\"pressure\":0.5,\"index\":\(index),\"expects\":[\"pressure\"]")
        if index >= 200 { lines += "{\"revises\":\(index - 200),\"touch\":1,\"pressure\":0.\(3 + index % 4)}\n" }
      }
      return lines
    },
    UnusualLog(name: "rainbow ink", tool: #"{"tool":"pen","width":8,"color":"rainbow"}"#) { count, side in
      wander(count, side, step: 4)
    },
    UnusualLog(name: "coordinates up to ten million", sizes: [500, 2000]) { count, _ in
      stroke(count, rate: 120) { _, random in (random.double(in: -1e7...1e7), random.double(in: -1e7...1e7)) }
    },
    UnusualLog(name: "segments of a thousand points", side: 2000, sizes: [1000, 4000]) { count, side in
      stroke(count, rate: 120) { _, random in
        (random.double(in: 0...Double(side)), random.double(in: 0...Double(side)))
      }
    },
    UnusualLog(name: "handwriting, eight times enlarged", sizes: [12_500, 50_000], options: ["--scale", "8"]) {
      count, side in wander(count, side, step: 4)
    },
    UnusualLog(name: "revisions after the end of a stroke") { count, side in
      var walk = Walk(side: side, step: 4)
      let touches = (0..<count / 2).map { index in
        let (x, y) = walk.next()
        return touch(
          index == 0 ? "began" : index == count / 2 - 1 ? "ended" : "moved", id: 1, x, y, time: Double(index) / 120,
          more: ",\"pressure\":0.5,\"index\":\(index),\"expects\":[\"pressure\"]")
      }
      let revisions = (0..<count / 2).map { "{\"revises\":\($0),\"touch\":1,\"pressure\":0.6}\n" }
      return (touches + revisions).joined()
    },
    UnusualLog(name: "texts of fifteen letters", sizes: [2500, 10_000]) { count, side in
      var random = SeededRandom(seed: 4)
      return (0..<count).map { index in
        let place = "[\(random.double(in: 0...Double(side))),\(random.double(in: 0...Double(side)))]"
        return "{\"command\":\"text\",\"at\":\(place),\"size\":12,\"text\":\"fifteen l \(10_000 + index)\"}\n"
      }.joined()
    },
    UnusualLog(name: "a text that each key edits", sizes: [250, 1000]) { count, _ in
      let begin = #"{"command":"text","id":"t","at":[20,40],"size":16,"wrap":700,"text":""}"# + "\n"
      return begin
        + (1..<count).map { index in
          let text = String(repeating: "the quick fox ", count: index / 14 + 1).prefix(index)
          return "{\"command\":\"edit\",\"id\":\"t\",\"text\":\"\(text)\"}\n"
        }.joined()
    },
    UnusualLog(name: "clear and undo after each stroke", sizes: [15_000, 60_000]) { count, side in
      strokes(count / 6, side) { _ in "{\"command\":\"clear\"}\n{\"command\":\"undo\"}\n" }
    },
    UnusualLog(name: "a selection at a point after each stroke", sizes: [12_500, 50_000]) { count, side in
      strokes(count / 5, side) { point in "{\"command\":\"select\",\"at\":[\(point.0),\(point.1)]}\n" }
    },
    UnusualLog(name: "strokes after a touch that stays down", sizes: [10_000, 40_000]) { count, side in
      touch("began", id: 0, 1, 1, time: 0) + strokes(count / 4, side) { _ in "" }
    },
    UnusualLog(name: "the first second", sizes: [20_000, 80_000], options: ["--at", "1s"]) { count, side in
      wander(count, side, step: 4)
    },
    UnusualLog(name: "a thumbnail", sizes: [20_000, 80_000], options: ["--thumbnail", "256"]) { count, side in
      wander(count, side, step: 4)
    },
    UnusualLog(name: "shapes with dashes of a tenth", tool: dashed, sizes: [20, 80]) { count, side in
      (0..<count / 2).map { index in
        let place = Double(index % 20) * Double(side) / 25
        return touch("began", id: 1, place, place, time: Double(index))
          + touch("ended", id: 1, place + 80, place + 80, time: Double(index) + 0.5)
      }.joined()
    },
  ]

  private static let dashed = #"{"tool":"ellipse","width":2,"dash":[0.1,0.1]}"#

  /// Strokes of four events, and a line after each, which is given a point.
  private static func strokes(_ count: Int, _ side: Int, _ line: ((Double, Double)) -> String) -> String {
    var random = SeededRandom(seed: 5)
    func point() -> (Double, Double) { (random.double(in: 0...Double(side)), random.double(in: 0...Double(side))) }
    return (0..<count).map { index in
      let (x, y) = point()
      let touches = ["began", "moved", "moved", "ended"].enumerated().map { step, phase in
        touch(phase, id: 1, x + Double(step) * 4, y, time: Double(index) / 10 + Double(step) / 120)
      }
      return touches.joined() + line(point())
    }.joined()
  }

  /// Pens of increasing width, with a constant width and with pressure.
  static func pens(width: Int, hasPressure: Bool) -> UnusualLog {
    UnusualLog(
      name: "a pen of width \(width)\(hasPressure ? " with pressure" : "")", side: 2000,
      tool: "{\"tool\":\"pen\",\"width\":\(width)\(hasPressure ? "" : ",\"thinning\":0")}", sizes: [2000]
    ) { count, side in
      var walk = Walk(side: side, step: 12)
      return (0..<count).map { index in
        let (x, y) = walk.next()
        let pressure = hasPressure ? ",\"pressure\":\(0.5 + 0.4 * sin(Double(index) / 15))" : ""
        return touch(index == 0 ? "began" : "moved", id: 1, x, y, time: Double(index) / 120, more: pressure)
      }.joined()
    }
  }

  /// A line of a log.
  private static func touch(
    _ phase: String, id: Int, _ x: Double, _ y: Double, time: Double, more: String = ""
  ) -> String {
    "{\"phase\":\"\(phase)\",\"touch\":\(id),\"point\":[\(x),\(y)],\"time\":\(time)\(more)}\n"
  }

  /// One stroke.
  private static func stroke(
    _ count: Int, rate: Double, _ point: (_ index: Int, _ random: inout SeededRandom) -> (Double, Double)
  ) -> String {
    var random = SeededRandom(seed: 1)
    return (0..<count).map { index in
      let (x, y) = point(index, &random)
      return touch(index == 0 ? "began" : "moved", id: 1, x, y, time: Double(index) / rate)
    }.joined()
  }

  private static func wander(_ count: Int, _ side: Int, step: Double) -> String {
    var walk = Walk(side: side, step: step)
    return stroke(count, rate: 120) { _, _ in walk.next() }
  }
}

/// A hand that wanders about a canvas in steps of one length.
private struct Walk {
  let side: Double
  let step: Double
  private var random = SeededRandom(seed: 3)
  private var (x, y, angle) = (0.0, 0.0, 0.0)

  init(side: Int, step: Double) {
    self.side = Double(side)
    self.step = step
    (x, y) = (self.side / 2, self.side / 2)
  }

  mutating func next() -> (Double, Double) {
    angle += random.double(in: -0.3...0.3)
    x += step * cos(angle)
    y += step * sin(angle)
    if !(0...side).contains(x) { angle = .pi - angle }
    if !(0...side).contains(y) { angle = -angle }
    (x, y) = (min(max(x, 0), side), min(max(y, 0), side))
    return (x, y)
  }
}
