import Testing

@testable import doodle

@Suite struct OutputPlanTests {
  struct Plan: Sendable, CustomTestStringConvertible {
    var inputs: [String]
    var output: String
    var outputs: [String]
    var testDescription: String { "\(inputs.joined(separator: " ")) -o \(output)" }
  }

  @Test(arguments: [
    Plan(inputs: ["a.jsonl"], output: "x.png", outputs: ["x.png"]),
    Plan(inputs: ["a.jsonl"], output: "-", outputs: ["-"]),
    Plan(inputs: ["d/a.jsonl", "b"], output: "x/", outputs: ["x/a.png", "x/b.png"]),
    Plan(inputs: ["a.jsonl"], output: "x/", outputs: ["x/a.png"]),
    Plan(inputs: ["a.jsonl", "b.c.jsonl"], output: "pictures", outputs: ["pictures/a.png", "pictures/b.c.png"]),
    Plan(inputs: ["-"], output: "x/", outputs: ["x/stdin.png"]),
    Plan(inputs: ["d/a.jsonl"], output: "x/{stem}@2x.png", outputs: ["x/a@2x.png"]),
    Plan(inputs: ["a", "b"], output: "{stem}/{stem}.png", outputs: ["a/a.png", "b/b.png"]),
    Plan(inputs: ["{stem}.jsonl"], output: "x-{stem}.png", outputs: ["x-{stem}.png"]),
    Plan(inputs: ["d/e/a.jsonl", "b"], output: "x/{dir}/{stem}.png", outputs: ["x/d/e/a.png", "x/./b.png"]),
    Plan(inputs: ["/a.jsonl", "../b"], output: "{dir}/{stem}.png", outputs: ["/a.png", "../b.png"]),
    Plan(inputs: ["{dir}/a", "d//b"], output: "x/{dir}-{stem}.png", outputs: ["x/{dir}-a.png", "x/d-b.png"]),
    Plan(inputs: ["a", "-"], output: "{stem}}.png", outputs: ["a}.png", "stdin}.png"]),
    Plan(inputs: ["{x}", "{"], output: "{stem}.png", outputs: ["{x}.png", "{.png"]),
    Plan(inputs: [".hidden", "d/"], output: "x/", outputs: ["x/.hidden.png", "x/d.png"]),
  ])
  func `each input gets its own output path`(plan: Plan) throws {
    let jobs = try OutputPlan.jobs(
      plan.inputs, to: plan.output, fileExtension: "png", in: piped)
    #expect(jobs.map(\.input) == plan.inputs)
    #expect(jobs.map(\.output) == plan.outputs)
  }

  /// Lines that end with an option for an output.
  static let outputLines = [
    "render a --output", "render a --tiles", "replay a --output", "save a --output", "convert a --output",
    "lint --fix a --output", "diff a b --output", "check a --out", "check a --report", "check a --junit",
    "check a --markdown", "recorder --output", "batch a --output",
  ]

  @Test(arguments: ["p{pages}.png", "{stem}{Stem}.html", "{}.jsonl", "{stem.xml", "{stem:05}.png", "{dir/{stem}.png"])
  func `an unknown word in braces is refused in the name of every output`(name: String) throws {
    let given = Set(Self.outputLines.map { "\($0.prefix { $0 != " " }) \($0.split(separator: " ").last ?? "")" })
    #expect(given == ReplacedInputTests.outputOptions)
    for line in Self.outputLines {
      let problem = try #require(refusal(of: words(line) + [name]), "\(line)")
      #expect(problem.wording.contains("found"), "\(line): \(problem.wording)")
      let hasWords = !["check", "diff", "recorder"].contains(words(line)[0])
      let expected = line.hasPrefix("diff") ? "only {page}" : hasWords ? "{stem}" : "without braces"
      #expect(problem.wording.contains(expected), "\(line): \(problem.wording)")
    }
  }

  @Test(arguments: [
    (["a.txt"], "a.jsonl"), (["a"], "a.jsonl"), (["a.jsonl.gz"], "a.jsonl"), (["d/a.jsonl"], "a.jsonl"),
    (["a.jsonl"], "a-new.jsonl"), (["./a.jsonl"], "a-new.jsonl"), (["-"], "OUT.jsonl"), ([], "OUT.jsonl"),
    (["a.jsonl", "b.jsonl"], "DIR/"),
  ])
  func `the output that is suggested is not the input`(inputs: [String], example: String) throws {
    #expect(OutputPlan.example(for: inputs, fileExtension: "jsonl") == example)
    guard !inputs.isEmpty else { return }
    _ = try OutputPlan.jobs(inputs, to: example, fileExtension: "jsonl", in: piped)
  }

  @Test(arguments: [(["a.jsonl", "b.jsonl"], "{stem}-new.jsonl"), (["a.txt", "d/b.jsonl"], "{stem}.jsonl")])
  func `the template that is suggested names no input`(inputs: [String], template: String) {
    #expect(throws: CommandError.usage(.severalInputs(count: 2, output: "x.jsonl", template: template))) {
      try OutputPlan.jobs(inputs, to: "x.jsonl", fileExtension: "jsonl", in: piped)
    }
  }
}
