/// How the rows of a picture are compressed.
enum CompressionMethod: Equatable {
  /// With `RowCompressor`.
  case own
  /// With libpng and zlib.
  case zlib(Settings)

  struct Settings: Equatable {
    /// The level of zlib, 0...9.
    var level: Int32
    /// Whether libpng chooses a filter for each row; otherwise rows are not filtered.
    var adaptiveFilters = false
  }

  /// Compresses with each of the methods and returns the smallest result, the first of them if there are several.
  ///
  /// - Parameter compress: Compresses with a method, or returns nil once there are more bytes than the limit.
  static func smallest(
    of methods: [CompressionMethod],
    _ compress: (CompressionMethod, _ limit: Int) throws(ImageError) -> [UInt8]?
  ) throws(ImageError) -> [UInt8] {
    var smallest: [UInt8]?
    for method in methods {
      guard let bytes = try compress(method, smallest?.count ?? .max) else { continue }
      if bytes.count < smallest?.count ?? .max { smallest = bytes }
    }
    return smallest ?? []
  }
}
