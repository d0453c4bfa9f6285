import DoodleKit

/// The folder to which the pictures of failures are written. Those of earlier runs are removed.
struct FailurePictures {
  private let path: String

  private static let kinds = ["expected", "actual", "diff", "compare"]

  init(path: String) { self.path = path.hasSuffix("/") ? path : path + "/" }

  /// - Parameter threads: The most threads to compare pictures on.
  func write(_ summary: CheckSummary, threads: Int, in console: Console) throws(CommandError) {
    try withFiles { () throws(FileError) in try createDirectory(path) }
    var written: Set<String> = []
    let failures = summary.results.compactMap { result in result.images.map { (result, $0) } }
    let comparisons = Checker.results(of: failures, threads: threads) { result, images in
      Result { () throws(CommandError) in try ComparisonPicture.png(images, result) }
    }
    for ((result, images), comparison) in zip(failures, comparisons) {
      let base = path + Self.name(of: result)
      let pictures = [images.expected, images.actual, images.difference, try comparison.get()]
      for (kind, bytes) in zip(Self.kinds, pictures) {
        guard let bytes else { continue }
        let picture = "\(base).\(kind).png"
        try GoldenWriter.write(bytes, to: picture, makesFolders: true, in: console)
        written.insert(picture)
      }
    }
    var visited: Set<FileIdentity> = []
    try removePictures(in: path, except: written, &visited)
  }

  /// Removes the pictures of other runs: each comparison, which is marked, and those beside it.
  private func removePictures(
    in folder: String, except written: Set<String>, _ visited: inout Set<FileIdentity>
  ) throws(CommandError) {
    let identity = try withFiles { () throws(FileError) in try FileIdentity(path: folder) }
    guard let identity, visited.insert(identity).inserted else { return }
    for entry in try withFiles({ () throws(FileError) in try Directory.entries(of: folder) }) {
      if entry.isDirectory { try removePictures(in: "\(folder)\(entry.name)/", except: written, &visited) }
      let suffix = ".compare.png"
      guard !entry.isDirectory, !entry.isSpecial, entry.name.hasSuffix(suffix),
        try GoldenWriter.mark(in: folder + entry.name, GoldenWriter.failureKey) != nil
      else { continue }
      for kind in Self.kinds {
        let picture = "\(folder)\(entry.name.dropLast(suffix.count)).\(kind).png"
        if !written.contains(picture) { try withFiles { () throws(FileError) in try removeFile(picture) } }
      }
    }
  }

  /// The path of a result's pictures in the folder, without their kind.
  static func name(of result: CheckResult) -> String {
    name(of: result.path) + (result.page.map { "-\($0)" } ?? "")
  }

  /// A path without the extension of a log or a picture. Leading ../ is removed, so that the file stays within the folder.
  static func name(of log: String) -> String {
    let parts = log.split(separator: "/").filter { $0 != "." && $0 != ".." }.map(String.init)
    guard let last = parts.last else { return "log" }
    let name = ["jsonl", "png"].contains(FilePath.fileExtension(of: last)) ? FilePath.stem(of: last) : last
    return (parts.dropLast() + [name]).joined(separator: "/")
  }
}
