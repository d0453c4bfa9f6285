import Files
import TouchLog

extension StyleChange {
  /// A style with random values for some of the style keys, read from a line of a log.
  /// - Parameters:
  ///   - percent: How likely each key is.
  ///   - largest: The largest number, where the range of a key allows it.
  package init(percent: Int, largest: Double, using random: inout SeededRandom) {
    var line = #"{"tool":"pen""#
    for schema in StyleKeys.schemas() where Int.random(in: 0..<100, using: &random) < percent {
      line += ",\"\(schema.names[0])\":\(text(of: schema.value, largest, &random))"
    }
    var reader = LogReader(MemorySource(Array("\(line)}".utf8)), name: "a style")
    guard case .tool(let tool)? = try? reader.next() else { fatalError("not a style: \(line)}") }
    self = tool.style
  }
}

/// A random value, in JSON.
private func text(of schema: ValueSchema, _ largest: Double, _ random: inout SeededRandom) -> String {
  func number(in range: NumberRange?) -> Double {
    let (lower, upper) = (range?.lower ?? -largest, range?.upper ?? largest)
    return random.double(in: max(lower, -largest)...max(lower, min(upper, largest)))
  }
  switch schema {
  case .number(let range): return "\(number(in: range))"
  case .integer(let range): return "\(Int(number(in: range)))"
  case .names(let names): return "\"\(names.randomElement(using: &random)!)\""
  case .string: return "\"\(["", "Notes", "<&\\\"é"].randomElement(using: &random)!)\""
  case .file(let words, _): return "\"\(words[0])\""
  case .color(let words, _):
    let digits = String(random.next() >> 32 | 0x8000_0000, radix: 16)
    return "\"\((words + ["#\(digits)", "#\(digits.prefix(6))"]).randomElement(using: &random)!)\""
  case .tuple(let elements, _): return "[\(elements.map { text(of: $0, largest, &random) }.joined(separator: ","))]"
  case .array(let element, let least):
    let count = Int.random(in: least...least + 3, using: &random)
    return "[\((0..<count).map { _ in text(of: element, largest, &random) }.joined(separator: ","))]"
  case .either(let schemas): return text(of: schemas.randomElement(using: &random)!, largest, &random)
  default: fatalError("no style has \(schema)")
  }
}
