import Deflate
import Files

/// The pixels of a picture as a zlib stream of PNG's rows: what a PNG of it in `format` has in its IDAT chunks.
///
/// - Parameter start: What stands before the stream.
func compressedPixels(
  of source: Bitmap, as format: PixelFormat, _ compression: PNGOptions.Compression, after start: [UInt8] = []
) throws(ImageError) -> [UInt8] {
  var smallest: [UInt8]?
  for candidate in Deflation.candidates(compression, for: format, width: source.width) {
    let stream =
      switch candidate {
      case .runs: runs(of: source, as: format, after: start)
      case .zlib: try libraryStream(of: source, as: format, candidate, after: start)
      }
    if stream.count < smallest?.count ?? .max { smallest = stream }
  }
  return smallest ?? []
}

private func runs(of source: Bitmap, as format: PixelFormat, after start: [UInt8]) -> [UInt8] {
  var deflater = RowDeflater(source: source, format: format)
  var rows = DeflatedRows()
  var stream = ZlibStream()
  let step = RowDeflater<Bitmap>.rowCount(width: source.width)
  for first in stride(from: 0, to: source.height, by: step) {
    deflater.deflate(first..<min(first + step, source.height), into: &rows)
    stream.append(rows)
  }
  stream.end()
  var output = MemorySink()
  output.write(start.span)
  stream.take { output.write($0) }
  return output.bytes
}

private func libraryStream(
  of source: Bitmap, as format: PixelFormat, _ deflation: Deflation, after start: [UInt8]
) throws(ImageError) -> [UInt8] {
  var file = MemorySink()
  try PNGFile(source: source, format: format, metadata: try PNGMetadata(PNGOptions()), threads: 1)
    .write(deflation, to: &file)
  return start + pixelData(ofPNG: file.bytes)
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
