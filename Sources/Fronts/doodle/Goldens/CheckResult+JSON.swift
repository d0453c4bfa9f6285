import DoodleKit

/// A result as a line of JSON, which holds all of it but the pictures, so that the results of several jobs can be merged.
extension CheckResult {
  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "file", value: .string(path)), .init(name: "verdict", value: .string(verdict.rawValue)),
    ]
    func add(_ name: String, _ value: JSON?) { if let value { members.append(.init(name: name, value: value)) } }
    if isPair { add("pair", true) }
    add("page", page.map { .integer($0) })
    add("log", log.map { .string($0) })
    if verdict != .stale, verdict != .failed { add("width", .integer(width)); add("height", .integer(height)) }
    add("cause", cause.map { .string($0.rawValue) })
    if isEncodedOtherwise { add("encoding", "changed") }
    if isHashStale { add("hash", "stale") }
    add("sizes", sizes.map { .array($0.map { .array($0.map { .integer($0) }) }) })
    add("first_stroke", stroke.map { .integer($0) })
    add("first_line", line.map { .integer($0) })
    if skipped > 0 { add("skipped", .integer(skipped)) }
    add("loss", loss.map { .string($0) })
    add("rule", rule?.json)
    add("runs", runs?.json)
    if !output.isEmpty { add("output", .string(output)) }
    if let difference {
      members += DiffReport.members(difference)
      if verdict == .same { add("unequal_pixels", .integer(difference.unequalCount)) }
      add("elements", .array(owners.map { DiffReport.json($0, difference.count) }))
    }
    if let failure {
      add("error", .string(failure.line))
      if failure.message != failure.line { add("message", .string(failure.message)) }
      add("column", failure.column.map { .integer($0) })
      add("exit_code", .integer(Int(failure.exitCode.rawValue)))
    }
    return .object(members)
  }

  /// Nil if the members are not those of `json`.
  init?(_ json: JSON) {
    guard let path = json["file"]?.text, let verdict = json["verdict"]?.text.flatMap(Verdict.init) else { return nil }
    self.init(path: path, verdict: verdict)
    isPair = json["pair"] != nil
    page = json["page"]?.whole
    log = json["log"]?.text
    (width, height) = (json["width"]?.whole ?? 0, json["height"]?.whole ?? 0)
    guard max(width, height) < 1 << 31 else { return nil }
    cause = json["cause"]?.text.flatMap(Cause.init)
    isEncodedOtherwise = json["encoding"] != nil
    isHashStale = json["hash"] != nil
    if let sides = json["sizes"]?.list {
      sizes = sides.map { $0.wholes ?? [] }
      guard sizes?.map(\.count) == [2, 2] else { return nil }
    }
    stroke = json["first_stroke"]?.whole
    line = json["first_line"]?.whole
    skipped = json["skipped"]?.whole ?? 0
    loss = json["loss"]?.text
    if let rule = json["rule"] {
      guard let rule = GoldenRule(rule) else { return nil }
      self.rule = rule
    }
    if let runs = json["runs"] {
      guard let runs = RepeatedRuns(runs) else { return nil }
      self.runs = runs
    }
    output = json["output"]?.text ?? ""
    if json["bit_depth"] != nil {
      guard let difference = PictureDifference(json, width: width, height: height) else { return nil }
      self.difference = difference
      for element in json["elements"]?.list ?? [] {
        guard let owner = Comparison.Owner(element) else { return nil }
        owners.append(owner)
      }
    }
    if let line = json["error"]?.text {
      guard let code = json["exit_code"]?.whole.flatMap({ ExitCode(rawValue: Int32(clamping: $0)) }) else { return nil }
      let message = json["message"]?.text ?? line
      failure = Failure(message: message, line: line, column: json["column"]?.whole, exitCode: code)
    }
    guard (verdict == .failed) == (failure != nil) else { return nil }
  }
}

extension PictureDifference {
  /// Reads what `DiffReport.members` writes.
  fileprivate init?(_ json: JSON, width: Int, height: Int) {
    guard let depth = json["bit_depth"]?.whole, depth == 8 || depth == 16, width > 0, height > 0 else { return nil }
    func channels(_ json: JSON?) -> SIMD4<Int>? {
      guard let values = json?.wholes, values.count == 4, values.allSatisfy({ $0 < 1 << depth }) else { return nil }
      return SIMD4(values)
    }
    guard let count = json["different_pixels"]?.whole, let antialiased = json["antialiased_pixels"]?.whole,
      let delta = channels(json["largest_delta"]), let regionCount = json["region_count"]?.whole
    else { return nil }
    self.init(width: width, height: height)
    (bitDepth, self.count, antialiasedCount, largestDelta) = (depth, count, antialiased, delta)
    unequalCount = json["unequal_pixels"]?.whole ?? count
    bounds = json["bounds"]?.box
    if let place = json["first_pixel"], place != .null {
      guard let x = place["x"]?.whole, let y = place["y"]?.whole, let first = channels(place["a"]),
        let second = channels(place["b"])
      else { return nil }
      firstDifference = DifferingPixel(x: x, y: y, first: first, second: second)
    }
    for region in json["regions"]?.list ?? [] {
      guard let count = region["pixels"]?.whole, let bounds = region["bounds"]?.box else { return nil }
      regions.append(DifferenceRegion(count: count, bounds: bounds))
    }
    self.regionCount = regionCount
  }
}

extension Comparison.Owner {
  /// Reads what `DiffReport.json` writes.
  fileprivate init?(_ json: JSON) {
    guard let count = json["pixels"]?.whole else { return nil }
    self.init(
      count: count, id: json["id"]?.text, kind: json["kind"]?.text, file: json["file"]?.text, line: json["line"]?.whole)
  }
}
