import Files
import Synchronization

/// Makes a data set of pictures of records: reads records, draws them on several threads, and writes the pictures in the
/// order of the records.
///
/// Records iN...(i+1)N−1 of the input make shard i, for any number of threads, and even if a run was interrupted.
package struct BatchRun {
  /// What went wrong with the run as a whole.
  package enum Failure: Error, Hashable, Sendable {
    case input(RecordReadError)
    case file(FileError)
    /// A record is not a drawing, and errors end the run.
    case record(RecordFault, file: String)
    /// The folder has the output of a run with other options or another input.
    case otherRun(path: String, differences: [String])
  }

  private var rounds: RoundReader
  private let options: BatchOptions
  private let pattern: OutputPattern
  private let part: RunPart
  private let threads: Int
  /// The journal; nil for output in one file, and before the run begins.
  private var folder: RunFolder?
  private let filesRead: FilesRead
  /// Records that were read ahead.
  private var next: RecordRound?
  /// The pictures that are drawn but not written yet.
  private var drawn: (round: RecordRound, outcomes: [RecordOutcome])?
  private let makers: MakerPool
  /// The shard that is being made.
  private var shard = ShardReport(shard: 0)
  private var writer: ShardWriter?
  private var pictures: PictureFolder
  private var finished: [ShardReport] = []
  private var isAtEnd = false
  /// How the caller says a message of the library.
  package var worded: @Sendable (String) -> String = { $0 }
  /// The counts of all shards of this run so far, including those of an earlier, interrupted run.
  package private(set) var total = ShardReport(shard: 0)
  /// What the drawings of this run have and an array of points does not hold, and how many drawings have it.
  package private(set) var lacks: [String: Int] = [:]
  /// The faults of records since the last step began.
  package private(set) var faults: [(fault: RecordFault, record: Record)] = []
  /// The parts of records that pictures lack, since the last step began.
  package private(set) var losses: [(loss: String, record: Record)] = []
  /// What the reader of points decided about records, if it was something else for the record before, since the last
  /// step began.
  package private(set) var decisions: [(decision: String, record: Record)] = []
  private var lastDecision: String?

  /// - Parameters:
  ///   - threads: The number of threads that draw.
  ///   - filesRead: The files that no output may replace.
  /// - Throws: `Failure.input` if files take turns and one of them cannot be opened.
  package init(
    _ files: [RecordFile], _ options: BatchOptions, _ pattern: OutputPattern, _ part: RunPart = .whole, threads: Int,
    keeping filesRead: FilesRead = FilesRead()
  ) throws(Failure) {
    let reader = try rethrowing(as: Failure.input) { () throws(RecordReadError) in
      try RecordReader(files, options.records)
    }
    let isOneShard = !pattern.hasManyFiles && part.count == 1
    rounds = RoundReader(reader, options, isOneShard: isOneShard, threads: threads)
    (self.options, self.pattern, self.part, self.threads) = (options, pattern, part, threads)
    makers = MakerPool((0..<threads).map { _ in PictureMaker(options, pattern.kind) })
    self.filesRead = filesRead
    pictures = PictureFolder(pattern, replaces: false, keeping: filesRead)
  }

  /// Begins the run, or continues it where it was interrupted.
  /// - Parameter overwrites: Whether the run replaces the output of any other one.
  /// - Returns: False if there are no records. Nothing is then written.
  package mutating func begin(_ identity: RunIdentity, overwrites: Bool) throws(Failure) -> Bool {
    guard try rethrowing(as: Failure.input, { () throws(RecordReadError) in try rounds.begin() }) else { return false }
    guard pattern.hasManyFiles else { return true }
    do throws(RunFolder.Failure) {
      folder = try RunFolder(pattern.folder, identity, part, overwrites: overwrites, keeping: filesRead)
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .otherRun(let path, let differences): throw .otherRun(path: path, differences: differences)
      }
    }
    pictures = PictureFolder(pattern, replaces: folder?.overwrites ?? false, keeping: filesRead)
    return true
  }

  /// The share of the input that was read, 0...1; 0 if its size is not known.
  package var fractionRead: Double { rounds.fractionRead }

  /// Reads and draws the next records, and writes those of the last step at the same time.
  /// - Returns: False after the last one.
  package mutating func step() throws(Failure) -> Bool {
    guard !isAtEnd else { return false }
    faults.removeAll()
    losses.removeAll()
    decisions.removeAll()
    let round = next ?? read()
    next = nil
    let drawing = RoundPainter(round.records, makers)
    drawing.begin(onThreads: threads - 1)
    defer { drawing.wait() }
    try writeDrawn(flushes: false)
    // Answers are written before waiting for more lines.
    if !round.isLast, round.failure == nil, !options.flushesLines, rounds.isReady { next = read() }
    drawn = (round, drawing.finish())
    if next == nil { try writeDrawn(flushes: true) }
    return !isAtEnd
  }

  /// Reads the next records, unless this run leaves out their shard: another part makes it, or it is finished.
  private mutating func read() -> RecordRound {
    rounds.next { [part, folder] shard in !part.has(shard: shard) || folder?.done[shard] != nil }
  }

  /// - Parameter flushes: Whether lines are passed on to the program that reads them.
  private mutating func writeDrawn(flushes: Bool) throws(Failure) {
    guard let (round, outcomes) = drawn else { return }
    drawn = nil
    let records = round.records.span
    for index in outcomes.indices { try write(outcomes[index], of: records[index]) }
    if flushes, pattern.kind == .lines {
      try rethrowing(as: Failure.file) { () throws(FileError) in try writer?.flush() }
    }
    if let failure = round.failure { throw .input(failure) }
    if round.endsShard { try endShard() }
    isAtEnd = round.isLast
  }

  private mutating func write(_ outcome: RecordOutcome, of record: Record) throws(Failure) {
    shard.records += 1
    switch outcome {
    case .left: shard.left += 1
    case .fault(let fault, let key, let label): try note(fault, of: record, key: key, label: label)
    case .pictures(let pictures, let loss):
      if let loss { losses.append((loss, record)) }
      if let decision = pictures.first?.decision, decision != lastDecision {
        decisions.append((decision, record))
        lastDecision = decision
      }
      if let fault = try write(pictures) {
        return try note(fault, of: record, key: pictures.first?.key, label: pictures.first?.label)
      }
      shard.samples += pictures.count
      guard let first = pictures.first else { return }
      if let label = first.label { shard.labels[label, default: 0] += pictures.count }
      if !first.split.isEmpty { shard.splits[first.split, default: 0] += pictures.count }
    }
  }

  /// - Returns: The fault if other pictures have the same names; nil if all is well.
  private mutating func write(_ pictures: [TrainingPicture]) throws(Failure) -> RecordFault? {
    do throws(FileError) {
      if pattern.kind == .pictures { return try self.pictures.write(pictures, shard: shard.shard) }
      beginShard()
      let held = pictures.reduce(writer?.heldBytes ?? 0) { $0 + $1.bytes.count }
      // Arrays that grow, and the compressed ones, take as much again.
      if pattern.kind == .npz, held > options.records.memoryLimit / 4 {
        return RecordFault(
          .tooLarge,
          "the drawings of the file need too much memory; raise the limit of memory, or divide them among several files"
        )
      }
      for picture in pictures {
        try writer?.write(picture)
        for part in picture.lacks { lacks[part, default: 0] += 1 }
      }
      return nil
    } catch {
      throw .file(error)
    }
  }

  private mutating func beginShard() {
    guard writer == nil else { return }
    let replaces = folder.map { $0.overwrites || $0.isResumed } ?? true
    writer = ShardWriter(pattern, options, shard: shard.shard, replaces: replaces, keeping: filesRead)
  }

  private mutating func note(
    _ found: RecordFault, of record: Record, key: String?, label: String?
  ) throws(Failure) {
    var fault = found
    fault.message = worded(found.message)
    faults.append((fault, record))
    shard.faults[fault.kind.rawValue, default: 0] += 1
    switch options.onError {
    case .stop: throw .record(fault, file: record.file)
    case .skip: shard.errors.append(fault.line(of: record, key: key, label: label, withFile: true))
    case .record:
      beginShard()
      do throws(FileError) {
        try writer?.write(fault, of: record, key: key, label: label)
      } catch {
        throw .file(error)
      }
    }
  }

  private mutating func endShard() throws(Failure) {
    defer { shard = ShardReport(shard: shard.shard + 1) }
    if part.has(shard: shard.shard), let known = folder?.done[shard.shard] {
      total.add(known)
      finished.append(known)
      return
    }
    guard shard.records > 0 else { return }
    do throws(FileError) {
      shard.files = try writer?.commit() ?? []
      writer = nil
      try folder?.note(shard)
    } catch {
      throw .file(error)
    }
    total.add(shard)
    finished.append(shard)
  }

  /// Completes the output, after the last step.
  package func finish() throws(Failure) {
    try rethrowing(as: Failure.file) { () throws(FileError) in try complete() }
  }

  private func complete() throws(FileError) {
    if let folder {
      try folder.finish(finished)
    } else if !total.errors.isEmpty, let path = pattern.errorsPath {
      let file = try OutputFile(
        path: path, noClobber: try !areLinesOfRecords(path), makesFolders: false, keeping: filesRead)
      for line in total.errors { try file.write((line + [0x0A]).span) }
      try file.commit()
    }
  }
}
