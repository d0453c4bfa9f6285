/// What a drawing of a host may take.
package struct HostLimits: Sendable {
  /// For the ink, the pictures and other files, and once more for the pixels, in bytes. The ink's is an estimate.
  package var memory = Int(clamping: Int64(2) << 30)
  /// For each call, in seconds.
  package var seconds = Double.infinity
  /// For a picture and its tiles, which are then in half of the memory that a host can have.
  package var pixels = 1 << 27
  /// The time in seconds, which only a limit of time asks.
  package var clock: @Sendable () -> Double = { 0 }

  package init() {}
}
