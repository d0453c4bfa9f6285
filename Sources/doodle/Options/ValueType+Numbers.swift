import DoodleKit

extension ValueType where Value == Double {
  /// A decimal number in `range`.
  /// - Parameter unit: "points", say; nil for a bare number.
  static func number(in range: ClosedRange<Double>, of unit: String? = nil, placeholder: String = "N") -> Self {
    let kind = unit.map { "a number of \($0)" } ?? "a number"
    return ValueType(placeholder: placeholder, expected: "\(kind) from \(bounds(range))") { text in
      decimal(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueType where Value == Int {
  /// A whole number of `unit` in `range`.
  static func count(in range: ClosedRange<Int>, of unit: String, placeholder: String) -> Self {
    ValueType(
      placeholder: placeholder,
      expected: "a whole number of \(unit) from \(range.lowerBound) to \(range.upperBound)"
    ) { text in
      wholeNumber(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A number of bytes, at least 1: digits, and a K, M, G or T for the powers of 1024.
  static var byteCount: Self {
    ValueType(placeholder: "SIZE", expected: "a number of bytes such as 1048576, 512M or 2G") { text in
      let powers: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]
      let power = text.last.flatMap { powers[Character($0.uppercased())] }
      guard let number = wholeNumber(power == nil ? text : String(text.dropLast())), number > 0 else { return nil }
      let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (power ?? 0))
      return overflow ? nil : bytes
    }
  }
}

extension ValueType where Value == Size {
  /// A width and a height in points, each in `range`.
  static func size(in range: ClosedRange<Double>) -> Self {
    ValueType(placeholder: "WxH", expected: "WxH in points such as 800x600, each from \(bounds(range))") { text in
      let sides = text.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
      guard
        sides.count == 2, let width = decimal(sides[0]), let height = decimal(sides[1]),
        range.contains(width), range.contains(height)
      else { return nil }
      return Size(width: width, height: height)
    }
  }
}

/// The number that `text` writes as decimal digits with at most one point among them, such as 2, 0.5 or .5: no sign,
/// exponent, unit or space, nothing hexadecimal, no NaN and no infinity.
func decimal(_ text: some StringProtocol) -> Double? {
  var digits = 0
  var points = 0
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
    case UInt8(ascii: "."): points += 1
    default: return nil
    }
  }
  guard digits > 0, points < 2, let value = Double(text), value.isFinite else { return nil }
  return value
}

/// The number that `text` writes as decimal digits alone; nil also where it exceeds Int.
func wholeNumber(_ text: String) -> Int? {
  text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
}

private func bounds(_ range: ClosedRange<Double>) -> String {
  "\(JSON.number(range.lowerBound)) to \(JSON.number(range.upperBound))"
}

extension ValueType where Value == Point {
  /// A place in points; it may lie outside the canvas.
  static var place: Self {
    ValueType(placeholder: "X,Y", expected: "X,Y in points such as 120,80.5") { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let x = signed(parts[0]), let y = signed(parts[1]) else { return nil }
      return Point(x, y)
    }
  }

  private static func signed(_ text: Substring) -> Double? {
    let value = text.first == "-" ? decimal(text.dropFirst()).map { -$0 } : decimal(text)
    return value.flatMap { $0.magnitude <= LogLimits.coordinate ? $0 : nil }
  }
}
