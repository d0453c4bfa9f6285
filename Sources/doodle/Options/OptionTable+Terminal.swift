import DoodleKit

/// The options about pictures in a terminal.
extension OptionTable {
  static let graphics = ValueOption<TerminalProtocol>(
    "protocol", .choice("NAME"), in: .output,
    "how the terminal is told: \(alternatives(TerminalProtocol.allCases.map(\.rawValue)))",
    details: """
      "auto" goes by TERM, TERM_PROGRAM, LC_TERMINAL and KITTY_WINDOW_ID, and asks the terminal nothing. "blocks" are \
      half blocks in colours of 24 bits, two pixels a cell, for all others.
      """, initial: TerminalProtocol.auto.rawValue)

  static let follow = Flag(
    "follow", in: .reading, "draw while the log is still being written",
    details: "Of a pipe to its end, of a file until it is interrupted.")
}

/// How a terminal is told what to show.
enum TerminalProtocol: String, CaseIterable, Sendable {
  case auto, kitty, iterm, sixel, blocks
}
