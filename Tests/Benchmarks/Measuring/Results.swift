/// The figures of a run, their table and their JSON.
struct Results {
  var machine: String
  var all: [Result]

  /// A line for each figure: name, unit, minimum, median and maximum; with a baseline, also their ratios to it.
  func table(comparedWith baseline: Results?) -> String {
    var rows = [["", "", "min", "median", "max"] + (baseline == nil ? [] : ["now/then", "least", "greatest"])]
    for result in all {
      var row = [result.name, result.unit] + Results.cells(result.spread)
      if let then = baseline?.all.first(where: { $0.name == result.name && $0.unit == result.unit }) {
        let ratio = result.spread.ratio(to: then.spread)
        row += [ratio.median, ratio.minimum, ratio.maximum].map { rounded($0, 2) }
      }
      rows.append(row)
    }
    return aligned(rows)
  }

  private static func cells(_ spread: Spread) -> [String] {
    let places = spread.median < 10 ? 2 : spread.median < 1000 ? 1 : 0
    return [spread.minimum, spread.median, spread.maximum].map { rounded($0, places) }
  }

  /// One JSON object per line: the machine first, then each figure.
  var jsonLines: String {
    all.reduce("{\"machine\":\"\(machine)\"}\n") { text, result in
      let spread = result.spread
      return text + """
        {"name":"\(result.name)","unit":"\(result.unit)","min":\(spread.minimum),\
        "median":\(spread.median),"max":\(spread.maximum)}

        """
    }
  }

  init(machine: String, all: [Result]) {
    self.machine = machine
    self.all = all
  }

  /// Reads the format of `jsonLines`. Strings with quotes are not supported.
  init(jsonLines: String) throws {
    machine = ""
    all = []
    for line in jsonLines.split(separator: "\n") {
      func text(_ key: String) -> String? {
        line.firstRange(of: "\"\(key)\":\"").map { String(line[$0.upperBound...].prefix { $0 != "\"" }) }
      }
      func number(_ key: String) -> Double? {
        line.firstRange(of: "\"\(key)\":").flatMap { Double(line[$0.upperBound...].prefix { $0 != "," && $0 != "}" }) }
      }
      if let name = text("machine") {
        machine = name
      } else if let name = text("name"), let unit = text("unit"), let minimum = number("min"),
        let median = number("median"), let maximum = number("max")
      {
        all.append(Result(name: name, unit: unit, values: [minimum, median, maximum]))
      } else {
        throw ChildProcess.Failure(description: "this is no line of figures: \(line)")
      }
    }
  }
}

/// `value` in decimal digits, `places` of them after the point.
func rounded(_ value: Double, _ places: Int) -> String {
  guard value.isFinite, value.magnitude < 1e12 else { return "\(value)" }
  let scale = [1.0, 10, 100, 1000][places]
  let whole = Int((value * scale).rounded())
  return places == 0 ? String(whole) : decimal(whole, places)
}

/// A table of text: the first two columns are left-aligned, the others right-aligned.
func aligned(_ rows: [[String]]) -> String {
  var widths: [Int] = []
  for row in rows {
    for (column, cell) in row.enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], cell.count)
    }
  }
  return rows.map { row in
    row.enumerated().map { column, cell in
      let space = String(repeating: " ", count: widths[column] - cell.count)
      return column < 2 ? cell + space : space + cell
    }.joined(separator: "  ") + "\n"
  }.joined()
}
