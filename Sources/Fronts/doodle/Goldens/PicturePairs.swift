import DoodleKit
import Synchronization

/// The pictures of two folders by their names: those that are expected, and those that any renderer drew.
struct PicturePairs: Sendable {
  /// A picture of either folder or of both.
  struct Pair: Sendable {
    /// Nil if the folder does not have it.
    var expected: String?
    var actual: String?
    /// The recording beside the expected picture that has its name.
    var log: String?
  }

  private(set) var pairs: [Pair] = []
  private(set) var leftOut = 0

  /// - Throws: `CommandError.file` if a folder cannot be read.
  init(expected: String, actual: String, _ selection: GoldenSelection) throws(CommandError) {
    let (expected, actual) = (Self.withSlash(expected), Self.withSlash(actual))
    let (before, now) = try (Self.pictures(in: expected), Self.pictures(in: actual))
    var folders: [String: GoldenFolder] = [:]
    for name in before.union(now).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard selection.holds(name) else {
        leftOut += 1
        continue
      }
      var pair = Pair(
        expected: before.contains(name) ? expected + name : nil, actual: now.contains(name) ? actual + name : nil)
      if let path = pair.expected {
        let directory = FilePath.directory(of: path)
        if folders[directory] == nil { folders[directory] = try GoldenFolder(directory) }
        pair.log = folders[directory]?.cases(of: OutputPlan.stem(of: FilePath.name(of: path))).first?.log
      }
      pairs.append(pair)
    }
  }

  private static func withSlash(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

  /// The PNGs of a folder and its subfolders, by their paths from it.
  private static func pictures(in root: String) throws(CommandError) -> Set<String> {
    var (pictures, visited, open): (Set<String>, Set<FileIdentity>, [String]) = ([], [], [""])
    while let folder = open.popLast() {
      let identity = try withFiles { () throws(FileError) in try FileIdentity(path: root + folder) }
      if let identity, !visited.insert(identity).inserted { continue }
      for entry in try withFiles({ () throws(FileError) in try Directory.entries(of: root + folder) })
      where !entry.name.hasPrefix(".") {
        if entry.isDirectory { open.append("\(folder)\(entry.name)/") }
        guard !entry.isDirectory, !entry.isSpecial, OutputPlan.fileExtension(of: entry.name) == "png" else { continue }
        pictures.insert(folder + entry.name)
      }
    }
    return pictures
  }
}

extension Checker {
  /// Compares pairs of pictures in parallel.
  /// - Returns: The results in the order of the pairs.
  func check(_ set: PicturePairs) -> [CheckResult] {
    let results = Mutex([CheckResult?](repeating: nil, count: set.pairs.count))
    let next = Atomic(0)
    parallel(min(threads, set.pairs.count)) {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < set.pairs.count else { return }
        let result = check(set.pairs[index])
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { $0.compactMap { $0 } }
  }

  private func check(_ pair: PicturePairs.Pair) -> CheckResult {
    let verdict: CheckResult.Verdict = pair.expected == nil ? .new : pair.actual == nil ? .stale : .same
    var result = CheckResult(path: pair.expected ?? pair.actual ?? "", verdict: verdict)
    result.isPair = true
    do throws(CommandError) {
      try compare(pair, &result)
    } catch {
      (result.verdict, result.error) = (.failed, error)
    }
    return result
  }

  private func compare(_ pair: PicturePairs.Pair, _ result: inout CheckResult) throws(CommandError) {
    guard let actual = pair.actual else { return }
    guard let expected = pair.expected else {
      if keepsImages { result.images = CheckResult.Images(actual: try bytes(of: actual)) }
      return
    }
    let comparison = try comparison(expected, actual)
    (result.width, result.height) = (comparison.second.width, comparison.second.height)
    result.difference = comparison.difference.flatMap { $0.unequalCount > 0 ? $0 : nil }
    guard !comparison.isSame else { return }
    result.verdict = .different
    if comparison.difference == nil { result.sizes = [comparison.first.sides, comparison.second.sides] }
    if comparison.difference != nil, let log = pair.log { locate(&result, expected, actual, log) }
    guard keepsImages else { return }
    result.images = CheckResult.Images(expected: try bytes(of: expected), actual: try bytes(of: actual))
    guard comparison.difference != nil else { return }
    do throws(ImageError) {
      let (before, now) = try (rows(expected), rows(actual))
      result.images?.difference = try DifferencePainter.png(before, now, by: rule)
    } catch {
      throw CommandError(error, of: actual)
    }
  }

  private func comparison(_ expected: String, _ actual: String, on drawn: DrawnLog? = nil) throws(CommandError)
    -> Comparison
  {
    let (before, now): (RowStream, RowStream)
    do throws(ImageError) { before = try rows(expected) } catch { throw CommandError(error, of: expected) }
    do throws(ImageError) { now = try rows(actual) } catch { throw CommandError(error, of: actual) }
    return try Comparison(.png(before), named: expected, .png(now), named: actual, on: drawn, by: rule, isAhead: false)
  }

  private func rows(_ path: String) throws(ImageError) -> RowStream {
    let file: InputFile
    do throws(FileError) { file = try InputFile(path: path) } catch { throw .file(error) }
    return try RowStream(png: file, limits: reading.imageLimits, for: rule, isAhead: false)
  }

  private func bytes(of path: String) throws(CommandError) -> [UInt8] {
    try withFiles { () throws(FileError) in try InputFile(path: path).readAll() }
  }

  /// Fills in the elements and the line of a recording that drew the pixels which differ, as this program draws it at the
  /// same size. Another program may place its ink otherwise, or draw another recording: without a match, nothing is
  /// filled in.
  private func locate(_ result: inout CheckResult, _ expected: String, _ actual: String, _ log: String) {
    var sized = reading
    sized.picture.resolution = .pixels(width: result.width, height: result.height)
    guard let drawn = try? sized.draw(log, in: console), let recording = try? sized.recordAgain(drawn, in: console),
      let comparison = try? comparison(expected, actual, on: drawn)
    else { return }
    explain(&result, comparison, recording, log)
    result.log = log
  }
}
