import Foundation

/// A temporary directory for the files of one test, which is removed with the object.
final class Scratch {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
    for (name, text) in files { try write(Data(text.utf8), to: name) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func bytes(of name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  /// The paths of all files and folders at any depth, hidden ones too, in alphabetical order.
  var names: [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: path))?.sorted() ?? []
  }

  /// Those of `names` that satisfy a condition.
  func names(where isWanted: (String) -> Bool) -> [String] { names.filter(isWanted) }

  /// The files with their contents, by their paths.
  var contents: [String: Data] {
    names.reduce(into: [:]) { contents, name in contents[name] = try? bytes(of: name) }
  }

  /// Runs lines of bash in this directory.
  func shell(_ lines: String, environment: [String: String] = [:]) throws -> Program.Result {
    try Program.shell(lines, in: path, environment: environment)
  }

  /// The pixel hash that `doodle hash` prints for `arguments`.
  func hash(_ arguments: String, environment: [String: String] = [:]) throws -> String {
    let output = try shell("doodle hash \(arguments)", environment: environment).output
    return String(output.prefix { $0 != " " })
  }
}
