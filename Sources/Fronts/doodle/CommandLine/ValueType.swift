import DoodleKit

/// The type of an option's value: its placeholder in help texts, its parser, and what an error message expects.
struct ValueType<Value: Sendable>: Sendable {
  /// Such as "WxH".
  let placeholder: String
  /// Completes "found …, expected …". Made on demand, like `completion`.
  let expected: @Sendable () -> String
  let completion: @Sendable () -> Completion
  /// Parses a value; nil if the text is invalid.
  let read: @Sendable (String) -> Value?

  init(
    placeholder: String, expected: @autoclosure @escaping @Sendable () -> String,
    completion: @autoclosure @escaping @Sendable () -> Completion = .nothing,
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.placeholder = placeholder
    self.expected = expected
    self.completion = completion
    self.read = read
  }
}

// MARK: Names

extension ValueType where Value == String {
  /// The path of a file that is read, or "-" for standard input.
  static func path(_ placeholder: String, extensions: [String]) -> Self {
    ValueType(placeholder: placeholder, expected: "a file", completion: .files(extensions)) { text in
      text.isEmpty ? nil : text
    }
  }

  /// The path of an output, or "-" for standard output.
  /// - Parameter words: Those that may stand in braces; nil if the command checks them.
  static func output(_ placeholder: String, extensions: [String], words: [String]? = []) -> Self {
    @Sendable func braces() -> String {
      let known = alternatives((words ?? []).map { "{\($0)}" })
      return known.isEmpty ? "without braces" : "in which braces hold only \(known)"
    }
    return ValueType(placeholder: placeholder, expected: "a path \(braces())", completion: .files(extensions)) { text in
      if text.isEmpty { return nil }
      if let words, (try? PathTemplate(text, words: words, numbers: OutputTemplate.numbers)) == nil { return nil }
      return ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(text) ? "-" : text
    }
  }
}

extension ValueType where Value == PageSelection {
  /// Pages of a document.
  static func pages(_ placeholder: String) -> Self {
    ValueType(
      placeholder: placeholder, expected: "pages from 1 and ranges of them, such as 2-5,8,12-,last",
      read: PageSelection.init)
  }
}

extension ValueType where Value: RawRepresentable<String> {
  /// One of the names of `values`, which are listed on demand, as most options are never read.
  static func choice(_ placeholder: String, of values: @autoclosure @escaping @Sendable () -> [Value]) -> Self {
    ValueType(
      placeholder: placeholder, expected: alternatives(values().map(\.rawValue)),
      completion: .words(values().map(\.rawValue))
    ) { text in
      values().contains { $0.rawValue == text } ? Value(rawValue: text) : nil
    }
  }
}

extension ValueType where Value: CaseIterable & RawRepresentable<String> {
  /// One of the names of an enumeration.
  static func choice(_ placeholder: String) -> Self {
    choice(placeholder, of: Array(Value.allCases))
  }
}

extension ValueType {
  /// Some names of an enumeration, separated by commas.
  static func choices<Name: CaseIterable & RawRepresentable<String>>(
    _ placeholder: String
  ) -> Self where Value == [Name] {
    @Sendable func names() -> [String] { Name.allCases.map(\.rawValue) }
    return ValueType(
      placeholder: placeholder, expected: "one or more of \(names().joined(separator: ",")), separated by commas",
      completion: .words(names())
    ) { text in
      let chosen = text.split(separator: ",", omittingEmptySubsequences: false).map { Name(rawValue: String($0)) }
      return chosen.contains { $0 == nil } ? nil : chosen.compactMap { $0 }
    }
  }
}

extension ValueType where Value == Background {
  static var background: Self {
    ValueType(
      placeholder: "COLOR",
      expected: "a color such as #1e66f5, #1e66f580 or white, paper such as \"graph ivory\", or none",
      completion: .words(["none", "white", "black"] + Paper.Ruling.allCases.map(\.rawValue)), read: Background.init)
  }
}

extension ValueType<FontName> {
  static var font: Self {
    ValueType(
      placeholder: "FONT", expected: "the path of a \(alternatives(FontName.endings)) file",
      completion: .files(FontName.endings.map { String($0.dropFirst()) }), read: FontName.init)
  }
}

