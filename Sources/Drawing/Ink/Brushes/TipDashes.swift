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

  /// The shortest average of a dash and a gap, in points.
  private static let shortest = 0.05

  /// The parts of swept tips that are in dashes.
  func cut(_ tips: ArraySlice<SweptTip>) -> [SweptTip] {
    var parts: [SweptTip] = []
    for tip in tips {
      let (start, end) = (tip.start.length + phase, Swift.max(tip.start.length, tip.end.length) + phase)
      var first = (start / total).rounded(.down) * total
      while first <= end {
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
