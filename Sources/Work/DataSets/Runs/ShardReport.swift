import Files
import JSON

/// The contents of a finished shard, as a journal stores them.
package struct ShardReport: Hashable, Sendable {
  package var shard: Int
  package var records = 0
  package var samples = 0
  /// The number of records that `--where` left out.
  package var left = 0
  /// The number of pictures of each label and of each split.
  package var labels: [String: Int] = [:]
  package var splits: [String: Int] = [:]
  /// The number of records with each kind of fault.
  package var faults: [String: Int] = [:]
  package var files: [FinishedFile] = []
  /// A line of JSON for each record that was skipped.
  package var errors: [[UInt8]] = []

  /// Adds the counts, the files and the errors of another shard.
  mutating func add(_ other: ShardReport) {
    records += other.records
    samples += other.samples
    left += other.left
    labels.merge(other.labels, uniquingKeysWith: +)
    splits.merge(other.splits, uniquingKeysWith: +)
    faults.merge(other.faults, uniquingKeysWith: +)
    files += other.files
    errors += other.errors
  }

  /// Whether all files of the shard are in the folder, in their sizes.
  func isInPlace(in folder: String) throws(FileError) -> Bool {
    for file in files where try !file.isInPlace(in: folder) { return false }
    return true
  }

  var json: JSON {
    var members: [JSON.Member] = [
      JSON.Member(name: "shard", value: .integer(shard)), JSON.Member(name: "records", value: .integer(records)),
      JSON.Member(name: "samples", value: .integer(samples)), JSON.Member(name: "left", value: .integer(left)),
      JSON.Member(name: "labels", value: Self.json(labels)), JSON.Member(name: "splits", value: Self.json(splits)),
      JSON.Member(name: "faults", value: Self.json(faults)),
      JSON.Member(name: "files", value: .array(files.map(\.json))),
    ]
    if !errors.isEmpty {
      let lines = errors.map { JSON.string(String(decoding: $0, as: UTF8.self)) }
      members.append(JSON.Member(name: "errors", value: .array(lines)))
    }
    return .object(members)
  }

  /// Counts in the order of their names.
  static func json(_ counts: [String: Int]) -> JSON {
    .object(
      counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { JSON.Member(name: $0.key, value: .integer($0.value)) })
  }

  /// - Returns: Nil if the value is no report.
  init?(_ value: JSONValue) {
    func integer(_ key: String) -> Int? { value[key].flatMap { Int($0.text) } }
    guard let shard = integer("shard"), let records = integer("records"), let samples = integer("samples"),
      let left = integer("left")
    else { return nil }
    (self.shard, self.records, self.samples, self.left) = (shard, records, samples, left)
    labels = Self.counts(value["labels"])
    splits = Self.counts(value["splits"])
    faults = Self.counts(value["faults"])
    errors = (value["errors"]?.elements ?? []).map { Array($0.text.utf8) }
    for file in value["files"]?.elements ?? [] {
      guard let finished = FinishedFile(file) else { return nil }
      files.append(finished)
    }
  }

  init(shard: Int) { self.shard = shard }

  private static func counts(_ value: JSONValue?) -> [String: Int] {
    var counts: [String: Int] = [:]
    for member in value?.members ?? [] { counts[member.key] = Int(member.text) }
    return counts
  }
}

extension FinishedFile {
  fileprivate var json: JSON {
    ["path": .string(path), "samples": .integer(count), "bytes": .integer(size), "sha256": .string(hash)]
  }

  fileprivate init?(_ value: JSONValue) {
    guard let path = value["path"]?.text, let size = value["bytes"].flatMap({ Int($0.text) }),
      let hash = value["sha256"]?.text, let count = value["samples"].flatMap({ Int($0.text) })
    else { return nil }
    self.init(path: path, size: size, hash: hash, count: count)
  }
}
