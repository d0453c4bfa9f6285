package import Files
package import Fonts
import Ink

/// Why a font file could not be used.
package enum FontLoadError: Error, Hashable, Sendable {
  case file(FileError)
  case font(path: String, FontError)

  /// Whether the font exceeds a limit, and may be right.
  package var isLimit: Bool {
    if case .font(_, .tooLarge) = self { return true }
    return false
  }
}

extension FontLoadError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .font(let path, let error): "\(path): \(error)"
    }
  }
}

extension OutlineFont {
  /// The largest font file, in bytes: several times that of the fonts of all ideographs.
  package static let fileLimit = 256 << 20

  /// Reads a font.
  /// - Parameters:
  ///   - path: The name of the file for messages.
  ///   - index: The number of the font in a collection, from 0.
  ///   - limit: The largest number of bytes.
  /// - Throws: `FontLoadError` if the file cannot be read, is no font, or is larger than the limit.
  package init(_ input: InputFile, path: String, index: Int, limit: Int = fileLimit) throws(FontLoadError) {
    var bytes: [UInt8] = []
    func readOn() throws(FontLoadError) -> Bool {
      try rethrowing(as: FontLoadError.file) { () throws(FileError) in try input.read(into: &bytes, atMost: 1 << 20) > 0
      }
    }
    while try readOn() {
      if bytes.count > limit { throw .font(path: path, .tooLarge(limit: limit)) }
    }
    do throws(FontError) {
      try self.init(bytes, index: index)
    } catch {
      throw .font(path: path, error)
    }
  }
}
