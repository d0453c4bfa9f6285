import Foundation
import Testing

/// Runs in which one system call fails.
///
/// `make faults` builds the command so that a chosen call fails, and names it in `DOODLE_FAULTS`.
@Suite(.enabled(if: FaultyRun.program != nil, "needs the build of `make faults`"))
struct FaultTests {
  /// Runs of all commands that write files. Each starts in the folder of `FaultyRun.files`.
  static let runs = [
    FaultyRun("render a.jsonl b.jsonl -o out/"),
    FaultyRun("render a.jsonl b.jsonl -o new/"),
    FaultyRun("render - -o -", input: "a.jsonl"),
    FaultyRun("render a.jsonl -o link.svg"),
    FaultyRun("render notes.jsonl -o new.pdf"),
    FaultyRun("render notes.jsonl -o 'out/{page}.png'"),
    FaultyRun("render a.jsonl -n -o new.png --json -v"),
    FaultyRun("render image.jsonl -o new.png --threads 1"),
    FaultyRun("render sub/outside.jsonl -o new.png", status: 3),
    FaultyRun("render sub/back.jsonl -o new/deep/ --threads 1"),
    FaultyRun("render large.jsonl -o new.png --threads 3 --compress small"),
    FaultyRun("render a.jsonl --tiles map"),
    FaultyRun("replay a.jsonl -o film.png -f apng"),
    FaultyRun("replay a.jsonl -o frames/ --fps 20 --last-frame-duration 0.05"),
    FaultyRun("replay a.jsonl -o - -f y4m"),
    FaultyRun("replay a.jsonl -o film.svg"),
    FaultyRun("check goldens --report new.html --junit new.xml --out new --threads 1", status: 3, isPerLog: true),
    FaultyRun("check goldens --against goldens --markdown new.md --threads 1", isPerLog: true),
    FaultyRun("check goldens --with 'cp goldens/b.png {png} {log}' --threads 1", status: 3, isPerLog: true),
    FaultyRun("check --merge part.json --report new.html --out new", status: 3),
    FaultyRun("accept goldens --threads 1", isPerLog: true),
    FaultyRun("accept --store hash --prune goldens --threads 1", isPerLog: true),
    FaultyRun("convert a.jsonl -o new.inkml"),
    FaultyRun("convert a.jsonl -o new.xopp"),
    FaultyRun("convert packed.gz -o out/a.jsonl"),
    FaultyRun("save image.jsonl -o out/drawing.json"),
    FaultyRun("diff a.jsonl b.png -o new.png", status: 1),
    FaultyRun("diff b.png b.jsonl"),
    FaultyRun("hash a.jsonl b.png", isBatch: true),
    FaultyRun("inspect a.jsonl"),
    FaultyRun("lint --fix doubtful.jsonl -o new.jsonl", status: 1),
    FaultyRun("batch -q -j 1 --size 9 sketches.ndjson -o out/a.npy"),
    FaultyRun("batch -q -j 1 --size 9 sketches.ndjson --shard-size 2 -o 'sets/{shard}.tar'"),
    FaultyRun("batch -q -j 1 --size 9 --on-error skip sketches.ndjson a.jsonl -o 'sets/{index}.png'"),
  ]

  @Test(arguments: runs)
  func `a run in which a call fails ends with a documented code and leaves every file old or complete`(
    run: FaultyRun
  ) throws {
    let (whole, count) = try run.outcome(fault: nil)
    #expect(whole.status == run.status, "\(whole.errors)")
    try #require(count > 5)
    for (index, kind) in ["EIO", "ENOSPC", "EMFILE", "ENOMEM"].enumerated() {
      for number in FaultyRun.calls(upTo: count, kind: index) {
        let fault = "\(number):\(kind)"
        let (outcome, _) = try run.outcome(fault: fault)
        run.check(outcome, against: whole, fault: fault)
      }
    }
  }

