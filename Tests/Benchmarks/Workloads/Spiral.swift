#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// One endless stroke: each touch 1° on from the one before it, and nearer to the middle by a ten-thousandth.
enum Spiral {
  static let count = 15_001
  /// Of the canvas, in pixels.
  static let side = 2048

  /// A log of the touches in `range` as a stroke of their own.
  static func log(of range: Range<Int>) -> String {
    var lines = Workload(name: "spiral", strokes: 1, width: side, height: side).logHeader
    for (place, index) in range.enumerated() {
      let radius = 1000 * pow(0.9999, Double(index))
      let angle = Double(index) * .pi / 180
      let touch = LoggedTouch(
        x: Int((100 * (1024 + radius * cos(angle))).rounded()), y: Int((100 * (1024 + radius * sin(angle))).rounded()),
        pressure: 500, time: index * 1_000_000 / 120)
      lines += touch.line(phase: place == 0 ? "began" : place == range.count - 1 ? "ended" : "moved", of: 1)
    }
    return lines
  }
}
