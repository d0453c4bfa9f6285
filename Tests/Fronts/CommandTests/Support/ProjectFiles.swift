import Foundation

/// The paths of files that the tests read and that are not part of the tests.
enum ProjectFiles {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The project's own recordings.
  static let examples = files(in: root + "/Examples", ending: ".jsonl")

  /// Recordings of UITouch events by other projects, in the folder that DOODLE_CORPUS names; empty if it is missing.
  static let recordings = files(in: corpus + "/uitouch", ending: ".json")

  static let corpus = ProcessInfo.processInfo.environment["DOODLE_CORPUS"] ?? root + "/../shared/corpus"

  static func files(in folder: String, ending: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }
}
