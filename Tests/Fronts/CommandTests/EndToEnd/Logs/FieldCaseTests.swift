import Foundation
import Testing

/// Small files after those on which readers of other programs go wrong: `Field/cases.tsv` has a file on each line, what is
/// asked of it, and what is right.
struct FieldCaseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let file: String
    let asked: String
    let expected: [String]
    let fact: String
    var testDescription: String { "\(file): \(fact)" }
    var path: String { "\(FieldCaseTests.folder)/\(file)" }

    /// The expected value of a name, as in "strokes=2"; nil if nothing is expected of it.
    func value(_ name: String) -> String? {
      expected.lazy.compactMap { $0.hasPrefix(name + "=") ? String($0.dropFirst(name.count + 1)) : nil }.first
    }
  }

  static let folder = ProjectFiles.root + "/Tests/Fronts/CommandTests/Field"

  static let cases: [Case] = {
    let text = (try? String(contentsOfFile: folder + "/cases.tsv", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t").map { String($0) }
      return Case(file: parts[0], asked: parts[1], expected: parts[2].components(separatedBy: ","), fact: parts[3])
    }
  }()

  @Test func `the table has all cases`() { #expect(Self.cases.count == 25) }

  @Test(arguments: cases) func `a file is read as it is meant`(item: Case) throws {
    switch item.asked {
    case "inspect" where item.value("refused") != nil:
      let result = try Program.run(Program.doodle, ["inspect", item.path])
      #expect(result.status == 3 && result.errors.contains(item.value("refused") ?? "?"), "\(result.errors)")
      #expect(!result.errors.contains("quotes"))
    case "inspect": try inspect(item, options: item.file.contains("stroke3") ? ["--from", "stroke-3"] : [])
    case "batch": try batch(item)
    case "lint":
      let result = try Program.run(Program.doodle, ["lint", "--disable", "size-missing", item.path])
      #expect(result.status == 1 && result.errors.contains("microseconds"), "\(result.errors)")
    default: Issue.record("\(item.asked)")
    }
  }

  private func inspect(_ item: Case, options: [String]) throws {
    let result = try Program.run(Program.doodle, ["inspect", "--json", item.path] + options)
    let report = try #require(try JSONSerialization.jsonObject(with: result.outputBytes) as? [String: Any])
    for name in ["strokes", "touches"] {
      if let value = item.value(name) { #expect(report[name] as? Int == Int(value), "\(name)") }
    }
    if let duration = item.value("duration") {
      #expect(abs((report["duration_s"] as? Double ?? .nan) - (Double(duration) ?? .nan)) < 1e-9)
    }
    if let pressure = item.value("pressure") {
      #expect((report["pressure"] is [String: Any] || report["pressure"] is [Any]) == (pressure == "yes"))
    }
    // One line says what was decided.
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  private func batch(_ item: Case) throws {
    let scratch = try Scratch([:])
    let result = try scratch.shell("doodle batch -q --size 16 \(item.path) -o a.npy && cat a.rows.ndjson")
    #expect(result.status == 0, "\(result.errors)")
    let rows = try result.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    if let records = item.value("records") { #expect(rows.count == Int(records)) }
    if let labels = item.value("labels") {
      #expect(rows.map { $0["label"] as? String ?? "" }.joined(separator: ":") == labels)
    }
    if item.expected[0].hasPrefix("points=") { #expect(rows.map { $0["points"] as? Int } == [5]) }
  }

  @Test func `differences are said to look like them, and read by their name`() throws {
    let path = Self.folder + "/points/stroke3.json"
    let plain = try Program.run(Program.doodle, ["hash", path])
    #expect(plain.errors.contains("look like offsets, which --from stroke-3 reads"))
    let named = try Program.run(Program.doodle, ["convert", "-q", "--from", "stroke-3", path, "-o", "-"])
    let points = named.output.matches(of: /"point":(\[[^\]]*\])/).map { String($0.output.1) }
    #expect(points == ["[20,20]", "[60,40]", "[100,20]", "[20,100]", "[60,120]", "[100,100]"])
  }

  @Test(arguments: [("microseconds", 16_000), ("nanoseconds", 16_000_000)])
  func `times of a log in another unit are found and fixed`(unit: String, step: Int) throws {
    let lines = (0..<20).map { index in
      let phase = index == 0 ? "began" : index == 19 ? "ended" : "moved"
      return #"{"phase":"\#(phase)","point":[\#(20 + 8 * index),60],"time":\#(index * step)}"#
    }
    let scratch = try Scratch(["a.jsonl": lines.joined(separator: "\n") + "\n"])
    let drawn = try scratch.shell("doodle hash a.jsonl")
    #expect(drawn.errors.contains("the times seem to be in \(unit); the unit is seconds"))
    let fixed = try scratch.shell("doodle lint -q --fix a.jsonl -o b.jsonl; tail -n 1 b.jsonl")
    #expect(fixed.output.contains(#""time":0.304"#), "\(fixed.output)")
  }

  @Test func `the error of a stroke that another one cuts off names the fix, which mends it`() throws {
    let lines = [
      #"{"phase":"began","point":[20,20],"time":0}"#, #"{"phase":"moved","point":[40,20],"time":0.01}"#,
      #"{"phase":"began","point":[20,50],"time":0.5}"#, #"{"phase":"ended","point":[40,50],"time":0.51}"#,
    ]
    let scratch = try Scratch(["a.jsonl": lines.joined(separator: "\n") + "\n"])
    let refused = try scratch.shell("doodle hash a.jsonl")
    #expect(refused.status == 3 && refused.errors.contains("doodle lint --fix mends the log"))
    let mended = try scratch.shell("doodle lint -q --fix a.jsonl -o b.jsonl; doodle inspect -q --json b.jsonl")
    #expect(mended.output.contains(#""strokes":2"#), "\(mended.errors)")
  }
}
