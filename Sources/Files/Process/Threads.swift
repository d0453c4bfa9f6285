import Dispatch

/// Runs `body` on `count` threads at the same time, this thread included, and waits until all have finished.
public func parallel(_ count: Int, _ body: @Sendable () -> Void) {
  guard count > 1 else { return body() }
  DispatchQueue.concurrentPerform(iterations: count) { _ in body() }
}

/// Threads that run beside this one.
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

/// A counting semaphore that starts at 0.
package struct Semaphore: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func signal() { semaphore.signal() }

  package func wait() { semaphore.wait() }

  /// Takes a signal if there is one, without waiting.
  package func tryWait() -> Bool { semaphore.wait(timeout: .now()) == .success }
}
