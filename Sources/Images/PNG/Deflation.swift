/// How libpng drives zlib.
struct Deflation {
  /// zlib's, 0...9.
  var level: Int32
  /// zlib's number for it.
  var strategy: Int32
  /// Whether libpng looks for the best filter row by row; otherwise none is used.
  var adaptiveFilters: Bool

  private static let defaultStrategy: Int32 = 0
  private static let runLengths: Int32 = 3

  init(level: Int32, strategy: Int32, adaptiveFilters: Bool) {
    (self.level, self.strategy, self.adaptiveFilters) = (level, strategy, adaptiveFilters)
  }

  /// What serves flat ink. Filters make most of it larger: they turn runs into gradients.
  init(_ compression: PNGOptions.Compression, format: PixelFormat) {
    switch (compression, format) {
    case (.fast, .grey), (.fast, .palette):
      self.init(level: 1, strategy: Self.runLengths, adaptiveFilters: false)
    case (.fast, _):
      self.init(level: 1, strategy: Self.defaultStrategy, adaptiveFilters: false)
    case (.default, _):
      self.init(level: 6, strategy: Self.defaultStrategy, adaptiveFilters: false)
    case (.small, _):
      self.init(level: 9, strategy: Self.defaultStrategy, adaptiveFilters: false)
    }
  }
}
