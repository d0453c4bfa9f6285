import DoodleKit
import Foundation
import TestSupport
import Testing

/// Films as ffmpeg decodes them.
@Suite(.enabled(if: Program.exists("ffmpeg"), "ffmpeg is not installed"))
struct VideoToolTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch([
      "a.jsonl": TimedLog.text, "clear.jsonl": TimedLog.untimed,
      "far.jsonl": Self.far(["#000000"]), "blue.jsonl": Self.far(["#1e66f5"]),
      "colors.jsonl": Self.far(["#000000", "#1e66f5", "#d20f39cc"]),
    ])
  }

  /// Pairs of simultaneous strokes in two far corners; the pairs overlap, and take these colors in turn.
  private static func far(_ colors: [String]) -> String {
    var lines = [#"{"doodle":1,"size":[160,120]}"#]
    for number in 0..<12 {
      lines.append(#"{"tool":"pen","color":"\#(colors[number % colors.count])","width":5}"#)
      for (step, phase) in ["began", "moved", "moved", "ended"].enumerated() {
        for (id, corner) in [(2 * number, (10, 10)), (2 * number + 1, (110, 80))] {
          let (x, y) = (corner.0 + 12 * step, corner.1 + (number * 7 + step * number) % 30)
          let time = Double(number * 4 + step) / 25
          lines.append(#"{"phase":"\#(phase)","id":\#(id),"x":\#(x),"y":\#(y),"t":\#(time)}"#)
        }
      }
    }
    return SmallLog.text(of: lines)
  }

  /// The pixels of all frames of a film, as ffmpeg decodes it.
  private func frames(_ input: String, width: Int, height: Int) throws -> [[UInt8]] {
    let result = try scratch.shell("ffmpeg -v error \(input) -f rawvideo -pix_fmt rgba -fps_mode passthrough -")
    #expect(result.errors.isEmpty, "\(result.errors)")
    let size = width * height * 4
    try #require(result.outputBytes.count % size == 0)
    let bytes = Array(result.outputBytes)
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
  }

  private func bytes(_ pixels: [UInt32]) -> [UInt8] {
    pixels.flatMap { word in [0, 8, 16, 24].map { UInt8(word >> $0 & 0xFF) } }
  }

  @Test(arguments: [
    "a.jsonl", "a.jsonl --background none", "a.jsonl --background '#010203' --compress small",
    "clear.jsonl", "clear.jsonl --background white", ProjectFiles.root + "/Examples/eraser.jsonl --width 120",
    ProjectFiles.root + "/Examples/rainbow.jsonl --width 120 --background none",
    "far.jsonl", "blue.jsonl", "colors.jsonl", "far.jsonl --background none", "blue.jsonl --background none",
    "colors.jsonl --background none", "colors.jsonl --compress default",
  ])
  func `an APNG decodes to the pixels and times that this project's decoder finds`(arguments: String) throws {
    let made = try scratch.shell("doodle replay \(arguments) --fps 25 -o film.apng")
    #expect(made.errors.isEmpty)
    let own = try APNGFile(Array(try scratch.bytes(of: "film.apng")))
    let theirs = try frames("-i film.apng", width: own.width, height: own.height)
    #expect(theirs.count == own.frames.count && !own.frames.isEmpty)
    if arguments.hasPrefix("far") || arguments.hasPrefix("blue") { #expect(own.frames.contains { $0.isOver }) }
    for (number, (frame, expected)) in zip(theirs, own.frames).enumerated() {
      #expect(frame == bytes(expected.pixels), "frame \(number)")
    }
    let probe = try scratch.shell("ffprobe -v error -show_entries packet=duration_time -of csv=p=0 film.apng")
    let durations = probe.output.split(whereSeparator: \.isNewline).compactMap { Double($0.split(separator: ",")[0]) }
    let expected = own.frames.map { Double($0.delay.numerator) / Double($0.delay.denominator) }
    #expect(durations.count == expected.count)
    #expect(zip(durations, expected).allSatisfy { abs($0 - $1) < 0.011 })
  }

  @Test func `ffmpeg reads raw frames unchanged`() throws {
    let own = try scratch.shell("doodle replay clear.jsonl --fps 10 -f rgba -o - > film.rgba")
    #expect(own.errors.isEmpty)
    let theirs = try frames("-f rawvideo -pix_fmt rgba -video_size 60x40 -i film.rgba", width: 60, height: 40)
    #expect(theirs.flatMap { $0 } == Array(try scratch.bytes(of: "film.rgba")))
  }

  @Test func `ffmpeg reads the colors, rate and range of y4m`() throws {
    let probe = try scratch.shell(
      """
      doodle replay a.jsonl --fps 30000/1001 --last-frame-duration 0 -o film.y4m
      ffprobe -v error -count_frames -show_entries \
      stream=pix_fmt,color_range,r_frame_rate,width,height,nb_read_frames -of csv=p=0 film.y4m
      """)
    // 2.5 seconds are 74.9 frames, rounded up to 75, and the first frame.
    #expect(probe.output == "60,40,yuv444p,tv,30000/1001,76\n")
    let own = try scratch.shell(
      "doodle replay a.jsonl --fps 30000/1001 --last-frame-duration 0 -f rgba -o - > film.rgba")
    #expect(own.errors.isEmpty)
    let exact = Array(try scratch.bytes(of: "film.rgba"))
    let theirs = try frames(
      "-i film.y4m -vf scale=in_color_matrix=bt601:flags=accurate_rnd+full_chroma_int", width: 60, height: 40
    )
    .flatMap { $0 }
    try #require(theirs.count == exact.count)
    // 256 levels become 219 steps, and both conversions round.
    #expect(zip(theirs, exact).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
  }

  /// A picture with odd sides, which this video format does not have.
  private static let odd = SmallLog.text(of: [
    #"{"doodle":1,"size":[121,81]}"#, ##"{"tool":"pen","color":"#20c040","width":60}"##,
    #"{"phase":"began","id":0,"x":20,"y":40,"t":0}"#, #"{"phase":"ended","id":0,"x":100,"y":40,"t":0.4}"#,
  ])

  /// Runs the command of the help that makes a video.
  private func makeVideo() throws {
    try scratch.write(Data(Self.odd.utf8), to: "sketch.jsonl")
    let help = try scratch.shell("doodle replay --help").output
    let command = try #require(help.firstMatch(of: #/doodle replay sketch\.jsonl -o - \| ffmpeg[^$]*?sketch\.mp4/#))
    let result = try scratch.shell(String(command.output))
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test func `the video of the help has the sides and colors that players expect`() throws {
    try makeVideo()
    let probe = try scratch.shell(
      """
      ffprobe -v error -show_entries stream=pix_fmt,width,height,color_space,color_primaries,color_transfer \
      -of default=noprint_wrappers=1 sketch.mp4 | sort
      """)
    #expect(
      probe.output == """
        color_primaries=bt709
        color_space=bt709
        color_transfer=bt709
        height=82
        pix_fmt=yuv420p
        width=122

        """)
  }

  @Test(.enabled(Browser.comment, { Browser.isInstalled }))
  func `a browser plays the video of the help in the colors of the drawing`() throws {
    try makeVideo()
    try scratch.write(
      Data("<!doctype html><body style=margin:0><video id=film muted src=sketch.mp4 style=display:block>".utf8),
      to: "film.html")
    let end = """
      await new Promise(done => {
        film.onended = () => done([film.videoWidth, film.videoHeight]);
        film.onerror = () => done(film.error.message);
        film.play().catch(error => done(error)); })
      """
    let seen = try Browser.run("film.html", in: scratch, [.look(end), .picture(width: 121, height: 81)])
    #expect(seen[0] == "122,82")
    try scratch.write(try #require(Data(base64Encoded: seen[1])), to: "shown.png")
    let picture = try readPNG(from: try InputFile(path: "\(scratch.path)/shown.png"))
    let pixel = Pixel(word: picture.pixels[40 * picture.width + 60])
    let shown = [Int(pixel.red), Int(pixel.green), Int(pixel.blue)]
    // The colors of BT.601 shown as those of BT.709 would be 29 off.
    #expect(zip(shown, [0x20, 0xC0, 0x40]).allSatisfy { abs($0 - $1) <= 8 }, "\(shown)")
  }
}
