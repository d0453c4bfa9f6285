import DoodleKit
import Foundation
import Testing

@testable import doodle

/// The library and the command draw the same logs with the same pixels, and refuse the same logs.
@Suite struct LibraryTests {
  /// Every file of the corpus; empty if DOODLE_CORPUS is not set.
  private static let corpus: [String] = {
    guard let root = ProcessInfo.processInfo.environment["DOODLE_CORPUS"] else { return [] }
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return files.map { "\(root)/\($0)" }.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }()

  @Test(arguments: ["picture.jpg", "picture", "picture.png.gz", ".png/"])
  func `the library refuses a name that is no picture's, and keeps the file`(name: String) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text, "picture.jpg": "kept"])
    let path = "\(scratch.path)/\(name)"
    #expect(throws: SessionError.unknownPictureFormat(path: path)) {
      try DoodleKit.render(log: "\(scratch.path)/a.jsonl", to: path)
    }
    #expect(try scratch.text(of: "picture.jpg") == "kept")
    #expect(scratch.names == ["a.jsonl", "picture.jpg"])
  }

  @Test(arguments: ProjectFiles.examples + corpus)
  func `the library draws and refuses the same logs as the command`(log: String) throws {
    let scratch = try Scratch()
    let command = try Program.run(Program.doodle, ["hash", log], in: scratch.path)
    let picture = "\(scratch.path)/picture.png"
    do {
      try DoodleKit.render(log: log, to: picture)
      #expect(command.status == 0, "\(command.errors)")
      #expect(try scratch.hash("picture.png") == command.output.split(separator: " ").first.map(String.init))
    } catch let error as SessionError {
      // A PNG is not a log: the library refuses it, and the command hashes its pixels.
      if log.hasSuffix(".png") { return }
      if case .severalPages(let count) = error {
        let refused = try Program.run(Program.doodle, ["render", log, "-o", picture], in: scratch.path)
        #expect(refused.status == 2 && refused.errors.contains("has \(count) pages"), "\(refused.errors)")
        return
      }
      #expect(command.status != 0, "\(error)")
      #expect(command.errors.contains(Advice.worded(error.description)), "\(error)")
      #expect(!FileManager.default.fileExists(atPath: picture))
    }
  }
}
