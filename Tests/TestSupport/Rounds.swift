import Foundation

/// The seeds of a property test.
///
/// A quarter of the rounds runs by default, so that developers wait less; all of them if the environment variable
/// `DOODLE_ROUNDS` is `all`, as in CI.
package func rounds(_ count: UInt64) -> Range<UInt64> {
  let runsAll = ProcessInfo.processInfo.environment["DOODLE_ROUNDS"] == "all"
  return 0..<(runsAll ? count : max(2, count / 4))
}
