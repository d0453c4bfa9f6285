import DataSets
import DoodleKit

/// A width and a height in pixels.
struct PixelSize: Hashable, Sendable {
  var width: Int
  var height: Int
}

extension ValueType where Value == PixelSize {
  /// One number for a square, or WxH.
  static var pixelSize: Self {
    ValueType(placeholder: "WxH", expected: "pixels such as 256 or 512x128, each from 1 to 8192") { text in
      let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { wholeDecimal($0) }
      guard 1...2 ~= sides.count, let width = sides[0], let height = sides[sides.count - 1],
        1...8192 ~= width, 1...8192 ~= height
      else { return nil }
      return PixelSize(width: width, height: height)
    }
  }
}

extension ValueType where Value == Measure {
  static var measure: Self {
    ValueType(placeholder: "P", expected: "pixels such as 12, percents such as 5%, or a fraction such as 24/304") {
      Measure($0)
    }
  }
}

extension Measure {
  /// Pixels such as "12", percents such as "5%", or a fraction such as "24/304"; nil for anything else.
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { decimal($0) }
    if text.hasSuffix("%"), let percents = decimal(text.dropLast()), percents <= 100 {
      self = .fraction(percents / 100)
    } else if parts.count == 2, let whole = parts[0], let part = parts[1], part > 0, whole <= part {
      self = .fraction(whole / part)
    } else if parts.count == 1, let pixels = parts[0], pixels <= 8192 {
      self = .pixels(pixels)
    } else {
      return nil
    }
  }
}

extension ValueType where Value == PictureForm.LineWidth {
  static var lineWidth: Self {
    ValueType(
      placeholder: "W",
      expected: "pixels such as 3, percents such as 2%, a fraction such as 16/304, each more than 0, or recorded",
      completion: .words(["recorded"])
    ) { text in
      if text == "recorded" { return .recorded }
      guard let width = Measure(text), width.pixels(ofSide: 1) > 0 else { return nil }
      return .uniform(width)
    }
  }
}

// MARK: Lists

/// The parts of a list with commas, each read by `read`; nil if one of them is invalid or there are none.
private func list<Item>(_ text: String, _ read: (Substring) -> Item?) -> [Item]? {
  let items = text.split(separator: ",", omittingEmptySubsequences: false).map(read)
  return items.contains { $0 == nil } ? nil : items.compactMap(\.self)
}

/// Parts such as "scale=.15" of a list with commas, in order; nil if one of them is invalid.
private func settings(_ text: String) -> [(name: String, value: Double)]? {
  list(text) { part in
    let sides = part.split(separator: "=", omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[0].isEmpty, let value = decimal(sides[1]) else { return nil }
    return (String(sides[0]), value)
  }
}

extension ValueType where Value == [Channel] {
  static var channels: Self {
    let names = Channel.allCases.map(\.rawValue)
    return ValueType(
      placeholder: "LIST", expected: "\(alternatives(names)), with commas, each once", completion: .words(names)
    ) { text in
      list(text) { Channel(rawValue: String($0)) }.flatMap { Set($0).count == $0.count ? $0 : nil }
    }
  }
}

extension ValueType where Value == [LabelSource] {
  static var labelSources: Self {
    let names = LabelSource.allCases.map(\.rawValue)
    return ValueType(
      placeholder: "LIST", expected: "\(alternatives(names)), or several with commas", completion: .words(names)
    ) { text in list(text) { LabelSource(rawValue: String($0)) } }
  }
}

extension ValueType where Value == Set<BatchOptions.Field> {
  static var fields: Self {
    let names = ["png", "json", "cls", "txt", "pixels"]
    return ValueType(
      placeholder: "LIST", expected: "\(alternatives(names)), with commas", completion: .words(names)
    ) { text in list(text) { BatchOptions.Field(rawValue: String($0)) }.map(Set.init) }
  }
}

extension ValueType where Value == [Double] {
  /// Percents with commas, as shares.
  static var percentages: Self {
    ValueType(placeholder: "P%,…", expected: "percents such as 25%,50%,100%, each more than 0 and at most 100") {
      text in
      list(text) { part in
        guard part.hasSuffix("%"), let percents = decimal(part.dropLast()), 0 < percents, percents <= 100 else {
          return nil
        }
        return percents / 100
      }
    }
  }
}

extension ValueType where Value == Splits {
  static var splits: Self {
    ValueType(placeholder: "NAME=S,…", expected: "names and shares with a sum of 1, such as train=.9,valid=.1") {
      text in
      guard let parts = settings(text), abs(parts.reduce(0) { $0 + $1.value } - 1) < 1e-6,
        Set(parts.map(\.name)).count == parts.count,
        parts.allSatisfy({ $0.name.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".") } })
      else { return nil }
      return Splits(parts.map { Splits.Split(name: $0.name, share: $0.value) })
    }
  }
}

extension ValueType where Value == Jitter {
  static var jitter: Self {
    ValueType(
      placeholder: "NAME=X,…",
      expected: "one or more of scale=, rotate=, shift= and width=, such as scale=.15,rotate=10"
    ) { text in
      guard let parts = settings(text) else { return nil }
      var jitter = Jitter()
      for (name, value) in parts {
        switch name {
        case "scale" where value < 1: jitter.scale = value
        case "rotate" where value <= 180: jitter.rotation = value
        case "shift" where value <= 1: jitter.shift = value
        case "width" where value < 1: jitter.width = value
        default: return nil
        }
      }
      return jitter
    }
  }
}

extension ValueType where Value == RunPart {
  static var part: Self {
    ValueType(placeholder: "I/N", expected: "I/N such as 0/16, I from 0 to N - 1") { text in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { wholeDecimal($0) }
      guard parts.count == 2, let index = parts[0], let count = parts[1], 1...1_000_000 ~= count, index < count else {
        return nil
      }
      return RunPart(index: index, count: count)
    }
  }
}
