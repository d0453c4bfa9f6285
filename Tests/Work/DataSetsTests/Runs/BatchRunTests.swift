import DataSets
import Files
import Foundation
import Testing

/// The guarantees of a run.
struct BatchRunTests {
  private let folder = ScratchFolder()
  private let lines = drawingLines(130)

  private func input(_ lines: [String]? = nil) throws -> String {
    try folder.write("in.ndjson", (lines ?? self.lines).joined(separator: "\n") + "\n")
  }

  private func options() -> BatchOptions {
    var options = smallOptions()
    options.shardSize = 20
    return options
  }

  /// The files of a run, each with its contents.
  private func output(
    _ name: String, _ options: BatchOptions? = nil, pattern: String = "{shard:05}.tar", threads: Int = 1,
    lines: [String]? = nil
  ) throws -> [String: Data] {
    try runBatch([try input(lines)], options ?? self.options(), "\(folder.path)/\(name)/\(pattern)", threads: threads)
    return try folder.contents(of: name)
  }

  // MARK: The same bytes

  @Test(arguments: [
    "{shard:05}.tar", "{split}-{shard}.npy", "{shard}.npz", "{shard}.ndjson", "{label}/{key}_{copy}.png", "{split}.tar",
  ])
  func `any number of threads writes the same bytes`(pattern: String) throws {
    var options = options()
    options.splits = Splits([.init(name: "train", share: 0.75), .init(name: "test", share: 0.25)])
    (options.partials, options.augmentations, options.jitter) = ([0.5, 1], 1, .usual)
    let one = try output("1", options, pattern: pattern)
    #expect(!one.isEmpty)
    for threads in [2, 3, 8] {
      #expect(try output("\(threads)", options, pattern: pattern, threads: threads) == one, "\(threads) threads")
    }
  }

