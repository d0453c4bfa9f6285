/// Runs `body` `count` times, one after another.
public func parallel(_ count: Int, _ body: () -> Void) {
  for _ in 0..<count { body() }
}

/// The number of threads that can run at the same time.
public func processorCount() -> Int { 1 }
