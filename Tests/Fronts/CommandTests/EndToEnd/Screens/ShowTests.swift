import DoodleKit
import Foundation
import TestSupport
import Testing

/// The output of `show`, decoded as a terminal would.
@Suite struct ShowTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["a.jsonl": TimedLog.text, "clear.jsonl": TimedLog.untimed])
  }

  private func picture(_ arguments: String) throws -> Bitmap {
    let result = try scratch.shell("doodle render \(arguments) -o -")
    #expect(result.errors.isEmpty)
    return try readPNG(from: MemorySource(Array(result.outputBytes)))
  }

  private func output(_ arguments: String) throws -> [UInt8] {
    let result = try scratch.shell("doodle show \(arguments)")
    #expect(result.errors.isEmpty && result.status == 0)
    return Array(result.outputBytes)
  }

  /// 60 x 40 points fit into 80 x 23 cells as 69 x 46 half blocks: 1.15 pixels per point.
  @Test(arguments: ["a.jsonl", "a.jsonl --at stroke:1", "a.jsonl --at event:9 --predicted", "clear.jsonl"])
  func `half blocks show the picture, as large as 80 by 24 cells allow`(arguments: String) throws {
    let screen = TerminalEmulator(try output("\(arguments) --protocol blocks"))
    let expected = try picture("\(arguments) --height 46")
    try #require(expected.width == 69)
    #expect(screen.unsupported.isEmpty)
    let shown = expected.pixels.map { $0 >> 24 < 128 ? 0 : $0 | 0xFF00_0000 }
    #expect(screen.words(width: 80, height: 48) == Bitmap(width: 69, height: 46, pixels: shown).padded(80, 48))
  }

  @Test func `--scale overrides the size of the terminal`() throws {
    let screen = TerminalEmulator(try output("a.jsonl --protocol blocks --scale 0.5"))
    #expect(try screen.words(width: 30, height: 20) == picture("a.jsonl --scale 0.5").pixels)
  }

  /// If the terminal does not report the size of a cell, it is 8 x 16 pixels: 23 rows are 368 pixels.
  @Test func `kitty and iterm get the picture as a PNG, sixel as sixels`() throws {
    let expected = try picture("a.jsonl --height 368")
    let kitty = String(decoding: try output("a.jsonl --protocol kitty"), as: UTF8.self)
    #expect(try kittyPictures(kitty) == [expected])
    #expect(kitty.hasSuffix("\u{1B}\\\n"))
    let iterm = String(decoding: try output("a.jsonl --protocol iterm"), as: UTF8.self)
    let text = try #require(iterm.split(separator: ":").last?.dropLast(2))
    let png = try #require(Data(base64Encoded: String(text)))
    #expect(try readPNG(from: MemorySource(Array(png))) == expected)
    let sixels = try SixelDecoder(try output("a.jsonl --protocol sixel").dropLast() as [UInt8])
    #expect(sixels.width == expected.width && sixels.height == expected.height)
    #expect(sixels.pixels[0][0] == SIMD3(100, 100, 100))
  }

  private func kittyPictures(_ text: String) throws -> [Bitmap] {
    var pictures: [Bitmap] = []
    var data = ""
    for match in text.matches(of: /\x1B_G([^;]*);([^\x1B]*)\x1B\\/) {
      data += match.output.2
      guard match.output.1.hasSuffix("m=0") else { continue }
      let png = try #require(Data(base64Encoded: data))
      pictures.append(try readPNG(from: MemorySource(Array(png))))
      data = ""
    }
    return pictures
  }

  @Test(arguments: [
    "cat a.jsonl |", "sed '1d' a.jsonl |", "cat clear.jsonl |", "sed '1d;s/\"point\":.5/&0/' a.jsonl |",
  ])
  func `following a log to its end shows the finished picture`(source: String) throws {
    let followed = try scratch.shell("\(source) doodle show --follow --protocol blocks")
    let whole = try scratch.shell("\(source) doodle show --protocol blocks")
    #expect(followed.errors == whole.errors)
    let screen = TerminalEmulator(Array(followed.outputBytes))
    #expect(screen.unsupported.isEmpty)
    let expected = TerminalEmulator(Array(whole.outputBytes))
    // Unlike the other, the followed picture has the rows above it that made room on the screen.
    let top = screen.pixels.count - expected.pixels.count
    let shown: [[UInt32]] = Array(screen.pixels.dropFirst(max(0, top)))
    #expect(shown == expected.pixels)
    let kitty = try scratch.shell("\(source) doodle show --follow --protocol kitty")
    let last = try kittyPictures(kitty.output).last
    #expect(try last == kittyPictures(try scratch.shell("\(source) doodle show --protocol kitty").output).last)
  }

  @Test func `lines from a pipe are shown before more lines arrive`() throws {
    let process = try Program.process(Program.doodle, ["show", "--follow", "--protocol", "kitty"], in: scratch.path)
    let (input, shown) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = shown
    process.standardError = FileHandle.nullDevice
    try Program.start(process)
    var text = ""
    for count in [5, 8, 10, 12] {
      let lines = TimedLog.text(first: count).utf8.dropFirst(
        count == 5 ? 0 : TimedLog.text(first: [8: 5, 10: 8, 12: 10][count]!).utf8.count)
      try input.fileHandleForWriting.write(contentsOf: Data(lines))
      let expected = try picture("a.jsonl --height 368 --at event:\(count)")
      while try kittyPictures(text).last != expected {
        let more = shown.fileHandleForReading.availableData
        try #require(!more.isEmpty, "the picture after \(count) lines was not shown")
        text += String(decoding: more, as: UTF8.self)
      }
    }
    try input.fileHandleForWriting.close()
    _ = shown.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a growing file is followed until the run is interrupted`() throws {
    try scratch.write(Data(TimedLog.text(first: 5).utf8), to: "growing.jsonl")
    let process = try Program.process(
      Program.doodle, ["show", "--follow", "--protocol", "kitty", "growing.jsonl"], in: scratch.path)
    let shown = Pipe()
    process.standardOutput = shown
    try Program.start(process)
    var text = ""
    for count in [5, 12] {
      if count == 12 {
        let file = try #require(FileHandle(forWritingAtPath: "\(scratch.path)/growing.jsonl"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(TimedLog.text.utf8.dropFirst(TimedLog.text(first: 5).utf8.count)))
      }
      let expected = try picture("a.jsonl --height 368 --at event:\(count)")
      while try kittyPictures(text).last != expected {
        let more = shown.fileHandleForReading.availableData
        try #require(!more.isEmpty)
        text += String(decoding: more, as: UTF8.self)
      }
    }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test(arguments: ["", "--follow"])
  func `if the reader closes the pipe, the run ends with 0 and no message`(option: String) throws {
    let result = try scratch.shell(
      "(sleep 0.1; cat a.jsonl | doodle show \(option) --protocol kitty) | true; echo ${PIPESTATUS[0]}")
    #expect(result.output == "0\n")
    #expect(result.errors.isEmpty)
  }
}

extension Bitmap {
  /// The pixels of a larger, clear bitmap with this one in its top left corner.
  fileprivate func padded(_ columns: Int, _ rows: Int) -> [UInt32] {
    (0..<rows).flatMap { y in (0..<columns).map { x in x < width && y < height ? pixels[y * width + x] : 0 } }
  }
}
