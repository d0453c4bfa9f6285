import DoodleKit
import Foundation
import TestSupport
import Testing

@testable import doodle

/// Logs and saved drawings with an extreme number in every numeric key, and options with extreme values.
@Suite struct ExtremeNumberTests {
  /// The lines of logs with an extreme number, by the name of the line.
  static let lines = LogSchema.ofDoodle.lines.filter { $0.name != "open" }.map(\.name)

  private static let picture =
    #""iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==""#

  private static let numbers = ExtremeNumbers(valid: [
    "data": picture, "id": #""a""#, "text": #""Hi""#, "name": #""m""#, "phase": #""moved""#, "revises": "7",
    "touch": "1", "expects": "[\"pressure\"]", "a": "[5,5]", "b": "[50,40]", "c": "[9,30]", "frame": "[1,2,30,40]",
    "samples": "[[5,5,0,0.5],[20,30,0.1],[50,20,0.2]]", "center": "[20,20]", "tilts": "[[1,2],[0.5,1],[0.5,1]]",
    "twists": "[10,20,-1]", "tangentialPressures": "[0,1,-2]", "contacts": "[[1,2],[0,5],[-1,-1]]",
  ])

  /// The largest amount of memory for drawing, in bytes.
  private static let memory = 64 << 20

  /// Logs with each extreme number in a line, and the key and number that are extreme.
  private static func logs(with line: String) throws -> [(name: String, text: String)] {
    let schema = try #require(LogSchema.ofDoodle.lines.first { $0.name == line })
    return numbers.objects(of: schema.line).map { object in
      var log = [line == "header" ? object.json : #"{"doodle":1,"size":[60,50]}"#]
      log += [
        #"{"tool":"pen","width":6,"id":"a"}"#, #"{"phase":"began","touch":1,"point":[10,10],"time":0}"#,
        #"{"phase":"moved","touch":1,"point":[20,30],"time":0.1,"pressure":0.5,"index":7,"expects":["pressure"]}"#,
      ]
      if ["touch", "revision"].contains(line) { log.append(object.json) }
      log.append(#"{"phase":"ended","touch":1,"point":[50,20],"time":0.3}"#)
      if line == "edit" { log.append(#"{"command":"text","id":"a","text":"x","at":[1,1]}"#) }
      if !["header", "touch", "revision"].contains(line) { log.append(object.json) }
      if line == "tool" {
        // The style applies to all tools.
        for tool in Tool.all where tool != .text {
          log += [
            #"{"tool":"\#(tool.name)"}"#, #"{"phase":"began","point":[15,40],"time":0.5}"#,
            #"{"phase":"ended","point":[45,12],"time":0.6}"#,
          ]
        }
      }
      return ("\(line), \(object.name)", log.joined(separator: "\n"))
    }
  }

  @Test(arguments: lines)
  func `a log with an extreme number in a line is drawn or refused, within a second`(line: String) throws {
    for (index, log) in try Self.logs(with: line).enumerated() {
      check(log.text, log.name, isThorough: index % 8 == 0)
    }
  }

  @Test(.enabled(if: Program.exists("python3"), "needs python3"), arguments: lines)
  func `the command draws logs with an extreme number within its memory limit`(line: String) throws {
    let logs = try Self.logs(with: line)
    let scratch = try Scratch(
      Dictionary(uniqueKeysWithValues: logs.enumerated().map { ("\($0.offset).jsonl", $0.element.text) }))
    try scratch.write(
      Data(
        """
        import glob, resource, subprocess, sys
        run = subprocess.run(sys.argv[1:] + sorted(glob.glob('*.jsonl')), stderr=subprocess.DEVNULL)
        print(run.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)
        """.utf8), to: "measure.py")
    for output in [
      "render -o {stem}.png", "render -o {stem}.svg", "render -o {stem}.pdf", "replay --fps 4 -o {stem}.apng",
    ] {
      let limits = "--threads 1 --memory-limit 64M --pixel-limit 4M --time-limit 300"
      let result = try scratch.shell("python3 measure.py '\(Program.doodle)' \(output) \(limits)")
      let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      try #require(numbers.count == 2, "\(result.errors)")
      #expect((0...4).contains(numbers[0]), "\(output)")
      // The rest of the process needs memory of its own.
      #expect(numbers[1] < 64 + 64, "MB for \(output)")
    }
  }

  @Test(arguments: DrawingSchema.kinds.map { $0.name })
  func `a saved drawing with an extreme number in an element is drawn or refused, within a second`(
    kind: String
  ) throws {
    let schema = try #require(DrawingSchema.kinds.first { $0.name == kind })
    for (index, object) in Self.numbers.objects(of: schema.element).enumerated() {
      let drawing = #"{"drawing":1,"size":[60,50],"elements":[\#n\#(object.json)\#n]}"#
      check(drawing, "\(kind), \(object.name)", isThorough: index % 8 == 0)
    }
  }

  @Test func `elements scaled again and again are drawn within the memory limit`() {
    for count in 1...60 {
      let steps = Array(repeating: #"{"command":"transform","id":"a","scale":1000000}"#, count: count)
      let log = [
        #"{"doodle":1,"size":[60,50]}"#, #"{"tool":"pen","width":6,"id":"a"}"#,
        #"{"phase":"began","point":[5,5],"time":0,"pressure":0.5}"#, #"{"phase":"moved","point":[20,30],"time":0.1}"#,
        #"{"phase":"ended","point":[50,20],"time":0.2}"#,
      ]
      check((log + steps).joined(separator: "\n"), "\(count) times", isThorough: true)
    }
  }

  /// Draws a recording in all formats, or in the most important ones.
  private func check(_ text: String, _ name: String, isThorough: Bool) {
    let limits = RenderLimits(memory: Self.memory, pixels: 1 << 22, threads: 1)
    for kind in isThorough ? RendererKind.allCases : [.picture, .svg] {
      checkTime("\(name) as \(kind)") {
        let moment = try RecordedMoment(try recording(of: text, limits), at: nil, limits: limits)
        let output = try moment.output(of: kind)
        if case .tiles(let pyramid) = output, pyramid.largestZoom < 4 {
          pyramid.forEachTile(ofRow: 0, atZoom: pyramid.largestZoom) { _, _ in }
        }
      }
    }
    guard isThorough else { return }
    checkTime("\(name), saved") {
      _ = SavedDrawing(try RecordedMoment(try recording(of: text, limits), at: nil, limits: limits).drawing).text
    }
    for format in ExportFormat.allCases {
      checkTime("\(name) as \(format.rawValue)") {
        var export = DrawingExport(try session(of: text))
        while try export.advance() {}
        _ = format.file(of: try export.finish())
      }
    }
  }

  private func session(of text: String) throws -> DrawingSession {
    var options = SessionOptions()
    options.memoryLimit = Self.memory
    options.imageLimits = ImageLimits(maxBytes: Self.memory)
    return try DrawingSession(MemorySource(Array(text.utf8)), path: "log", options: options)
  }

  private func recording(of text: String, _ limits: RenderLimits) throws -> Recording {
    var reader = try RecordingReader(try session(of: text), picture: PictureOptions(), limits: limits)
    while try reader.advance() {}
    return try reader.finish()
  }

  private func checkTime(_ name: String, _ body: () throws -> Void) {
    let start = processorSeconds
    do {
      try body()
    } catch {
      // Refused, which takes a moment only.
    }
    // A second, which a processor that other programs share may stretch threefold.
    #expect(processorSeconds - start < 3, "\(name)")
  }

  /// The time for which this thread has run. Drawing with one thread happens on it.
  private var processorSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: Options

  /// Values of options by their placeholders in help texts, # for a number; empty for options without a number.
  private static let forms: [String: [String]] = [
    "N": ["#"], "S": ["#"], "X": ["#"], "T": ["#"], "D": ["#"], "W": ["#"], "H": ["#"], "GAMMA": ["#"],
    "DEGREES": ["#"],
    "WxH": ["#x#", "#x9", "9x#"],
    "X,Y": ["#,#", "#,9"], "X,Y,W,H": ["#,0,9,9", "0,0,#,#", "#,#,#,#"], "RATE": ["#", "#/1001", "30/#"],
    "TIME": ["#s", "#ms", "#m"], "SIZE": ["#", "#K", "#T"], "WHEN": ["#s", "#%", "event:#", "stroke:#"],
    "A..B": ["#s..", "..#%", "event:#..#s"], "gap=S,speed=P": ["gap=#", "speed=#", "gap=#,speed=#"],
    "P": ["#", "#%", "#/9", "9/#"], "I/N": ["#/9", "0/#"], "NAME=S,…": ["a=#", "a=.5,b=#"], "P%,…": ["#%", "50%,#%"],
    "NAME=X,…": ["scale=#", "rotate=#", "shift=#,width=#"],
  ]
  private static let placeholdersWithoutNumbers: Set = [
    "FORMAT", "DIRECTION", "ACCESS", "ACTION", "OUT", "LEVEL", "SHELL", "WHAT", "METRIC", "DIFF.png", "PROGRAM", "DIR",
    "FILE.html", "FILE.xml", "COLOR", "IMAGE", "MODEL", "SOURCE", "RENDERER", "LIST", "NAME", "FIXED", "RULE,…", "HOW",
    "WHERE", "MODE", "BRUSH", "FIT", "FILE", "FONT", "TOOL", "KIND", "PDF", "AXIS", "FILE.md", "ACTUAL", "GLOB",
    "COMMAND",
  ]
  private static let lineOfCommand = [
    "render": "render a.jsonl -o o.png", "replay": "replay a.jsonl -o o.apng", "show": "show a.jsonl --protocol blocks",
    "convert": "convert a.jsonl -o o.jsonl", "hash": "hash a.jsonl", "diff": "diff a.jsonl a.jsonl",
    "batch": "batch a.jsonl -o o.npy", "check": "check a.jsonl", "inspect": "inspect a.jsonl", "lint": "lint a.jsonl",
    "recorder": "recorder -o r.html",
  ]

  /// Every option with a number, with a command that has it.
  static let options: [String] = CommandTable.options.compactMap { option in
    guard let placeholder = option.placeholder, !placeholdersWithoutNumbers.contains(placeholder) else { return nil }
    let command = CommandTable.commands.first { command in
      lineOfCommand[command.name] != nil && command.options.contains { $0.name == option.name }
    }
    let program = ["repeat", "program-time"].contains(option.name) ? " --with 'false {log} {png}'" : ""
    return "\(lineOfCommand[command?.name ?? ""] ?? "no command")\(program) --\(option.name)=\(placeholder)"
  }

  @Test(arguments: options)
  func `an option with an extreme number has a documented exit code`(option: String) throws {
    let (line, placeholder) = (option.prefix { $0 != "=" }, String(option.drop { $0 != "=" }.dropFirst()))
    // WHEN also stands for the values of --color.
    let forms = line.hasSuffix("--color") ? [] : try #require(Self.forms[placeholder], "a form for \(placeholder)")
    let scratch = try Scratch(["a.jsonl": SmallLog.text])
    let numbers =
      ["0", "-0", "5e-324", "1e-300", "1e308", "1e309", "nan", "inf", "-1", "0.001", "1", "1e3", "1e6", "1e7"]
      + ["2147483647", "2147483648", "9007199254740993", "9223372036854775807", "9223372036854775808", "1e19"]
    let values = forms.flatMap { form in numbers.map { form.replacing("#", with: $0) } }
    guard !values.isEmpty else { return }
    let list = values.map { "'\($0)'" }.joined(separator: " ")
    let limits = line.hasPrefix("render") && !line.hasSuffix("-limit") ? "--memory-limit 64M --pixel-limit 4M" : ""
    let result = try scratch.shell(
      """
      for value in \(list); do
        timeout 60 '\(Program.doodle)' \(line)="$value" \(limits) > out 2> errors; code=$?
        if [ $code -gt 4 ]; then echo "$value: $code $(head -c 300 errors)"; fi
      done
      """)
    #expect(result.output.isEmpty, "\(line)")
  }
}
