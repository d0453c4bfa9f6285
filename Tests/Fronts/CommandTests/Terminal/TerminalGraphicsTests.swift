import DoodleKit
import Testing

@testable import doodle

@Suite struct TerminalGraphicsTests {
  private func surroundings(_ variables: [String: String], isTerminal: Bool = true) -> Surroundings {
    Surroundings(terminals: isTerminal ? [.output] : [], variable: { variables[$0] })
  }

  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], .kitty), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty),
      (["TERM": "xterm-ghostty"], .kitty), (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm),
      (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iterm), (["TERM_PROGRAM": "WezTerm"], .iterm),
      (["TERM": "foot"], .sixel), (["TERM": "mlterm"], .sixel), (["TERM": "xterm-256color"], .blocks), ([:], .blocks),
      (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .blocks),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux"], .blocks),
      (["TERM": "screen", "LC_TERMINAL": "iTerm2"], .blocks),
    ] as [([String: String], TerminalGraphics)])
  func `environment variables decide the protocol, unless one is chosen`(
    variables: [String: String], graphics: TerminalGraphics
  ) throws {
    #expect(try TerminalGraphics(.auto, in: surroundings(variables)) == graphics)
    #expect(try TerminalGraphics(.sixel, in: surroundings(variables)) == .sixel, "an explicit protocol wins")
  }

  @Test func `without a terminal, or with a dumb one, the protocol must be chosen`() throws {
    #expect(throws: CommandError.usage(.needsTerminal)) {
      try TerminalGraphics(.auto, in: surroundings(["TERM": "xterm-kitty"], isTerminal: false))
    }
    #expect(throws: CommandError.usage(.needsTerminal)) {
      try TerminalGraphics(.auto, in: surroundings(["TERM": "dumb"]))
    }
    #expect(try TerminalGraphics(.blocks, in: surroundings([:], isTerminal: false)) == .blocks)
  }

  @Test func `a picture leaves a row free below it`() {
    let size = TerminalSize(columns: 100, rows: 41, cell: TerminalSize.Cell(width: 9, height: 18))
    func room(_ graphics: TerminalGraphics, _ size: TerminalSize) -> [Int] {
      let room = TerminalScreen(graphics: graphics, size: size).room
      return [room.width, room.height]
    }
    #expect(room(.blocks, size) == [100, 80])
    #expect(room(.kitty, size) == [900, 720])
    #expect(room(.sixel, TerminalSize(columns: 100, rows: 41)) == [800, 640])
    #expect(room(.blocks, TerminalSize(columns: 3, rows: 1)) == [3, 2])
  }

  @Test func `sixels are sent only for changed cells`() throws {
    let size = TerminalSize(columns: 20, rows: 9, cell: TerminalSize.Cell(width: 5, height: 10))
    let screen = TerminalScreen(graphics: .sixel, size: size)
    let picture = Bitmap(width: 100, height: 80, pixels: [UInt32](repeating: 0xFF00_00FF, count: 8000))
    let box = PixelRect(minX: 13, minY: 25, maxX: 31, maxY: 44)
    let update = String(decoding: try screen.update(picture, changed: box, isNew: false), as: UTF8.self)
    #expect(update.hasPrefix("\u{1B}8\u{1B}[2B\u{1B}[2C\u{1B}P0;1;0q\"1;1;21;24#0;2;100;0;0"))
    #expect(update.hasSuffix("\u{1B}8\u{1B}[8B"), "the cursor is left below the picture")
    let whole = String(decoding: try screen.update(picture, changed: box, isNew: true), as: UTF8.self)
    #expect(whole.hasPrefix("\u{1B}8\u{1B}[J\u{1B}P0;1;0q\"1;1;100;80"))
  }
}
