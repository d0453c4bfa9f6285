import Files
import Synchronization

/// Draws the records of a round on several threads.
final class RoundPainter: Sendable {
  private let records: [Record]
  private let makers: MakerPool
  private let threads = ThreadGroup()
  /// The index of the first record that no thread has taken.
  private let next = Atomic(0)
  private let outcomes: Mutex<[RecordOutcome?]>

  /// The number of records that a thread takes at once, so that threads seldom wait for each other.
  private static let portion = 8

  init(_ records: [Record], _ makers: MakerPool) {
    (self.records, self.makers) = (records, makers)
    outcomes = Mutex([RecordOutcome?](repeating: nil, count: records.count))
  }

  /// Begins to draw on as many other threads, or on fewer if the system has no more.
  func begin(onThreads count: Int) {
    for _ in 0..<min(count, (records.count + Self.portion - 1) / Self.portion) {
      guard threads.start({ [self] in draw() }) else { return }
    }
  }

  /// Draws on this thread, too, and waits for the others.
  /// - Returns: The outcome for each record.
  func finish() -> [RecordOutcome] {
    draw()
    wait()
    return outcomes.withLock { $0.compactMap(\.self) }
  }

  /// Waits until the other threads have drawn all records.
  func wait() { threads.wait() }

  private func draw() {
    guard next.load(ordering: .relaxed) < records.count, var maker = makers.take() else { return }
    while true {
      let first = next.add(Self.portion, ordering: .relaxed).oldValue
      guard first < records.count else { break }
      let range = first..<min(first + Self.portion, records.count)
      var made: [RecordOutcome] = []
      made.reserveCapacity(range.count)
      // A copy of a record would count the owners of the name of its file, which those of all threads share.
      let all = records
      let records = all.span
      for index in range { made.append(maker.pictures(of: records[index])) }
      outcomes.withLock { for (index, outcome) in zip(range, made) { $0[index] = outcome } }
    }
    makers.give(maker)
  }
}

/// The makers that no thread uses at the moment. They keep their memory.
final class MakerPool: Sendable {
  private let makers: Mutex<[PictureMaker]>

  init(_ makers: [PictureMaker]) { self.makers = Mutex(makers) }

  func take() -> PictureMaker? { makers.withLock { $0.popLast() } }

  func give(_ maker: PictureMaker) { makers.withLock { $0.append(maker) } }
}
