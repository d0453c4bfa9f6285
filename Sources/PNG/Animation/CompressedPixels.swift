import Deflate
import Files
import Raster

/// The zlib stream of a picture's rows, as the IDAT chunks of a PNG in `format` contain it.
///
/// - Parameter start: Bytes to put before the stream.
func compressedPixels(
  of source: Bitmap, as format: PixelFormat, _ compression: PNGOptions.Compression, after start: [UInt8] = []
) throws(ImageError) -> [UInt8] {
  let methods = CompressionMethod.candidates(compression, for: format)
  return try CompressionMethod.smallest(of: methods) { method, limit throws(ImageError) in
    switch method {
    case .own: ownStream(of: source, as: format, after: start)
    case .zlib: try libraryStream(of: source, as: format, method, limit: limit, after: start)
    }
  }
}

private func ownStream(of source: Bitmap, as format: PixelFormat, after start: [UInt8]) -> [UInt8] {
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
  of source: Bitmap, as format: PixelFormat, _ method: CompressionMethod, limit: Int,
  after start: [UInt8]
) throws(ImageError) -> [UInt8]? {
  var sink = MemorySink()
  let file = PNGFile(source: source, format: format, metadata: try PNGMetadata(PNGOptions()), threads: 1)
  // Allow a little more than the limit, because the file contains more than its pixels.
  guard try file.write(method, limit: min(limit, .max - 4096) + 4096, to: &sink) else { return nil }
  return start + pixelData(ofPNG: sink.bytes)
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
