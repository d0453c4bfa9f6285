/// A value of `--output` that gives each input its own output: "{stem}" stands for the input's name, "{dir}" for its
/// directory.
struct OutputTemplate {
  private let text: String

  /// Nil if the text has neither placeholder.
  init?(_ text: String) {
    // The byte is looked for first: searching for a string loads Unicode tables that most runs do not need.
    guard text.utf8.contains(UInt8(ascii: "{")), text.contains("{stem}") || text.contains("{dir}") else { return nil }
    self.text = text
  }

  /// The output of an input.
  /// - Throws: A usage error if the input's path would lead out of the directory that the template names.
  func name(for input: String) throws(CommandError) -> String {
    let stem = OutputPlan.stem(of: input)
    if text.contains("{stem}"), [".", ".."].contains(stem) { throw .usage(.stemIsFolder(input: input, stem: stem)) }
    let directory = Self.directory(of: input)
    let isBelowAnother = text.contains("{dir}") && !text.hasPrefix("{dir}")
    if isBelowAnother, directory.split(separator: "/").contains("..") { throw .usage(.directoryLeadsOut(input: input)) }
    // In one pass, since the input's own path may contain a placeholder.
    var name = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      name += rest[..<brace]
      rest = rest[brace...]
      if rest.hasPrefix("{stem}") {
        name += stem
        rest = rest.dropFirst(6)
      } else if rest.hasPrefix("{dir}") {
        name += directory
        rest = rest.dropFirst(5)
      } else {
        name += "{"
        rest = rest.dropFirst()
      }
    }
    return name + rest
  }

  /// The input's directory without a slash at its end; "." for the current one.
  private static func directory(of input: String) -> String {
    let directory = input == "-" ? "" : String(input.dropLast(OutputPlan.fileName(input).count))
    guard let last = directory.lastIndex(where: { $0 != "/" }) else { return directory.isEmpty ? "." : "" }
    return String(directory[...last])
  }
}
