public import Files
public import Raster

/// Writes `source` as a PNG of the smallest colour type that holds its pixels exactly, in sRGB.
///
/// The same picture and options give the same bytes with the same libpng and zlib, on any number of threads; the file
/// holds no time. Compression beyond `fast` reads the source several times and holds the whole file in memory.
/// - Throws: `ImageError`, where an option is not one that PNG can hold (nothing is then written), or where the sink
///   refused the bytes.
public func writePNG(
  _ source: some PixelSource, options: PNGOptions = PNGOptions(), to sink: inout some ByteSink
) throws(ImageError) {
  let format = pixelFormat(of: source)
  let file = PNGFile(source: source, format: format, metadata: try PNGMetadata(options), threads: options.threads)
  let candidates = Deflation.candidates(options.compression, for: format, width: source.width)
  guard candidates.count > 1 else { return try file.write(candidates[0], to: &sink) }
  var smallest: [UInt8]?
  for candidate in candidates {
    var bytes = MemorySink()
    try file.write(candidate, to: &bytes)
    if bytes.bytes.count < smallest?.count ?? .max { smallest = bytes.bytes }
  }
  guard let smallest else { return }
  do {
    try sink.write(smallest.span)
  } catch {
    throw .file(error)
  }
}

/// The format that holds all pixels of `source`, which is read as far as is needed to know.
func pixelFormat(of source: some PixelSource) -> PixelFormat {
  let isOpaqueGray = source.isGray && source.isOpaque
  var census = ColorCensus(isKnownGrey: isOpaqueGray, isKnownOpaque: source.isOpaque)
  if let colors = source.colors(upTo: isOpaqueGray ? 16 : ColorTable.capacity) {
    census.add(colors)
    return census.format(width: source.width, height: source.height)
  }
  var pixels: [UInt32] = []
  for band in 0..<source.bandCount where !census.isDecided {
    if let pixel = source.uniformPixel(ofBand: band) {
      census.add([pixel.word])
      continue
    }
    // In small parts, for the first ones often tell all.
    let rows = source.rows(ofBand: band)
    let step = max(1, (1 << 14) / source.width)
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: step) where !census.isDecided {
      source.copyRows(start..<min(start + step, rows.upperBound), into: &pixels)
      census.add(pixels)
    }
  }
  return census.format(width: source.width, height: source.height)
}

/// A picture on its way into a file.
struct PNGFile<Source: PixelSource> {
  let source: Source
  let format: PixelFormat
  let metadata: PNGMetadata
  let threads: Int

  func write(_ deflation: Deflation, to sink: inout some ByteSink) throws(ImageError) {
    let encoder = try PNGEncoder(format: format, width: source.width, height: source.height, deflation: deflation)
    try encoder.begin(metadata)
    switch deflation {
    case .runs: try writeStream(encoder, to: &sink)
    case .zlib: try writeRows(encoder, to: &sink)
    }
    try encoder.end()
    try encoder.handOutput(to: &sink)
  }

  private func writeStream(_ encoder: PNGEncoder, to sink: inout some ByteSink) throws(ImageError) {
    var stream = ZlibStream()
    try DeflationQueue(source: source, format: format).run(threads: threads) { rows throws(ImageError) in
      stream.append(rows)
      guard stream.byteCount >= 1 << 16 else { return }
      try stream.take { bytes throws(ImageError) in try encoder.writeStream(bytes) }
      try encoder.handOutput(to: &sink)
    }
    stream.end()
    try stream.take { bytes throws(ImageError) in try encoder.writeStream(bytes) }
  }

  private func writeRows(_ encoder: PNGEncoder, to sink: inout some ByteSink) throws(ImageError) {
    let packer = RowPacker(format: format, width: source.width)
    let rowBytes = format.rowBytes(width: source.width)
    var pixels: [UInt32] = []
    var bytes: [UInt8] = []
    for band in 0..<source.bandCount {
      let count = source.rows(ofBand: band).count
      if let pixel = source.uniformPixel(ofBand: band) {
        packer.pack([UInt32](repeating: pixel.word, count: source.width), into: &bytes)
        try encoder.writeRows(bytes, rowBytes: rowBytes, count: count, repeating: true)
      } else {
        source.copyBand(band, into: &pixels)
        packer.pack(pixels, into: &bytes)
        try encoder.writeRows(bytes, rowBytes: rowBytes, count: count)
      }
      try encoder.handOutput(to: &sink)
    }
  }
}
