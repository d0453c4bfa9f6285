import Files
import PNG
import Raster

/// Reads a PNG or JPEG file.
///
/// - Parameter limits: The limits on the picture; those on memory also hold for a JPEG file itself, which is read whole.
/// - Throws: `ImageError`: `.notPicture` if the file is neither, or what `readPNG` and `readJPEG` throw.
package func readPicture(
  from source: any ByteSource, limits: ImageLimits = ImageLimits()
) throws(ImageError) -> Bitmap {
  var source = source
  var bytes: [UInt8] = []
  func read(atMost count: Int) throws(ImageError) -> Bool {
    do throws(FileError) {
      return try source.read(into: &bytes, atMost: count) > 0
    } catch {
      throw .file(error)
    }
  }
  while bytes.count < 3, try read(atMost: 3 - bytes.count) {}
  guard isJPEG(bytes) else {
    do throws(ImageError) {
      return try readPNG(from: ResumedSource(bytes, source), limits: limits)
    } catch .notPNG {
      throw .notPicture
    }
  }
  while try read(atMost: 1 << 18) {
    guard bytes.count <= limits.maxBytes else {
      throw .overMemoryLimit(needed: bytes.count, limit: limits.maxBytes)
    }
  }
  return try readJPEG(bytes, limits: limits)
}
