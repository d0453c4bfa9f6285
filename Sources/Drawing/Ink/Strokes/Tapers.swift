import TouchLog

/// How the ends of strokes narrow.
///
/// An end tapers over the length that the tool gives. If the tool gives none and the pen has no pressure, it narrows
/// where the pen is lifted, as `ModelRules.Lift` says.
struct Tapers {
  private let options: ModelOptions
  @safe private unowned(unsafe) let rules: ModelRules

  init(options: ModelOptions) {
    self.options = options
    rules = (options.model ?? .newest).rules
  }

  /// The tapers of one stroke.
  struct EndTaper {
    /// The length of the taper at the start, in points.
    var start: Double
    /// The length of the taper at the end, in points.
    var end: Double
    /// The fraction of the radius that is left at the very end.
    var rest = 0.0
    /// The length that `end` may get, in points.
    var endReach: Double

    init(start: Double, end: Double) { (self.start, self.end, endReach) = (start, end, end) }
  }

  /// The tapers that apply to a span.
  struct SpanTaper {
    /// A length of 0 means that the span lies outside the taper.
    var taper: EndTaper
    /// The distance of the span's start from the start of the stroke, in points; meaningless without a start taper.
    var afterStart: Double
    /// The distance of the span's end from the end of the stroke, in points; meaningless without an end taper.
    var beforeEnd: Double
  }

  /// The tapers of a stroke before its length is considered.
  private func taper(_ look: Look, of sequence: SampleSequence) -> EndTaper {
    var taper = EndTaper(start: look.taper.start, end: look.taper.end)
    guard let lift = self.lift(look) else { return taper }
    let readsSpeed =
      switch options.widthSource {
      case .auto: sequence[sequence.count - 1].pressure.isNaN
      case .velocity: true
      case .recorded, .none: false
      }
    guard readsSpeed else { return taper }
    let (length, loss) = lift.taper(look, sequence)
    (taper.end, taper.endReach) = (length, lift.reach(look))
    taper.rest = 1 - Swift.min(loss, look.thinning * loss / 0.6)
    return taper
  }

  /// How the end of a stroke narrows if the pen has no pressure; nil if it does not.
  private func lift(_ look: Look) -> ModelRules.Lift? {
    look.taper.end == 0 && look.tool.isNib && look.thinning > 0 ? rules.lift : nil
  }

  /// The tapers of a span's ink, each no longer than a third of the stroke.
  /// - Parameter samples: The dependencies of the span, to which those of the tapers are added.
  func taper(
    of window: NodeWindow, _ sequence: SampleSequence, _ look: Look, _ samples: inout SpanSamples
  ) -> SpanTaper {
    var result = SpanTaper(taper: taper(look, of: sequence), afterStart: 0, beforeEnd: 0)
    if let lift = self.lift(look), options.widthSource == .auto {
      // Whether the end narrows depends on the last pressure.
      let last = sequence.index(from: window.lastSample, after: lift.reach(look))
      if last == sequence.count - 1 { samples.includePressure(last) }
    }
    let (start, end) = (result.taper.start, result.taper.end)
    if start > 0 {
      result.afterStart = sequence.length(from: 0, to: window.firstSample, upTo: start)
      // If the path becomes shorter, the taper may reach the span.
      samples.include(first: sequence.index(from: 0, after: start) + 1)
      if result.afterStart > start { result.taper.start = 0 }
    }
    if end > 0 {
      result.beforeEnd = sequence.length(from: window.lastSample, to: sequence.count - 1, upTo: end)
      samples.include(sequence.index(from: window.lastSample, after: result.taper.endReach))
      if result.beforeEnd > end { result.taper.end = 0 }
    }
    guard rules.limitsTapers, result.taper.start > 0 || result.taper.end > 0 else { return result }
    if result.taper.rest > 0, sequence.isDot(width: look.width) { result.taper.end = 0 }
    let longest = 3 * Swift.max(result.taper.start, result.taper.endReach)
    let third = sequence.length(from: 0, to: sequence.count - 1, upTo: longest) / 3
    samples.include(first: sequence.index(from: 0, after: longest) + 1)
    result.taper.start = Swift.min(result.taper.start, third)
    result.taper.end = Swift.min(result.taper.end, third)
    return result
  }

  /// Whether further samples cannot change the tapers of a span of an active stroke.
  func areComplete(for window: NodeWindow, _ sequence: SampleSequence, _ look: Look) -> Bool {
    let last = sequence.samples.count - 1
    let taper = taper(look, of: sequence)
    // The last samples may yet become a hook, which shortens the stroke by a width.
    let hook = rules.findsHooks ? look.width : 0
    let end = taper.endReach + hook
    let beforeEnd = sequence.length(from: window.lastSample, to: last, upTo: end)
    guard beforeEnd > end || taper.end == 0 else { return false }
    guard taper.start > 0 else { return true }
    let afterStart = sequence.length(from: 0, to: window.firstSample, upTo: taper.start)
    let long = 3 * taper.start + hook
    return afterStart > taper.start || sequence.length(from: 0, to: last, upTo: long) >= long
  }
}
