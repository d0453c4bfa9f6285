import DoodleKit

/// The name of an output that gives each input its own: "{stem}" stands for the input's name, "{dir}" for its directory.
struct OutputTemplate {
  static let words = ["stem", "dir"]

  private let template: PathTemplate

  /// Nil if the text has neither placeholder.
  init?(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "{")), let template = try? PathTemplate(text, words: Self.words) else {
      return nil
    }
    self.template = template
  }

  /// The output of an input.
  /// - Throws: A usage error if the input's path would lead out of the directory that the template names.
  func name(for input: String) throws(CommandError) -> String {
    let isBelowAnother = template.parts.first != .placeholder(PathTemplate.Placeholder(word: "dir"))
    return try template.path { placeholder throws(CommandError) in
      guard placeholder.word == "stem" else {
        let directory = Self.directory(of: input)
        if isBelowAnother, directory.split(separator: "/").contains("..") {
          throw .usage(.directoryLeadsOut(input: input))
        }
        return directory
      }
      let stem = OutputPlan.stem(of: input)
      if [".", ".."].contains(stem) { throw .usage(.stemIsFolder(input: input, stem: stem)) }
      return stem
    }
  }

  /// The input's directory without a slash at its end; "." for the current one.
  private static func directory(of input: String) -> String {
    let directory = input == "-" ? "" : String(input.dropLast(OutputPlan.fileName(input).count))
    guard let last = directory.lastIndex(where: { $0 != "/" }) else { return directory.isEmpty ? "." : "" }
    return String(directory[...last])
  }
}
