#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The figures of a run with the peers, and their tables.
struct PeerTable {
  /// The figures of a program on a workload.
  struct Process {
    var peer: String
    var workload: String
    /// Whether it ran on one processor; otherwise it ran on all.
    var isAlone: Bool
    var time: Result
    var memory: Result
  }

  var processes: [Process]
  /// In each group `doodle` comes first.
  var stages: [[Result]]

  var results: [Result] { processes.flatMap { [$0.time, $0.memory] } + stages.flatMap { $0 } }

  /// All figures, with their ratios to the figures of `doodle`.
  var text: String {
    var rows = [["", "", "min", "median", "max", "times doodle's", "least", "greatest"]]
    for process in processes {
      guard let doodle = self.doodle(like: process) else { continue }
      rows.append(row(process.time, doodle.time))
      rows.append(row(process.memory, doodle.memory))
    }
    for group in stages { rows += group.map { row($0, group[0]) } }
    return aligned(rows)
  }

  private func row(_ result: Result, _ doodle: Result) -> [String] {
    let (spread, ratio) = (result.spread, result.ratio(to: doodle).spread)
    let places = spread.median < 1000 ? 1 : 0
    return [result.name, result.unit]
      + [spread.minimum, spread.median, spread.maximum].map { rounded($0, places) }
      + [ratio.median, ratio.minimum, ratio.maximum].map { rounded($0, 2) }
  }

  private func doodle(like other: Process) -> Process? {
    processes.first { $0.peer == "doodle" && $0.workload == other.workload && $0.isAlone == other.isAlone }
  }

  /// Two tables of medians for Tests/Benchmarks/README.md.
  var markdown: String {
    var lines = [
      "\(today), \(Processors.description). Medians; in brackets, how many times `doodle`'s.", "",
      "| file to PNG, ms | S | M | L | L, all processors | L, peak MB |", "|---|---|---|---|---|---|",
    ]
    var names: [String] = []
    for process in processes where !names.contains(process.peer) { names.append(process.peer) }
    for name in names {
      var cells = Workload.all.map { cell(name, $0.name, isAlone: true, \.time) }
      cells.append(cell(name, "L", isAlone: false, \.time))
      cells.append(cell(name, "L", isAlone: true, \.memory))
      lines.append("| \(name) | \(cells.joined(separator: " | ")) |")
    }
    let computed = [("S", true), ("M", true), ("L", true), ("L", false)].map(blend2D)
    lines.append("| Blend2D, computed from cairo | \(computed.joined(separator: " | ")) | |")
    lines += ["", "| on one processor; on L unless stated | | times `doodle`'s |", "|---|---|---|"]
    for result in stages.flatMap({ $0 }) {
      guard let doodle = stages.first(where: { $0.contains(result) })?[0] else { continue }
      let ratio = result == doodle ? "" : rounded(result.ratio(to: doodle).spread.median, 2)
      lines.append("| \(result.name) | \(short(result.spread.median)) \(result.unit) | \(ratio) |")
    }
    return lines.joined(separator: "\n")
  }

  /// The parts of cairo's time that Blend2D took in its fastest form, in 8-bit gray with its own PNG encoder: in one run
  /// on an Intel Xeon with AVX-512. It is not packaged.
  private static let blend2DShares = ["S": 0.19, "M": 0.165, "L": 0.19]

  private func blend2D(_ workload: String, isAlone: Bool) -> String {
    func time(_ peer: String) -> Double? {
      processes.first { $0.peer == peer && $0.workload == workload && $0.isAlone == isAlone }?.time.spread.median
    }
    guard let cairo = time("cairo"), let doodle = time("doodle"), let share = Self.blend2DShares[workload] else {
      return ""
    }
    return "\(short(cairo * share)) (\(rounded(cairo * share / doodle, 2)))"
  }

  private func cell(_ peer: String, _ workload: String, isAlone: Bool, _ what: KeyPath<Process, Result>) -> String {
    guard
      let process = processes.first(where: { $0.peer == peer && $0.workload == workload && $0.isAlone == isAlone }),
      let doodle = doodle(like: process)
    else { return "" }
    let text = short(process[keyPath: what].spread.median)
    let ratio = process[keyPath: what].ratio(to: doodle[keyPath: what]).spread.median
    return peer == "doodle" ? text : "\(text) (\(short(ratio)))"
  }

  /// At least two digits.
  private func short(_ value: Double) -> String { rounded(value, value < 10 ? 1 : 0) }

  private var today: String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let digits = [Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(Int(parts.tm_year) + 1900)-\(digits[0])-\(digits[1])"
  }
}
