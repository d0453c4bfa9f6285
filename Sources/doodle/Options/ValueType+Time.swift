import DoodleKit

extension ValueType where Value == Moment {
  /// A moment of a recording.
  static var moment: Self {
    ValueType(
      placeholder: "WHEN", expected: "a moment such as 3.5s, 50%, event:120, stroke:3 or mark:NAME",
      completion: .words(["event:", "stroke:", "mark:"]), read: Moment.init(text:))
  }
}

extension ValueType where Value == MomentRange {
  static var momentRange: Self {
    ValueType(
      placeholder: "A..B", expected: "two moments such as 2s..5s, 50%.. or ..stroke:3", read: MomentRange.init(text:))
  }
}

extension ValueType where Value == FrameRate {
  static var frameRate: Self {
    ValueType(
      placeholder: "RATE", expected: "frames a second from 0.01 to 1000, such as 30, 29.97 or 30000/1001"
    ) { text in
      FrameRate(text: text).flatMap { (0.01...1000).contains($0.perSecond) ? $0 : nil }
    }
  }
}

extension ValueType where Value == SyntheticTime {
  static var syntheticTime: Self {
    ValueType(
      placeholder: "gap=S,speed=P", expected: "gap=SECONDS,speed=POINTS such as gap=0.3,speed=400",
      completion: .words(["gap=0.3,speed=400"]), read: SyntheticTime.init(text:))
  }
}

extension Moment {
  fileprivate init?(text: String) {
    func rest(after prefix: String) -> String? {
      text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
    if let number = rest(after: "event:") {
      guard let number = wholeNumber(number) else { return nil }
      self = .event(number)
    } else if let number = rest(after: "stroke:") {
      guard let number = wholeNumber(number) else { return nil }
      self = .stroke(number)
    } else if let name = rest(after: "mark:") {
      guard !name.isEmpty else { return nil }
      self = .mark(name)
    } else if text.hasSuffix("%") {
      guard let percentage = decimal(text.dropLast()), percentage <= 100 else { return nil }
      self = .fraction(percentage / 100)
    } else {
      guard text.hasSuffix("s"), let time = decimal(text.dropLast()) else { return nil }
      self = .time(time)
    }
  }
}

extension MomentRange {
  /// - Parameter text: Two moments with two dots between them. A mark may have dots in its name: the first place at
  ///   which both sides are moments counts.
  fileprivate init?(text: String) {
    for place in text.ranges(of: "..") {
      let (start, end) = (String(text[..<place.lowerBound]), String(text[place.upperBound...]))
      self.init(start: Moment(text: start), end: Moment(text: end))
      if self.start != nil || start.isEmpty, self.end != nil || end.isEmpty, text != ".." { return }
    }
    return nil
  }
}

extension FrameRate {
  fileprivate init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let frames = wholeNumber(String(parts[0])), let seconds = wholeNumber(String(parts[1])) else { return nil }
      self.init(frames, per: seconds)
      return
    }
    // Decimals are a fraction of a power of ten.
    let digits = text.split(separator: ".", omittingEmptySubsequences: false)
    guard decimal(text) != nil, digits.count <= 2, text.utf8.count <= 12 else { return nil }
    let decimals = digits.count == 2 ? digits[1].count : 0
    guard let frames = wholeNumber(digits.joined()) else { return nil }
    self.init(frames, per: (0..<decimals).reduce(1) { power, _ in power * 10 })
  }
}

extension SyntheticTime {
  fileprivate init?(text: String) {
    self.init()
    var names: Set<Substring> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, names.insert(pair[0]).inserted, let value = decimal(pair[1]), value <= 1e6 else {
        return nil
      }
      switch pair[0] {
      case "gap": gap = value
      case "speed" where value > 0: speed = value
      default: return nil
      }
    }
  }
}
