import DoodleKit

/// The options that decide whether two pictures count as the same.
extension OptionTable {
  static var comparison: [OptionEntry] {
    [metric.entry, maxDelta.entry, threshold.entry, includeAA.entry, maxPixels.entry, ignore.entry]
  }

  static let metric = ValueOption<ComparisonMetric>(
    "metric", .choice("METRIC"), in: .comparison,
    "how pixels are compared: \(alternatives(ComparisonMetric.allCases.map(\.rawValue)))",
    details: """
      "exact" compares red, green, blue and alpha. "yiq" compares as pixelmatch 7 does, without antialiased pixels, and \
      "yiq-on-white" as pixelmatch 6 does, which blends translucent pixels with white.
      """, initial: ComparisonMetric.exact.rawValue)

  static let maxDelta = ValueOption<Int>(
    "max-delta", .count(in: 0...255, of: "levels", placeholder: "D"), in: .comparison,
    "how far each channel of a pixel may differ",
    details: "In 8-bit levels; one level is 257 steps of a 16-bit picture.", initial: "0")

  static let threshold = ValueOption<Double>(
    "threshold", .number(in: 0...1, placeholder: "T"), in: .comparison,
    "with --metric yiq: how far colors may differ, from 0 to 1", initial: "0.1")

  static let includeAA = Flag(
    "include-aa", in: .comparison, "with --metric yiq: count antialiased pixels too")

  static let maxPixels = ValueOption<Int>(
    "max-pixels", .count(in: 0...1_000_000_000, of: "pixels", placeholder: "N"), in: .comparison,
    "how many pixels may differ", initial: "0")

  static let ignore = ValueOption<PixelRect>(
    "ignore", .region, in: .comparison, "a box in pixels that is not compared; may be repeated",
    details: "Its left and top edge, its width and its height.")
}

/// How pixels are compared.
enum ComparisonMetric: String, CaseIterable, Sendable {
  case exact
  case yiq
  case yiqOnWhite = "yiq-on-white"
}

/// The options of `diff` alone.
extension OptionTable {
  static let differencePicture = ValueOption<String>(
    "output", letter: "o", .output("DIFF.png", extensions: ["png"], words: ["page"]), in: .output,
    "where to draw the difference: differing pixels in red on the first picture",
    details: "Antialiased pixels that are not counted are yellow, pixels that are not compared bluish.")

  static let first = Flag(
    "first", in: .output, "for two logs: print only the first event after which their pictures differ",
    details: "As FILE:LINE for each log; nothing if their pictures are the same.")

  static let with = ValueOption<String>(
    "with", .path("PROGRAM", extensions: []), in: .comparison,
    "compare this program's picture of one log with that of another doodle, or of 'PROGRAM {log} {png}'",
    details: """
      Two versions of doodle draw longer and longer parts of the log, to find the first event after which they differ. A \
      PROGRAM with {log} and {png} among its arguments draws the whole log once.
      """)
}

/// The options of `check` and `accept`.
extension OptionTable {
  static let outDirectory = ValueOption<String>(
    "out", .output("DIR", extensions: []), in: .output,
    "write the expected, actual and difference pictures of failures to DIR",
    details: """
      They are NAME.expected.png, NAME.actual.png and NAME.diff.png, and beside one another, cut to the change, \
      NAME.compare.png, in folders named as those of the logs. Those of earlier runs are removed.
      """)

  static let report = ValueOption<String>(
    "report", .output("FILE.html", extensions: ["html"]), in: .output, "write a web page that shows the failures",
    details: "It is one file, needs no network, and has five views: side by side, flip, slider, difference and zoom.")

  static let junit = ValueOption<String>(
    "junit", .output("FILE.xml", extensions: ["xml"]), in: .output, "write the results as JUnit XML")

  static let markdown = ValueOption<String>(
    "markdown", .output("FILE.md", extensions: ["md"]), in: .output,
    "write a summary and a table of the failures for a pull request",
    details: "It has at most 60 kB. On GitHub, $GITHUB_STEP_SUMMARY is such a file.")

