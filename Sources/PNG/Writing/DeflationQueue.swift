import Deflate
import Dispatch
import Raster
import Synchronization

/// Compresses the rows of a picture, several parts of it at a time on several threads, and hands the parts on in order.
///
/// How the rows are parted depends on the picture alone, and so do the bytes.
final class DeflationQueue<Source: PixelSource>: Sendable {
  private let source: Source
  private let format: PixelFormat
  /// How many rows there are in a part; the last one may have fewer.
  private let step: Int
  private let partCount: Int

  /// Where a part waits until it is its turn; its memory is used for a later part again.
  private final class Slot: Sendable {
    /// Only one thread at a time has to do with it: the semaphores see to that.
    let rows = Mutex(DeflatedRows())
    /// Signalled when the part is there.
    let isDone = DispatchSemaphore(value: 0)
  }

  /// So few parts are begun before the first of them has been handed on.
  private static var partsAtOnce: Int { 8 }

  /// Part n uses the one at n modulo their number.
  private let slots = (0..<partsAtOnce).map { _ in Slot() }
  /// Counts the slots that are free.
  private let room = DispatchSemaphore(value: 0)
  /// The first part that nobody has begun.
  private let next = Atomic(0)

  init(source: Source, format: PixelFormat) {
    self.source = source
    self.format = format
    step = RowDeflater<Source>.rowCount(width: source.width)
    partCount = (source.height + step - 1) / step
    // Not created with that value: a semaphore must not go with less than it came with.
    for _ in slots { room.signal() }
  }

  /// Hands all parts to `body`, on this thread. It is called once.
  ///
  /// - Parameter threads: How many to use, this one included; fewer are where there is little to do.
  /// - Throws: What `body` throws; the rest is then left out.
  func run<Failure: Error>(threads: Int, _ body: (DeflatedRows) throws(Failure) -> Void) throws(Failure) {
    // To start a thread takes about as long as a part does.
    let helperCount = min(threads, partCount / 3) - 1
    guard helperCount > 0 else { return try runAlone(body) }
    let helpers = DispatchGroup()
    let queue = DispatchQueue(label: "doodle.deflation", attributes: .concurrent)
    for _ in 0..<helperCount { queue.async(group: helpers) { [self] in help() } }
    defer {
      next.store(partCount, ordering: .relaxed)
      for _ in 0..<helperCount { room.signal() }
      helpers.wait()
    }
    var deflater = RowDeflater(source: source, format: format)
    for part in 0..<partCount {
      let slot = slots[part % slots.count]
      while slot.isDone.wait(timeout: .now()) == .timedOut {
        if room.wait(timeout: .now()) == .success, deflateNext(&deflater) { continue }
        // All the others have been begun.
        slot.isDone.wait()
        break
      }
      try slot.rows.withLock { rows throws(Failure) in try body(rows) }
      room.signal()
    }
  }

  private func runAlone<Failure: Error>(_ body: (DeflatedRows) throws(Failure) -> Void) throws(Failure) {
    var deflater = RowDeflater(source: source, format: format)
    var rows = DeflatedRows()
    for part in 0..<partCount {
      deflater.deflate(self.rows(of: part), into: &rows)
      try body(rows)
    }
  }

  private func help() {
    var deflater = RowDeflater(source: source, format: format)
    repeat { room.wait() } while deflateNext(&deflater)
  }

  private func rows(of part: Int) -> Range<Int> {
    part * step..<min((part + 1) * step, source.height)
  }

  /// Compresses the next part that nobody has begun, for which there is room. False where there is none.
  private func deflateNext(_ deflater: inout RowDeflater<Source>) -> Bool {
    let part = next.add(1, ordering: .relaxed).oldValue
    guard part < partCount else { return false }
    let slot = slots[part % slots.count]
    slot.rows.withLock { deflater.deflate(self.rows(of: part), into: &$0) }
    slot.isDone.signal()
    return true
  }
}