  /// Killed before each of its system calls. After the same command has run again, only complete files are left.
  @Test(arguments: [
    FaultyRun("render a.jsonl -o out/a.png"), FaultyRun("lint --fix doubtful.jsonl -o out/a.jsonl", status: 1),
    FaultyRun("batch -q -j 1 --size 9 sketches.ndjson -o 'out/{key}.png' --overwrite"),
    FaultyRun("batch -q -j 1 --size 9 sketches.ndjson -o out/a.npy"),
  ])
  func `a run that is killed leaves nothing that the next one does not remove`(run: FaultyRun) throws {
    let (whole, count) = try run.outcome(fault: nil)
    for number in FaultyRun.calls(upTo: count, kind: 0) {
      let (outcome, _) = try run.outcome(fault: "\(number):kill", runsAgain: true)
      #expect(outcome.files == whole.files, "\(number)")
    }
  }

  @Test(arguments: runs)
  func `an interrupted call and a short transfer change nothing`(run: FaultyRun) throws {
    let (whole, count) = try run.outcome(fault: nil)
    for (index, kind) in ["EINTR", "short"].enumerated() {
      for number in FaultyRun.calls(upTo: count, kind: index) {
        let (outcome, _) = try run.outcome(fault: "\(number):\(kind)")
        #expect(outcome == whole, "\(number):\(kind)")
      }
    }
  }
}

/// A command line that is run with faults.
struct FaultyRun: Sendable, CustomTestStringConvertible {
  static let program = ProcessInfo.processInfo.environment["DOODLE_FAULTS"]

  let line: String
  /// The name of the file on standard input.
  let input: String?
  /// The exit code without a fault.
  let status: Int32
  /// Whether the run continues with the other logs when one fails, and reports the result of each.
  let isPerLog: Bool
  /// Whether the run continues with the other inputs when one fails, and prints a line for each of them.
  let isBatch: Bool
  var testDescription: String { line }

  init(_ line: String, input: String? = nil, status: Int32 = 0, isPerLog: Bool = false, isBatch: Bool = false) {
    (self.line, self.input, self.status) = (line, input, status)
    (self.isPerLog, self.isBatch) = (isPerLog, isBatch)
  }

  /// The calls that fail, one in each run: all of them, or each n-th with `DOODLE_FAULTS_EVERY`, others for each kind.
  static func calls(upTo count: Int, kind: Int) -> StrideThrough<Int> {
    let step = ProcessInfo.processInfo.environment["DOODLE_FAULTS_EVERY"].flatMap(Int.init) ?? 1
    return stride(from: 1 + kind % max(1, step), through: count, by: max(1, step))
  }

  /// The files and the exit code that a run leaves.
  struct Outcome: Equatable {
    var status: Int32
    var output: Data
    var errors: String
    /// The files by their paths.
    var files: [String: Data]
  }

