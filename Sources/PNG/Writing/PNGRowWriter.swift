import Deflate
public import Files
import Raster

/// Writes an opaque picture as a PNG from the top, some rows at a time, without holding the others.
public struct PNGRowWriter {
  private let encoder: PNGEncoder
  private let width: Int
  private var stream = ZlibStream()
  private var rows = DeflatedRows()

  /// - Parameters: The sides in pixels.
  /// - Throws: `ImageError` where PNG has no such size.
  public init(width: Int, height: Int) throws(ImageError) {
    self.width = width
    encoder = try PNGEncoder(format: .rgb, width: width, height: height, deflation: .runs)
    try encoder.begin(try PNGMetadata(PNGOptions()))
  }

  /// Writes the next rows, words of `Pixel` whose alpha is passed over.
  /// - Throws: `ImageError` where the sink refuses the bytes.
  public mutating func write(_ pixels: [UInt32], to sink: inout some ByteSink) throws(ImageError) {
    let band = Bitmap(width: width, height: pixels.count / width, pixels: pixels)
    var deflater = RowDeflater(source: band, format: .rgb)
    deflater.deflate(0..<band.height, into: &rows)
    stream.append(rows)
    try handOn(to: &sink)
  }

  /// Ends the file. All rows must have been written.
  public mutating func end(to sink: inout some ByteSink) throws(ImageError) {
    stream.end()
    try handOn(to: &sink)
    try encoder.end()
    try encoder.handOutput(to: &sink)
  }

  private mutating func handOn(to sink: inout some ByteSink) throws(ImageError) {
    try stream.take { bytes throws(ImageError) in try encoder.writeStream(bytes) }
    try encoder.handOutput(to: &sink)
  }
}
