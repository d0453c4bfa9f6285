import Foundation

/// A folder for one test, removed with it.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  func put(_ text: String, in name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }

  func permissions(of name: String) throws -> Int {
    let value = try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions]
    return (value as? NSNumber)?.intValue ?? -1
  }
}