  @Test func `shard i holds the records from iN, bad ones counted`() throws {
    var lines = lines
    lines[3] = "{"
    lines[25] = #"{"drawing":[]}"#
    var options = options()
    options.onError = .skip
    _ = try output("a", options, lines: lines)
    for shard in 0..<7 {
      let names = try shell("tar -tf \(folder.path)/a/0000\(shard).tar").split(separator: "\n").map(String.init)
      let expected = (shard * 20..<min(130, shard * 20 + 20)).filter { $0 != 3 && $0 != 25 }
      #expect(
        names.filter { $0.hasSuffix(".png") }
          == expected.map { String(repeating: "0", count: 9 - "\($0)".count) + "\($0).png" })
    }
  }

  @Test(arguments: [2, 3, 10]) func `the parts make the folder of one run`(count: Int) throws {
    let whole = try output("whole")
    for index in (0..<count).reversed() {
      try runBatch(
        [try input()], options(), "\(folder.path)/parts/{shard:05}.tar", part: RunPart(index: index, count: count))
    }
    #expect(try folder.contents(of: "parts") == whole)
    try folder.remove("parts/00001.tar")
    for index in 0..<count {
      try runBatch(
        [try input()], options(), "\(folder.path)/parts/{shard:05}.tar", part: RunPart(index: index, count: count))
    }
    #expect(try folder.contents(of: "parts") == whole)
  }

  @Test(arguments: 1..<8) func `a killed run continues to the same bytes`(steps: Int) throws {
    let whole = try output("whole")
    let pattern = "\(folder.path)/killed/{shard:05}.tar"
    for _ in 0..<3 { try runBatch([try input()], options(), pattern, steps: steps) }
    try runBatch([try input()], options(), pattern, threads: 2)
    #expect(try folder.contents(of: "killed") == whole)
  }

  @Test func `a line of the journal that was cut off is made again`() throws {
    let whole = try output("whole")
    let pattern = "\(folder.path)/a/{shard:05}.tar"
    try runBatch([try input()], options(), pattern, steps: 4)
    let journal = try folder.text("a/batch.journal")
    try folder.write("a/batch.journal", String(journal.dropLast(30)))
    try runBatch([try input()], options(), pattern)
    #expect(try folder.contents(of: "a") == whole)
  }

  @Test func `shards that were removed or cut are made again, and the others are left alone`() throws {
    let whole = try output("a")
    try folder.remove("a/00002.tar")
    try folder.write("a/00004.tar", try #require(whole["00004.tar"]).dropLast(512))
    let before = try modified("a/00001.tar")
    let pattern = "\(folder.path)/a/{shard:05}.tar"
    let total = try runBatch([try input()], options(), pattern)
    #expect(total?.samples == 130)
    #expect(try folder.contents(of: "a") == whole)
    #expect(try modified("a/00001.tar") == before)
  }

  private func modified(_ name: String) throws -> NSNumber {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
    return try #require(attributes[.systemFileNumber] as? NSNumber)
  }

  // MARK: Other runs

  @Test func `other options or another input are refused, and nothing is changed`() throws {
    let pattern = "\(folder.path)/a/{shard:05}.tar"
    let input = try input()
    for steps in [3, Int.max] {
      try runBatch([input], options(), pattern, settings: [("size", "16"), ("fit", "none")], steps: steps)
      let before = try folder.contents(of: "a")
      let failure = #expect(throws: BatchRun.Failure.self) {
        try runBatch([input], options(), pattern, settings: [("size", "17"), ("pad", "1")])
      }
      guard case .otherRun(_, let differences)? = failure else { return #expect(Bool(false), "\(failure as Any)") }
      #expect(differences == ["--fit", "--pad", "--size"])
      try folder.write("in.ndjson", lines.dropLast().joined(separator: "\n"))
      let other = #expect(throws: BatchRun.Failure.self) {
        try runBatch([input], options(), pattern, settings: [("size", "16"), ("fit", "none")])
      }
      guard case .otherRun(_, ["the input"])? = other else { return #expect(Bool(false), "\(other as Any)") }
      #expect(try folder.contents(of: "a") == before)
      _ = try self.input()
    }
  }

  @Test func `with overwriting, another run replaces the first, also if it is killed`() throws {
    let pattern = "\(folder.path)/a/{shard:05}.tar"
    var other = options()
    other.form.width = 20
    try runBatch([try input()], other, "\(folder.path)/whole/{shard:05}.tar", settings: [("size", "20")])
    try runBatch([try input()], options(), pattern, settings: [("size", "16")])
    try runBatch([try input()], other, pattern, overwrites: true, settings: [("size", "20")], steps: 3)
    let made = try folder.text("a/batch.journal").split(separator: "\n").count { $0.contains(#""shard":"#) }
    #expect(made > 0)
    try runBatch([try input()], other, pattern, overwrites: true, settings: [("size", "20")])
    #expect(try folder.contents(of: "a") == folder.contents(of: "whole"))
  }

  @Test func `a shard that no journal knows is not replaced`() throws {
    try folder.write("a/00000.tar", "mine")
    #expect(throws: BatchRun.Failure.self) { try output("a") }
    #expect(try folder.text("a/00000.tar") == "mine")
  }

  @Test func `only one run at a time writes into a folder`() throws {
    let inputs = [RecordFile(path: try input())]
    let identity = try RunIdentity(program: "1", inputs: inputs, options: [])
    func run() throws -> BatchRun {
      var run = try BatchRun(inputs, options(), try OutputPattern("\(folder.path)/a/{shard}.tar"), threads: 1)
      _ = try run.begin(identity, overwrites: false)
      return run
    }
    let first = try run()
    let path = "\(folder.path)/a/batch.journal"
    let failure = BatchRun.Failure.file(FileError(operation: .open, path: path, code: FileError.inUse))
    #expect(throws: failure) { _ = try run() }
    withExtendedLifetime(first) {}
  }

  // MARK: Bad records

  @Test func `record answers each line with a line, in order`() throws {
    var lines = lines
    let bad: [String] = ["x", "{", #"{"drawing":[]}"#, "null"]
    for index in [0, 7, 8, 129] { lines[index] = bad[index % 4] }
    var options = options()
    options.onError = .record
    let input = try input(lines)
    let total = try runBatch([input], options, folder.path + "/out.ndjson", threads: 2)
    let answers = try folder.text("out.ndjson").split(separator: "\n").map(String.init)
    #expect(answers.count == 130)
    #expect(total?.samples == 126)
    for (index, answer) in answers.enumerated() {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
      #expect(object["index"] as? Int == index)
      if [0, 7, 8, 129].contains(index) {
        #expect(object["png"] == nil)
        #expect(try !#require(object["error"] as? String).isEmpty)
        #expect(object["line"] as? Int == index + 1)
        #expect(object["column"] as? Int != nil)
      } else {
        let png = try #require((object["png"] as? String).flatMap { Data(base64Encoded: $0) })
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(object["key"] as? String == "k\(index)")
      }
    }
  }

  @Test func `skip lists bad records beside the output, also after a kill`() throws {
    var lines = lines
    for index in [2, 50, 99] { lines[index] = #"{"key_id":"k","drawing":[[[1],[2]"# }
    var options = options()
    options.onError = .skip
    let whole = try output("a", options, lines: lines)
    let errors = try #require(whole["errors.ndjson"]).split(separator: 0x0A)
    #expect(errors.count == 3)
    let first = try #require(try JSONSerialization.jsonObject(with: errors[0]) as? [String: Any])
    #expect(first["index"] as? Int == 2 && first["line"] as? Int == 3 && first["kind"] as? String == "malformed")
    let pattern = "\(folder.path)/b/{shard:05}.tar"
    try runBatch([try input(lines)], options, pattern, steps: 5)
    try runBatch([try input(lines)], options, pattern)
    #expect(try folder.contents(of: "b") == whole)
    for index in 0..<2 {
      try runBatch(
        [try input(lines)], options, "\(folder.path)/c/{shard:05}.tar", part: RunPart(index: index, count: 2))
    }
    #expect(try folder.contents(of: "c") == whole)
  }

  @Test func `stop leaves the finished shards and no others`() throws {
    var lines = lines
    lines[50] = "{"
    #expect(throws: BatchRun.Failure.self) { try output("a", lines: lines) }
    #expect(Set(try folder.contents(of: "a").keys) == ["00000.tar", "00001.tar", "batch.journal"])
  }

  @Test func `an empty input writes nothing`() throws {
    #expect(try output("a", lines: []).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/a"))
  }

  @Test func `equal keys do not replace each other's pictures`() throws {
    let lines = [lines[0], lines[1].replacing("k1", with: "k0").replacing("train", with: "cat"), lines[2]]
    var options = options()
    options.onError = .skip
    let files = try output("a", options, pattern: "{label}/{key}.png", lines: lines)
    #expect(Set(files.keys) == ["cat/k0.png", "rainbow/k2.png", "manifest.json", "errors.ndjson"])
    #expect(String(decoding: try #require(files["errors.ndjson"]), as: UTF8.self).contains("same name"))
    let all = try output("b", options, pattern: "{label}/{key}-{index}.png", lines: lines)
    #expect(all.keys.count { $0.hasSuffix(".png") } == 3)
  }

  @Test func `keys cannot leave the folder`() throws {
    let keys = ["../../x", "/etc/x", "a\\nb", ".", "..", "c/d", "nul\\u0000"]
    let lines = keys.map { #"{"key_id":"\#($0)","word":"\#($0)","drawing":[[[1,2],[3,4]]]}"# }
    let files = try output("deep/er/a", pattern: "{label}/{key}.png", lines: lines)
    #expect(files.keys.count { $0.hasSuffix(".png") } == keys.count)
    #expect(try folder.contents().keys.allSatisfy { $0 == "in.ndjson" || $0.hasPrefix("deep/er/a/") })
  }

  @Test(arguments: ["a/b.c", "café ☕", "a\"b", "漢字", "x\ny", ""]) func `labels and keys are kept whatever they are`(
    name: String
  ) throws {
    let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    let line = #"{"key_id":\#(text),"word":\#(text),"drawing":[[[1,2],[3,4]]]}"#
    var options = options()
    options.classes = [name: 7]
    options.fields = [.json, .cls, .txt]
    try runBatch([try input([line])], options, folder.path + "/a/{shard}.tar")
    _ = try shell("cd \(folder.path)/a && tar -xf 0.tar")
    let json = try #require(
      try JSONSerialization.jsonObject(with: try folder.bytes("a/000000000.json")) as? [String: Any])
    #expect(json["key"] as? String == name && json["label"] as? String == name)
    #expect(try folder.text("a/000000000.txt") == name)
    #expect(try folder.text("a/000000000.cls") == "7")
  }

  @Test(arguments: [
    (#"{"drawing":[[[1,2],[3,4]]]} x"#, 29), (#"{"drawing":[[[1,2],[3,4]]]}{"drawing":[[[1,2],[3,4]]]}"#, 28),
    (#"{"drawing":[[[1,2],[3,4,5]]]}"#, 1), (#"{"drawing":[[[1,2],[3,4],[0]]]}"#, 1), (" ", 2), ("7", 1),
    (#"{"drawing":[[[1,2e9],[3,4]]]}"#, 1), (#"{"word":"cat"}"#, 1), (#"{"drawing":{}}"#, 12), ("[[[1,2],[3,4]]]", 1),
  ])
  func `a line that is not a drawing is a bad record, with the column`(line: String, column: Int) throws {
    guard
      case .fault(let fault, _, _) = {
        var maker = PictureMaker(options(), .npy); return maker.pictures(of: Record(line: line))
      }()
    else { return #expect(Bool(false), "it is drawn") }
    #expect(fault.kind == .malformed && fault.column == column, "\(fault)")
  }

  @Test func `labels that are no UTF-8 are read, and so are the others`() throws {
    var bytes = Data(#"{"key_id":"a","word":""#.utf8)
    bytes.append(contentsOf: [0xFF, 0xFE])
    bytes.append(Data((#"","drawing":[[[1,2],[3,4]]]}"# + "\n" + lines[0]).utf8))
    let path = try folder.write("in.ndjson", bytes)
    var options = options()
    options.onError = .record
    try runBatch([path], options, folder.path + "/o.ndjson")
    #expect(try folder.text("o.ndjson").split(separator: "\n").count == 2)
  }

  // MARK: The manifest

  @Test func `the manifest has the counts, and the checksum of each file`() throws {
    var options = options()
    options.splits = Splits([.init(name: "train", share: 0.5), .init(name: "test", share: 0.5)])
    let files = try output("a", options, pattern: "{split}-{shard}.tar")
    let text = try #require(files["manifest.json"])
    let manifest = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    #expect(manifest["samples"] as? Int == 130)
    #expect((manifest["labels"] as? [String: Int]) == ["cat": 44, "train": 43, "rainbow": 43])
    let splits = try #require(manifest["splits"] as? [String: Int])
    let total: Int = splits.values.reduce(0, +)
    #expect(total == 130)
    var listed: Set<String> = []
    for shard in try #require(manifest["shards"] as? [[String: Any]]) {
      for file in try #require(shard["files"] as? [[String: Any]]) {
        let path = try #require(file["path"] as? String)
        listed.insert(path)
        #expect(try shell("sha256sum < \(folder.path)/a/\(path)").prefix(64) == (file["sha256"] as? String ?? ""))
      }
    }
    #expect(listed == Set(files.keys.filter { $0.hasSuffix(".tar") }))
  }

  @Test func `a limit, recognition and classes choose records`() throws {
    var options = options()
    options.limit = 30
    options.recognizedOnly = true
    options.classes = ["cat": 0, "train": 1]
    options.fields = [.png, .json, .cls, .txt]
    options.onError = .skip
    try runBatch([try input()], options, folder.path + "/a/{shard}.tar")
    let names = try shell("tar -tf \(folder.path)/a/0.tar").split(separator: "\n")
    let expected = (0..<20).filter { $0 % 4 > 0 && $0 % 3 < 2 }
    let pictures: [Substring] = names.filter { $0.hasSuffix(".png") }
    let numbers: [Int] = pictures.compactMap { Int($0.dropLast(4)) }
    #expect(numbers == expected)
    _ = try shell("cd \(folder.path)/a && tar -xf 0.tar")
    #expect(try folder.text("a/000000001.cls") == "1")
    #expect(try folder.text("a/000000001.txt") == "train")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/a/2.tar"))
  }
}
