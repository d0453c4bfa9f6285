public import PNG
public import Files
public import Raster

/// Writes frames as raw bytes without a header: red, green, blue and straight alpha per pixel, rows from the top.
public struct RawWriter<Sink: ByteSink>: FilmWriter {
  private var sink: Sink
  /// The bytes of the current frame.
  private var bytes: [UInt8]

  /// - Parameters:
  ///   - width: The width of every frame in pixels.
  ///   - height: The height of every frame in pixels.
  public init(width: Int, height: Int, to sink: Sink) {
    self.sink = sink
    bytes = [UInt8](repeating: 0, count: 4 * width * height)
  }

  public mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError) {
    for y in changed.minY..<changed.maxY {
      for index in y * frame.width + changed.minX..<y * frame.width + changed.maxX {
        let word = frame.pixels[index]
        for channel in 0..<4 { bytes[4 * index + channel] = UInt8(truncatingIfNeeded: word >> (8 * UInt32(channel))) }
      }
    }
    let bytes = self.bytes
    do throws(FileError) {
      for _ in 0..<duration { try sink.write(bytes.span) }
    } catch {
      throw .file(error)
    }
  }

  public mutating func finish() {}
}
