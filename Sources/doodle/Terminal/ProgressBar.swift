/// A bar on a terminal that shows how much of a long work is done, and leaves nothing behind.
///
/// It appears when the work has taken a second, changes ten times a second at most, and erases itself. Where it is not
/// shown (no terminal, `--quiet`), its owner has none.
struct ProgressBar {
  /// The bar's own width, in columns.
  static let width = 30
  static let delay = Duration.seconds(1)
  static let interval = Duration.milliseconds(100)

  private let now: () -> ContinuousClock.Instant
  private let write: (String) -> Void
  private let start: ContinuousClock.Instant
  private var lastShown: ContinuousClock.Instant?
  private var isVisible = false

  /// - Parameters:
  ///   - now: The clock.
  ///   - write: Where the bar goes, terminal sequences included.
  init(
    now: @escaping () -> ContinuousClock.Instant = { .now },
    write: @escaping (String) -> Void = StandardError.write
  ) {
    self.now = now
    self.write = write
    start = now()
  }

  /// A bar on standard error, or nil where none may be shown.
  init?(in console: Console) {
    guard console.surroundings.canMoveCursor(on: .error), !console.messages.isQuiet else { return nil }
    self.init()
  }

  /// Shows that `fraction`, 0 to 1, of the work is done, if it is time to.
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
    let filled = Int(done * Double(ProgressBar.width))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: ProgressBar.width - filled)
    let percent = String(Int(done * 100))
    write("\r[\(bar)] \(String(repeating: " ", count: 3 - percent.count))\(percent) %\u{1B}[K")
  }

  /// Erases the bar. Before anything else is written to the terminal, and at the end.
  mutating func finish() {
    if isVisible { write("\r\u{1B}[K") }
    isVisible = false
  }
}
