import Files
import DoodleKit

extension ValueType where Value == Moment {
  /// A moment of a recording.
  static var moment: Self {
    ValueType(
      placeholder: "WHEN", expected: "a moment such as 3.5s, 50%, event:120, stroke:3 or mark:NAME",
      completion: .words(["event:", "stroke:", "mark:"]), read: Moment.init(text:))
  }
}

/// A part of a recording; nil for its start or its end.
struct MomentRange: Hashable, Sendable {
  var start: Moment?
  var end: Moment?
}

extension ValueType where Value == Double {
  /// A duration in seconds, more than 0.
  static var duration: Self {
    ValueType(placeholder: "TIME", expected: "a time from 1ms to 1000000s such as 500ms, 10s or 2m") { text in
      for (unit, seconds) in [("ms", 0.001), ("s", 1), ("m", 60)] where text.hasSuffix(unit) {
        return decimal(text.dropLast(unit.count)).map { $0 * seconds }.flatMap { (0.001...1e6).contains($0) ? $0 : nil }
      }
      return nil
    }
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
      placeholder: "RATE", expected: "frames per second from 0.01 to 1000, such as 30, 29.97 or 30000/1001"
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
      guard let number = wholeDecimal(number) else { return nil }
      self = .event(number)
    } else if let number = rest(after: "stroke:") {
      guard let number = wholeDecimal(number) else { return nil }
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
  /// - Parameter text: Two moments separated by two dots. The name of a mark may contain dots: the first separator with
  ///   a moment, or nothing, on either side counts.
  fileprivate init?(text: String) {
    for separator in text.places(of: "..") {
      let (start, end) = (String(text[..<separator.lowerBound]), String(text[separator.upperBound...]))
      self.init(start: Moment(text: start), end: Moment(text: end))
      if self.start != nil || start.isEmpty, self.end != nil || end.isEmpty, text != ".." { return }
    }
    return nil
  }
}

extension FrameRate {
  /// - Parameter text: A fraction of whole numbers, or a decimal number, which is kept exact: 29.97 is 2997/100.
  fileprivate init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let frames = wholeDecimal(parts[0]), let seconds = wholeDecimal(parts[1]) else { return nil }
      self.init(frames, per: seconds)
      return
    }
    guard decimal(text) != nil, text.utf8.count <= 12 else { return nil }
    let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    let digits = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    let decimals = digits.count == 2 ? digits[1].count : 0
    let power = (halves.count == 2 ? Int(halves[1]) ?? 0 : 0) - decimals
    guard let frames = wholeNumber(digits.joined()), (-12...12).contains(power) else { return nil }
    let scale = (0..<abs(power)).reduce(1) { product, _ in product * 10 }
    let (product, overflow) = frames.multipliedReportingOverflow(by: power > 0 ? scale : 1)
    guard !overflow else { return nil }
    self.init(product, per: power < 0 ? scale : 1)
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
