import Files

/// The path of an output, in which placeholders in braces stand for properties of the samples.
package struct OutputPattern: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Archives of WebDataset.
    case tar
    /// Arrays of NumPy, and a file of JSON lines beside each.
    case npy
    /// JSON lines with the pictures in base64.
    case lines
    /// A PNG for each sample.
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

  private enum Part: Hashable, Sendable {
    case text(String)
    case shard(digits: Int)
    case index(digits: Int)
    case split, copy, key, label, stem
  }

  package enum Fault: Error, Hashable, Sendable {
    /// The path has an extension of no output.
    case unknownExtension(String)
    case unknownPlaceholder(String)
    /// A placeholder that has many values in a file of many samples.
    case misplaced(String)
    /// A picture for each sample needs a name for each.
    case needsName
  }

  package let text: String
  package let kind: Kind
  private let parts: [Part]

  package init(_ text: String) throws(Fault) {
    self.text = text
    let parts = try Self.parts(of: text)
    self.parts = parts
    if text == "-" || text.hasSuffix(".ndjson") || text.hasSuffix(".jsonl") {
      kind = .lines
    } else if text.hasSuffix(".tar") {
      kind = .tar
    } else if text.hasSuffix(".npy") {
      kind = .npy
    } else if text.hasSuffix(".png") {
      kind = .pictures
    } else {
      throw .unknownExtension(text)
    }
    func has(_ names: [Part]) -> Bool { parts.contains { names.contains($0) } }
    let hasIndex = parts.contains { if case .index = $0 { true } else { false } }
    if kind == .pictures {
      guard hasIndex || has([.key]) else { throw .needsName }
    } else if hasIndex || has([.copy, .key, .label, .stem]) {
      throw .misplaced(
        hasIndex ? "index" : has([.copy]) ? "copy" : has([.key]) ? "key" : has([.label]) ? "label" : "stem")
    }
  }

  private static func parts(of text: String) throws(Fault) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      guard let end = rest[brace...].firstIndex(of: "}") else { throw .unknownPlaceholder(String(rest[brace...])) }
      let name = rest[rest.index(after: brace)..<end]
      parts.append(try part(name))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }

  private static func part(_ name: Substring) throws(Fault) -> Part {
    let pieces = name.split(separator: ":", maxSplits: 1)
    if pieces.count == 2 {
      let digits = pieces[1].utf8.first == 0x30 ? Int(pieces[1].dropFirst()) : nil
      guard let digits, 1...12 ~= digits, ["shard", "index"].contains(pieces[0]) else {
        throw .unknownPlaceholder("{\(name)}")
      }
      return pieces[0] == "shard" ? .shard(digits: digits) : .index(digits: digits)
    }
    switch name {
    case "shard": return .shard(digits: 1)
    case "index": return .index(digits: 1)
    case "split": return .split
    case "copy": return .copy
    case "key": return .key
    case "label": return .label
    case "stem": return .stem
    default: throw .unknownPlaceholder("{\(name)}")
    }
  }

  package var hasShards: Bool { parts.contains { if case .shard = $0 { true } else { false } } }
  package var hasSplits: Bool { parts.contains(.split) }
  package var hasCopies: Bool { parts.contains(.copy) }

  /// Whether the output has many files, among them those of single records.
  package var hasManyFiles: Bool { kind == .pictures || hasShards }

  /// The folder of the outputs, as far as it is the same for all: ends in a slash, or is empty.
  package var folder: String {
    guard case .text(let start)? = parts.first else { return "" }
    return FilePath.directory(of: start)
  }

  /// The path for some values. Keys, labels and stems name a file or a folder: slashes and dots at their start are
  /// replaced.
  package func path(_ values: Values) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .shard(let digits): Self.padded(values.shard, digits)
      case .index(let digits): Self.padded(values.index, digits)
      case .split: values.split
      case .copy: String(values.copy)
      case .key: Self.name(values.key)
      case .label: Self.name(values.label)
      case .stem: Self.name(values.stem)
      }
    }
    .joined()
  }

  /// The path of the lines that describe the rows of an array.
  package func rowsPath(_ values: Values) -> String { String(path(values).dropLast(4)) + ".jsonl" }

  /// The path for the errors of an output in one file; nil for standard output.
  package var errorsPath: String? {
    guard text != "-", let dot = text.lastIndex(of: ".") else { return nil }
    return text[..<dot] + ".errors.ndjson"
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
  }

  /// The longest name that a text gives, in bytes. File systems allow 255, with numbers and an extension.
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
