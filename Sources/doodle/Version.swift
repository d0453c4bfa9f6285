import DoodleKit

/// What this program is, and of what it is made.
enum Version {
  static let number = "0.1.0"
  /// Of the release: what the man page is dated.
  static let date = "2026-11-21"

  /// What `--version` prints: "doodle X.Y.Z" first, and with `-v` a line for each component.
  static func text(isVerbose: Bool) -> String {
    let first = "doodle \(number)\n"
    return isVerbose ? components.reduce(first) { $0 + "\($1.name) \($1.version)\n" } : first
  }

  /// The stroke models, and what the program was built with.
  static var components: [(name: String, version: String)] {
    [
      ("models", StrokeModel.allCases.map(\.rawValue).joined(separator: " ")),
      ("libpng", LibraryVersions.libpng), ("zlib", LibraryVersions.zlib), ("Swift", swift),
    ]
  }

  /// The compiler's, as far as a condition can tell.
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
