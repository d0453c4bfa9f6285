import DoodleKit

/// How pictures get into a terminal.
enum TerminalGraphics: Hashable, Sendable {
  case kitty, iterm, sixel, blocks

  /// What was asked for, or what the environment says that the terminal knows.
  init(_ choice: TerminalProtocol, in surroundings: Surroundings) throws(CommandError) {
    switch choice {
    case .kitty: self = .kitty
    case .iterm: self = .iterm
    case .sixel: self = .sixel
    case .blocks: self = .blocks
    case .auto:
      guard surroundings.canMoveCursor(on: .output) else { throw .usage(.needsTerminal) }
      self = TerminalGraphics(of: surroundings.variable)
    }
  }

  /// By the variables that terminals set. None is asked: an answer that never comes would hang the run.
  private init(of variable: (String) -> String?) {
    let term = variable("TERM") ?? ""
    // Multiplexers hand on text alone, whatever terminal they run in.
    if variable("TMUX") != nil || term.hasPrefix("screen") || term.hasPrefix("tmux") {
      self = .blocks
    } else if variable("KITTY_WINDOW_ID") != nil || term == "xterm-kitty" || term == "xterm-ghostty" {
      self = .kitty
    } else if ["iTerm.app", "WezTerm", "mintty"].contains(variable("TERM_PROGRAM"))
      || variable("LC_TERMINAL") == "iTerm2"
    {
      self = .iterm
    } else if ["foot", "foot-extra", "mlterm", "contour", "yaft-256color"].contains(term) || term.hasSuffix("-sixel") {
      self = .sixel
    } else {
      self = .blocks
    }
  }
}
