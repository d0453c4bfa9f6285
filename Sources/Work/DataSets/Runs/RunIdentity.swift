import Compare
import Files
import JSON

/// The program, the input and the options of a run. Two runs with the same identity write the same bytes.
package struct RunIdentity: Hashable, Sendable {
  /// The key that marks the first line of a journal; its value is the version of the format.
  static let key = "doodle-batch"

  /// The version of the program, because other versions may draw other pixels.
  private let program: String
  private let inputCount: Int
  /// The SHA-256 of the names and sizes of all input files, in hexadecimal.
  private let inputHash: String
  /// The options that decide the output, as they were given, in the order of their names.
  private let options: [(name: String, value: String)]

  /// - Parameters:
  ///   - options: Those that decide the output, with their values.
  /// - Throws: `FileError` if the system cannot tell the size of an input.
  package init(
    program: String, inputs: [RecordFile], options: [(name: String, value: String)]
  ) throws(FileError) {
    self.program = program
    inputCount = inputs.count
    var hash = SHA256()
    for input in inputs {
      let size = input.path == "-" ? nil : try fileSize(input.path)
      hash.update(Array("\(input.path)\0\(size.map(String.init) ?? "")\n".utf8).span)
    }
    inputHash = hash.finalized()
    self.options = options.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
  }

  private var optionList: JSON { .array(options.map { .array([.string($0.name), .string($0.value)]) }) }

  private var members: [JSON.Member] {
    [
      JSON.Member(name: Self.key, value: .integer(1)), JSON.Member(name: "program", value: .string(program)),
      JSON.Member(
        name: "inputs", value: ["files": .integer(inputCount), "sha256": .string(inputHash)]),
      JSON.Member(name: "options", value: optionList),
    ]
  }

  /// - Parameter replaces: Whether the run may replace files of others.
  func json(replaces: Bool) -> JSON {
    .object(members + (replaces ? [JSON.Member(name: "replaces", value: .bool(true))] : []))
  }

  /// The contents of a manifest: the identity of the run and the sums of its shards.
  func manifest(_ shards: [ShardReport]) -> JSON {
    var total = ShardReport(shard: 0)
    for shard in shards { total.add(shard) }
    return .object(
      members + [
        JSON.Member(name: "records", value: .integer(total.records)),
        JSON.Member(name: "samples", value: .integer(total.samples)),
        JSON.Member(name: "labels", value: ShardReport.json(total.labels)),
        JSON.Member(name: "splits", value: ShardReport.json(total.splits)),
        JSON.Member(name: "errors", value: ShardReport.json(total.faults)),
        JSON.Member(name: "shards", value: .array(shards.map(\.json))),
      ])
  }

  /// The difference from the run that a journal or a manifest describes, in words.
  func differences(from other: JSONValue) -> [String] {
    let mine = JSON.object(members).description
    guard let known = try? JSONDocument(scanning: Array(mine.utf8), name: "").root else { return [] }
    var differences: [String] = []
    if other["program"]?.text != program { differences.append("the version of doodle") }
    for key in ["files", "sha256"] where differences.last != "the input" {
      if other["inputs"]?[key]?.text != known["inputs"]?[key]?.text { differences.append("the input") }
    }
    var values: [String: Set<String>] = [:]
    for option in options { values[option.name, default: []].insert(option.value) }
    var others: [String: Set<String>] = [:]
    for option in other["options"]?.elements ?? [] {
      let pair = option.elements.map(\.text)
      if pair.count == 2 { others[pair[0], default: []].insert(pair[1]) }
    }
    for name in Set(values.keys).union(others.keys).sorted() where values[name] != others[name] {
      differences.append("--\(name)")
    }
    return differences
  }

  package static func == (one: RunIdentity, other: RunIdentity) -> Bool {
    one.json(replaces: false) == other.json(replaces: false)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(inputHash) }
}
