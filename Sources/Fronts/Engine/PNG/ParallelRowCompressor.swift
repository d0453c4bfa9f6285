import Deflate
import Raster

/// Compresses the parts of a picture one after another: there is one thread.
struct ParallelRowCompressor<Source: PixelSource> {
  let source: Source
  let format: PixelFormat

  /// Passes all parts to `body` in order.
  /// - Throws: What `body` throws; the remaining parts are then skipped.
  func run<Failure: Error>(threads: Int, _ body: (ZlibStream.Part) throws(Failure) -> Void) throws(Failure) {
    var compressor = RowCompressor(source: source, format: format)
    var part = ZlibStream.Part()
    let step = RowCompressor<Source>.rowCount(width: source.width)
    for start in stride(from: 0, to: source.height, by: step) {
      compressor.compress(start..<min(start + step, source.height), into: &part)
      try body(part)
    }
  }
}
