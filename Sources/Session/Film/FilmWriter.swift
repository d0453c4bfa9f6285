public import PNG
import Geometry
public import Raster

/// Writes the frames of a film in one format.
public protocol FilmWriter {
  /// Appends a frame.
  ///
  /// - Parameters:
  ///   - changed: The bounding box of the pixels that differ from the previous frame; for the first frame, all of it.
  ///   - duration: The number of frames for which it is shown, at least 1.
  /// - Throws: `ImageError` if the bytes cannot be written.
  mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError)

  /// Writes the end of the film. Append no frame after that.
  mutating func finish() throws(ImageError)
}

extension APNGWriter: FilmWriter {}
