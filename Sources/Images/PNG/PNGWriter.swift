public import Files
public import Raster

/// Writes `source` as a PNG of the smallest colour type that holds its pixels exactly, in sRGB.
///
/// The same picture and options give the same bytes with the same libpng and zlib; the file holds no time. The source
/// is read twice, a band at a time.
/// - Throws: `ImageError`, where an option is not one that PNG can hold (nothing is then written), or where the sink
///   refused the bytes.
public func writePNG(
  _ source: some PixelSource, options: PNGOptions = PNGOptions(), to sink: inout some ByteSink
) throws(ImageError) {
  let texts = try options.text.map { pair throws(ImageError) in try PNGText(keyword: pair.key, value: pair.value) }
  let resolution = try options.dpi.map { dpi throws(ImageError) in try pixelsPerMetre(dpi) }
  let format = pixelFormat(of: source)
  let encoder = try PNGEncoder(
    format: format, width: source.width, height: source.height,
    deflation: Deflation(options.compression, format: format))
  if let resolution { try encoder.setResolution(pixelsPerMetre: resolution) }
  for text in texts { try encoder.addText(keyword: text.keyword, value: text.value, isUTF8: text.isUTF8) }
  try encoder.begin()
  try writeBands(of: source, with: RowPacker(format: format, width: source.width), encoder, to: &sink)
  try encoder.end()
  try hand(encoder.takeOutput(), to: &sink)
}

func pixelFormat(of source: some PixelSource) -> PixelFormat {
  var census = ColorCensus()
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

private func pixelsPerMetre(_ dpi: Double) throws(ImageError) -> UInt32 {
  let number = (dpi / 0.0254).rounded()
  guard number >= 1, number <= 0x7FFF_FFFF else { throw .invalidResolution(dpi) }
  return UInt32(number)
}
