import DoodleKit
import Synchronization

/// Draws logs and compares the pictures with their goldens.
struct Checker: Sendable {
  let rule: ComparisonRule
  /// Uses one thread: logs are checked in parallel.
  let reading: PictureReading
  /// Whether results carry pictures.
  let keepsImages: Bool
  let threads: Int
  let console: Console
  /// Draws instead of this program; nil for none.
  let program: DrawingProgram?

  init(
    rule: ComparisonRule, reading: PictureReading, drawnBy program: DrawingProgram? = nil, keepsImages: Bool,
    in console: Console
  ) {
    self.rule = rule
    self.program = program
    self.keepsImages = keepsImages
    threads = reading.threads
    var single = reading
    single.threads = 1
    self.reading = single
    var quiet = console
    // Warnings about logs are left to `inspect` and `render`.
    quiet.messages.isQuiet = true
    self.console = quiet
  }

  typealias Checked = Review.Change

  /// Checks logs in parallel.
  /// - Returns: The results in the order of the cases, one for each page, and the goldens of pages that do not exist.
  /// - Throws: `CommandError.file` if a recording cannot be read that may name a picture.
  func check(_ set: GoldenSet) throws(CommandError) -> (checked: [Checked], stale: [StaleGolden]) {
    let cases = set.cases
    let all = Self.results(of: cases, threads: threads) { check($0, in: set.folder($0.folder)) }
    var stale: [String: [StaleGolden]] = [:]
    for (golden, result) in zip(cases, all) where !result.stale.isEmpty {
      stale[golden.folder, default: []] += result.stale
    }
    let unnamed = try stale.sorted { $0.key < $1.key }.map { folder throws(CommandError) in
      try set.folder(folder.key).unnamed(folder.value)
    }
    return (all.flatMap(\.checked), unnamed.flatMap { $0 })
  }