/// "a", "a or b", "a, b or c".
func alternatives(_ names: [String]) -> String {
  guard names.count > 1, let last = names.last else { return names.first ?? "" }
  return "\(names.dropLast().joined(separator: ", ")) or \(last)"
}

// MARK: Numbers

extension ValueType where Value == Double {
  /// A decimal number in `range`.
  /// - Parameter unit: Such as "points"; nil for a bare number.
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
      wholeDecimal(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A number of bytes, at least 1.
  static var byteCount: Self { amount(of: "bytes", placeholder: "SIZE") }

  /// A number of pixels, at least 1.
  static var pixelCount: Self { amount(of: "pixels", placeholder: "N") }

  /// A whole number, at least 1, optionally with K, M, G or T for a power of 1024.
  private static func amount(of unit: String, placeholder: String) -> Self {
    ValueType(placeholder: placeholder, expected: "a number of \(unit) such as 1048576, 512M or 2G") { text in
      let powers: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]
      let power = text.last.flatMap { powers[Character($0.uppercased())] }
      guard let number = wholeDecimal(power == nil ? text[...] : text.dropLast()), number > 0 else { return nil }
      let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (power ?? 0))
      return overflow ? nil : bytes
    }
  }
}

/// Parses a decimal number such as 2, 0.5, .5 or 1e3: no sign, unit or space, no hexadecimal digits, no infinity.
func decimal(_ text: some StringProtocol) -> Double? {
  guard isDecimal(text), let value = Double(text), value.isFinite else { return nil }
  return value
}

/// Parses a decimal number that is whole, such as 12 or 1e3.
func wholeDecimal(_ text: some StringProtocol) -> Int? {
  wholeNumber(text) ?? (text.utf8.allSatisfy(isDigit) ? nil : decimal(text).flatMap(Int.init(exactly:)))
}

/// Parses decimal digits, as the names of frames and tiles and the table of goldens have them; nil on overflow.
func wholeNumber(_ text: some StringProtocol) -> Int? {
  text.utf8.allSatisfy(isDigit) ? Int(text) : nil
}

/// Whether a text is digits with at most one point, and perhaps an exponent with or without a sign.
private func isDecimal(_ text: some StringProtocol) -> Bool {
  let parts = text.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
  guard let mantissa = parts.first, mantissa.contains(where: isDigit),
    mantissa.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }), mantissa.count(where: { !isDigit($0) }) < 2
  else { return false }
  guard parts.count == 2 else { return true }
  let hasSign = parts[1].first == UInt8(ascii: "+") || parts[1].first == UInt8(ascii: "-")
  let exponent = parts[1].dropFirst(hasSign ? 1 : 0)
  return !exponent.isEmpty && exponent.allSatisfy(isDigit)
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func bounds(_ range: ClosedRange<Double>) -> String {
  "\(JSON.number(range.lowerBound)) to \(JSON.number(range.upperBound))"
}

// MARK: Sizes and positions

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

extension ValueType where Value == Point {
  /// A position in points, which may lie outside the canvas.
  static var position: Self {
    ValueType(placeholder: "X,Y", expected: "X,Y in points such as 120,80.5") { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let x = coordinate(parts[0]), let y = coordinate(parts[1]) else { return nil }
      return Point(x, y)
    }
  }

  private static func coordinate(_ text: Substring) -> Double? {
    let value = text.first == "-" ? decimal(text.dropFirst()).map { -$0 } : decimal(text)
    return value.flatMap { $0.magnitude <= LogLimits.coordinate ? $0 : nil }
  }
}

extension ValueType where Value == PixelRect {
  /// A box of at least one pixel.
  static var region: Self {
    ValueType(
      placeholder: "X,Y,W,H", expected: "X,Y,W,H in whole pixels such as 0,0,120,40, with a width and a height"
    ) { text in
      let fields = text.split(separator: ",", omittingEmptySubsequences: false).map { wholeDecimal($0) }
      guard fields.count == 4, let x = fields[0], let y = fields[1], let width = fields[2], let height = fields[3],
        width > 0, height > 0, [x, y, width, height].allSatisfy({ $0 <= LogLimits.canvasSide })
      else { return nil }
      return PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }
  }
}
