import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Runs `body` `count` times and waits until all have finished: at the same time, on as many threads as the system gives
/// this process, this thread included.
package func parallel(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  let group = ThreadGroup()
  var started = 1
  while started < count, group.start(body) { started += 1 }
  for _ in started...max(started, count) { body() }
  group.wait()
}

/// Threads that run concurrently with this one.
///
/// They are threads of the system: a thread pool such as Dispatch's waits forever if the system refuses it its first
/// thread, as it does where the address space is limited.
package final class ThreadGroup: Sendable {
  /// The number of threads that were started and not waited for.
  private let started = Atomic(0)
  /// Counts the threads that have finished.
  private let finished = Semaphore()

  package init() {}

  /// Runs `body` on another thread. Returns false if the system gives this process no more threads: `body` then does
  /// not run.
  package func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let code = System.startThread(body, then: { [finished] in finished.signal() })
    if code == 0 { started.add(1, ordering: .relaxed) }
    return code == 0
  }

  /// Waits until everything that was started has finished. Only one thread may wait.
  package func wait() {
    for _ in 0..<started.exchange(0, ordering: .relaxed) { finished.wait() }
  }
}

/// A counting semaphore.
@safe package final class Semaphore: Sendable {
  private nonisolated(unsafe) let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// - Parameter count: The number of waits that succeed at once.
  package init(count: UInt32 = 0) {
    _ = unsafe sem_init(semaphore, 0, count)
  }

  deinit {
    _ = unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  package func signal() {
    _ = unsafe sem_post(semaphore)
  }

  /// Waits until the count is positive, and decrements it.
  package func wait() {
    while unsafe sem_wait(semaphore) != 0 {}
  }

  /// Decrements the count if it is positive. Returns whether it did.
  package func tryWait() -> Bool {
    unsafe sem_trywait(semaphore) == 0
  }
}
