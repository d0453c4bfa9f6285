import DoodleKit
import Foundation
import Testing

/// The README and the guides beside the examples: their commands run, their code compiles, and their links lead to files.
@Suite struct DocumentationTests {
  /// The command, which the build puts beside the tests.
  private static let doodle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "doodle").path

  private static let hasFFmpeg = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg")
  }

  /// A folder with the README's recording, and the recording of the guide to other inputs.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let log = try #require(try Page(Page.readme).blocks(of: "json").first)
    try Data(log.utf8).write(to: folder.url.appending(path: "sketch.jsonl"))
    let touches = try #require(try Page("Examples/README.md").blocks(of: "json").first)
    try Data(touches.utf8).write(to: folder.url.appending(path: "pencil.json"))
    let sketches = Example.root.appending(path: "Examples/data-sets/sketches.ndjson")
    try FileManager.default.copyItem(at: sketches, to: folder.url.appending(path: "sketches.ndjson"))
    return folder
  }

  private static func run(_ commands: String, in folder: TemporaryFolder) throws -> (status: Int32, errors: String) {
    try bash("doodle() { '\(doodle)' \"$@\"; }\n\(commands)", in: folder)
  }

  /// The sizes in pixels of some pictures that the commands of a guide draw.
  private static let sizes = [
    Page.readme: ["sketch@3x.png": [960, 600], "first.png": [640, 400]],
    "Examples/README.md": ["wide.png": [1600, 1000]],
  ]

  @Test(arguments: Page.guides)
  func `the commands of a guide run as written`(guide: String) throws {
    let folder = try Self.folder()
    let commands = try Page(guide).blocks(of: "sh").filter { !$0.contains("make ") }.joined(separator: "\n")
    try #require(commands.contains("doodle "))
    // Guides may use the picture that the README's first command draws.
    let (status, errors) = try Self.run("doodle render sketch.jsonl -o sketch.png\n\(commands)", in: folder)
    #expect(status == 0)
    // `batch` says how many records it has drawn, and `--verify` what it has verified.
    let complaints = errors.split(separator: "\n").filter {
      !$0.contains(/^doodle: ([0-9,]+ records?: [^\n]*\/s|[^\n]* equals a full redraw after each of [0-9]+ events?)$/)
    }
    #expect(complaints.isEmpty)
    for (name, size) in Self.sizes[guide, default: [:]] {
      let picture = try PNGRowReader(try InputFile(path: folder.path(of: name)))
      let found: [Int] = [picture.width, picture.height]
      #expect(found == size, "\(name)")
    }
  }

  @Test func `a converted recording has the pixels of the original`() throws {
    let folder = try Self.folder()
    let (status, _) = try Self.run(
      "doodle render pencil.json -o pencil.png; doodle convert pencil.json -o pencil.jsonl", in: folder)
    #expect(status == 0)
    try DoodleKit.render(log: folder.path(of: "pencil.jsonl"), to: folder.path(of: "converted.png"))
    #expect(
      try readPNG(from: try InputFile(path: folder.path(of: "converted.png")))
        == readPNG(from: try InputFile(path: folder.path(of: "pencil.png"))))
  }

  @Test func `the code of the README and of the articles is compiled`() throws {
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snippets.swift")
    let compiled = lines(try String(contentsOf: source, encoding: .utf8)).joined(separator: "\n")
    // The code of these two articles changes the package itself. `.ci/extend.py` runs it.
    let articles = Page.articles.filter { !$0.hasSuffix("ExtendIt.md") && !$0.hasSuffix("WriteAnImporter.md") }
    let blocks = try ([Page.readme] + articles).flatMap { try Page($0).blocks(of: "swift") }
    #expect(!articles.isEmpty && !blocks.isEmpty)
    for block in blocks { #expect(compiled.contains(lines(block).joined(separator: "\n")), "\(block)") }
  }

  /// Makes ffmpeg commands quiet, and replaces the encoder for H.264, which some builds of ffmpeg lack.
  private static func portable(_ commands: some StringProtocol) -> String {
    String(commands).replacing("ffmpeg ", with: "ffmpeg -v error ")
      .replacing("-pix_fmt yuv420p", with: "-pix_fmt yuv420p -c:v mpeg4")
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func `ffmpeg makes videos of the frames that the guide pipes to it`() throws {
    let folder = try Self.folder()
    let commands = try #require(try Page("Examples/films/README.md").blocks(of: "bash").first { $0.contains("ffmpeg") })
    let (status, errors) = try Self.run(Self.portable(commands), in: folder)
    #expect(status == 0, "\(errors)")
    for name in ["sketch.mp4", "sketch.gif", "sketch.webp"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: name))
      #expect((attributes[.size] as? Int).map { $0 > 1000 } == true, "\(name)")
    }
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func `the guide's MP4 has even sides, which most players need`() throws {
    let folder = try TemporaryFolder()
    let log = #"""
      {"doodle":1,"size":[101,75]}
      {"phase":"began","point":[9,9],"time":0}
      {"phase":"ended","point":[90,60],"time":0.5}

      """#
    try Data(log.utf8).write(to: folder.url.appending(path: "sketch.jsonl"))
    let commands = try #require(
      try Page("Examples/films/README.md").blocks(of: "bash").first { $0.contains("sketch.mp4") })
    let end = try #require(commands.firstRange(of: "sketch.mp4")).upperBound
    let script = Self.portable(commands[..<end])
    let probe = "ffprobe -v error -show_entries stream=width,height -of csv=p=0 sketch.mp4 > sides"
    let (status, errors) = try Self.run("\(script)\n\(probe)", in: folder)
    #expect(status == 0, "\(errors)")
    #expect(try String(contentsOf: folder.url.appending(path: "sides"), encoding: .utf8) == "102,76\n")
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func `the guide's recipe adds sound where the log names it`() throws {
    let folder = try TemporaryFolder()
    let log = #"""
      {"doodle":1,"size":[101,75]}
      {"phase":"began","point":[9,9],"time":0}
      {"command":"sound","path":"lesson.webm","time":1.5}
      {"phase":"ended","point":[90,60],"time":4}

      """#
    try Data(log.utf8).write(to: folder.url.appending(path: "lesson.jsonl"))
    let recipe = try #require(
      try Page("Examples/films/README.md").blocks(of: "bash").first { $0.contains("lesson.webm") })
    let tone = "ffmpeg -v error -f lavfi -i sine=duration=2 -f wav lesson.webm"
    let probe =
      "ffprobe -v error -select_streams a -show_entries stream=start_time,duration -of csv=p=0 lesson.mp4 > sound"
    let (status, errors) = try Self.run("\(tone)\n\(Self.portable(recipe))\n\(probe)", in: folder)
    #expect(status == 0, "\(errors)")
    let numbers = try String(contentsOf: folder.url.appending(path: "sound"), encoding: .utf8)
      .split { $0 == "," || $0 == "\n" }.compactMap { Double($0) }
    try #require(numbers.count == 2, "\(numbers)")
    #expect(abs(numbers[0] - 1.5) < 0.05 && abs(numbers[1] - 2) < 0.05, "\(numbers)")
  }

  @Test func `the guide's saved drawing can be opened`() throws {
    let guide = try Page("Examples/README.md")
    let text = try #require(guide.blocks(of: "json").first { $0.hasPrefix("{\"drawing\"") })
    var drawing = Drawing()
    try drawing.open(SavedDrawing(Array(text.utf8), name: guide.path))
    #expect(drawing.elements.map(\.id) == ["e1", "frame"])
    #expect(!drawing.inkBounds.isEmpty)
  }

  @Test func `the README's second log is drawn`() throws {
    let log = try #require(try Page(Page.readme).blocks(of: "json").last)
    let session = try DrawingSession(MemorySource(Array(log.utf8)), path: "README.md")
    while try session.advance() {}
    session.finish()
    #expect(session.takeDiagnostics().isEmpty)
    #expect(session.summary.events == 6)
  }

  @Test func `the links of the pages lead to files`() throws {
    var count = 0
    for guide in Page.linked {
      let folder = Example.root.appending(path: guide).deletingLastPathComponent()
      for match in try Page(guide).text.matches(of: /\]\((?<path>(?!https:)[^)#]+)\)/) {
        let path = String(match.output.path)
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: path).path), "\(guide): \(path)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  private static func bash(_ script: String, in folder: TemporaryFolder) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["bash", "-euo", "pipefail", "-c", script]
    process.currentDirectoryURL = folder.url
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }
}
