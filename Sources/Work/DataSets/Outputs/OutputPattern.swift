import Files

/// The path of an output, in which placeholders in braces stand for properties of the pictures.
package struct OutputPattern: Hashable, Sendable {
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// Archives of WebDataset.
    case tar
    /// Arrays of NumPy, and a file of JSON lines beside each.
    case npy
    /// Archives of arrays of NumPy, an array of the points of drawings for each split, and JSON lines beside each.
    case npz
    /// JSON lines with the pictures in base64.
    case lines
    /// A PNG for each picture.
    case pictures
  }

  /// The values of the placeholders.
  package struct Values {
    package var shard = 0
    package var split = ""
    package var index = 0
    package var copy = 0
    package var key = ""
    package var label = ""
    package var stem = ""

    package init() {}
  }

  package enum Fault: Error, Hashable, Sendable {
    /// No kind of output has the path's extension.
    case unknownExtension(String)
    case unknownPlaceholder(String)
    /// The placeholder differs between pictures, but the file has many pictures.
    case misplaced(String)
    /// Each picture has a file of its own, but the path has no placeholder that tells pictures apart.
    case needsName
  }

  package let text: String
  package let kind: Kind
  private let template: PathTemplate

  package init(_ text: String) throws(Fault) {
    self.text = text
    template = try rethrowing(as: { Fault.unknownPlaceholder($0.text) }) {
      () throws(PathTemplate.UnknownPlaceholder) in
      try PathTemplate(text, words: Self.words, numbers: ["shard", "index"])
    }
    if text == "-" || text.hasSuffix(".ndjson") || text.hasSuffix(".jsonl") {
      kind = .lines
    } else if text.hasSuffix(".tar") {
      kind = .tar
    } else if text.hasSuffix(".npy") {
      kind = .npy
    } else if text.hasSuffix(".npz") {
      kind = .npz
    } else if text.hasSuffix(".png") {
      kind = .pictures
    } else {
      throw .unknownExtension(text)
    }
    let words = template.placeholders.map(\.word)
    if kind == .pictures {
      guard words.contains("index") || words.contains("key") else { throw .needsName }
    } else if let word = (["index", "copy", "key", "label", "stem"] + (kind == .npz ? ["split"] : []))
      .first(where: words.contains)
    {
      throw .misplaced(word)
    }
  }

  package static let words = ["shard", "split", "index", "key", "label", "stem", "copy"]

  private func has(_ word: String) -> Bool { template.placeholders.contains { $0.word == word } }

  package var hasShards: Bool { has("shard") }
  package var hasSplits: Bool { has("split") }
  package var hasCopies: Bool { has("copy") }

  /// Whether the output has many files, among them those of single records.
  package var hasManyFiles: Bool { kind == .pictures || hasShards }

  /// The folder that all outputs have in common: ends in a slash, or is empty.
  package var folder: String {
    guard case .text(let start)? = template.parts.first else { return "" }
    return FilePath.directory(of: start)
  }

  /// The path for some values. Keys, labels and stems name a file or a folder: slashes and dots at their start are
  /// replaced.
  package func path(_ values: Values) -> String {
    template.path { placeholder in
      switch placeholder.word {
      case "shard": Self.padded(values.shard, placeholder.digits ?? 1)
      case "index": Self.padded(values.index, placeholder.digits ?? 1)
      case "split": values.split
      case "copy": String(values.copy)
      case "key": Self.name(values.key)
      case "label": Self.name(values.label)
      default: Self.name(values.stem)
      }
    }
  }

  /// The path of the lines that describe the rows of an array.
  package func rowsPath(_ values: Values) -> String { String(path(values).dropLast(4)) + ".rows.ndjson" }

  /// The path for the errors of an output in one file; nil for standard output.
  package var errorsPath: String? {
    guard text != "-", let dot = text.lastIndex(of: ".") else { return nil }
    return text[..<dot] + ".errors.ndjson"
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
  }

  /// The most bytes that a text contributes to a name. File systems allow 255, of which numbers and an extension need
  /// some.
  private static let longestName = 200

  /// A text as the name of a file: "/", "." and control characters become "_", and so does an empty text. Long texts
  /// lose their end.
  package static func name(_ text: String) -> String {
    if text.isEmpty { return "_" }
    var scalars = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars {
      length += UTF8.width(scalar)
      guard length <= longestName else { break }
      scalars.append(scalar == "/" || scalar == "." || scalar.value < 32 || scalar.value == 127 ? "_" : scalar)
    }
    return String(scalars)
  }
}
