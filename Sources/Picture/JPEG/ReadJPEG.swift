import PNG
import Raster

/// Whether a file begins like a JPEG.
package func isJPEG(_ bytes: some Collection<UInt8>) -> Bool {
  bytes.starts(with: [0xFF, 0xD8, 0xFF])
}

/// Reads a JPEG file (ITU-T T.81) with Huffman codes and 8 bits per sample: sequential and progressive, gray, YCbCr, RGB,
/// CMYK and YCCK.
///
/// The pixels are those that libjpeg-turbo gives with its default settings, turned and flipped as the Exif data says, if
/// it is valid. Color profiles are ignored. The picture is complete with the last bit of the last coefficient, and what
/// follows is ignored. A progressive file may end with fewer bits; libjpeg then smooths the picture, this reader does
/// not.
///
/// Time and memory are bounded by the size of the picture and the size of the file: the scans of a file may visit a block
/// 32 times on average, and once more for each bit of the file.
///
/// - Parameters:
///   - bytes: The whole file.
///   - limits: The limits on the picture as it is shown, and on the memory for pixels, samples and coefficients.
/// - Returns: Opaque pixels.
/// - Throws: `ImageError`: `.notPicture`; `.unsupportedJPEG` for arithmetic, lossless and hierarchical coding, 12 bits per
///   sample, fractional sampling, other numbers of components, too many scans, and a height that follows the pixels;
///   `.truncated`, `.corrupt`; `.tooLarge` and `.overMemoryLimit`, before memory is allocated.
package func readJPEG(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) -> Bitmap {
  guard isJPEG(bytes) else { throw .notPicture }
  var decoder = JPEGDecoder(bytes, limits: limits)
  return try decoder.decode()
}
