import Files

/// Why a picture cannot be read or written.
public enum ImageError: Error, Hashable, Sendable {
  /// The operating system could not read or write the file.
  case file(FileError)
  /// The file does not start with the signature of a PNG.
  case notPNG
  /// The file starts neither like a PNG nor like a JPEG.
  case notPicture
  /// The file is a JPEG of a kind that is not read, because it uses what the text names.
  case unsupportedJPEG(String)
  /// The file ends after `offset` bytes, before the end of the picture.
  case truncated(offset: Int)
  /// The file is damaged: a description, often libpng's, and the number of bytes read when the damage was found.
  case corrupt(String, offset: Int)
  /// The picture exceeds `ImageLimits.maxWidth` or `maxHeight`; all numbers are in pixels.
  case tooLarge(width: Int, height: Int, maxWidth: Int, maxHeight: Int)
  /// The picture exceeds `ImageLimits.maxBytes`; both numbers are in bytes. `needed` is `Int.max` if it overflows.
  case overMemoryLimit(needed: Int, limit: Int)
  /// libpng could not allocate memory.
  case outOfMemory
  /// libpng could not write the picture, for the reason that it gives.
  case encoding(String)
  /// A PNG cannot store this resolution, in dots per inch.
  case invalidResolution(Double)
  /// A PNG cannot store a text with this keyword.
  case invalidKeyword(String)
  /// A PNG cannot store the value of this text.
  case invalidText(keyword: String)
}

extension ImageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error):
      "\(error)"
    case .notPNG:
      "not a PNG: the signature is missing; convert the picture to PNG first"
    case .notPicture:
      "neither a PNG nor a JPEG: convert the picture to PNG first"
    case .unsupportedJPEG(let feature):
      "the JPEG uses \(feature), which is not read; convert the picture to PNG first"
    case .truncated(let offset):
      "the picture is cut off after \(offset) bytes; fetch it again"
    case .corrupt(let message, let offset):
      "the picture is damaged near byte \(offset): \(message)"
    case .tooLarge(let width, let height, let maxWidth, let maxHeight):
      "the picture has \(width)x\(height) pixels; at most \(maxWidth)x\(maxHeight) are allowed"
    case .overMemoryLimit(let needed, let limit):
      "the picture needs \(needed) bytes of memory; at most \(limit) are allowed"
    case .outOfMemory:
      "there is not enough memory for the picture"
    case .encoding(let message):
      "libpng cannot write the picture: \(message)"
    case .invalidResolution(let dpi):
      "a PNG cannot state \(dpi) dots per inch; use a number from 0.02 to 54 million"
    case .invalidKeyword(let keyword):
      "a PNG text cannot be called \"\(keyword)\"; use 1 to 79 Latin-1 letters with single spaces between words"
    case .invalidText(let keyword):
      "the PNG text \"\(keyword)\" has a NUL character; leave it out"
    }
  }
}

/// The limits on a picture that is read. A larger picture is refused before memory is allocated for its pixels.
public struct ImageLimits: Hashable, Sendable {
  /// The largest sides, in pixels.
  public var maxWidth: Int
  public var maxHeight: Int
  /// The largest memory for pixels, in bytes.
  public var maxBytes: Int

  public init(maxWidth: Int = 1_000_000, maxHeight: Int = 1_000_000, maxBytes: Int = 1 << 30) {
    self.maxWidth = maxWidth
    self.maxHeight = maxHeight
    self.maxBytes = maxBytes
  }

  /// - Throws: `ImageError.tooLarge`.
  package func checkSides(width: Int, height: Int) throws(ImageError) {
    guard width <= maxWidth, height <= maxHeight else {
      throw .tooLarge(width: width, height: height, maxWidth: maxWidth, maxHeight: maxHeight)
    }
  }

  /// Checks the memory for `rows` rows of `width` pixels.
  ///
  /// - Throws: `ImageError.overMemoryLimit`.
  func checkMemory(width: Int, rows: Int, bytesPerPixel: Int) throws(ImageError) {
    let (pixels, tooMany) = width.multipliedReportingOverflow(by: rows)
    let (bytes, tooLong) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
    guard !tooMany, !tooLong else { throw .overMemoryLimit(needed: .max, limit: maxBytes) }
    try checkMemory(bytes: bytes)
  }

  /// Checks the memory for a picture, in bytes.
  ///
  /// - Throws: `ImageError.overMemoryLimit`.
  package func checkMemory(bytes: Int) throws(ImageError) {
    guard bytes <= maxBytes else { throw .overMemoryLimit(needed: bytes, limit: maxBytes) }
  }
}
