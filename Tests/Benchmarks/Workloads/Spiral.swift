#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// One long stroke: each touch is 1° further than the one before it, and 0.01 % nearer to the center.
enum Spiral {
  static let count = 15_001
  /// The side of the canvas, in pixels.
  static let side = 2048

  /// A log of one stroke with the touches in `range`.
  static func log(of range: Range<Int>) -> String {
    var lines = Workload(name: "spiral", strokes: 1, width: side, height: side).logHeader
    for (number, index) in range.enumerated() {
      let radius = 1000 * pow(0.9999, Double(index))
      let angle = Double(index) * .pi / 180
      let touch = LoggedTouch(
        x: Int((100 * (1024 + radius * cos(angle))).rounded()), y: Int((100 * (1024 + radius * sin(angle))).rounded()),
        pressure: 500, time: index * 1_000_000 / 120)
      lines += touch.line(phase: number == 0 ? "began" : number == range.count - 1 ? "ended" : "moved", of: 1)
    }
    return lines
  }
}
