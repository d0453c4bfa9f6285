import Geometry
import TouchLog

/// The dashes of a pen: parts of the way of its tips.
///
/// As on shapes, the round ends are parts of the dashes, which are shortened by the width. A dash that is not longer is a
/// dot.
struct TipDashes {
  /// Where each dash begins and ends in the pattern, in points.
  private var dashes: [ClosedRange<Double>] = []
  /// The length of the pattern.
  private var total = 0.0
  private let phase: Double

  /// Nil for a solid line. A pattern whose dashes are shorter than can be seen is solid, too.
  init?(_ look: Look) {
    guard !look.dash.isEmpty, look.isBrushed else { return nil }
    let lengths = look.dash.count % 2 == 0 ? look.dash : look.dash + look.dash
    for index in stride(from: 0, to: lengths.count, by: 2) {
      dashes.append(total...total + Swift.max(0, lengths[index] - look.width))
      total += lengths[index] + lengths[index + 1]
    }
    phase = look.dashPhase
    guard total >= Self.shortest * Double(dashes.count), total.isFinite else { return nil }
  }

  /// The periods of a stroke after which only the dashes that are seen are made.
  private static let many = 10_000.0
  /// The periods that are skipped one by one at most.
  private static let countless = 1e7

  /// The shortest average of a dash and a gap, in points.
  private static let shortest = 0.05

  /// The parts of swept tips that are in dashes.
  /// - Parameter area: Where ink is seen, in points; nil for everywhere. After many dashes, only those follow that may touch it.
  func cut(_ tips: ArraySlice<SweptTip>, within area: Rect?) -> [SweptTip] {
    var parts: [SweptTip] = []
    for tip in tips {
      let (start, end) = (tip.start.length + phase, Swift.max(tip.start.length, tip.end.length) + phase)
      var first = (start / total).rounded(.down) * total
      var last = end
      if let area, end / total > Self.many {
        guard let seen = tip.shares(near: area) else { continue }
        let skipped = start + seen.lowerBound * (end - start) - total
        last = Swift.min(end, start + seen.upperBound * (end - start) + total)
        // Step by step, because each sum is rounded; unless there are so many that all of them were never drawn.
        if (skipped - first) / total > Self.countless { first = (skipped / total).rounded(.down) * total }
        while first + total < skipped { first += total }
      }
      while first <= last {
        for dash in dashes {
          let (from, to) = (Swift.max(start, first + dash.lowerBound), Swift.min(end, first + dash.upperBound))
          guard from < to || from == to && (start == end || dash.lowerBound == dash.upperBound) else { continue }
          parts.append(start < end ? tip.part((from - start) / (end - start), (to - start) / (end - start)) : tip)
        }
        first += total
      }
    }
    return parts
  }
}

extension SweptTip {
  /// The shares of the way where the tip may touch an area, from 0 to 1; nil if it does not.
  fileprivate func shares(near area: Rect) -> ClosedRange<Double>? {
    let (step, reach) = (end.center - start.center, Swift.max(start.radius, end.radius))
    var (low, high) = (0.0, 1.0)
    for (from, way, least, most) in [
      (start.center.x, step.dx, area.minX, area.maxX), (start.center.y, step.dy, area.minY, area.maxY),
    ] {
      let (first, last) = (least - reach - from, most + reach - from)
      guard way != 0 else {
        if first > 0 || last < 0 { return nil }
        continue
      }
      low = Swift.max(low, Swift.min(first / way, last / way))
      high = Swift.min(high, Swift.max(first / way, last / way))
    }
    return low <= high ? low...high : nil
  }

  /// The part of the way from one share of it to another.
  fileprivate func part(_ from: Double, _ to: Double) -> SweptTip {
    var part = self
    if from > 0 {
      part.start = PenTip.between(start, end, at: from)
      let step = end.center - start.center
      let length = step.length
      if length > 0 { part.arrival = step / length }
      part.narrowing = 0
    }
    if to < 1 { (part.end, part.isLast) = (PenTip.between(start, end, at: to), false) }
    return part
  }
}
