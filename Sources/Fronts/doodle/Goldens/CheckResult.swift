import DoodleKit

/// The result of checking a log, or a golden without a log.
struct CheckResult: Sendable {
  enum Verdict: String, Sendable, CaseIterable {
    case same, different
    /// There is no golden.
    case new
    /// There is no log, or no such page of it.
    case stale
    /// The log or the golden cannot be read.
    case failed
  }

  /// Why a picture differs from its golden.
  enum Cause: String, Sendable {
    case log
    case renderer
    /// The golden does not store the hash of its log.
    case unknown

    var wording: String {
      switch self {
      case .log: "the log changed"
      case .renderer: "the log is the same, the renderer changed"
      case .unknown: "the log or the renderer changed"
      }
    }
  }

  /// The path of the log, or of a stale golden.
  var path: String
  /// The number of the page, from 1; nil for a log of one page.
  var page: Int?
  /// The path with the number of the page, such as "notes.jsonl#2".
  var name: String { page.map { "\(path)#\($0)" } ?? path }
  var verdict: Verdict
  /// Whether two folders of pictures are compared, not a log with its golden.
  var isPair = false
  /// The rule beside the golden, which holds instead of that of the command line.
  var rule: GoldenRule?
  /// What the program said that drew the log.
  var output = ""
  /// How the pictures of several runs of that program differ.
  var runs: RepeatedRuns?
  /// The log that `line` is of, if that is not `path`.
  var log: String?
  var cause: Cause?
  /// Whether the golden picture has the right pixels, but other bytes than would be written now.
  var isEncodedOtherwise = false
  /// Whether the golden picture has the right pixels, but the table another hash.
  var isHashStale = false
  /// nil if there is no golden picture of the same size.
  var difference: PictureDifference?
  /// In pixels, if they differ: the golden's width and height, then the log's.
  var sizes: [[Int]]?
  var owners: [Comparison.Owner] = []
  /// The first stroke after which the picture differs, counted from 1; 0 for the background.
  var stroke: Int?
  /// The line of the first event that makes a difference, counted from 1.
  var line: Int?
  var failure: Failure?
  /// What was thrown in this run.
  private(set) var error: CommandError?
  /// The number of invalid lines that were skipped, as `--on-error skip` allows.
  var skipped = 0
  /// The parts of a file of another format that the drawing lacks, as a phrase; nil if it lacks nothing.
  var loss: String?
  var width = 0
  var height = 0
  var images: Images?

  /// Why a log or a picture cannot be read.
  struct Failure: Hashable, Sendable {
    /// The details, and all on one line, without the result's path.
    var message: String
    var line: String
    /// The column in the result's line, from 1.
    var column: Int?
    var exitCode: ExitCode
  }

  /// The pictures for a report, as PNGs.
  struct Images: Sendable {
    var expected: [UInt8]?
    var actual: [UInt8]
    var difference: [UInt8]?

    /// Those that there are, with their names.
    var named: [(name: String, png: [UInt8])] {
      [("expected", expected), ("actual", actual), ("difference", difference)]
        .compactMap { name, png in png.map { (name, $0) } }
    }
  }

  /// Whether its picture differs more than that of another result.
  func isFarther(than other: CheckResult) -> Bool {
    func measures(_ difference: PictureDifference?) -> [Int] {
      difference.map { [$0.count, $0.largestDelta.max(), $0.unequalCount] } ?? [0, 0, 0]
    }
    return measures(other.difference).lexicographicallyPrecedes(measures(difference))
  }

  /// Whether there is nothing to report.
  var isFine: Bool { verdict == .same && skipped == 0 }

  /// The change with a margin around it; the whole picture if the position of the change is unknown.
  func changedArea(of picture: Bitmap) -> PixelRect {
    let whole = PixelRect(minX: 0, minY: 0, maxX: picture.width, maxY: picture.height)
    guard let bounds = difference?.bounds else { return whole }
    let margin = max(8, max(bounds.width, bounds.height) / 4)
    return PixelRect(
      minX: bounds.minX - margin, minY: bounds.minY - margin, maxX: bounds.maxX + margin, maxY: bounds.maxY + margin
    ).intersection(whole)
  }

