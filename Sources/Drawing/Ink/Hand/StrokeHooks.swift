import Geometry

/// Finds the hooks at the ends of a stroke (since `ink-3`): where a pen lands and is lifted, the hand often moves in another
/// direction than along the stroke.
///
/// A hook consists of an end's first samples within half of the pen's width, of a path no longer than the width, that
/// turn by more than 105 degrees into the way over the next width. A stroke that is no longer than 4 widths has none.
/// The samples of a hook count as if they had been at its corner.
struct StrokeHooks {
  /// The most samples of a hook after the first.
  static let mostSamples = 16
  /// The least length of a stroke with hooks, in widths.
  private static let leastLength = 4.0
  /// The cosine of the least turn of a hook, of 105 degrees.
  private static let mostCosine = -0.26
  /// The least distance of a hook's corner from the end, in widths.
  private static let leastSize = 0.1

  /// The corner of the hook at the start, and the first sample that does not decide whether it is one; 0 for no hook.
  private(set) var start = (corner: 0, horizon: 0)
  /// The same at the end, counted backward from the last sample.
  private(set) var end = (corner: 0, horizon: 0)
  /// Whether further samples cannot change the start.
  private(set) var startIsCertain = false

  /// Finds the hooks of a stroke without hooks of its own.
  init(_ sequence: SampleSequence, width: Double) {
    let last = sequence.count - 1
    guard width > 0, last >= 2 else {
      (start.horizon, end.horizon) = (Swift.max(0, last), Swift.max(0, last))
      return
    }
    start = Self.hook(last, width) { sequence[$0].point }
    end = Self.hook(last, width) { sequence[last - $0].point }
    startIsCertain = start.horizon < sequence.samples.count && start.horizon <= last
    if start.horizon > last || start.corner >= last - end.corner {
      (start.corner, end.corner) = (0, 0)
    }
    (start.horizon, end.horizon) = (Swift.min(start.horizon, last), Swift.min(end.horizon, last))
  }

  /// - Returns: The index of the corner, 0 for no hook; and that of the first sample that is so far along the stroke that
  ///   it may have hooks, `last + 1` if there is none.
  @inline(__always)
  private static func hook(_ last: Int, _ width: Double, _ point: (Int) -> Point) -> (corner: Int, horizon: Int) {
    let tip = point(0)
    var (corner, horizon) = (0, 0)
    var sharpest = mostCosine
    var length = 0.0
    var previous = tip
    // Samples that may be the corner.
    var k = 1
    while k <= Swift.min(mostSamples, last) {
      let here = point(k)
      length += previous.distance(to: here)
      previous = here
      let arm = here - tip
      guard arm.length <= width / 2, length <= width else { break }
      if arm.length >= leastSize * width, let way = way(from: k, last, width, point) {
        let cosine = (arm.dx * way.dx + arm.dy * way.dy) / (arm.length * way.length)
        if cosine < sharpest { (sharpest, corner) = (cosine, k) }
      }
      k += 1
    }
    length = 0
    while horizon <= last, length <= leastLength * width {
      if horizon < last { length += point(horizon).distance(to: point(horizon + 1)) }
      horizon += 1
    }
    return (corner, length > leastLength * width ? horizon : last + 1)
  }

  /// The vector from sample `k` to the next one that is more than a width away, at most 4 widths along the path.
  private static func way(from k: Int, _ last: Int, _ width: Double, _ point: (Int) -> Point) -> Vector? {
    let from = point(k)
    var length = 0.0
    var i = k
    while i < last, length <= 2 * width {
      length += point(i).distance(to: point(i + 1))
      i += 1
      if from.distance(to: point(i)) > width { return point(i) - from }
    }
    return nil
  }
}

extension SpanSamples {
  /// Whether samples of a hook at the start matter.
  func dependOnStart(_ hooks: StrokeHooks) -> Bool {
    dependNearby(on: 0..<StrokeHooks.mostSamples + 1, moved: true)
  }

  /// Adds a dependency on the samples that decide whether an end has a hook, if samples of the hook matter.
  mutating func include(_ hooks: StrokeHooks?, of sequence: SampleSequence) {
    guard let hooks else { return }
    if dependOnStart(hooks) { include(first: hooks.start.horizon + 1) }
    let last = sequence.count - 1
    if dependNearby(on: Swift.max(0, last - StrokeHooks.mostSamples)..<last + 1, moved: true) {
      include(last)
      include(Swift.max(0, last - hooks.end.horizon))
    }
  }
}
