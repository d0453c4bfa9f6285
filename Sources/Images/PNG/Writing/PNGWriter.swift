public import Files
public import Raster

/// Writes `source` as a PNG of the smallest colour type that holds its pixels exactly, in sRGB.
///
/// The same picture and options give the same bytes with the same libpng and zlib; the file holds no time. The source
/// is read several times, a band at a time. Compression beyond `fast` holds the whole file in memory.
/// - Throws: `ImageError`, where an option is not one that PNG can hold (nothing is then written), or where the sink
///   refused the bytes.
public func writePNG(
  _ source: some PixelSource, options: PNGOptions = PNGOptions(), to sink: inout some ByteSink
) throws(ImageError) {
  let format = pixelFormat(of: source)
  let metadata = try PNGMetadata(options)
  if options.compression == .fast { return try writeRuns(of: source, format, metadata, to: &sink) }
  let candidates = Deflation.candidates(options.compression, for: format)
  var smallest: [UInt8]?
  for candidate in candidates {
    var file = MemorySink()
    try write(source, format, metadata, candidate, to: &file)
    if file.bytes.count < smallest?.count ?? .max { smallest = file.bytes }
  }
  if let smallest { try hand(smallest, to: &sink) }
}

private func write(
  _ source: some PixelSource, _ format: PixelFormat, _ metadata: PNGMetadata, _ deflation: Deflation,
  to sink: inout some ByteSink
) throws(ImageError) {
  let encoder = try PNGEncoder(format: format, width: source.width, height: source.height, deflation: deflation)
  try encoder.begin(metadata)
  try writeBands(of: source, with: RowPacker(format: format, width: source.width), encoder, to: &sink)
  try encoder.end()
  try encoder.handOutput(to: &sink)
}

private func writeRuns<Source: PixelSource>(
  of source: Source, _ format: PixelFormat, _ metadata: PNGMetadata, to sink: inout some ByteSink
) throws(ImageError) {
  let encoder = try PNGEncoder(format: format, width: source.width, height: source.height)
  try encoder.begin(metadata)
  var stream = ZlibStream()
  var deflater = RowDeflater(source: source, format: format)
  var rows = DeflatedRows()
  let step = RowDeflater<Source>.rowCount(width: source.width)
  for start in stride(from: 0, to: source.height, by: step) {
    deflater.deflate(start..<min(start + step, source.height), into: &rows)
    stream.append(rows)
    if stream.byteCount > 1 << 16 {
      try stream.take { bytes throws(ImageError) in try encoder.writeStream(bytes) }
      try encoder.handOutput(to: &sink)
    }
  }
  stream.end()
  try stream.take { bytes throws(ImageError) in try encoder.writeStream(bytes) }
  try encoder.end()
  try encoder.handOutput(to: &sink)
}

func pixelFormat(of source: some PixelSource) -> PixelFormat {
  var census = ColorCensus(isKnownGrey: source.isGrey, isKnownOpaque: source.isOpaque)
  var pixels: [UInt32] = []
  for band in 0..<source.bandCount where !census.isDecided {
    if let pixel = source.uniformPixel(ofBand: band) {
      census.add([pixel.word])
    } else {
      source.copyBand(band, into: &pixels)
      census.add(pixels)
    }
  }
  return census.format(width: source.width, height: source.height)
}

private func writeBands(
  of source: some PixelSource, with packer: RowPacker, _ encoder: PNGEncoder, to sink: inout some ByteSink
) throws(ImageError) {
  let rowBytes = packer.format.rowBytes(width: source.width)
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

private func hand(_ bytes: [UInt8], to sink: inout some ByteSink) throws(ImageError) {
  do {
    try sink.write(bytes.span)
  } catch {
    throw .file(error)
  }
}
