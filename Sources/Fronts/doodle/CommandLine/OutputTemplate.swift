import DoodleKit

/// The name of an output that gives each input, or each page of an input, its own: "{stem}" stands for the input's name,
/// "{dir}" for its directory, and "{page}" for the number of its page.
struct OutputTemplate: Hashable, Sendable {
  static let words = ["stem", "dir", "page"]
  /// The words that may have digits.
  static let numbers = ["page"]

  private let template: PathTemplate

  /// Nil if the text has no placeholder.
  init?(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "{")),
      let template = try? PathTemplate(text, words: Self.words, numbers: Self.numbers)
    else { return nil }
    self.template = template
  }

  /// Whether each page has a name of its own.
  var namesPages: Bool { template.placeholders.contains { $0.word == "page" } }

  /// The output of an input.
  /// - Parameter page: The number of the page; nil for a name of all, with {page} in it.
  /// - Throws: A usage error if the input's path would lead out of the directory that the template names.
  func name(for input: String, page: Int? = nil) throws(CommandError) -> String {
    let isBelowAnother = template.parts.first != .placeholder(PathTemplate.Placeholder(word: "dir"))
    return try template.path { placeholder throws(CommandError) in
      if placeholder.word == "page" {
        guard let page else { return "{page}" }
        let digits = "\(page)"
        return String(repeating: "0", count: max(0, (placeholder.digits ?? 0) - digits.count)) + digits
      }
      guard placeholder.word == "stem" else {
        let directory = Self.directory(of: input)
        if isBelowAnother, directory.split(separator: "/").contains("..") {
          throw .usage(.directoryLeadsOut(input: input))
        }
        return directory
      }
      let stem = FilePath.stem(of: input)
      if [".", ".."].contains(stem) { throw .usage(.stemIsFolder(input: input, stem: stem)) }
      return stem
    }
  }

  /// The input's directory without a slash at its end; "." for the current one.
  private static func directory(of input: String) -> String {
    let directory = input == "-" ? "" : String(input.dropLast(FilePath.lastComponent(of: input).count))
    guard let last = directory.lastIndex(where: { $0 != "/" }) else { return directory.isEmpty ? "." : "" }
    return String(directory[...last])
  }
}
