import Files

/// What is wrong with a picture, or what stood in the way of reading or writing it.
public enum ImageError: Error, Hashable, Sendable {
  /// The system refused to read or to write.
  case file(FileError)
  /// The file does not begin with PNG's signature.
  case notPNG
  /// The file ends, after `offset` bytes, before the picture does.
  case truncated(offset: Int)
  /// What is wrong, often in libpng's own words, and how many bytes of the file had been read when it was found.
  case corrupt(String, offset: Int)
  /// In pixels.
  case tooLarge(width: Int, height: Int, maxWidth: Int, maxHeight: Int)
  /// In bytes; `needed` is `Int.max` where it cannot be counted.
  case overMemoryLimit(needed: Int, limit: Int)
  case outOfMemory
  /// libpng's own words while it wrote.
  case encoding(String)
  /// In dots per inch.
  case invalidResolution(Double)
  /// A text's keyword or value that PNG cannot hold.
  case invalidKeyword(String)
  case invalidText(keyword: String)
}

extension ImageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error):
      "\(error)"
    case .notPNG:
      "not a PNG: the signature is missing; convert the picture to PNG first"
    case .truncated(let offset):
      "the PNG is cut off after \(offset) bytes; fetch it again"
    case .corrupt(let words, let offset):
      "the PNG is damaged near byte \(offset): \(words)"
    case .tooLarge(let width, let height, let maxWidth, let maxHeight):
      "the picture has \(width)x\(height) pixels; at most \(maxWidth)x\(maxHeight) are allowed"
    case .overMemoryLimit(let needed, let limit):
      "the picture needs \(needed) bytes of memory; at most \(limit) are allowed"
    case .outOfMemory:
      "there is not enough memory for the picture"
    case .encoding(let words):
      "libpng cannot write the picture: \(words)"
    case .invalidResolution(let dpi):
      "a PNG cannot state \(dpi) dots per inch; use a number from 0.02 to 54 million"
    case .invalidKeyword(let keyword):
      "a PNG text cannot be called \"\(keyword)\"; use 1 to 79 Latin-1 letters with single spaces between words"
    case .invalidText(let keyword):
      "the PNG text \"\(keyword)\" has a NUL character; leave it out"
    }
  }
}