  /// The line of the report, with its newline.
  var text: String {
    let place = place + (line == nil ? "" : ":\(failure?.column ?? 1)")
    return "\(printable(place)): \(verdict.rawValue)" + (details.isEmpty ? "" : ": \(printable(details))") + "\n"
  }

  /// The log and the line, such as "a.jsonl:3", or the name.
  var place: String { line.map { "\(log ?? name):\($0)" } ?? name }

  /// The details in words.
  var details: String {
    let also = [rule.map { "by \($0.wording): \($0.use(by: difference))" }, runs?.wording].compactMap { $0 }
    return ([ownDetails] + also).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// The details without the rule and the runs.
  private var ownDetails: String {
    switch verdict {
    case .same where skipped > 0: return "skipped \(counted(skipped, "invalid line"))"
    case .same:
      if let difference, rule == nil { return Self.tolerated(difference) + (loss.map { "; \($0)" } ?? "") }
      return isEncodedOtherwise ? "only the PNG's encoding differs" : loss ?? ""
    case .new where isPair: return "no expected picture"
    case .stale where isPair: return "no actual picture"
    case .new: return loss.map { "no golden; \($0)" } ?? "no golden"
    case .stale: return "no log or page"
    case .failed: return failure?.message ?? ""
    case .different: break
    }
    var parts: [String] = []
    if isHashStale {
      parts.append("the pixels are those of the PNG, but the hash in \(GoldenTable.fileName) is stale")
      parts.append("accept the log to renew it")
    } else if let sizes {
      parts.append("\(Self.size(sizes[0])) pixels are now \(Self.size(sizes[1]))")
    } else if let difference {
      parts.append("\(difference.count) of \(counted(difference.width * difference.height, "pixel"))")
    } else {
      parts.append("another hash")
    }
    if let cause { parts.append(cause.wording) }
    if let stroke { parts.append(stroke == 0 ? "from the background on" : "from stroke \(stroke) on") }
    if let difference, !owners.isEmpty {
      let shares = owners.prefix(3).map { owner in
        "\(DiffReport.share(owner.count, difference.count)) in \(owner.name)"
      }
      let others = owners.count - shares.count
      parts.append(shares.joined(separator: ", ") + (others > 0 ? " and \(others) more" : ""))
    }
    if let line { parts.append("from line \(line) on") }
    if skipped > 0 { parts.append("skipped \(counted(skipped, "invalid line"))") }
    if let loss { parts.append(loss) }
    return parts.joined(separator: "; ")
  }

  /// The pixels that differ within the rule.
  private static func tolerated(_ difference: PictureDifference) -> String {
    let (count, most) = (difference.unequalCount, difference.bitDepth == 16 ? 65_535 : 255)
    let verb = count == 1 ? "differs" : "differ"
    return "within the rule: \(counted(count, "pixel")) \(verb), by at most \(difference.largestDelta.max()) of \(most)"
  }

  private static func size(_ sides: [Int]) -> String { "\(sides[0])x\(sides[1])" }
}

extension CheckResult {
  /// - Parameter check: Fills in the result. What it throws becomes the result's failure.
  init(path: String, page: Int? = nil, verdict: Verdict, _ check: (inout CheckResult) throws(CommandError) -> Void) {
    self.init(path: path, page: page, verdict: verdict)
    do throws(CommandError) {
      try check(&self)
    } catch {
      self.verdict = .failed
      let line = error.oneLine(without: path)
      failure = Failure(
        message: Advice.worded(error.diagnostic?.message ?? line), line: line,
        column: error.diagnostic?.location.column, exitCode: error.exitCode)
      self.line = error.diagnostic?.location.line
      self.error = error
    }
  }
}

extension CommandError {
  /// The first line of the message, without the excerpt of the log.
  /// - Parameter path: Removed if the message begins with it.
  func oneLine(without path: String) -> String {
    let line = Messages().text(of: self).prefix { $0 != "\n" }
    guard line.hasPrefix("\(path):") else { return String(line) }
    let rest = line.dropFirst(path.count + 1).drop { $0 == " " }
    return String(rest.hasPrefix("error: ") ? rest.dropFirst(7) : rest)
  }

  /// The diagnostic of an error in a line of the log.
  var diagnostic: Diagnostic? {
    switch self {
    case .malformed(let diagnostic), .beyondLimit(let diagnostic): diagnostic
    default: nil
    }
  }
}
