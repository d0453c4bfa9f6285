import Foundation

/// Where files stand that are not part of the tests.
enum Places {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The project's own recordings.
  static let examples = files(in: root + "/Examples", ending: ".jsonl")

  /// Recordings of UITouch events by others, which may be absent: DOODLE_CORPUS names the folder above theirs.
  static let recordings = files(in: corpus + "/uitouch", ending: ".json")

  private static let corpus = ProcessInfo.processInfo.environment["DOODLE_CORPUS"] ?? root + "/../shared/corpus"

  static func files(in folder: String, ending: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }
}
