package import Files
package import Fonts
import Ink
import TouchLog

/// Why a font file could not be used.
package enum FontLoadError: Error, Hashable, Sendable {
  case file(FileError)
  case font(path: String, FontError)
  /// The file has more bytes than this.
  case tooLarge(path: String, limit: Int)

  /// Whether the font exceeds a limit, and may be right.
  package var isLimit: Bool {
    if case .tooLarge = self { return true }
    return false
  }
}

extension FontLoadError: CustomStringConvertible {
  /// The description without the path.
  package var reason: String {
    switch self {
    case .file(let error): "\(error)"
    case .font(_, let error): "\(error)"
    case .tooLarge(_, let limit): "a font of more than \(limit) bytes is not read; use a smaller one, or a part of it"
    }
  }

  package var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .font(let path, _): "\(path): \(reason)"
    case .tooLarge(let path, _): "\(path): \(reason)"
    }
  }
}

extension OutlineFont {
  /// The largest font file, in bytes: several times that of the fonts of all ideographs.
  package static let fileLimit = 256 << 20

  /// Reads a font.
  /// - Parameters:
  ///   - index: The number of the font in a collection, from 0.
  ///   - limit: The largest number of bytes.
  package convenience init(_ input: InputFile, path: String, index: Int, limit: Int = fileLimit) throws(FontLoadError) {
    var bytes: [UInt8] = []
    repeat {
      if bytes.count > limit { throw .tooLarge(path: path, limit: limit) }
    } while try rethrowing(
      as: FontLoadError.file,
      { () throws(FileError) in
        try input.read(into: &bytes, atMost: 1 << 20) > 0
      })
    do throws(FontError) {
      try self.init(bytes, index: index)
    } catch {
      throw .font(path: path, error)
    }
  }
}

extension LogEvent {
  /// The font that the event names; nil if it names none.
  private var font: String? {
    switch self {
    case .tool(let change): change.style[StyleKeys.font]
    case .command(.text(let text)): text.style[StyleKeys.font]
    case .command(.restyle(_, let style)): style[StyleKeys.font]
    default: nil
    }
  }

  /// The font file that the event names; nil if it names none.
  var fontFile: String? { font.flatMap { FontName($0) == nil ? nil : $0 } }
}
