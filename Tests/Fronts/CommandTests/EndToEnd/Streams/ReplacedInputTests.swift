import DoodleKit
import Foundation
import TestSupport
import Testing

@testable import doodle

/// Every output option against every way to name an input: no run replaces a file that it reads.
@Suite struct ReplacedInputTests {
  /// A file that an option writes.
  struct Output: Sendable, CustomTestStringConvertible {
    var command: String
    /// Nil for files that a command writes without an option.
    var option: String?
    /// LOG stands for the operand, and OPTIONS for the options of the input.
    var line: String
    /// The file that the line writes; STEM stands for the operand's name.
    var target: String
    /// The inputs that the line reads.
    var inputs: [Input]
    var testDescription: String { "\(line) writes \(target)" }
  }

  /// A way to name a file that is read.
  struct Input: Sendable {
    var name: String
    var operand = "a.jsonl"
    var options = ""
    var file: String
  }

  private static let operand = Input(name: "an operand", file: "a.jsonl")
  private static let named = [
    Input(name: "the header's background", operand: "background.jsonl", file: "in.png"),
    Input(name: "an image", operand: "image.jsonl", file: "in.png"),
    Input(name: "an image through a link", operand: "linked.jsonl", file: "in.png"),
    Input(name: "a font", operand: "font.jsonl", file: "tiny.ttf"),
    Input(name: "a saved drawing", operand: "open.jsonl", file: "plain.json"),
    Input(name: "an image in a saved drawing", operand: "deep.jsonl", file: "in.png"),
    Input(name: "a sound", operand: "sound.jsonl", file: "in.png"),
    Input(name: "an image in the operand, a saved drawing", operand: "saved.json", file: "in.png"),
  ]
  private static let pictures = [
    Input(name: "--background", options: "--background in.png", file: "in.png"),
    Input(
      name: "a background that is not drawn", operand: "background.jsonl", options: "--background white", file: "in.png"
    ),
    Input(name: "--over", options: "--over in.png", file: "in.png"),
    Input(name: "--font", options: "--font tiny.ttf", file: "tiny.ttf"),
  ]
  private static let under = Input(name: "--under", options: "--under in.pdf", file: "in.pdf")
  private static let records = [
    Input(name: "an operand", operand: "sketches.ndjson", file: "sketches.ndjson"),
    Input(name: "a file in a folder", operand: "records", file: "records/b.ndjson"),
    Input(name: "--classes", operand: "sketches.ndjson", options: "--classes list", file: "list"),
    Input(name: "--files-from", operand: "", options: "--files-from list", file: "list"),
  ]
  private static let pages = [
    Input(name: "the background of a page", operand: "page.jsonl", options: "--page 2", file: "in.png"),
    Input(name: "an image of a page that is left out", operand: "pages.jsonl", options: "--page 2", file: "in.png"),
  ]
  private static let drawn = [operand] + named + pictures
  private static let batch = "doodle batch -q --size 9 --on-error skip OPTIONS LOG -o"

