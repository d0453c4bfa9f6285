public import PNG
import Geometry
public import Raster

/// Writes the frames of a film in one format.
public protocol FilmWriter {
  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - changed: The bounding box of the pixels that differ from the frame before; the whole of the first frame.
  ///   - duration: The number of frames for which it is shown, at least 1.
  /// - Throws: `ImageError` if the bytes cannot be written.
  mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError)

  /// Writes the end of the film. No frame may be appended after that.
  mutating func finish() throws(ImageError)
}

extension APNGWriter: FilmWriter {}
