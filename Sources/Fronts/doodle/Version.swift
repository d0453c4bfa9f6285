import DoodleKit

/// The version of the program and of its parts.
enum Version {
  static let number = PictureOrigin.version
  /// The date of the release, for the man pages.
  static let date = "2026-11-21"

  /// The output of `--version`: "doodle X.Y.Z", and with `-v` a line per component.
  static func text(isVerbose: Bool) -> String {
    let first = "doodle \(number)\n"
    return isVerbose ? components.reduce(first) { $0 + "\($1.name) \($1.version)\n" } : first
  }

  /// The stroke models, the linked libraries and the compiler.
  static var components: [(name: String, version: String)] {
    [
      ("models", StrokeModel.allCases.map(\.rawValue).joined(separator: " ")),
      ("libpng", LibraryVersions.libpng), ("zlib", LibraryVersions.zlib), ("Swift", swift),
    ]
  }

  /// The compiler's version, as far as `#if compiler` can tell.
  private static var swift: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
