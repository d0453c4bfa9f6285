#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// How large a terminal is.
public struct TerminalSize: Hashable, Sendable {
  /// In cells, both positive.
  public var columns: Int
  public var rows: Int
  /// A cell's size in pixels; nil where the terminal does not say.
  public var cell: Cell?

  public struct Cell: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  public init(columns: Int, rows: Int, cell: Cell? = nil) {
    self.columns = columns
    self.rows = rows
    self.cell = cell
  }

  /// That of the terminal that `descriptor` is; nil where it is none, or does not say.
  public init?(of descriptor: Int32) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    let (width, height) = (Int(size.ws_xpixel) / columns, Int(size.ws_ypixel) / rows)
    if width > 0, height > 0 { cell = Cell(width: width, height: height) }
  }
}
