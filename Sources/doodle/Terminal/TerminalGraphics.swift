import DoodleKit

/// The protocol that shows pictures in a terminal.
enum TerminalGraphics: Hashable, Sendable {
  case kitty, iterm, sixel, blocks

  /// The chosen protocol, or the one that environment variables suggest.
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

  /// Decides by the variables that terminals set. It does not query the terminal, which might never answer.
  private init(of variable: (String) -> String?) {
    let term = variable("TERM") ?? ""
    // Multiplexers pass on text only, whatever terminal they run in.
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
