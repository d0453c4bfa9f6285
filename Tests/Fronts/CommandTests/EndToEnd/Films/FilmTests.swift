import DoodleKit
import Foundation
import TestSupport
import Testing

/// `replay`: each frame equals the picture that `render --at` draws of its moment.
@Suite struct FilmTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["a.jsonl": TimedLog.text, "untimed.jsonl": TimedLog.untimed])
  }

  /// The pixels that `render --at` draws, `seconds` after the beginning.
  private func picture(_ log: String, _ seconds: Double, _ options: String = "") throws -> [UInt32] {
    let result = try scratch.shell("doodle render \(log) --at \(seconds)s \(options) -o -")
    #expect(result.errors.isEmpty)
    return try readPNG(from: MemorySource(Array(result.outputBytes))).pixels
  }

  private func film(_ arguments: String) throws -> APNGFile {
    let result = try scratch.shell("doodle replay \(arguments) -f apng -o -")
    #expect(result.errors.isEmpty)
    return try APNGFile(Array(result.outputBytes))
  }

  struct Recording: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Options of both commands.
    var options = ""
    /// Options of `replay` and `render --at`.
    var timeOptions = ""
    /// Options of `render --at`.
    var renderOptions = ""
  }

  @Test(arguments: [
    Recording(testDescription: "a.jsonl"),
    Recording(testDescription: "a.jsonl", options: "--background none --scale 1.5", timeOptions: "--predicted"),
    Recording(testDescription: "a.jsonl", options: "--background '#33000080' --compress small"),
    Recording(testDescription: "untimed.jsonl", renderOptions: "--synth-time gap=0.3,speed=400"),
    Recording(testDescription: "untimed.jsonl", timeOptions: "--synth-time gap=1,speed=50"),
    Recording(testDescription: ProjectFiles.root + "/Examples/two-fingers.jsonl"),
    Recording(testDescription: ProjectFiles.root + "/Examples/editing.jsonl"),
    Recording(testDescription: ProjectFiles.root + "/Examples/markup.jsonl"),
    Recording(testDescription: ProjectFiles.root + "/Examples/translucent.jsonl", options: "--width 150"),
  ])
  func `each frame of an APNG has the pixels of its moment`(recording: Recording) throws {
    let log = recording.testDescription
    let film = try film("\(log) --fps 8 --last-frame-duration 0 \(recording.options) \(recording.timeOptions)")
    var number = 0
    for frame in film.frames {
      let options = [recording.options, recording.timeOptions, recording.renderOptions].joined(separator: " ")
      #expect(try frame.pixels == picture(log, Double(number) / 8, options), "frame \(number)")
      #expect(frame.delay.denominator == 8)
      // The frames that this one replaces are equal to it.
      if frame.delay.numerator > 1 {
        let last = number + frame.delay.numerator - 1
        #expect(try frame.pixels == picture(log, Double(last) / 8, options), "frame \(last)")
      }
      number += frame.delay.numerator
    }
    let result = try scratch.shell("doodle render \(log) \(recording.options) -o -")
    #expect(try film.frames.last?.pixels == readPNG(from: MemorySource(Array(result.outputBytes))).pixels)
  }

  @Test func `speed, idle time, selection and last frame decide the length of a film`() throws {
    func frames(_ options: String) throws -> Int {
      try film("a.jsonl --fps 20 \(options)").frames.reduce(0) { $0 + $1.delay.numerator }
    }
    // 2.5 seconds at 20 frames per second, and the first frame.
    #expect(try frames("--last-frame-duration 0") == 51)
    #expect(try frames("") == 70)
    #expect(try frames("--last-frame-duration 2.5") == 100)
    #expect(try frames("--last-frame-duration 0 --speed 5") == 11)
    #expect(try frames("--last-frame-duration 0 --idle-time-limit 0.25") == 36)
    #expect(try frames("--last-frame-duration 0 --idle-time-limit 0.25 --speed 0.5") == 71)
    #expect(try frames("--last-frame-duration 0 --select 0.5s..1.5s") == 21)
    #expect(try frames("--last-frame-duration 0 --select stroke:1..stroke:2") == 21)
    #expect(try frames("--last-frame-duration 0 --select 'mark:one line..'") == 41)
    #expect(try frames("--last-frame-duration 0 --select ..40%") == 21)
    #expect(try frames("--last-frame-duration 0 --select event:12..") == 1)
  }

  @Test func `a selection begins with the picture at its start and ends with the picture at its end`() throws {
    let film = try film("a.jsonl --select stroke:1..2.1s --fps 10")
    #expect(try film.frames.first?.pixels == picture("a.jsonl", 0.5))
    #expect(try film.frames.last?.pixels == picture("a.jsonl", 2.1))
  }

  @Test func `--loop sets how often an APNG is played`() throws {
    #expect(try film("a.jsonl").plays == 0)
    #expect(try film("a.jsonl --loop 3").plays == 3)
  }

  @Test func `each frame is a PNG in the folder`() throws {
    let result = try scratch.shell("mkdir f; doodle replay a.jsonl --fps 4 --last-frame-duration 0.5 -o f/; ls f")
    #expect(result.errors.isEmpty)
    // The first frame, ten quarters of a second, and one more frame for the duration of the last.
    let names: [String] = (1...12).map { (number: Int) -> String in "00\(number < 10 ? "0" : "")\(number).png" }
    let listed: [String] = result.output.split(separator: "\n").map(String.init)
    #expect(listed == names)
    for (index, name) in names.enumerated() {
      let bytes = Array(try scratch.bytes(of: "f/\(name)"))
      #expect(try readPNG(from: MemorySource(bytes)).pixels == picture("a.jsonl", Double(index) / 4), "\(name)")
    }
  }

  @Test func `raw video has the pixels of every frame, and y4m has as many frames`() throws {
    let result = try scratch.shell(
      """
      doodle replay untimed.jsonl --fps 10 --last-frame-duration 0 -f rgba -o - > a.rgba
      doodle replay -q untimed.jsonl --fps 10 --last-frame-duration 0 -o a.y4m
      doodle replay -q untimed.jsonl --fps 10 --last-frame-duration 0 -o - | cmp - a.y4m
      """)
    #expect(result.errors.isEmpty && result.status == 0)
    let raw = try scratch.bytes(of: "a.rgba")
    // Two strokes of 0.1 seconds, 0.3 seconds apart, take 0.5 seconds: six frames.
    try #require(raw.count == 6 * 60 * 40 * 4)
    for number in 0..<6 {
      let words: [UInt32] = try picture("untimed.jsonl", Double(number) / 10, "--synth-time gap=0.3,speed=400")
      let expected: [UInt8] = words.flatMap { (word: UInt32) -> [UInt8] in
        [0, 8, 16, 24].map { (shift: UInt32) -> UInt8 in UInt8(word >> shift & 0xFF) }
      }
      let frame: [UInt8] = Array(raw.dropFirst(number * 9600).prefix(9600))
      #expect(frame == expected, "frame \(number)")
    }
    let header = "YUV4MPEG2 W60 H40 F10:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
    let video = try scratch.bytes(of: "a.y4m")
    #expect(video.starts(with: Data(header.utf8)))
    #expect(video.count == header.utf8.count + 6 * (6 + 3 * 60 * 40))
  }
}
