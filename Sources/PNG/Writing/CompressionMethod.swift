import Deflate
import Files
import Raster

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

  /// The methods that may give the smallest file; if there are several, all must be tried.
  ///
  /// If a pixel has one byte, runs alone give smaller files of flat ink than matches at any level, in less time.
  /// Filters make ink larger, because they turn runs into gradients, but they make photographs below it smaller.
  static func candidates(_ compression: PNGOptions.Compression, for format: PixelFormat, width: Int)
    -> [CompressionMethod]
  {
    let level: Int32 =
      switch compression {
      case .fast: 1
      case .default: 6
      case .small: 9
      }
    let matches = CompressionMethod.zlib(Settings(level: level))
    // Narrow rows have no long runs, but many of them equal the row before.
    let isNarrow = format.rowBytes(width: width) < 64
    let runs = isNarrow ? .zlib(Settings(level: 1, strategy: .runs)) : CompressionMethod.runs
    switch (compression, format) {
    case (.fast, _): return [isNarrow ? matches : runs]
    case (_, .palette): return [runs, matches]
    case (_, .gray(let bits)) where bits < 8: return [runs, matches]
    default: return [runs, matches, .zlib(Settings(level: level, adaptiveFilters: true))]
    }
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

// MARK: Streams without a file

/// The zlib stream of a picture's rows, as the IDAT chunks of a PNG in `format` contain it.
///
/// - Parameter start: Bytes to put before the stream.
func compressedPixels(
  of source: Bitmap, as format: PixelFormat, _ compression: PNGOptions.Compression, after start: [UInt8] = []
) throws(ImageError) -> [UInt8] {
  let methods = CompressionMethod.candidates(compression, for: format, width: source.width)
  return try CompressionMethod.smallest(of: methods) { method throws(ImageError) in
    switch method {
    case .runs: runStream(of: source, as: format, after: start)
    case .zlib: try libraryStream(of: source, as: format, method, after: start)
    }
  }
}

private func runStream(of source: Bitmap, as format: PixelFormat, after start: [UInt8]) -> [UInt8] {
  var compressor = RowCompressor(source: source, format: format)
  var part = ZlibStream.Part()
  var stream = ZlibStream()
  let step = RowCompressor<Bitmap>.rowCount(width: source.width)
  for first in stride(from: 0, to: source.height, by: step) {
    compressor.compress(first..<min(first + step, source.height), into: &part)
    stream.append(part)
  }
  stream.end()
  var output = MemorySink()
  output.write(start.span)
  stream.take { output.write($0) }
  return output.bytes
}

private func libraryStream(
  of source: Bitmap, as format: PixelFormat, _ method: CompressionMethod, after start: [UInt8]
) throws(ImageError) -> [UInt8] {
  var file = MemorySink()
  try PNGFile(source: source, format: format, metadata: try PNGMetadata(PNGOptions()), threads: 1)
    .write(method, to: &file)
  return start + pixelData(ofPNG: file.bytes)
}

/// The data of all IDAT chunks of a valid PNG (PNG, third edition, 5.3).
private func pixelData(ofPNG bytes: [UInt8]) -> [UInt8] {
  var data: [UInt8] = []
  var start = 8
  while start + 12 <= bytes.count {
    let length = Int(UInt32(bigEndianBytes: bytes[start..<start + 4]))
    if bytes[start + 4..<start + 8].elementsEqual("IDAT".utf8) {
      data.append(contentsOf: bytes[start + 8..<start + 8 + length])
    }
    start += 12 + length
  }
  return data
}