  static let outputs = [
    Output(
      command: "render", option: "output", line: "doodle render LOG OPTIONS -f png -o out", target: "out", inputs: drawn
    ),
    Output(
      command: "render", option: "output", line: "doodle render LOG OPTIONS -o out.svg", target: "out.svg",
      inputs: drawn + pages),
    Output(
      command: "render", option: "output", line: "doodle render LOG OPTIONS -o out.pdf", target: "out.pdf",
      inputs: drawn + [under]),
    Output(
      command: "render", option: "output", line: "doodle render LOG OPTIONS -o 'out-{page}.pdf'", target: "out-1.pdf",
      inputs: [under]),
    Output(
      command: "render", option: "output", line: "doodle render LOG OPTIONS -o 'out-{page}.png'", target: "out-1.png",
      inputs: drawn),
    Output(
      command: "render", option: "output", line: "doodle render LOG OPTIONS -o out/", target: "out/STEM.png",
      inputs: drawn),
    Output(
      command: "render", option: "output", line: "doodle render dot.jsonl LOG OPTIONS --threads 4 -o '{stem}@2x.png'",
      target: "STEM@2x.png", inputs: drawn),
    Output(
      command: "render", option: "tiles", line: "doodle render LOG OPTIONS --tiles map", target: "map/0/0/0.png",
      inputs: drawn),
    // A tile of an earlier run is removed.
    Output(
      command: "render", option: "tiles", line: "doodle render LOG OPTIONS --tiles 'map/{stem}'",
      target: "map/STEM/1/0/0.png", inputs: drawn),
    Output(
      command: "replay", option: "output", line: "doodle replay LOG OPTIONS -f apng -o out", target: "out",
      inputs: drawn),
    Output(
      command: "replay", option: "output", line: "doodle replay LOG OPTIONS -o out.svg", target: "out.svg",
      inputs: drawn),
    Output(
      command: "replay", option: "output", line: "doodle replay LOG OPTIONS -f png -o frames/",
      target: "frames/0001.png", inputs: drawn),
    Output(
      command: "save", option: "output", line: "doodle save LOG OPTIONS -o out.json", target: "out.json",
      inputs: [operand] + named + pages),
    Output(
      command: "convert", option: "output", line: "doodle convert LOG OPTIONS --to doodle -o out", target: "out",
      inputs: [operand] + named.dropLast() + pages),
    Output(
      command: "convert", option: "output", line: "doodle convert LOG OPTIONS -o out.inkml", target: "out.inkml",
      inputs: [operand] + named),
    Output(
      command: "lint", option: "output", line: "doodle lint --fix LOG -o out.jsonl", target: "out.jsonl",
      inputs: [operand]),
    Output(
      command: "diff", option: "output", line: "doodle diff LOG dot.jsonl OPTIONS -o out.png", target: "out.png",
      inputs: drawn),
    Output(
      command: "check", option: "out", line: "doodle check LOG OPTIONS --out out", target: "out/STEM.actual.png",
      inputs: drawn.filter { $0.operand.hasSuffix("l") }),
    Output(
      command: "check", option: "report", line: "doodle check LOG golden.jsonl OPTIONS --report out.html",
      target: "out.html",
      inputs: drawn.filter { $0.operand.hasSuffix("l") } + [
        Input(name: "a golden", file: "golden.png"), Input(name: "a table of goldens", file: "goldens.tsv"),
      ]),
    Output(
      command: "check", option: "junit", line: "doodle check LOG OPTIONS --junit out.xml", target: "out.xml",
      inputs: drawn.filter { $0.operand.hasSuffix("l") }),
    Output(
      command: "check", option: "markdown", line: "doodle check LOG OPTIONS --markdown out.md", target: "out.md",
      inputs: drawn.filter { $0.operand.hasSuffix("l") }),
    Output(
      command: "accept", line: "doodle accept LOG OPTIONS", target: "STEM.png",
      inputs: drawn.filter { $0.operand.hasSuffix("l") && $0.file == "in.png" }),
    Output(
      command: "recorder", option: "output", line: "doodle recorder OPTIONS -o out.html", target: "out.html",
      inputs: [pictures[0]]),
    Output(command: "batch", option: "output", line: "\(batch) out.tar", target: "out.tar", inputs: records),
    Output(command: "batch", option: "output", line: "\(batch) out.npy", target: "out.npy", inputs: records),
    Output(command: "batch", option: "output", line: "\(batch) out.npy", target: "out.rows.ndjson", inputs: records),
    Output(command: "batch", option: "output", line: "\(batch) out.npy", target: "out.errors.ndjson", inputs: records),
    Output(command: "batch", option: "output", line: "\(batch) out.ndjson", target: "out.ndjson", inputs: records),
    Output(
      command: "batch", option: "output", line: "\(batch) 'out/{shard}.tar' --shard-size 1", target: "out/1.tar",
      inputs: records),
    Output(
      command: "batch", option: "output", line: "\(batch) 'out/{key}.png' --overwrite", target: "out/1.png",
      inputs: records),
    Output(
      command: "batch", line: "\(batch) 'out/{shard}.tar' --overwrite", target: "out/manifest.json", inputs: records),
    Output(command: "batch", line: "\(batch) 'out/{shard}.tar'", target: "out/errors.ndjson", inputs: records),
    Output(command: "batch", line: "\(batch) 'out/{shard}.tar'", target: "out/batch.journal", inputs: records),
  ]