  /// The files that a run starts with.
  static let files: Result<[String: Data], any Error> = Result {
    let scratch = try Scratch(
      ([
        "a.jsonl": SmallLog.text, "b.jsonl": SmallLog.dot, "out/a.png": "older", "out/a.jsonl": "older",
        "map/0/0/0.png": "older", "map/9/0/0.png": "older",
        "image.jsonl": SmallLog.text + #"{"command":"image","path":"b.png","at":[1,1],"size":[9,9]}"# + "\n",
        "sub/outside.jsonl": SmallLog.text + #"{"command":"image","path":"../b.png","at":[1,1],"size":[9,9]}"# + "\n",
        "sub/back.jsonl": SmallLog.text + #"{"command":"image","path":"out/link.png","at":[1,1],"size":[9,9]}"# + "\n",
        "large.jsonl": SmallLog.text.replacing("[40,20]", with: "[800,900]"),
        "sketches.ndjson": (1...5).map { #"{"key_id":"\#($0)","drawing":[[[1,\#($0)],[3,4]]]}"# + "\n" }.joined(),
        "doubtful.jsonl": SmallLog.text.replacing("0.02", with: "0.005"),
        "notes.jsonl": SmallLog.text + SmallLog.text.replacing(SmallLog.lines[0], with: #"{"command":"page"}"#),
        "goldens/a.jsonl": SmallLog.text, "goldens/b.jsonl": SmallLog.dot, "goldens/sub/c.jsonl": SmallLog.dot,
      ] as [String: String]).mapValues { Data($0.utf8) })
    let result = try scratch.shell(
      """
      mkdir stale && cp b.jsonl stale/gone.jsonl && doodle accept stale && mv stale/gone.png goldens/ && rm -r stale
      doodle accept goldens/b.jsonl && doodle render b.jsonl -o b.png && cp b.png goldens/a.png
      doodle check goldens --json > part.json
      gzip -n < a.jsonl > packed.gz && ln -s out/a.svg link.svg
      """)
    try #require(result.status == 0, "\(result.errors)")
    return try scratch.files
  }

  /// Runs the command once.
  /// - Parameter runsAgain: Whether it runs once more, without the fault.
  /// - Returns: Its outcome, and the number of its system calls.
  func outcome(fault: String?, runsAgain: Bool = false) throws -> (Outcome, count: Int) {
    let scratch = try Scratch(Self.files.get())
    let counter = try Scratch()
    let program = try #require(Self.program)
    var environment = ["DOODLE_FAULT_COUNT": "\(counter.path)/count"]
    environment["DOODLE_FAULT"] = fault
    let links = "ln -s out/a.svg link.svg; ln -s .. sub/out; ln -s \"$PWD/sub/b.png\" link.png; cp b.png sub"
    let line = "timeout -k 1 20 '\(program)' \(line) < \(input ?? "/dev/null")"
    let command = "\(links); \(runsAgain ? "\(line); DOODLE_FAULT= " : "")\(line)"
    let result = try Program.run("bash", ["-c", command], in: scratch.path, environment: environment)
    let count = (try? counter.text(of: "count")) ?? ""
    return (
      Outcome(
        status: result.status, output: result.outputBytes, errors: result.errors, files: try scratch.files),
      Int(count.prefix { $0.isNumber }) ?? 0
    )
  }

  /// Checks the outcome of a failure.
  func check(_ outcome: Outcome, against whole: Outcome, fault: String) {
    let old = (try? Self.files.get()) ?? [:]
    if outcome.status == status {
      #expect(outcome.output == whole.output, "\(fault): standard output")
      let names = Set(whole.files.keys).symmetricDifference(outcome.files.keys)
      #expect(names.isEmpty, "\(fault): \(outcome.errors)")
      for (name, bytes) in whole.files { #expect(outcome.files[name] == bytes, "\(fault): \(name)") }
      return
    }
    #expect(outcome.status == 4, "\(fault): \(outcome.errors)")
    if !isPerLog {
      let newline = UInt8(ascii: "\n")
      let isPart: Bool
      if isBatch {
        let (lines, wholeLines) = (outcome.output.split(separator: newline), whole.output.split(separator: newline))
        isPart = Set(lines).isSubset(of: wholeLines)
      } else {
        isPart = whole.output.starts(with: outcome.output)
      }
      #expect(isPart, "\(fault): standard output")
      #expect(outcome.errors.contains(": error: "), "\(fault): \(outcome.errors)")
    }
    // The journal of a run that can continue is kept.
    let files = outcome.files.filter { !$0.key.hasSuffix(".journal") }
    for (name, bytes) in files where bytes != old[name] && bytes != whole.files[name] {
      // A report and a table of several logs contain the results of the others.
      let ends = ["html": "</html>\n", "xml": "</testsuites>\n", "tsv": "\n", "md": "\n"]
      let end = isPerLog ? ends[String(name.split(separator: ".").last ?? "")] : nil
      #expect(end.map { bytes.suffix($0.utf8.count) == Data($0.utf8) } == true, "\(fault): \(name) is not complete")
    }
    for name in old.keys {
      #expect(outcome.files[name] != nil || whole.files[name] == nil, "\(fault): \(name) is gone")
    }
  }
}

extension Scratch {
  fileprivate convenience init(_ files: [String: Data]) throws {
    try self.init()
    for (name, bytes) in files {
      let folder = URL(filePath: "\(path)/\(name)").deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try write(bytes, to: name)
    }
  }

  /// The regular files by their paths, without links.
  fileprivate var files: [String: Data] {
    get throws {
      var files: [String: Data] = [:]
      for name in names {
        let type = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.type] as? FileAttributeType
        if type == .typeRegular { files[name] = try bytes(of: name) }
      }
      return files
    }
  }
}
