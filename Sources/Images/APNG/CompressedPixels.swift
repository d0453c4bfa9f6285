import Files

/// The pixels of a picture as a zlib stream of PNG's rows: what a PNG of it in `format` has in its IDAT chunks.
func compressedPixels(
  of source: Bitmap, as format: PixelFormat, _ compression: PNGOptions.Compression
) throws(ImageError) -> [UInt8] {
  let file = PNGFile(source: source, format: format, metadata: try PNGMetadata(PNGOptions()), threads: 1)
  var smallest: [UInt8]?
  for candidate in Deflation.candidates(compression, for: format, width: source.width) {
    var bytes = MemorySink()
    try file.write(candidate, to: &bytes)
    let stream = pixelData(ofPNG: bytes.bytes)
    if stream.count < smallest?.count ?? .max { smallest = stream }
  }
  return smallest ?? []
}

/// The contents of all IDAT chunks of a PNG that has just been made (PNG, third edition, 5.3).
private func pixelData(ofPNG bytes: [UInt8]) -> [UInt8] {
  var data: [UInt8] = []
  var start = 8
  while start + 12 <= bytes.count {
    let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    if bytes[start + 4..<start + 8].elementsEqual("IDAT".utf8) {
      data.append(contentsOf: bytes[start + 8..<start + 8 + length])
    }
    start += 12 + length
  }
  return data
}
