import DoodleKit
import Synchronization

/// Pages that are made on other threads while the caller reads the next, and written in order.
final class PageQueue: Sendable {
  private let failure = Mutex<CommandError?>(nil)
  private let background = ThreadGroup()
  let threads: Int
  /// Counts the pages that may begin.
  private let room: Semaphore
  /// Signaled when the last page so far has been written.
  private let written = Mutex(Semaphore(count: 1))

  /// - Parameter threads: The most pages that are made at the same time, while one more waits to be written. With 1, the
  ///   caller makes them.
  init(threads: Int) {
    self.threads = threads
    room = Semaphore(count: UInt32(threads + 1))
  }

  /// Adds a page.
  /// - Parameter write: Is called with what `make` returns, unless a page before it has failed.
  /// - Throws: What this page or one before it failed with.
  func add<Made: Sendable>(
    _ make: @escaping @Sendable () throws(CommandError) -> Made,
    then write: @escaping @Sendable (Made) throws(CommandError) -> Void
  ) throws(CommandError) {
    room.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
    let (before, after) = written.withLock { last in
      let before = last
      last = Semaphore()
      return (before, last)
    }
    let work: @Sendable () -> Void = { [self] in
      let made: Result<Made, CommandError>
      do throws(CommandError) { made = .success(try make()) } catch { made = .failure(error) }
      before.wait()
      do throws(CommandError) {
        if failure.withLock({ $0 == nil }) { try write(try made.get()) }
      } catch {
        failure.withLock { $0 = error }
      }
      after.signal()
      room.signal()
    }
    if threads == 1 || !background.start(work) { work() }
  }

  /// Waits until no thread writes.
  func wait() { background.wait() }

  /// Waits until all pages are written.
  /// - Throws: What the first page failed with that did.
  func finish() throws(CommandError) {
    wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
