import Dispatch

/// Runs `body` on `count` threads at a time, this one among them, and waits for all.
public func parallel(_ count: Int, _ body: @Sendable () -> Void) {
  guard count > 1 else { return body() }
  DispatchQueue.concurrentPerform(iterations: count) { _ in body() }
}
