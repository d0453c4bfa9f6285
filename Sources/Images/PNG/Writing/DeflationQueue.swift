import Dispatch
import Raster
import Synchronization

/// Compresses the rows of a picture, parts of it at a time on several threads, and hands the parts on in order.
///
/// How the rows are parted depends on the picture alone, and so do the bytes.
final class DeflationQueue<Source: PixelSource>: Sendable {
  private let source: Source
  private let format: PixelFormat
  /// How many rows there are in a part; the last one may have fewer.
  private let step: Int
  private let partCount: Int

  private struct State {
    /// The first part that nobody has begun.
    var next = 0
    /// Parts that are done and not handed on.
    var done: [Int: DeflatedRows] = [:]
    /// Parts that were handed on, whose memory can be used again.
    var spare: [DeflatedRows] = []
  }

  private let state = Mutex(State())
  /// Signalled when a part is done.
  private let progress = DispatchSemaphore(value: 0)
  /// Counts how many parts may be begun before others have been handed on, so that few are held at once.
  private let room = DispatchSemaphore(value: 0)

  private static var partsAtOnce: Int { 8 }

  init(source: Source, format: PixelFormat) {
    self.source = source
    self.format = format
    step = RowDeflater<Source>.rowCount(width: source.width)
    partCount = (source.height + step - 1) / step
    // Not created with that value: a semaphore must not go with less than it had.
    for _ in 0..<Self.partsAtOnce { room.signal() }
  }

  /// Hands all parts to `body`, on this thread. It is called once.
  ///
  /// - Parameter threads: How many to use, this one included; fewer are where there is little to do.
  /// - Throws: What `body` throws; the rest is then left out.
  func run<Failure: Error>(
    threads: Int, _ body: (DeflatedRows) throws(Failure) -> Void
  ) throws(Failure) {
    // A part takes about as long as it takes to start a thread.
    let helpers = min(threads, partCount / 3) - 1
    guard helpers > 0 else { return try runAlone(body) }
    let queue = DispatchQueue(label: "doodle.deflation", attributes: .concurrent)
    let group = DispatchGroup()
    for _ in 0..<helpers { queue.async(group: group) { [self] in help() } }
    defer {
      state.withLock { $0.next = partCount }
      for _ in 0..<helpers { room.signal() }
      group.wait()
    }
    var deflater = RowDeflater(source: source, format: format)
    for part in 0..<partCount {
      while true {
        if let rows = state.withLock({ $0.done.removeValue(forKey: part) }) {
          try body(rows)
          state.withLock { $0.spare.append(rows) }
          room.signal()
          break
        }
        if room.wait(timeout: .now()) == .timedOut {
          progress.wait()
        } else if !deflateNext(&deflater) {
          room.signal()
          progress.wait()
        }
      }
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
    room.signal()
  }

  private func rows(of part: Int) -> Range<Int> {
    part * step..<min((part + 1) * step, source.height)
  }

  /// Compresses the next part that nobody has begun. False where there is none.
  private func deflateNext(_ deflater: inout RowDeflater<Source>) -> Bool {
    var rows = DeflatedRows()
    let part = state.withLock { state in
      rows = state.spare.popLast() ?? rows
      state.next += 1
      return state.next - 1
    }
    guard part < partCount else { return false }
    deflater.deflate(self.rows(of: part), into: &rows)
    state.withLock { $0.done[part] = rows }
    progress.signal()
    return true
  }
}