  /// The results of items, in their order, which are found on several threads.
  static func results<Item: Sendable, Found: Sendable>(
    of items: [Item], threads: Int, _ find: @escaping @Sendable (Item) -> Found
  ) -> [Found] {
    let results = Mutex([Found?](repeating: nil, count: items.count))
    let next = Atomic(0)
    let threads = min(threads, items.count)
    if threads > 1 { divideHeap(among: threads) }
    parallel(threads) {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < items.count else { return }
        let result = find(items[index])
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { $0.compactMap { $0 } }
  }

  /// Draws the pages of a log and compares each picture with its golden.
  private func check(_ golden: GoldenCase, in folder: GoldenFolder) -> (checked: [Checked], stale: [StaleGolden]) {
    if let program { return ([(golden, check(golden, drawnBy: program))], []) }
    var checked: [Checked] = []
    var stale: [StaleGolden] = []
    do throws(CommandError) {
      var reporter = try reading.open(golden.log, hashesBytes: true, isPaged: true, in: console)
      var arePages = false
      var hasMore: Bool
      repeat {
        let drawn = try reading.drawPage(&reporter)
        hasMore = try reporter.nextPage()
        // A selection may leave out the other pages.
        if hasMore || drawn.page > 1 { arePages = true }
        if !arePages, try reporter.hasMorePages() { arePages = true }
        let page = if arePages { try folder.goldenCase(golden, page: drawn.page) } else { golden }
        checked.append((page, result(of: page) { result throws(CommandError) in try check(page, drawn, &result) }))
      } while hasMore
      if reading.input.pages == nil {
        stale = try folder.stalePages(of: golden, count: checked.count)
      }
    } catch {
      checked.append((golden, result(of: golden) { _ throws(CommandError) in throw error }))
    }
    return (checked, stale)
  }

  /// Compares the picture that a program draws of a log with its golden.
  private func check(_ golden: GoldenCase, drawnBy program: DrawingProgram) -> CheckResult {
    result(of: golden) { result throws(CommandError) in
      var pictures: [PicturePairs.Picture] = []
      var found: CheckResult?
      for _ in 0..<program.runCount {
        let drawing = try program.draw(golden.log, in: console.surroundings.temporaryFolder)
        result.output = drawing.words
        let picture = PicturePairs.Picture.bytes(try drawing.picture.get(), of: golden.log)
        pictures.append(picture)
        // The first run that differs is reported, or else that which differs most within the rule.
        if let found, found.verdict != .same { continue }
        var run = result
        run.output = drawing.words
        if golden.picture == nil { run.verdict = .new }
        try compare(PicturePairs.Pair(expected: golden.picture, actual: picture, log: golden.log), &run)
        if found.map({ run.verdict != .same || run.isFarther(than: $0) }) ?? true { found = run }
      }
      if let found { result = found }
      if result.verdict == .different, let picture = golden.picture {
        result.cause = Self.cause(of: try Self.logHash(in: picture), now: try GoldenWriter.logHash(of: golden.log))
      }
      if pictures.count > 1 {
        result.runs = try RepeatedRuns(of: pictures, expected: golden.picture.map { .file($0) }, by: self)
      }
    }
  }

  private func result(
    of golden: GoldenCase, _ check: (inout CheckResult) throws(CommandError) -> Void
  ) -> CheckResult {
    CheckResult(path: golden.log, page: golden.page, verdict: .same) { result throws(CommandError) in
      if let path = golden.rule {
        result.rule = try GoldenRule(path)
        if golden.picture == nil, golden.row != nil {
          throw .input(path: path, message: "the golden is a hash, which allows no rule; store it as a picture, too")
        }
      }
      try check(&result)
    }
  }

  /// Draws a log, or the page of one.
  func draw(_ golden: GoldenCase) throws(CommandError) -> DrawnLog {
    var reading = reading
    if let page = golden.page { reading.input.pages = PageSelection(page) }
    return try reading.draw(golden.log, in: console, hashesBytes: true)
  }

  /// The chain of hashes of a drawn log, one per stroke.
  func chain(of drawn: DrawnLog) throws(CommandError) -> HashChain {
    do {
      guard let recording = try reading.recordAgain(drawn, in: console) else { return HashChain(links: []) }
      return try HashChain(recording)
    } catch let error as CommandError {
      throw error
    } catch {
      throw .limit(path: drawn.path, message: "\(error)")
    }
  }

  /// Fills in the result for a log that can be drawn.
  private func check(_ golden: GoldenCase, _ drawn: DrawnLog, _ result: inout CheckResult) throws(CommandError) {
    (result.width, result.height) = (drawn.picture.width, drawn.picture.height)
    (result.skipped, result.loss) = (drawn.summary.skipped, drawn.summary.loss)
    guard golden.hasGolden else {
      result.verdict = .new
      if keepsImages { result.images = try images(drawn, nil, golden, by: rule) }
      return
    }
    let hasOtherHash = golden.row.map { $0.pixelHash != PixelHash.of(drawn.picture) } ?? false
    let rule = result.rule?.comparison ?? rule
    var comparison: Comparison?
    var hasOwnBytes = false
    if let picture = golden.picture {
      // A golden with the same bytes is not decoded.
      hasOwnBytes = try self.hasOwnBytes(drawn, golden.name, picture)
      if !hasOwnBytes || hasOtherHash {
        var pictures = try PictureInputs(picture, reading, for: rule, in: console)
        guard let before = try pictures.next() else { preconditionFailure("a PNG is one picture") }
        comparison = try Comparison(
          before.input, named: picture, .log(drawn), named: golden.log,
          by: rule, isAhead: false)
      }
    }
    // A hash allows no tolerance, so a golden picture takes precedence.
    let isDifferent = comparison.map { !$0.isSame || hasOtherHash && rule.isExact } ?? hasOtherHash
    guard isDifferent else {
      result.difference = comparison?.difference.flatMap { $0.unequalCount > 0 ? $0 : nil }
      result.isEncodedOtherwise = golden.picture != nil && !hasOwnBytes && result.difference == nil
      return
    }
    result.verdict = .different
    result.isHashStale = comparison?.isSame == true
    if !result.isHashStale { try explain(&result, golden, drawn, comparison) }
    if keepsImages { result.images = try images(drawn, comparison, golden, by: rule) }
  }

  /// Fills in why, where and since when a picture differs.
  private func explain(
    _ result: inout CheckResult, _ golden: GoldenCase, _ drawn: DrawnLog, _ comparison: Comparison?
  ) throws(CommandError) {
    var before = golden.row?.logHash
    if before == nil, let picture = golden.picture { before = try Self.logHash(in: picture) }
    result.cause = Self.cause(of: before, now: drawn.logHash)
    if let comparison {
      if let difference = comparison.difference {
        result.difference = difference
      } else {
        result.sizes = [comparison.first.sides, comparison.second.sides]
      }
    } else if let row = golden.row, (row.width, row.height) != (drawn.picture.width, drawn.picture.height) {
      result.sizes = [[row.width, row.height], [drawn.picture.width, drawn.picture.height]]
    }
    guard result.sizes == nil, let recording = try reading.recordAgain(drawn, in: console) else { return }
    if let comparison { explain(&result, comparison, recording, golden.log) }
    if let row = golden.row, let chain = try? HashChain(recording),
      let stroke = chain.firstDifference(from: row.chain, recording)
    {
      result.stroke = stroke.number
      // Pixels that lack the golden's ink show older ink, from before the first line that differs.
      result.line = max(result.line ?? 0, stroke.firstLine)
    }
  }

  /// - Parameter before: The hash of the log of which the golden was made.
  private static func cause(of before: String?, now: String) -> CheckResult.Cause {
    before.map { $0 == now ? .renderer : .log } ?? .unknown
  }

  /// Fills in the elements that own the pixels which differ, and the line of the log that drew the first of them.
  func explain(_ result: inout CheckResult, _ comparison: Comparison, _ recording: Recording, _ log: String) {
    result.owners = comparison.owners()
    for index in result.owners.indices {
      guard let element = result.owners[index].element else { continue }
      (result.owners[index].file, result.owners[index].line) = (log, recording.elementLines[element.rawValue])
    }
    result.line = recording.lineOfFirstFinalChange(of: comparison.runs)
  }

  /// Whether a golden picture has exactly the bytes that would be written now.
  private func hasOwnBytes(_ drawn: DrawnLog, _ name: String, _ path: String) throws(CommandError) -> Bool {
    let bytes = try withFiles { () throws(FileError) in try InputFile(path: path).readAll() }
    return try bytes == GoldenWriter.png(of: drawn, named: name, path: path)
  }

  /// The hash of the log that a golden picture was made from, read from the PNG's text; nil if there is none.
  private static func logHash(in path: String) throws(CommandError) -> String? {
    do {
      return try PNGTexts.read(from: InputFile(path: path))[PictureOrigin.logHashKey]
    } catch let error as FileError {
      throw .file(error)
    } catch let error as ImageError {
      throw CommandError(error, of: path)
    } catch {
      throw .input(path: path, message: "\(error)")
    }
  }

  /// The pictures for a report.
  private func images(
    _ drawn: DrawnLog, _ comparison: Comparison?, _ golden: GoldenCase, by rule: ComparisonRule
  ) throws(CommandError) -> CheckResult.Images {
    var images = CheckResult.Images(actual: try GoldenWriter.png(of: drawn, named: golden.name, path: golden.log))
    guard let picture = golden.picture else { return images }
    images.expected = try withFiles { () throws(FileError) in try InputFile(path: picture).readAll() }
    guard comparison?.difference != nil else { return images }
    do throws(ImageError) {
      let rows = try RowStream(png: MemorySource(images.expected ?? []), for: rule, isAhead: false)
      images.difference = try DifferencePainter.png(rows, RowStream(drawn.picture, isAhead: false), by: rule)
    } catch {
      throw CommandError(error, of: picture)
    }
    return images
  }
}
