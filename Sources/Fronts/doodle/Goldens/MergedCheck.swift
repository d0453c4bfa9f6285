import DoodleKit

/// The results of several jobs as those of one.
enum MergedCheck {
  /// Reads what `check --json` wrote in each job.
  /// - Parameters:
  ///   - paths: The files. The pictures of a job's failures, if any, are beside its file, as `--out` names them.
  ///   - keepsImages: Whether the pictures are read.
  /// - Throws: `CommandError.input` if a file is not such a text or ends early, if a part is missing or there twice, if two
  ///   jobs checked the same, or if they had other rules.
  static func summary(of paths: [String], keepsImages: Bool, in console: Console) throws(CommandError) -> CheckSummary {
    var results: [CheckResult] = []
    var owners: [String: String] = [:]
    var parts: [Part] = []
    for path in paths {
      let part = try Part(path)
      parts.append(part)
      var lacking = 0
      for var result in part.results {
        if let other = owners.updateValue(path, forKey: result.name) {
          throw .input(path: path, message: "\(quoted(result.name)) was checked for \(other), too")
        }
        if keepsImages { try result.addImages(beside: path) }
        if keepsImages, result.mayHaveImages, result.images == nil { lacking += 1 }
        results.append(result)
      }
      if lacking > 0 {
        let pictures = "the pictures of \(counted(lacking, "failure")) are not beside it"
        console.messages.warn(path, "\(pictures); write it to the folder of --out")
      }
    }
    return CheckSummary(results, try scope(of: parts))
  }

  /// One job.
  private struct Part {
    let path: String
    let scope: CheckSummary.Scope
    let results: [CheckResult]

    init(_ path: String) throws(CommandError) {
      self.path = path
      let bytes = try withFiles { () throws(FileError) in try InputFile(path: path).readAll() }
      var results: [CheckResult] = []
      var last: JSON?
      for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
        let json = last == nil ? JSON(reading: Array(line)) : nil
        if let json, json["checked"] != nil {
          last = json
        } else if let result = json.flatMap({ CheckResult($0) }) {
          results.append(result)
        } else {
          throw .input(path: path, message: "line \(index + 1) is no line of check --json of this version")
        }
      }
      guard let last, last["checked"]?.whole == results.count, let scope = CheckSummary.Scope(last) else {
        throw .input(path: path, message: "the last line of check --json is missing, with the counts")
      }
      (self.scope, self.results) = (scope, results)
    }
  }

  /// What all parts together checked.
  private static func scope(of parts: [Part]) throws(CommandError) -> CheckSummary.Scope {
    var whole = CheckSummary.Scope(rule: parts[0].scope.rule, program: parts[0].scope.program)
    var known: [GoldenSelection.Shard: Part] = [:]
    for part in parts {
      guard part.scope.rule == whole.rule, part.scope.program == whole.program else {
        throw .input(path: part.path, message: "it was checked by another rule or program than \(parts[0].path)")
      }
      guard let shard = part.scope.shard else {
        whole.leftOut += part.scope.leftOut
        continue
      }
      if let other = known.updateValue(part, forKey: shard) {
        throw .input(path: part.path, message: "part \(shard.number) of \(shard.count) is \(other.path), too")
      }
    }
    for (count, group) in Dictionary(grouping: known.values, by: { $0.scope.shard?.count ?? 1 }).sorted(by: {
      $0.key < $1.key
    }) {
      let numbers = Set(group.compactMap(\.scope.shard?.number))
      if let missing = (1...count).first(where: { !numbers.contains($0) }) {
        throw .input(path: group[0].path, message: "part \(missing) of \(count) is missing")
      }
      // Each part leaves the same out.
      whole.leftOut += group[0].scope.leftOut
    }
    return whole
  }
}

extension CheckResult {
  /// Whether reports show pictures of it.
  fileprivate var mayHaveImages: Bool { verdict == .different || verdict == .new }

  /// Reads the pictures that a job wrote beside its results.
  fileprivate mutating func addImages(beside path: String) throws(CommandError) {
    guard mayHaveImages else { return }
    let base = FilePath.directory(of: path) + FailurePictures.name(of: self)
    func picture(_ kind: String) throws(CommandError) -> [UInt8]? {
      try withFiles { () throws(FileError) in
        let path = "\(base).\(kind).png"
        return try isFile(path) ? InputFile(path: path).readAll() : nil
      }
    }
    guard let actual = try picture("actual") else { return }
    images = Images(expected: try picture("expected"), actual: actual, difference: try picture("diff"))
  }
}