  /// Which goldens are checked.
  static var goldenSelection: [OptionEntry] { [only.entry, skip.entry] }

  static let only = ValueOption<String>(
    "only", .pattern, in: .goldens, "check only what GLOB matches; may be repeated",
    details: """
      A GLOB without a slash is compared with the names of files, others with their paths as they are reported. "*" stands \
      for any characters but slashes, "**" for any, and "?" for one. What is left out is counted.
      """)

  static let skip = ValueOption<String>(
    "skip", .pattern, in: .goldens, "leave out what GLOB matches; may be repeated")

  static let against = ValueOption<String>(
    "against", .path("ACTUAL", extensions: []), in: .comparison,
    "compare the pictures of the folder DIR with those of the folder ACTUAL, by name",
    details: """
      They may come from any program. PNGs in subfolders count, too. If DIR has the recording of a picture, the stroke and \
      the line that drew what differs are named, as this program draws it at the same size.
      """)

  /// What `check` checks.
  static var checking: [OptionEntry] {
    [against.entry, shard.entry] + goldenSelection + [drawnWith.entry, programTime.entry, runs.entry]
  }

  static let drawnWith = ValueOption<DrawingProgram>(
    "with", .drawingProgram, in: .goldens, "draw each recording with a program, such as 'python3 app.py {log} {png}'",
    details: """
      It reads {log} and writes {png}; several run at a time, without a shell. Its picture is compared, or becomes the \
      golden, and what it says is in the reports. The stroke and the line that drew what differs are named as this \
      program draws the recording. Of a document, the program draws one picture.
      """)

  static let programTime = ValueOption<Double>(
    "program-time", .duration, in: .goldens, "how long the program of --with may take for a recording", initial: "60s")

  static let runs = ValueOption<Int>(
    "repeat", .count(in: 1...1000, of: "runs", placeholder: "N"), in: .goldens,
    "how many times the program of --with draws each recording",
    details: """
      Recordings whose pictures differ from run to run are named, with the smallest rule that would allow it. No rule is \
      applied.
      """, initial: "1")

  static let merge = Flag(
    "merge", in: .goldens, "report the results of several jobs, from files of --json, as one check does",
    details: """
      The pictures of failures are read from beside each file, so let a job write it to the folder of its --out. A name \
      that two jobs have is an error, and so is a part of --shard that is missing.
      """)

  static let shard = ValueOption<GoldenSelection.Shard>(
    "shard", .shard, in: .goldens, "check the Ith of N parts",
    details: "For N jobs that divide a check. A path is in the same part whatever other files there are.")

  static let tap = Flag("tap", in: .output, "print the results in the Test Anything Protocol")

  static let all = Flag("all", in: .goldens, "accept everything new or different below the working directory")

  static let prune = Flag(
    "prune", in: .goldens, "remove goldens without a log",
    details: """
      Both those that are named and those in named folders. A PNG without a log is removed only if "accept" marked it \
      as a golden.
      """)

  static let store = ValueOption<GoldenStore>(
    "store", .choice("WHAT"), in: .goldens, "how to store goldens: png, hash or both",
    details: """
      "png" writes NAME.png beside the log, "hash" a line of goldens.tsv there. A golden that exists is updated \
      either way.
      """, initial: "whatever existing goldens use, else png")

  static let review = Flag(
    "review", in: .goldens, "show each change in the terminal and ask",
    details: """
      The keys are a to accept, r to reject, s to skip and q to quit. Without a terminal, the commands to run are \
      printed instead.
      """)
}

extension ValueType where Value == String {
  fileprivate static var pattern: Self {
    ValueType(placeholder: "GLOB", expected: "a pattern such as 'icons/*.jsonl'") { $0.isEmpty ? nil : $0 }
  }
}

extension ValueType where Value == DrawingProgram {
  fileprivate static var drawingProgram: Self {
    ValueType(
      placeholder: "COMMAND", expected: "a program with {log} and {png} among its arguments", read: DrawingProgram.init)
  }
}

