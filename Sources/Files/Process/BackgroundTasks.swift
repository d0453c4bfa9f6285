import Dispatch

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

/// Tasks that run on threads of their own.
package struct BackgroundTasks: Sendable {
  private let queue: DispatchQueue
  private let group = DispatchGroup()

  /// - Parameter label: The name of the threads' queue, for debuggers.
  package init(label: String) {
    queue = DispatchQueue(label: label, attributes: .concurrent)
  }

  package func start(_ body: @escaping @Sendable () -> Void) {
    queue.async(group: group, execute: body)
  }

  /// Waits until all tasks have ended.
  package func waitForAll() {
    group.wait()
  }
}
