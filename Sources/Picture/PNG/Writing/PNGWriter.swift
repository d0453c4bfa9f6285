import Deflate
public import Files
public import Raster

/// Writes `source` as an sRGB PNG in the smallest color type that stores its pixels exactly.
///
/// The same pixels and options give the same bytes with the same versions of libpng and zlib, on any number of threads.
/// Any compression but `fast` reads the source several times and holds the whole file in memory.
/// - Throws: `ImageError` if a PNG cannot store an option or cannot have this size, in which case nothing is written,
///   or if the sink fails.
public func writePNG(
  _ source: some PixelSource, options: PNGOptions = PNGOptions(), to sink: inout some ByteSink
) throws(ImageError) {
  let format = pixelFormat(of: source)
  let file = PNGFile(source: source, format: format, metadata: try PNGMetadata(options), threads: options.threads)
  let methods = CompressionMethod.candidates(options.compression, for: format)
  if methods.count == 1 {
    _ = try file.write(methods[0], to: &sink)
    return
  }
  let smallest = try CompressionMethod.smallest(of: methods) { method, limit throws(ImageError) in
    var bytes = MemorySink()
    return try file.write(method, limit: limit, to: &bytes) ? bytes.bytes : nil
  }
  do {
    try sink.write(smallest.span)
  } catch {
    throw .file(error)
  }
}

/// The smallest format for all pixels of `source`, which is read only until the format is certain.
func pixelFormat(of source: some PixelSource) -> PixelFormat {
  let isOpaqueGray = source.isGray && source.isOpaque
  var histogram = ColorHistogram(isKnownGray: isOpaqueGray, isKnownOpaque: source.isOpaque)
  if let colors = source.colors(upTo: isOpaqueGray ? 16 : ColorTable.capacity) {
    histogram.add(colors)
    return histogram.format(width: source.width, height: source.height)
  }
  var pixels: [UInt32] = []
  for band in 0..<source.bandCount where !histogram.isDecided {
    if let pixel = source.uniformPixel(ofBand: band) {
      histogram.add([pixel.word])
      continue
    }
    // In small parts, because the first ones often decide the format.
    let rows = source.rows(ofBand: band)
    let step = max(1, (1 << 14) / source.width)
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: step) where !histogram.isDecided {
      source.copyRows(start..<min(start + step, rows.upperBound), into: &pixels)
      histogram.add(pixels)
    }
  }
  return histogram.format(width: source.width, height: source.height)
}

/// A picture and everything that its file needs.
struct PNGFile<Source: PixelSource> {
  let source: Source
  let format: PixelFormat
  let metadata: PNGMetadata
  let threads: Int

  /// Writes the file.
  ///
  /// - Parameter limit: The number of bytes after which writing stops.
  /// - Returns: Whether the file is whole.
  func write(
    _ method: CompressionMethod, limit: Int = .max, to sink: inout some ByteSink
  ) throws(ImageError) -> Bool {
    var encoder = try PNGEncoder(format: format, width: source.width, height: source.height)
    try encoder.begin(metadata)
    let pixels = CompressedPixels(source: source, format: format, threads: threads)
    let isWhole = try pixels.make(method) { piece throws(ImageError) in
      try encoder.writeChunk("IDAT", piece)
      try encoder.handOutput(to: &sink)
      return encoder.byteCount <= limit
    }
    guard isWhole else { return false }
    try encoder.end()
    try encoder.handOutput(to: &sink)
    return true
  }
}

/// Writes an opaque picture as a PNG, some rows at a time from the top, without holding the others.
package struct PNGRowWriter {
  private var encoder: PNGEncoder
  private let width: Int
  private var stream = ZlibStream()
  private var part = ZlibStream.Part()

  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  /// - Throws: `ImageError.encoding` if a PNG cannot have this size.
  package init(width: Int, height: Int) throws(ImageError) {
    self.width = width
    encoder = try PNGEncoder(format: .rgb, width: width, height: height)
    try encoder.begin(PNGMetadata(PNGOptions()))
  }

  /// Writes the next rows.
  ///
  /// - Parameter pixels: Whole rows in the layout of `Pixel.word`; alpha is ignored.
  /// - Throws: `ImageError.file` if the sink fails.
  package mutating func write(_ pixels: [UInt32], to sink: inout some ByteSink) throws(ImageError) {
    let band = Bitmap(width: width, height: pixels.count / width, pixels: pixels)
    var compressor = RowCompressor(source: band, format: .rgb)
    compressor.compress(0..<band.height, into: &part)
    stream.append(part)
    try handOn(to: &sink)
  }

  /// Writes the end of the file.
  ///
  /// - Precondition: All rows have been written.
  /// - Throws: `ImageError.file` if the sink fails.
  package mutating func end(to sink: inout some ByteSink) throws(ImageError) {
    stream.end()
    try handOn(to: &sink)
    try encoder.end()
    try encoder.handOutput(to: &sink)
  }

  private mutating func handOn(to sink: inout some ByteSink) throws(ImageError) {
    try stream.take { piece throws(ImageError) in try encoder.writeChunk("IDAT", piece) }
    try encoder.handOutput(to: &sink)
  }
}