extension DrawingProgram {
  /// Nil without a program.
  init?(_ arguments: Arguments) throws(CommandError) {
    let (time, runs) = try (arguments[OptionTable.programTime], arguments[OptionTable.runs])
    guard var program = try arguments[OptionTable.drawnWith] else {
      if time != nil { throw .usage(.without("--program-time", "--with")) }
      if runs != nil { throw .usage(.without("--repeat", "--with")) }
      return nil
    }
    program.timeLimit = time ?? program.timeLimit
    program.runCount = runs ?? program.runCount
    self = program
  }
}

extension ValueType where Value == GoldenSelection.Shard {
  fileprivate static var shard: Self {
    ValueType(placeholder: "I/N", expected: "I/N such as 2/5, I from 1 to N") { text in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { wholeNumber(String($0)) }
      guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1, number <= count else {
        return nil
      }
      return GoldenSelection.Shard(number: number, count: count)
    }
  }
}

extension GoldenSelection {
  init(_ arguments: Arguments) throws(CommandError) {
    only = try arguments.all(OptionTable.only).map(PathPattern.init)
    skipped = try arguments.all(OptionTable.skip).map(PathPattern.init)
    shard = try arguments[OptionTable.shard]
  }
}

/// How goldens are stored.
enum GoldenStore: String, CaseIterable, Sendable {
  case png, hash, both
}

extension ComparisonRule {
  init(_ arguments: Arguments) throws(CommandError) {
    self.init()
    let metric = try arguments[OptionTable.metric] ?? .exact
    let maxDelta = try arguments[OptionTable.maxDelta]
    let threshold = try arguments[OptionTable.threshold]
    let includesAntialiased = arguments[OptionTable.includeAA]
    switch metric {
    case .exact:
      if threshold != nil { throw .usage(.without("--threshold", "--metric yiq")) }
      if includesAntialiased { throw .usage(.without("--include-aa", "--metric yiq")) }
      self.metric = .channels(maxDelta: maxDelta ?? 0)
    case .yiq, .yiqOnWhite:
      if maxDelta != nil { throw .usage(.without("--max-delta", "--metric exact")) }
      self.metric = .yiq(
        YIQRule(
          threshold: threshold ?? 0.1, includesAntialiased: includesAntialiased,
          backdrop: metric == .yiq ? .pattern : .white))
    }
    maxPixels = try arguments[OptionTable.maxPixels] ?? 0
    ignored = try arguments.all(OptionTable.ignore)
  }

  /// The rule in words.
  var wording: String {
    var parts: [String]
    switch metric {
    case .channels(0): parts = ["exact: red, green, blue and alpha"]
    case .channels(let delta): parts = ["each channel may differ by \(delta) of 255"]
    case .yiq(let rule):
      let version = rule.backdrop == .pattern ? "pixelmatch 7" : "pixelmatch 6"
      let smooth = rule.includesAntialiased ? "counted" : "left out"
      parts = ["yiq as in \(version): threshold \(JSON.number(rule.threshold)), antialiased pixels \(smooth)"]
    }
    if maxPixels > 0 { parts.append("\(counted(maxPixels, "pixel")) may differ") }
    if !ignored.isEmpty { parts.append("\(counted(ignored.count, "box", "boxes")) not compared") }
    return parts.joined(separator: "; ")
  }

  var json: JSON {
    var members: [JSON.Member]
    switch metric {
    case .channels(let delta):
      members = [.init(name: "metric", value: "exact"), .init(name: "max_delta", value: .integer(delta))]
    case .yiq(let rule):
      members = [
        .init(name: "metric", value: rule.backdrop == .pattern ? "yiq" : "yiq-on-white"),
        .init(name: "threshold", value: .number(rule.threshold)),
        .init(name: "include_aa", value: .bool(rule.includesAntialiased)),
      ]
    }
    members.append(.init(name: "max_pixels", value: .integer(maxPixels)))
    members.append(.init(name: "ignore", value: .array(ignored.map(JSON.box))))
    return .object(members)
  }
}

extension JSON {
  /// A box as [x, y, width, height].
  static func box(_ box: PixelRect) -> JSON {
    [.integer(box.minX), .integer(box.minY), .integer(box.width), .integer(box.height)]
  }
}
