import DoodleKit

/// The pictures of two folders by their names: those that are expected, and those that any renderer drew.
struct PicturePairs: Sendable {
  /// A picture of either folder or of both.
  struct Pair: Sendable {
    /// Nil if the folder does not have it.
    var expected: String?
    var actual: Picture?
    /// The recording beside the expected picture that has its name, and the rule there.
    var log: String?
    var rule: String?
  }

  /// A picture that a program drew: its file or its bytes.
  enum Picture: Sendable {
    case file(String)
    case bytes([UInt8], of: String)

    /// The path of the picture, or of the recording that was drawn.
    var path: String {
      switch self {
      case .file(let path), .bytes(_, let path): path
      }
    }

    func source() throws(FileError) -> any ByteSource {
      switch self {
      case .file(let path): try InputFile(path: path)
      case .bytes(let bytes, _): MemorySource(bytes)
      }
    }
  }

  private(set) var pairs: [Pair] = []
  private(set) var sieve: GoldenSelection.Sieve

  /// - Throws: `CommandError.file` if a folder cannot be read.
  init(expected: String, actual: String, _ selection: GoldenSelection) throws(CommandError) {
    sieve = GoldenSelection.Sieve(selection)
    let (before, now) = try (PictureTree(expected), PictureTree(actual))
    var recordings: [String: FolderRecordings] = [:]
    for name in before.pictures.union(now.pictures).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard sieve.holds(name) else { continue }
      var pair = Pair()
      if now.pictures.contains(name) { pair.actual = .file(now.root + name) }
      if before.pictures.contains(name) {
        pair.expected = before.root + name
        let (folder, stem) = (FilePath.directory(of: name), FilePath.stem(of: FilePath.name(of: name)))
        let known = recordings[folder] ?? before.recordings(in: folder)
        recordings[folder] = known
        pair.log = known.files(ofGolden: stem).first.map { before.root + folder + $0 }
        pair.rule = known.rule(ofGolden: stem).map { before.root + folder + $0 }
      }
      pairs.append(pair)
    }
  }
}

/// The files of a folder and its subfolders, without hidden ones.
private struct PictureTree {
  /// Ends in a slash.
  let root: String
  /// The paths of its PNGs from the root.
  private(set) var pictures: Set<String> = []
  /// The names of all files by their folders, whose paths from the root end in a slash or are empty.
  private var files: [String: [String]] = [:]

  init(_ root: String) throws(CommandError) {
    self.root = root.hasSuffix("/") ? root : root + "/"
    var (visited, open): (Set<FileIdentity>, [String]) = ([], [""])
    while let folder = open.popLast() {
      let path = self.root + folder
      let identity = try withFiles { () throws(FileError) in try FileIdentity(path: path) }
      // Links may lead to a folder twice, or to its parent.
      if let identity, !visited.insert(identity).inserted { continue }
      for entry in try withFiles({ () throws(FileError) in try Directory.entries(of: path) })
      where !entry.name.hasPrefix(".") && !entry.isSpecial {
        if entry.isDirectory {
          open.append("\(folder)\(entry.name)/")
        } else {
          files[folder, default: []].append(entry.name)
          if FilePath.fileExtension(of: entry.name) == "png" { pictures.insert(folder + entry.name) }
        }
      }
    }
  }

  func recordings(in folder: String) -> FolderRecordings { FolderRecordings(files[folder] ?? [], in: root + folder) }
}

extension Checker {
  /// Compares pairs of pictures in parallel.
  /// - Returns: The results in the order of the pairs.
  func check(_ set: PicturePairs) -> [CheckResult] {
    Self.results(of: set.pairs, threads: threads) { check($0) }
  }

  private func check(_ pair: PicturePairs.Pair) -> CheckResult {
    let verdict: CheckResult.Verdict = pair.expected == nil ? .new : pair.actual == nil ? .stale : .same
    let path = pair.expected ?? pair.actual?.path ?? ""
    return CheckResult(path: path, verdict: verdict) { result throws(CommandError) in
      result.isPair = true
      result.rule = try pair.rule.map(GoldenRule.init)
      try compare(pair, &result)
    }
  }

  /// Fills in how a picture differs from the expected one.
  func compare(_ pair: PicturePairs.Pair, _ result: inout CheckResult) throws(CommandError) {
    guard let actual = pair.actual else { return }
    guard let expected = pair.expected else {
      if keepsImages { result.images = CheckResult.Images(actual: try bytes(of: actual)) }
      return
    }
    let rule = result.rule?.comparison ?? rule
    let comparison = try comparison(.file(expected), actual, by: rule)
    (result.width, result.height) = (comparison.second.width, comparison.second.height)
    result.difference = comparison.difference.flatMap { $0.unequalCount > 0 ? $0 : nil }
    guard !comparison.isSame else { return }
    result.verdict = .different
    if comparison.difference == nil { result.sizes = [comparison.first.sides, comparison.second.sides] }
    if comparison.difference != nil, let log = pair.log { locate(&result, .file(expected), actual, log) }
    guard keepsImages else { return }
    result.images = CheckResult.Images(expected: try bytes(of: .file(expected)), actual: try bytes(of: actual))
    guard comparison.difference != nil else { return }
    do throws(ImageError) {
      let (before, now) = try (rows(.file(expected), by: rule), rows(actual, by: rule))
      result.images?.difference = try DifferencePainter.png(before, now, by: rule)
    } catch {
      throw CommandError(error, of: actual.path)
    }
  }

  func comparison(
    _ expected: PicturePairs.Picture, _ actual: PicturePairs.Picture, on drawn: DrawnLog? = nil, by rule: ComparisonRule
  ) throws(CommandError) -> Comparison {
    let (before, now): (RowStream, RowStream)
    do throws(ImageError) { before = try rows(expected, by: rule) } catch {
      throw CommandError(error, of: expected.path)
    }
    do throws(ImageError) { now = try rows(actual, by: rule) } catch { throw CommandError(error, of: actual.path) }
    return try Comparison(
      .png(before), named: expected.path, .png(now), named: actual.path, on: drawn, by: rule, isAhead: false)
  }

  private func rows(_ picture: PicturePairs.Picture, by rule: ComparisonRule) throws(ImageError) -> RowStream {
    let source: any ByteSource
    do throws(FileError) { source = try picture.source() } catch { throw .file(error) }
    return try RowStream(png: source, limits: reading.imageLimits, for: rule, isAhead: false)
  }

  private func bytes(of picture: PicturePairs.Picture) throws(CommandError) -> [UInt8] {
    switch picture {
    case .file(let path): try withFiles { () throws(FileError) in try InputFile(path: path).readAll() }
    case .bytes(let bytes, _): bytes
    }
  }

  /// Fills in the elements and the line of a recording that drew the pixels which differ, as this program draws it at the
  /// same size. Another program may place its ink otherwise, or draw another recording: without a match, nothing is
  /// filled in.
  private func locate(
    _ result: inout CheckResult, _ expected: PicturePairs.Picture, _ actual: PicturePairs.Picture, _ log: String
  ) {
    var sized = reading
    sized.picture.resolution = .pixels(width: result.width, height: result.height)
    guard let drawn = try? sized.draw(log, in: console), let recording = try? sized.recordAgain(drawn, in: console),
      let comparison = try? comparison(expected, actual, on: drawn, by: result.rule?.comparison ?? rule)
    else { return }
    explain(&result, comparison, recording, log)
    result.log = log == result.path ? nil : log
  }
}
