/// How the rows of a picture are compressed.
enum CompressionMethod: Equatable {
  /// With `RowCompressor`, which matches only runs of pixels.
  case runs
  /// With libpng and zlib.
  case zlib(Settings)

  struct Settings: Equatable {
    /// The strategies of zlib with their numbers.
    enum Strategy: Int32 {
      /// Z_DEFAULT_STRATEGY: matches at any distance.
      case matches = 0
      /// Z_RLE: only runs of a byte.
      case runs = 3
    }

    /// The level of zlib, 0...9.
    var level: Int32
    var strategy = Strategy.matches
    /// Whether libpng chooses a filter for each row; otherwise rows are not filtered.
    var adaptiveFilters = false
  }

  /// Compresses with each of the methods and returns the smallest result, the first of them if there are several.
  static func smallest(
    of methods: [CompressionMethod], _ compress: (CompressionMethod) throws(ImageError) -> [UInt8]
  ) throws(ImageError) -> [UInt8] {
    var smallest = try compress(methods[0])
    for method in methods.dropFirst() {
      let bytes = try compress(method)
      if bytes.count < smallest.count { smallest = bytes }
    }
    return smallest
  }
}
