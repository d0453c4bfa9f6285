import DoodleKit

/// Where the pictures of what failed go as files.
struct PictureFolder {
  let path: String

  private static let kinds = ["expected", "actual", "diff"]

  func write(_ summary: CheckSummary) throws(CommandError) {
    try withFiles { () throws(FileError) in try createDirectory(path) }
    for result in summary.results {
      guard let images = result.images else { continue }
      let base = "\(path.hasSuffix("/") ? path : path + "/")\(Self.name(of: result.path))"
      if let slash = base.lastIndex(of: "/") {
        try withFiles { () throws(FileError) in try createDirectory(String(base[..<slash])) }
      }
      for (kind, bytes) in zip(Self.kinds, [images.expected, images.actual, images.difference]) {
        if let bytes { try GoldenWriter.write(bytes, to: "\(base).\(kind).png") }
      }
    }
  }

  /// A log's path without its extension, as it stands below this folder and never beside it.
  static func name(of log: String) -> String {
    let parts = log.split(separator: "/").filter { $0 != "." && $0 != ".." }.map(String.init)
    guard let last = parts.last else { return "log" }
    return (parts.dropLast() + [OutputPlan.stem(of: last)]).joined(separator: "/")
  }
}
