import Files

/// A progress bar on a terminal, which erases itself at the end.
///
/// It appears after one second of work and is redrawn at most ten times per second.
struct ProgressBar {
  /// The width between the brackets, in columns.
  static let width = 30
  /// In nanoseconds, as is `interval`.
  static let delay: Int64 = 1_000_000_000
  static let interval: Int64 = 100_000_000

  private let now: () -> Int64
  private let write: (String) -> Void
  private let start: Int64
  private var lastShown: Int64?
  private var isVisible = false

  /// - Parameters:
  ///   - now: A clock, in nanoseconds.
  ///   - write: Writes text and escape sequences to the terminal.
  init(
    now: @escaping () -> Int64 = monotonicTime,
    write: @escaping (String) -> Void = StandardError.write
  ) {
    self.now = now
    self.write = write
    start = now()
  }

  /// A bar on standard error; nil if that is not a terminal, if `--quiet` is on, or if messages are kept.
  init?(in console: Console) {
    guard console.messages.transcript == nil, console.surroundings.canMoveCursor(on: .error), !console.messages.isQuiet
    else { return nil }
    self.init()
  }

  /// Redraws the bar if enough time has passed.
  /// - Parameter fraction: How much of the work is done, from 0 to 1.
  mutating func update(fraction: Double) {
    let instant = now()
    if let lastShown {
      guard instant - lastShown >= ProgressBar.interval else { return }
    } else {
      guard instant - start >= ProgressBar.delay else { return }
    }
    lastShown = instant
    isVisible = true
    let done = fraction > 0 ? min(fraction, 1) : 0
    let filled = Int(saturating: done * Double(ProgressBar.width))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: ProgressBar.width - filled)
    let percent = String(Int(saturating: done * 100))
    write("\r[\(bar)] \(String(repeating: " ", count: 3 - percent.count))\(percent) %\u{1B}[K")
  }

  /// Erases the bar. Call it before anything else is written to the terminal, and at the end.
  mutating func finish() {
    if isVisible { write("\r\u{1B}[K") }
    isVisible = false
  }
}
