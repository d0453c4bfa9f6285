import DoodleKit

/// The recordings of a folder, each of which has a golden or should have one.
///
/// What is a recording is decided here alone: a `.jsonl` file, a file whose first bytes show a format that is read, a
/// file that cannot be opened, and a file of which there is a golden. `check`, `accept` and `accept --prune` agree.
struct FolderRecordings: Sendable {
  private(set) var files: [String] = []
  /// The names of the files of rules.
  private var rules: Set<String> = []
  /// The recordings by their names without extensions.
  private var byStem: [String: [String]] = [:]
  /// The other files that may be recordings, by their names without extensions.
  private var others: [String: [String]] = [:]

  /// - Parameters:
  ///   - names: The names of all files of the folder.
  ///   - folder: Ends in a slash, or is empty for the working directory.
  init(_ names: [String], in folder: String) {
    for name in names where !name.hasPrefix(".") && name != GoldenTable.fileName {
      let found = FilePath.fileExtension(of: name)
      if found == "png" { continue }
      if name.hasSuffix(GoldenRule.suffix) {
        rules.insert(name)
        continue
      }
      if found == "jsonl" || Self.isRecognized(folder + name) {
        add(name)
      } else {
        others[FilePath.stem(of: name), default: []].append(name)
      }
    }
  }

  /// Whether a file has the format of a recording, or cannot be opened, which checking it says.
  private static func isRecognized(_ path: String) -> Bool {
    do {
      return try InputFormat.recognize(InputFile(path: path), name: path) != nil
    } catch {
      return true
    }
  }

  private mutating func add(_ file: String) {
    files.append(file)
    byStem[FilePath.stem(of: file), default: []].append(file)
  }

  /// Makes those files recordings that a row of the table is of, if no recording owns it.
  mutating func add(ofRow name: String) {
    if own(name) { return }
    for file in Self.files(thatOwn: name, in: others) { claim(file) }
  }

  /// Makes that file a recording of which a picture is marked as the golden.
  /// - Returns: Whether there is one.
  mutating func add(of picture: String, marked mark: String) -> Bool {
    let name = FilePath.stem(of: picture)
    let marked = Self.files(thatOwn: name, in: others).first { file in
      // The golden of a file whose name without extensions another has is named as the file.
      [name, file].contains { GoldenWriter.text(ofGolden: $0, log: file) == mark }
    }
    if let marked { claim(marked) }
    return marked != nil
  }

  /// Makes one of the other files a recording.
  private mutating func claim(_ file: String) {
    others[FilePath.stem(of: file)]?.removeAll { $0 == file }
    add(file)
  }

  /// The name of a recording's golden: without extensions, unless a `.jsonl` or another recording would have it, too.
  func goldenName(of file: String) -> String {
    let stem = FilePath.stem(of: file)
    let isAlone = (byStem[stem] ?? []).allSatisfy { $0 == file }
    return isAlone || FilePath.fileExtension(of: file) == "jsonl" ? stem : file
  }

  /// The recordings whose golden has a name.
  func files(ofGolden name: String) -> [String] {
    Self.files(named: name, in: byStem).filter { goldenName(of: $0) == name }
  }

  /// The file of the rule of a golden.
  func rule(ofGolden name: String) -> String? {
    let rule = name + GoldenRule.suffix
    return rules.contains(rule) ? rule : nil
  }

  /// The files of rules that are of no recording.
  var strayRules: [String] { rules.filter { !own(String($0.dropLast(GoldenRule.suffix.count))) }.sorted() }

  /// Whether a golden with this name is of a recording that is there, or of one of its pages.
  func own(_ name: String) -> Bool { !Self.files(thatOwn: name, in: byStem).isEmpty }

  /// The files whose name, with or without extensions, is that of a golden, or is it without the number of a page.
  private static func files(thatOwn name: String, in byStem: [String: [String]]) -> [String] {
    files(named: name, in: byStem) + (pageName(name).map { files(named: $0.log, in: byStem) } ?? [])
  }

  /// The files that have a name, with or without extensions.
  private static func files(named name: String, in byStem: [String: [String]]) -> [String] {
    let stem = FilePath.stem(of: name)
    return (byStem[name] ?? []) + (stem == name ? [] : (byStem[stem] ?? []).filter { $0 == name })
  }

  /// The parts of a name such as "notes-12"; nil if it does not end in the number of a page.
  static func pageName(_ name: String) -> (log: String, page: Int)? {
    guard let dash = name.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let (log, digits) = (String(name[..<dash]), String(name[name.utf8.index(after: dash)...]))
    guard let page = Int(digits), page > 0, "\(page)" == digits else { return nil }
    return (log, page)
  }
}

extension Span<UInt8> {
  /// Whether the bytes contain a name.
  func holds(_ name: String) -> Bool {
    let word = Array(name.utf8)
    guard let first = word.first, count >= word.count else { return false }
    return (0...count - word.count).contains { start in
      self[start] == first && word.indices.allSatisfy { self[start + $0] == word[$0] }
    }
  }
}
