import TouchLog

/// How the ends of a stroke narrow (stage S4).
extension SpanModeler {
  /// How a stroke's ends narrow.
  struct EndTaper {
    /// In points.
    var start: Double
    var end: Double
    /// What is left of the radius at the very end.
    var rest = 0.0
  }

  /// The tapers of a stroke before its length is looked at.
  func taper(_ style: ToolStyle, of sequence: SampleSequence) -> EndTaper {
    let taper = EndTaper(start: style.taper.start, end: style.taper.end)
    guard mayBeLifted(style) else { return taper }
    let readsSpeed =
      switch options.widthSource {
      case .auto: sequence[sequence.count - 1].pressure.isNaN
      case .velocity: true
      case .recorded, .none: false
      }
    guard readsSpeed else { return taper }
    // Without pressure a pen is lifted as google/ink's are: it loses a quarter over two and a half widths.
    return EndTaper(
      start: taper.start, end: Self.liftPerWidth * style.width, rest: 1 - Swift.min(0.25, style.thinning * 0.25 / 0.6))
  }

  private static let liftPerWidth = 2.5

  /// Whether a stroke's end narrows where the pen has no pressure.
  private func mayBeLifted(_ style: ToolStyle) -> Bool {
    model != .ink1 && style.taper.end == 0 && style.tool == .pen && style.thinning > 0
  }

  /// The tapers of a span's ink: none where the span lies beyond them, and each no longer than a third of the stroke.
  /// - Parameter samples: In return, those that were looked at as well.
  func taper(
    of window: NodeWindow, _ sequence: SampleSequence, _ style: ToolStyle, _ samples: inout SpanSamples
  ) -> (taper: EndTaper, afterStart: Double, beforeEnd: Double) {
    var taper = taper(style, of: sequence)
    var (afterStart, beforeEnd) = (0.0, 0.0)
    if mayBeLifted(style), options.widthSource == .auto {
      // The last pressure says whether the end narrows at all.
      let reach = Self.liftPerWidth * style.width
      let last = sequence.index(from: window.lastSample, after: reach)
      if last == sequence.count - 1 { samples.includePressure(last) }
    }
    if taper.start > 0 {
      afterStart = sequence.length(from: 0, to: window.firstSample, upTo: taper.start)
      // A way that becomes shorter may bring the span into the taper.
      samples.include(first: sequence.index(from: 0, after: taper.start) + 1)
      if afterStart > taper.start { taper.start = 0 }
    }
    if taper.end > 0 {
      beforeEnd = sequence.length(from: window.lastSample, to: sequence.count - 1, upTo: taper.end)
      samples.include(sequence.index(from: window.lastSample, after: taper.end))
      if beforeEnd > taper.end { taper.end = 0 }
    }
    guard model != .ink1, taper.start > 0 || taper.end > 0 else { return (taper, afterStart, beforeEnd) }
    if taper.rest > 0, isDot(sequence, style) { taper.end = 0 }
    let longest = 3 * Swift.max(taper.start, taper.end)
    let third = sequence.length(from: 0, to: sequence.count - 1, upTo: longest) / 3
    samples.include(first: sequence.index(from: 0, after: longest) + 1)
    taper.start = Swift.min(taper.start, third)
    taper.end = Swift.min(taper.end, third)
    return (taper, afterStart, beforeEnd)
  }
}

extension SampleSequence {
  /// The way through the samples from one to another, in points; where it is longer than `limit`, more than that.
  func length(from first: Int, to last: Int, upTo limit: Double) -> Double {
    var length = 0.0
    var i = first
    while i < last, length <= limit {
      length += self[i].point.distance(to: self[i + 1].point)
      i += 1
    }
    return length
  }

  /// The first sample that lies more than `limit` points of way after another, or the last one.
  func index(from first: Int, after limit: Double) -> Int {
    var length = 0.0
    var i = first
    while i + 1 < count, length <= limit {
      length += self[i].point.distance(to: self[i + 1].point)
      i += 1
    }
    return i
  }
}
