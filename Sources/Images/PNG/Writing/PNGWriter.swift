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
  let candidates = Deflation.candidates(options.compression, for: format)
  if candidates.count == 1 {
    return try write(source, format, metadata, candidates[0], to: &sink)
  }
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
  try hand(encoder.takeOutput(), to: &sink)
}

func pixelFormat(of source: some PixelSource) -> PixelFormat {
  var census = ColorCensus(isKnownGrey: source.isGrey)
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
    try hand(encoder.takeOutput(), to: &sink)
  }
}

private func hand(_ bytes: [UInt8], to sink: inout some ByteSink) throws(ImageError) {
  do {
    try sink.write(bytes.span)
  } catch {
    throw .file(error)
  }
}
