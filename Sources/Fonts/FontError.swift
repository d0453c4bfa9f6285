/// Why a font could not be read.
package enum FontError: Error, Hashable, Sendable {
  case noFont
}

extension FontError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noFont: "is no TrueType or OpenType font"
    }
  }
}
