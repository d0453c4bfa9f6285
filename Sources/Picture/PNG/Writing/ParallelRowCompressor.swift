import Deflate
import Files
import Raster
import Synchronization

/// Compresses the parts of a picture on several threads and delivers them in order.
///
/// The parts depend only on the picture, and so do the compressed bytes.
final class ParallelRowCompressor<Source: PixelSource>: Sendable {
  private let source: Source
  private let format: PixelFormat
  /// The number of rows of a part; the last part may have fewer.
  private let step: Int
  private let partCount: Int

  /// Memory for a part, which is reused for later parts.
  private final class Slot: Sendable {
    /// The lock is never contended: the semaphores admit one thread at a time.
    let part = Mutex(ZlibStream.Part())
    /// Signaled when the part is complete.
    let isDone = Semaphore()
  }

  /// The largest number of parts that are started but not delivered.
  private static var partsAtOnce: Int { 8 }

  /// The least number of parts that are worth a second thread: starting it takes about as long as compressing a part.
  private static var fewestParts: Int { 6 }

  /// Part n uses slot n modulo `partsAtOnce`. None if one thread compresses all parts.
  private let slots: [Slot]
  /// Counts the free slots.
  private let room = Semaphore(count: UInt32(partsAtOnce))
  /// The index of the first part that no thread has started.
  private let next = Atomic(0)

  init(source: Source, format: PixelFormat) {
    self.source = source
    self.format = format
    step = RowCompressor<Source>.rowCount(width: source.width)
    partCount = (source.height + step - 1) / step
    slots = partCount < Self.fewestParts ? [] : (0..<Self.partsAtOnce).map { _ in Slot() }
  }

  /// Passes all parts to `body` in order, on this thread. May be called once.
  ///
  /// - Parameter threads: The largest number of threads to use, including this one.
  /// - Throws: What `body` throws; the remaining parts are then skipped.
  func run<Failure: Error>(threads: Int, _ body: (ZlibStream.Part) throws(Failure) -> Void) throws(Failure) {
    let usefulCount = min(threads, 2 * partCount / Self.fewestParts) - 1
    let helpers = ThreadGroup()
    var helperCount = 0
    while helperCount < usefulCount, helpers.start({ [self] in help() }) { helperCount += 1 }
    guard helperCount > 0 else { return try runAlone(body) }
    defer {
      next.store(partCount, ordering: .relaxed)
      for _ in 0..<helperCount { room.signal() }
      helpers.wait()
    }
    var compressor = RowCompressor(source: source, format: format)
    for index in 0..<partCount {
      let slot = slots[index % slots.count]
      while !slot.isDone.tryWait() {
        if room.tryWait(), compressNext(&compressor) { continue }
        // All other parts have been started.
        slot.isDone.wait()
        break
      }
      try slot.part.withLock { part throws(Failure) in try body(part) }
      room.signal()
    }
  }

  private func runAlone<Failure: Error>(_ body: (ZlibStream.Part) throws(Failure) -> Void) throws(Failure) {
    var compressor = RowCompressor(source: source, format: format)
    var part = ZlibStream.Part()
    for index in 0..<partCount {
      compressor.compress(rows(ofPart: index), into: &part)
      try body(part)
    }
  }

  private func help() {
    var compressor = RowCompressor(source: source, format: format)
    repeat { room.wait() } while compressNext(&compressor)
  }

  private func rows(ofPart index: Int) -> Range<Int> {
    index * step..<min((index + 1) * step, source.height)
  }

  /// Compresses the next part, for which there must be a free slot. Returns false if all parts have been started.
  private func compressNext(_ compressor: inout RowCompressor<Source>) -> Bool {
    let index = next.add(1, ordering: .relaxed).oldValue
    guard index < partCount else { return false }
    let slot = slots[index % slots.count]
    slot.part.withLock { compressor.compress(rows(ofPart: index), into: &$0) }
    slot.isDone.signal()
    return true
  }
}