  /// Such as "render --output".
  static var outputOptions: Set<String> {
    Set(outputs.compactMap { output in output.option.map { "\(output.command) --\($0)" } })
  }

  /// The options with a path that is only read, or a program's.
  static let readOptions = ["over", "under", "font", "classes", "files-from", "with", "against"]

  /// A new option that has a path must be listed here.
  @Test func `every option that takes a path is known as one that writes or one that reads`() {
    var found: Set<String> = []
    for command in CommandTable.commands {
      for option in command.options {
        guard case .files = option.explanation().completion, !Self.readOptions.contains(option.name) else { continue }
        found.insert("\(command.name) --\(option.name)")
      }
    }
    #expect(found == Self.outputOptions)
  }

  @Test(arguments: outputs)
  func `a file that a run reads is not replaced by any output`(output: Output) throws {
    let image = #"{"command":"image","path":"in.png","at":[0,0],"size":[9,9]}"#
    for input in output.inputs {
      let scratch = try Scratch([
        "a.jsonl": SmallLog.text, "dot.jsonl": SmallLog.dot, "golden.jsonl": SmallLog.dot, "list": "sketches.ndjson\n",
        "background.jsonl": SmallLog.text.replacing("\"doodle\":1", with: #""doodle":1,"background":"in.png""#),
        "image.jsonl": SmallLog.text + image + "\n",
        "font.jsonl": SmallLog.text + #"{"command":"text","text":"A","at":[0,0],"font":"tiny.ttf"}"# + "\n",
        "sound.jsonl": SmallLog.text + #"{"command":"sound","path":"in.png"}"# + "\n",
        "page.jsonl": SmallLog.text + #"{"command":"page","background":"in.png"}"# + "\n" + SmallLog.lines[1] + "\n",
        "pages.jsonl": SmallLog.text + image + "\n" + #"{"command":"page"}"# + "\n" + SmallLog.lines[1] + "\n",
        "linked.jsonl": SmallLog.text + image.replacing("in.png", with: "link.png") + "\n",
        "open.jsonl": #"{"command":"open","path":"plain.json"}"#,
        "deep.jsonl": #"{"command":"open","path":"saved.json"}"#,
        "sketches.ndjson": (1...2).map {
          #"{"word":"sketches.ndjson","key_id":"\#($0)","drawing":[[[1,\#($0)],[3,4]]]}"# + "\n"
        }.joined()
          + "{}\n",
      ])
      try scratch.write(Data(TinyFont.trueType()), to: "tiny.ttf")
      let operand = URL(filePath: input.operand)
      let target = output.target.replacing("STEM", with: operand.deletingPathExtension().lastPathComponent)
      let line = output.line.replacing("LOG", with: input.operand).replacing("OPTIONS", with: input.options)
      let made = try scratch.shell(
        """
        doodle render dot.jsonl -o in.png && doodle save image.jsonl -o saved.json && doodle save a.jsonl -o plain.json
        doodle accept -q golden.jsonl && doodle accept -q --store hash dot.jsonl && ln -s in.png link.png
        doodle render dot.jsonl -o in.pdf
        mkdir records && cp sketches.ndjson records/b.ndjson
        mkdir -p "$(dirname \(target))" && ln \(input.file) '\(target)'
        """)
      try #require(made.status == 0, "\(made.errors)")
      let before = try scratch.bytes(of: target)
      let result = try scratch.shell(line)
      let label: Comment = "\(input.name): \(line): \(result.status) \(result.errors)"
      #expect(result.status == 2, label)
      #expect(result.errors.contains("is an input; the output would replace it"), label)
      #expect(try scratch.bytes(of: target) == before, label)
    }
  }

  /// The output of b.jsonl is another name of b.png.
  @Test(arguments: [
    ("render", "-o '{stem}.png'"), ("replay", "-f png -o '{stem}.frames/'"), ("save", "-o '{stem}.json'"),
    ("render", "--files any -f png -o pictures/"),
  ])
  func `a file that one input names is not replaced by the output of another, in any order, on any threads`(
    command: String, options: String
  ) throws {
    let image = #"{"command":"image","path":"b.png","at":[0,0],"size":[9,9]}"# + "\n"
    let files = [
      "a.jsonl": SmallLog.text + image, "b.jsonl": SmallLog.dot, "c.jsonl": SmallLog.text,
      "dot.jsonl": SmallLog.dot,
      "d.jsonl": SmallLog.text.replacing("\"doodle\":1", with: #""doodle":1,"background":"b.png""#),
      "e.jsonl": SmallLog.text + #"{"command":"image","p\u0061th":"b.png","at":[0,0],"size":[9,9]}"# + "\n",
      "f.jsonl": #"{"command":"open","path":"named.json"}"#,
    ]
    var outcomes: Set<[String: Data]> = []
    for name in command == "save" ? ["a", "e", "f"] : ["a", "d", "e", "f"] {
      outcomes.removeAll()
      for inputs in ["\(name).jsonl b.jsonl c.jsonl", "b.jsonl c.jsonl \(name).jsonl"] {
        for threads in command == "save" ? [""] : ["--threads 1", "--threads 2"] {
          let scratch = try Scratch(files)
          let made = try scratch.shell(
            """
            doodle render c.jsonl -o b.png && doodle save a.jsonl -o named.json && cp b.png before.png
            mkdir -p pictures b.frames && ln b.png b.json && ln b.png pictures/b.png && ln b.png b.frames/0001.png
            """)
          try #require(made.status == 0, "\(made.errors)")
          let result = try scratch.shell("doodle \(command) \(inputs) \(threads) \(options)")
          let label: Comment = "\(command) \(inputs) \(threads): \(result.errors)"
          #expect(result.status == 2 && result.errors.contains("is an input"), label)
          #expect(try scratch.bytes(of: "b.png") == scratch.bytes(of: "before.png"), label)
          outcomes.insert(scratch.contents)
        }
      }
      #expect(outcomes.count == 1, "\(command) \(name): the order and the threads change nothing")
    }
  }

  @Test func `a missing file that one input names and another writes is seen in the order of the inputs`() throws {
    let image = #"{"command":"image","path":"b.png","at":[0,0],"size":[9,9]}"# + "\n"
    for threads in [1, 2] {
      let scratch = try Scratch(["a.jsonl": SmallLog.text + image, "b.jsonl": SmallLog.dot])
      #expect(try scratch.shell("doodle render a.jsonl b.jsonl -o '{stem}.png' --threads \(threads)").status == 3)
      #expect(scratch.names == ["a.jsonl", "b.jsonl", "b.png"], "\(threads)")
    }
  }

  @Test func `the library does not replace a file that the log names`() throws {
    let scratch = try Scratch([
      "a.jsonl": SmallLog.text, "b.jsonl": SmallLog.text + #"{"command":"image","path":"in.png","at":[0,0]}"# + "\n",
    ])
    _ = try scratch.shell("doodle render a.jsonl -o in.png")
    let before = try scratch.bytes(of: "in.png")
    #expect(throws: SessionError.self) {
      try DoodleKit.render(log: "\(scratch.path)/b.jsonl", to: "\(scratch.path)/in.png")
    }
    #expect(throws: SessionError.self) {
      try DoodleKit.render(log: "\(scratch.path)/a.jsonl", to: "\(scratch.path)/a.jsonl")
    }
    #expect(try scratch.bytes(of: "in.png") == before)
    #expect(try scratch.text(of: "a.jsonl") == SmallLog.text)
  }
}
