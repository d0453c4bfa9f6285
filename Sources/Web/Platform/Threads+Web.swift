/// Runs `body` `count` times, one after another.
public func parallel(_ count: Int, _ body: () -> Void) {
  for _ in 0..<count { body() }
}
