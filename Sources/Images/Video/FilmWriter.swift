public import Raster

/// Something that makes a film of frames, in one format.
public protocol FilmWriter {
  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - changed: The box of the pixels that differ from the frame before; all of them in the first frame.
  ///   - duration: For how many frames it is shown, 1 or more.
  /// - Throws: `ImageError` where the bytes cannot be written.
  mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError)

  /// Writes what is still missing. No frame may come after it.
  mutating func finish() throws(ImageError)
}
