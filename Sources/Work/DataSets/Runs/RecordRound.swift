/// Records that are drawn together. All belong to one shard.
struct RecordRound: Sendable {
  /// The number of the shard.
  var shard = 0
  var records: [Record] = []
  /// Whether the shard has no further records.
  var endsShard = false
  /// Whether the input has no further records.
  var isLast = false
  /// Why no further records can be read.
  var failure: RecordReadError?
}

/// Reads records in rounds, as many at once as keep all threads busy.
struct RoundReader {
  private var reader: RecordReader
  /// The first record, which was read to see whether there is one.
  private var first: Record?
  private let limit: Int
  private let shardSize: Int
  private let roundSize: Int
  private var shard = 0
  /// The number of records of the present shard so far.
  private var count = 0

  /// The number of records that a thread draws in a round.
  private static let recordsOfThread = 512
  /// The memory that a thread's pictures of a round take, in bytes, unless a single one takes more.
  private static let picturesOfThread = 8 << 20

  /// - Parameter isOneShard: Whether all records belong to one shard.
  init(_ reader: RecordReader, _ options: BatchOptions, isOneShard: Bool, threads: Int) {
    self.reader = reader
    limit = options.limit
    shardSize = isOneShard ? .max : options.shardSize
    let size = options.form.width * options.form.height * options.form.samplesPerPixel * options.copies
    let records = min(Self.recordsOfThread, max(1, Self.picturesOfThread / max(1, size)))
    roundSize = options.flushesLines ? 1 : threads * records
  }

  /// Reads the first record.
  /// - Returns: False if there is none.
  mutating func begin() throws(RecordReadError) -> Bool {
    first = try reader.next()
    return first != nil
  }

  /// The share of the input that was read, 0...1; 0 if its size is not known.
  var fractionRead: Double { reader.fractionRead }

  /// Whether a record can be read without waiting for a program that writes it.
  var isReady: Bool { first != nil || reader.isReady }

  /// Reads the next records: those that have come, and at least one unless the input ends.
  /// - Parameter isLeft: Whether the records of a shard are not needed. They are passed, as fast as their ends are found.
  mutating func next(leaving isLeft: (_ shard: Int) -> Bool) -> RecordRound {
    var round = RecordRound(shard: shard)
    let isKept = !isLeft(shard)
    var passed = first == nil ? 0 : 1
    if isKept, let first { round.records.append(first) }
    first = nil
    let most = min(isKept ? roundSize : .max, shardSize - count, limit - reader.count + passed)
    if isKept { round.records.reserveCapacity(most) }
    do throws(RecordReadError) {
      while passed < most, passed == 0 || reader.isReady {
        if !isKept {
          round.isLast = try !reader.skip()
        } else if let record = try reader.next() {
          round.records.append(record)
        } else {
          round.isLast = true
        }
        if round.isLast { break }
        passed += 1
      }
    } catch {
      round.failure = error
    }
    if reader.count >= limit { round.isLast = true }
    count += passed
    round.endsShard = round.isLast || count == shardSize
    if round.endsShard { (shard, count) = (shard + 1, 0) }
    return round
  }
}
