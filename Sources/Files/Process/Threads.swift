import Dispatch

/// Runs `body` on `count` threads at the same time, this thread included, and waits until all have finished.
public func parallel(_ count: Int, _ body: @Sendable () -> Void) {
  guard count > 1 else { return body() }
  DispatchQueue.concurrentPerform(iterations: count) { _ in body() }
}

/// Threads that run concurrently with this one.
package struct ThreadGroup: Sendable {
  private let group = DispatchGroup()
  private let queue: DispatchQueue

  /// - Parameter label: A name for debuggers.
  package init(label: String) {
    queue = DispatchQueue(label: label, attributes: .concurrent)
  }

  /// Runs `body` on another thread.
  package func start(_ body: @escaping @Sendable () -> Void) {
    queue.async(group: group, execute: body)
  }

  /// Waits until everything that was started has finished.
  package func wait() { group.wait() }
}

/// A counting semaphore.
package struct Semaphore: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// - Parameter count: The number of waits that succeed at once.
  package init(count: Int = 0) {
    // Not passed to DispatchSemaphore, which must not be released with a lower count than it was created with.
    for _ in 0..<count { semaphore.signal() }
  }

  package func signal() {
    semaphore.signal()
  }

  /// Waits until the count is positive, and decrements it.
  package func wait() {
    semaphore.wait()
  }

  /// Decrements the count if it is positive. Returns whether it did.
  package func tryWait() -> Bool {
    semaphore.wait(timeout: .now()) == .success
  }
}
