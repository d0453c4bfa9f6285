import DoodleKit
import Foundation
import Testing

/// What the README tells its reader to type works.
@Suite struct ReadmeTests {
  /// The command, which the build puts beside the tests.
  private static let doodle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "doodle").path

  private static let hasFFmpeg = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg")
  }

  /// A folder with the README's recordings under the names that its commands use.
  private func folder(_ readme: Readme) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let blocks = readme.blocks(of: "json")
    try folder.write(try #require(blocks.first), to: "sketch.jsonl")
    try folder.write(try #require(blocks.first { $0.hasPrefix("[") }), to: "pencil.json")
    return folder
  }

  /// Runs a script in which `doodle` is the command that was built with the tests.
  private func run(_ script: String, in folder: TemporaryFolder) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["bash", "-euo", "pipefail", "-c", "doodle() { '\(Self.doodle)' \"$@\"; }\n\(script)"]
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

  @Test func `the commands of the README run as written`() throws {
    let readme = try Readme()
    let folder = try folder(readme)
    let commands = readme.blocks(of: "sh").filter { !$0.contains("make ") }.joined(separator: "\n")
    try #require(commands.contains("doodle render sketch.jsonl -o sketch.png"))

    let (status, errors) = try run(commands, in: folder)
    #expect(status == 0)
    #expect(errors == "")

    func size(_ name: String) throws -> [Int] {
      let picture = try PNGRowReader(try InputFile(path: folder.path(of: name)))
      return [picture.width, picture.height]
    }
    #expect(try size("sketch@3x.png") == [960, 600])
    #expect(try size("first.png") == [640, 400])
    #expect(try size("pictures/sketch.png") == [640, 400])
    #expect(try size("pictures/sketch-small.png")[1] == 64)
    let pencil = try readPNG(from: try InputFile(path: folder.path(of: "pencil.png")))
    try render(folder.path(of: "pencil.jsonl"), to: folder.path(of: "converted.png"))
    #expect(try readPNG(from: try InputFile(path: folder.path(of: "converted.png"))) == pencil)
  }

  /// Makes the README's ffmpeg commands quiet, and replaces the encoder for H.264, which some builds of ffmpeg lack.
  private func portable(_ commands: some StringProtocol) -> String {
    commands.replacing("ffmpeg ", with: "ffmpeg -v error ")
      .replacing("-pix_fmt yuv420p", with: "-pix_fmt yuv420p -c:v mpeg4")
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func `the README's ffmpeg commands write films`() throws {
    let readme = try Readme()
    let folder = try folder(readme)
    let commands = try #require(readme.blocks(of: "bash").first { $0.contains("ffmpeg") })
    let (status, errors) = try run(portable(commands), in: folder)
    #expect(status == 0, "\(errors)")
    for name in ["sketch.mp4", "sketch.gif", "sketch.webp"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: name))
      #expect((attributes[.size] as? Int).map { $0 > 1000 } == true, "\(name)")
    }
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func `the README's MP4 has even sides, which most players need`() throws {
    let folder = try TemporaryFolder()
    let log = #"""
      {"doodle":1,"size":[101,75]}
      {"phase":"began","point":[9,9],"time":0}
      {"phase":"ended","point":[90,60],"time":0.5}

      """#
    try folder.write(log, to: "sketch.jsonl")
    let commands = try #require(try Readme().blocks(of: "bash").first { $0.contains("sketch.mp4") })
    let end = try #require(commands.firstRange(of: "sketch.mp4")).upperBound
    let probe = "ffprobe -v error -show_entries stream=width,height -of csv=p=0 sketch.mp4 > sides"
    let (status, errors) = try run("\(portable(commands[..<end]))\n\(probe)", in: folder)
    #expect(status == 0, "\(errors)")
    #expect(try String(contentsOf: folder.url.appending(path: "sides"), encoding: .utf8) == "102,76\n")
  }

  @Test func `the README's saved drawing can be opened`() throws {
    let text = try #require(try Readme().blocks(of: "json").first { $0.hasPrefix("{\"drawing\"") })
    var drawing = Drawing()
    try drawing.open(SavedDrawing(Array(text.utf8), name: "README.md"))
    #expect(drawing.elements.map(\.id) == ["e1", "frame"])
    #expect(!drawing.inkBounds.isEmpty)
  }

  @Test func `the files and folders that the README names exist`() throws {
    let readme = try Readme()
    let paths = readme.text.matches(
      of: /\]\((?<path>(?!https:)[^)#]+)\)|^\| (?<folder>(Sources|Tests|Examples)[^ ,]*)/.anchorsMatchLineEndings()
    ).compactMap { $0.output.path ?? $0.output.folder }
    #expect(!paths.isEmpty)
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: Example.root.appending(path: path).path), "\(path)")
    }
  }
}
