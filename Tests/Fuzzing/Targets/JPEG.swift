import JPEG
import PNG
import Raster

extension FuzzTarget {
  /// The reader of JPEG files.
  static let jpeg = FuzzTarget("jpeg", longest: 2048) { bytes in
    let limits = ImageLimits(maxWidth: 256, maxHeight: 256, maxBytes: 1 << 20)
    do throws(ImageError) {
      let bitmap = try readJPEG(bytes, limits: limits)
      expect(isJPEG(bytes), "a picture begins like a JPEG")
      expect(bitmap.width <= limits.maxWidth && bitmap.height <= limits.maxHeight, "a picture is within the limits")
      expect(bitmap.pixels.allSatisfy { $0 >> 24 == 255 }, "pixels are opaque")
    } catch {
      switch error {
      case .truncated(let offset), .corrupt(_, let offset):
        expect(0...bytes.count ~= offset, "damage has a location: \(error)")
      case .notPicture: expect(!isJPEG(bytes), "a picture begins like a JPEG")
      case .unsupportedJPEG, .tooLarge, .overMemoryLimit: break
      case .notPNG, .file, .outOfMemory, .encoding, .invalidResolution, .invalidKeyword, .invalidText:
        fatalError("the picture is to blame: \(error)")
      }
    }
  }
}
