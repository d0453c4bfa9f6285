#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Whether `descriptor` (0 standard input, 1 output, 2 error) is a terminal.
package func isTerminal(_ descriptor: Int32) -> Bool {
  System.isTerminal(descriptor)
}

/// The terminal of standard input and output.
package enum Terminal {
  /// Waits for a key press and returns its first byte; nil if standard input has ended, cannot be read or is not a
  /// terminal. The key needs no Return and is not shown. Control-C gives the byte 3.
  /// - Parameter question: Written to standard output once key presses are caught.
  /// - Throws: `FileError` if the question cannot be written.
  package static func readKey(after question: String) throws(FileError) -> UInt8? {
    var before = termios()
    guard System.terminalMode(STDIN_FILENO, into: &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    _ = System.setTerminalMode(STDIN_FILENO, &raw)
    defer { _ = System.setTerminalMode(STDIN_FILENO, &before) }
    try Descriptor(number: STDOUT_FILENO, path: "-").writeAll(Array(question.utf8).span)
    var bytes: [UInt8] = []
    let got = try? Descriptor(number: STDIN_FILENO, path: "-").readOnce(into: &bytes, atMost: 1)
    return got == nil ? nil : bytes.first
  }
}

/// The size of a terminal.
package struct TerminalSize: Hashable, Sendable {
  /// In cells, positive.
  package var columns: Int
  /// In cells, positive.
  package var rows: Int
  /// The size of a cell; nil if the terminal does not report it.
  package var cell: Cell?

  /// A width and height in pixels.
  package struct Cell: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  package init(columns: Int, rows: Int, cell: Cell? = nil) {
    self.columns = columns
    self.rows = rows
    self.cell = cell
  }

  /// The size of the terminal behind `descriptor`; nil if it is not a terminal or does not report its size.
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard System.terminalSize(descriptor, into: &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    let (width, height) = (Int(size.ws_xpixel) / columns, Int(size.ws_ypixel) / rows)
    if width > 0, height > 0 { cell = Cell(width: width, height: height) }
  }
}
