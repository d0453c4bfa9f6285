import DataSets
import Foundation
import PointImporters
import Session
import TestSupport
import Testing

struct RecordReaderTests {
  private let folder = ScratchFolder()

  private func records(_ paths: [String], _ options: RecordOptions = RecordOptions()) throws -> [Record] {
    var reader = try RecordReader(try paths.flatMap { try RecordFile.all(at: $0) }, options)
    var records: [Record] = []
    while let record = try reader.next() { records.append(record) }
    #expect(records.map(\.index) == Array(records.indices))
    return records
  }

  private func text(_ record: Record) -> String { String(decoding: record.bytes, as: UTF8.self) }

  @Test func `lines end with a newline, with a return and a newline, or with the file`() throws {
    let lines = drawingLines(3)
    for (ending, last) in [("\n", "\n"), ("\n", ""), ("\r\n", "\r\n"), ("\n\n", "\n\n \n")] {
      let path = try folder.write("a.ndjson", lines.joined(separator: ending) + last)
      #expect(try records([path]).map(text) == lines, "\(ending.debugDescription)")
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>) func `the records after those that are passed are the same`(seed: UInt64)
    throws
  {
    var lines = drawingLines(60)
    lines[7] = String(repeating: " ", count: 3000)
    lines.insert(contentsOf: [" \t", "", "{"], at: 20)
    try folder.write("a.ndjson", lines.joined(separator: seed % 2 == 0 ? "\n" : "\r\n"))
    try folder.write("b/" + String(repeating: "long/", count: 40) + "name.jsonl", log([[(1, 1), (2, 2)]]))
    for number in 0..<20 { try folder.write("b/\(number).jsonl", log([[(1, 1), (Double(number), 2)]])) }
    let rows = (0..<40).map { #"US,"[[[0,\#($0)],[2,3]]]",k\#($0),True,cat"# }
    try folder.write(
      "c.csv",
      (["countrycode,drawing,key_id,recognized,word"] + rows + ["US,x,k,True,cat", ""]).joined(separator: "\n"))
    _ = try shell("cd \(folder.path) && tar -cf b.tar b && gzip -k a.ndjson b.tar")
    let paths = ["a.ndjson", "b", "b.tar", "c.csv", "a.ndjson.gz", "b.tar.gz"].map { "\(folder.path)/\($0)" }
    var options = RecordOptions()
    options.largestRecord = 2000
    options.interleaves = seed % 3 == 0
    let files = try paths.flatMap { try RecordFile.all(at: $0) }
    func description(_ record: Record) -> String {
      "\(record.index) \(record.file):\(record.line) \(record.stem) \(record.content) \(text(record)) \(record.ink?.strokes ?? [])"
        + "\(record.fault as Any)"
    }
    var whole = try RecordReader(files, options)
    var reader = try RecordReader(files, options)
    var random = SeededRandom(seed: seed)
    var count = 0
    while let expected = try whole.next() {
      count += 1
      if Bool.random(using: &random) {
        let isPassed = try reader.skip()
        #expect(isPassed)
      } else {
        let found = try #require(try reader.next())
        #expect(description(found) == description(expected))
      }
      #expect(reader.count == whole.count)
    }
    #expect(count == 2 * 61 + 3 * 21 + 41)
    let hasMore = try reader.skip()
    #expect(!hasMore)
  }

  @Test func `a gzip file that is damaged or cut off is an error`() throws {
    try folder.write("1", drawingLines(300).joined(separator: "\n") + "\n")
    _ = try shell("gzip -c \(folder.path)/1 > \(folder.path)/a.gz")
    let whole = try folder.bytes("a.gz")
    var damaged = whole
    damaged[whole.count / 2] ^= 0xFF
    for (name, bytes) in [
      ("cut.gz", whole.dropLast(whole.count / 3)), ("damaged.gz", damaged), ("head.gz", Data([0x1F, 0x8B, 8, 0, 97])),
    ] {
      let path = try folder.write(name, bytes)
      #expect(throws: RecordReadError.damagedGzip(path: path)) { try records([path]) }
    }
  }

  @Test(arguments: [
    (#"{"drawing":[[[1,2],[3,4]]]}"#, "a.ndjson", true), (#"{"drawing":1,"elements":[]}"#, "a.json", true),
    (#"{"key":"k","log":[]}"#, "a.jsonl", true), (#"{"phase":"began","x":1,"y":2}"#, "a.ndjson", false),
    (#"{"doodle":1}"#, "a.ndjson", false), (#"{"tool":"pen"}"#, "a.jsonl", false),
    ("<ink/>", "a.ndjson", false), ("[[1,2]]", "a.ndjson", false),
    ("{\n\"type\":\"excalidraw\"", "a.excalidraw", false),
    (#"{"drawing":[[[1,2"#, "a.ndjson", true), ("no JSON", "a.ndjson", true), ("no JSON", "a.txt", false),
  ])
  func `a file is one of lines by its first line`(line: String, name: String, isLines: Bool) throws {
    let path = try folder.write(name, line + "\n" + line + "\n")
    #expect(try records([path]).count == (isLines ? 2 : 1))
  }

  @Test func `a line that is too long is a record without bytes, and the next one is whole`() throws {
    let path = try folder.write(
      "a.ndjson", #"{"drawing":[]}"# + "\n" + String(repeating: "x", count: 3_000_000) + "\n" + drawingLines(1)[0])
    var options = RecordOptions()
    options.largestRecord = 1000
    let found = try records([path], options)
    let counts: [Int] = found.map(\.bytes.count)
    #expect(counts == [14, 0, drawingLines(1)[0].utf8.count])
  }

  @Test func `files of folders come in the order of their bytes`() throws {
    for name in ["b/2.jsonl", "b/10.jsonl", "a/z/1.jsonl", "B/1.jsonl", ".hidden/1.jsonl", "b/.x"] {
      try folder.write("in/\(name)", log([[(1, 1), (2, 2)]]))
    }
    let found = try records([folder.path + "/in/"])
    let files: [Substring] = found.map { $0.file.dropFirst(folder.path.count + 4) }
    #expect(files == ["B/1.jsonl", "a/z/1.jsonl", "b/10.jsonl", "b/2.jsonl"])
    #expect(found.map { RecordFile.folder(of: $0.file) } == ["B", "z", "b", "b"])
    #expect(found.map(\.stem) == ["1", "1", "10", "2"])
  }

  @Test func `files take turns until each has ended`() throws {
    let paths = try [3, 1, 2].enumerated().map { file, count in
      try folder.write("\(file).ndjson", (0..<count).map { #"{"drawing":[],"n":\#(file * 10 + $0)}"# + "\n" }.joined())
    }
    var options = RecordOptions()
    options.interleaves = true
    #expect(try records(paths, options).map { text($0).filter(\.isNumber) } == ["0", "10", "20", "1", "21", "2"])
  }

  @Test func `gzip is unpacked, also of several members`() throws {
    let lines = drawingLines(50)
    try folder.write("1", lines[..<20].joined(separator: "\n") + "\n")
    try folder.write("2", lines[20...].joined(separator: "\n") + "\n")
    _ = try shell("cd \(folder.path) && (gzip -c 1; gzip -c 2) > a.ndjson.gz")
    #expect(try records([folder.path + "/a.ndjson.gz"]).map(text) == lines)
  }

  @Test(arguments: [2, 3])
  func `a file that is compressed more than once is refused`(levels: Int) throws {
    try folder.write("0", drawingLines(5).joined(separator: "\n"))
    for level in 1...levels { _ = try shell("gzip -c \(folder.path)/\(level - 1) > \(folder.path)/\(level)") }
    let error = #expect(throws: RecordReadError.self) { try records(["\(folder.path)/\(levels)"]) }
    guard case .damaged(let diagnostic)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(diagnostic.message.contains("compressed twice"))
  }

  @Test(arguments: ["ustar", "gnu", "posix"])
  func `members of archives that GNU tar made are recordings`(format: String) throws {
    let long = String(repeating: "long-", count: 30)
    let files = ["set/cat/1.jsonl", "set/\(long)/2.jsonl", "3.jsonl"]
    for file in files where format != "ustar" || file.utf8.count < 100 {
      try folder.write("in/" + file, log([[(1, 1), (9, 2)]]))
    }
    _ = try shell("cd \(folder.path)/in && tar --format=\(format) -cf ../a.tar --sort=name -- *")
    let found = try records([folder.path + "/a.tar"])
    let kept: [String] = files.filter { format != "ustar" || $0.utf8.count < 100 }
    let expected: [String] = kept.map { folder.path + "/a.tar/" + $0 }
    #expect(Set(found.map(\.file)) == Set(expected))
    #expect(found.first { $0.stem == "1" }.flatMap { RecordFile.folder(of: $0.file) } == "cat")
    #expect(found.allSatisfy { text($0) == log([[(1, 1), (9, 2)]]) })
  }

  // MARK: Labels

  /// Records with labels, in all forms that can have one, and one without.
  private static let labeled: [(name: String, text: String, label: String)] = [
    ("1.ndjson", #"{"drawing":[[[1,2],[3,4]]],"word":"w","key_id":"1"}"#, "w"),
    ("2.ndjson", #"{"log":[{"phase":"began","x":1,"y":2},{"phase":"ended","x":9,"y":2}],"label":"l"}"#, "l"),
    ("3.jsonl", #"{"doodle":1,"label":"h"}"# + "\n" + log([[(1, 1), (9, 2)]]), "h"),
    ("4.inkml", #"<ink><annotation type="truth">$t$</annotation><trace>1 1,9 2</trace></ink>"#, "$t$"),
    (
      "5.unp",
      ".VERSION 1.0\n.COORD X Y\n.HIERARCHY WORD CHARACTER\n.SEGMENT CHARACTER 0 OK \"c\"\n.SEGMENT WORD 0 OK \"cat\"\n.PEN_DOWN\n1 1\n90 2\n",
      "cat"
    ),
    ("6.jsonl", log([[(1, 1), (9, 2)]]), ""),
  ]

  @Test(arguments: [
    ([], ["w", "l", "h", "$t$", "cat", ""]), ([LabelSource.folder], Array(repeating: "f", count: 6)),
    ([.record, .folder], ["w", "l", "h", "$t$", "cat", "f"]), ([.file], ["1", "2", "3", "4", "5", "6"]),
    ([.record, .file], ["w", "l", "h", "$t$", "cat", "6"]),
  ])
  func `labels come from the first source that has one, and from records unless said`(
    sources: [LabelSource], labels: [String]
  ) throws {
    for file in Self.labeled { try folder.write("in/f/\(file.name)", file.text) }
    let drawn = try drawn(folder.path + "/in") { if !sources.isEmpty { $0.labelSources = sources } }
    let found: [String] = drawn.map { (line: String) -> String in
      String(line.split(separator: " ", omittingEmptySubsequences: false)[1])
    }
    #expect(found == labels)
  }

  // MARK: Files of many drawings

  /// The keys, labels and pictures of all records.
  private func drawn(_ path: String, _ change: (inout RecordOptions) -> Void = { _ in }) throws -> [String] {
    var options = RecordOptions()
    change(&options)
    var form = PictureForm()
    (form.width, form.height) = (24, 24)
    return try records([path], options).map { record in
      var batch = BatchOptions()
      (batch.form, batch.records) = (form, options)
      var maker = PictureMaker(batch, .npy)
      switch maker.pictures(of: record) {
      case .pictures(let pictures, _): return "\(pictures[0].key) \(pictures[0].label ?? "") \(pictures[0].bytes)"
      case .left: return "left"
      case .fault(let fault, _, _): return fault.kind.rawValue
      }
    }
  }

  private let three = (0..<3).map {
    #"{"word":"cat","key_id":"k\#($0)","recognized":true,"drawing":[[[0,\#(90 + $0)],[0,255]],[[9,200],[30,30]]]}"#
  }

  @Test func `a table has a record in each row`() throws {
    let rows = (0..<3).map { #"US,"[[[0,\#(90 + $0)],[0,255]],[[9,200],[30,30]]]",k\#($0),True,2017-01-01,cat"# }
    let table = (["countrycode,drawing,key_id,recognized,timestamp,word"] + rows).joined(separator: "\n") + "\n"
    let lines = try drawn(try folder.write("a.ndjson", three.joined(separator: "\n")))
    #expect(lines.count == 3)
    #expect(try drawn(try folder.write("a.csv", table)) == lines)
    _ = try shell("gzip -k \(folder.path)/a.csv")
    #expect(try drawn(folder.path + "/a.csv.gz") == lines)
  }

  @Test func `a wrong row of a table is a bad record, and the next one is read`() throws {
    let table = "word,key_id,drawing\ncat,k0,\"[[[1,2],[3\"\ncat,k1,\"[[[0,91],[0,255]],[[9,200],[30,30]]]\"\n"
    let found = try drawn(try folder.write("a.csv", table))
    #expect(found.count == 2 && found[0] == "malformed" && found[1].hasPrefix("k1 cat ["))
  }

  /// The format of the published files: a key, two letters, a flag, a time, the number of strokes, and for each the number
  /// of points, all x and all y.
  @Test func `binary records are drawn like the lines of the same drawings`() throws {
    var file = Data()
    for number in 0..<3 {
      file.append(contentsOf: [UInt8(number), 1, 0, 0, 0, 0, 0, 0, 0x55, 0x53, 1, 0, 0, 0, 0, 2, 0])
      file.append(contentsOf: [2, 0, 0, UInt8(90 + number), 0, 255, 2, 0, 9, 200, 30, 30])
    }
    let lines = try drawn(try folder.write("a.ndjson", three.joined(separator: "\n")))
    let found = try drawn(try folder.write("a.bin", file)) { $0.format = .log(.quickDrawBinary) }
    func pixels(_ line: String) -> Substring { line.drop { $0 != "[" } }
    #expect(found.map(pixels) == lines.map(pixels))
    let names: [Substring] = found.map { line in line.prefix { $0 != " " } }
    #expect(names == ["256", "257", "258"])
    let cut = try folder.write("b.bin", file.dropLast(3))
    var options = RecordOptions()
    options.format = .log(.quickDrawBinary)
    #expect(throws: RecordReadError.self) { try records([cut], options) }
  }

  @Test func `a damaged archive ends the run where it is damaged`() throws {
    try folder.write("in/1.jsonl", log([[(1, 1), (9, 2)]]))
    try folder.write("in/2.jsonl", log([[(1, 1), (9, 2)]]))
    _ = try shell("cd \(folder.path)/in && tar -cf ../a.tar 1.jsonl 2.jsonl")
    var bytes = try folder.bytes("a.tar")
    bytes[1024 + 148] = 0x39
    let path = try folder.write("a.tar", bytes)
    #expect(throws: RecordReadError.damagedArchive(path: path, offset: 1024)) { try records([path]) }
    let cut = try folder.write("b.tar", bytes.prefix(700))
    #expect(throws: RecordReadError.self) { try records([cut]) }
  }
}

/// The output of a shell command, which must succeed.
@discardableResult
func shell(_ command: String) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", command]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0, "\(command)")
  return String(decoding: output, as: UTF8.self)
}
