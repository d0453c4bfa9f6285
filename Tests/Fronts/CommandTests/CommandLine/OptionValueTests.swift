import DoodleKit
import TestSupport
import Testing

@testable import doodle

@Suite struct OptionValueTests {
  @Test func `render without options takes everything from the log`() throws {
    let options = try RenderOptions(typed("render a.jsonl -o a.png"), in: piped)
    try #require(options.pictures.count == 1)
    let picture = options.pictures[0]
    #expect(picture.job == Job(input: "a.jsonl", output: "a.png"))
    #expect(picture.format == .png)
    #expect(picture.resolution == .ofLog)
    let reading = options.reading
    #expect(reading.picture == PictureOptions())
    #expect(reading.input.format == nil, "the content decides the format")
    #expect(reading.input.onError == .stop)
    #expect(options.compression == .fast)
    #expect(reading.memoryLimit == 2_147_483_648)
    #expect(reading.threads == processorCount())
    #expect(options.replacesFiles)
    #expect(!options.hasMetadata)
    #expect(!options.printsJSON)
  }

  @Test func `render reads every option`() throws {
    let line = """
      render a.jsonl -o out -f png -n --size 800x600.5 --margin 4 --dpi 144 --background #1e66f580 --model ink-1 \
      --pressure velocity --keep-cancelled --compress small --memory-limit 512M --on-error skip --from uitouch \
      --metadata --json --threads 3 --rotate 270 --flip y
      """
    let options = try RenderOptions(typed(line), in: piped)
    #expect(options.pictures[0].job.output == "out")
    let picture = options.reading.picture
    #expect(picture.size == Size(width: 800, height: 600.5))
    #expect(picture.margin == 4)
    #expect(picture.resolution == .dpi(144))
    #expect(picture.background == .color(Color(red: 0x1e, green: 0x66, blue: 0xf5, alpha: 0x80)))
    #expect(picture.model == .ink1)
    #expect(picture.pressure == .velocity)
    #expect(picture.keepsCancelled)
    #expect(picture.turn == Turn(quarters: 3, flipsY: true))
    #expect(options.compression == .small)
    let reading = options.reading
    #expect(reading.memoryLimit == 536_870_912)
    #expect(reading.threads == 3)
    #expect(reading.input.onError == .skip)
    #expect(reading.input.format == .log(.uitouch))
    #expect(!options.replacesFiles)
    #expect(options.hasMetadata)
    #expect(options.printsJSON)
  }

  @Test func `hash reads the options that decide pixels`() throws {
    let options = try HashOptions(
      typed("hash a.jsonl b.png --fit content --margin 0 --scale 2 --json --threads 1"), in: piped)
    #expect(options.inputs == ["a.jsonl", "b.png"])
    #expect(options.reading.threads == 1)
    #expect(options.reading.picture.fit == .content)
    #expect(options.reading.picture.margin == 0)
    #expect(options.reading.picture.resolution == .scale(2))
    #expect(options.printsJSON)
  }

  @Test(arguments: [
    ("inspect a", InspectOptions.Report.text), ("inspect a --json", .json), ("inspect a --centerline", .centerline),
  ])
  func `options choose the kind of report that inspect prints`(line: String, report: InspectOptions.Report) throws {
    #expect(try InspectOptions(typed(line), in: piped).report == report)
  }

  @Test func `convert writes a log for each recording`() throws {
    let options = try ConvertOptions(typed("convert a.json b.json -o {stem}.jsonl -n --from uitouch"), in: piped)
    #expect(options.jobs.map(\.output) == ["a.jsonl", "b.jsonl"])
    #expect(options.input.format == .log(.uitouch))
    #expect(!options.replacesFiles)
  }

  @Test func `replay without options shows everything at thirty frames per second`() throws {
    let options = try ReplayOptions(typed("replay a.jsonl -o a.apng"), in: piped)
    #expect(options.jobs == [Job(input: "a.jsonl", output: "a.apng")])
    #expect(options.format == .apng)
    #expect(options.selection == MomentRange())
    #expect(options.rate == FrameRate(30))
    #expect(options.pace.speed == 1)
    #expect(options.pace.idleLimit == nil)
    #expect(options.pace.lastFrameDuration == 1)
    #expect(options.plays == 0)
    #expect(options.syntheticTime == nil)
    #expect(!options.showsPredictions)
    #expect(options.reading.picture == PictureOptions())
  }

  @Test func `replay reads every option`() throws {
    let line = """
      replay a.jsonl -o x -f apng --select 50%..mark:a..b --speed 2.5 --fps 29.97 --idle-time-limit 0.5 \
      --last-frame-duration 0 --loop 3 --synth-time speed=100 --predicted --scale 2 --compress small
      """
    let options = try ReplayOptions(typed(line), in: piped)
    #expect(options.format == .apng)
    #expect(options.selection == MomentRange(start: .fraction(0.5), end: .mark("a..b")))
    #expect(options.pace.speed == 2.5)
    #expect(options.rate == FrameRate(2997, per: 100))
    #expect(options.pace.idleLimit == 0.5)
    #expect(options.pace.lastFrameDuration == 0)
    #expect(options.plays == 3)
    #expect(options.syntheticTime == SyntheticTime(gap: 0.3, speed: 100))
    #expect(options.showsPredictions)
    #expect(options.reading.picture.resolution == .scale(2))
    #expect(options.compression == .small)
  }

  @Test(arguments: [
    ("-o a.y4m", FilmFormat.y4m, "a.y4m"), ("-o a.rgba", .rgba, "a.rgba"), ("-o -", .y4m, "-"),
    ("-o - -f rgba", .rgba, "-"), ("-o f/", .png, "f/"), ("-o pictures", .png, "pictures/"),
    ("-o pictures -f apng", .apng, "pictures/a.apng"), ("-o {stem}-film/", .png, "a-film/"),
    ("-o A.APNG", .apng, "A.APNG"),
  ])
  func `the name of a film decides its format`(options: String, format: FilmFormat, output: String) throws {
    let read = try ReplayOptions(typed("replay d/a.jsonl \(options)"), in: piped)
    #expect(read.format == format)
    #expect(read.jobs.map(\.output) == [output])
  }

  @Test(arguments: [
    ("3.5s", Moment.time(3.5)), ("0s", .time(0)), ("50%", .fraction(0.5)), ("100%", .fraction(1)),
    (".5%", .fraction(0.005)), ("1e1s", .time(10)), ("5e1%", .fraction(0.5)), ("event:1e3", .event(1000)),
    ("event:120", .event(120)), ("stroke:0", .stroke(0)), ("mark:a b", .mark("a b")), ("mark:5s", .mark("5s")),
  ])
  func `a moment is a number with a unit, or a name`(text: String, moment: Moment) {
    #expect(ValueType<Moment>.moment.read(text) == moment)
  }

  @Test(arguments: ["", "s", "3", "3.5", "es", "-1s", "100.1%", "event:1.5", "stroke:", "mark:", "5 s", "event:+1"])
  func `a number without a unit, or out of range, is not a moment`(text: String) {
    #expect(ValueType<Moment>.moment.read(text) == nil)
  }

  @Test(arguments: [
    ("", PictureOptions.Resolution.ofLog), ("--scale .5", .scale(0.5)), ("--dpi 300", .dpi(300)),
    ("--width 640", .pixels(width: 640, height: nil)), ("--height 480", .pixels(width: nil, height: 480)),
    ("--width 640 --height 480", .pixels(width: 640, height: 480)),
  ])
  func `scale, dpi, width and height set the resolution`(options: String, resolution: PictureOptions.Resolution) throws
  {
    #expect(try HashOptions(typed("hash a \(options)"), in: piped).reading.picture.resolution == resolution)
  }

  @Test(arguments: [
    ("icon@2x.png", 2.0), ("icon@3x.png", 3), ("icon@1.5x.png", 1.5), ("a@b@2x.png", 2), ("d@3x/icon@2x.png", 2),
    ("icon.png", nil), ("icon@x.png", nil), ("icon@0x.png", nil), ("icon@-2x.png", nil), ("icon@2x/a.png", nil),
    ("icon@nanx.png", nil), ("icon2x.png", nil), ("@2x.png", 2),
  ])
  func `the name of an output can set the scale`(name: String, scale: Double?) {
    #expect(OutputPlan.scale(named: name) == scale)
  }

  @Test func `--scale overrides the scale of a name`() throws {
    let named = try RenderOptions(typed("render a -o a@2x.png"), in: piped)
    #expect(named.pictures[0].resolution == .scale(2))
    let overridden = try RenderOptions(typed("render a -o a@2x.png --scale 3"), in: piped)
    #expect(overridden.pictures[0].resolution == .scale(3))
  }

  @Test(arguments: [
    ("1", 1), ("1023", 1023), ("1K", 1024), ("512M", 536_870_912), ("2G", 2_147_483_648), ("2g", 2_147_483_648),
    ("1T", 1_099_511_627_776), ("9223372036854775807", Int.max), ("9007199254740991K", 9_223_372_036_854_774_784),
    ("1e3", 1000), ("1e3K", 1_024_000), ("1.5e1", 15),
  ])
  func `a number of bytes can have a power of 1024`(text: String, bytes: Int) {
    #expect(ValueType<Int>.byteCount.read(text) == bytes)
  }

  @Test(arguments: [
    "", "0", "0K", "K", "-1", "+1", "1.5G", "1KB", "1 K", "0x10", "9223372036854775808", "9007199254740992K",
    "8388608T", "1e-3", "1e400", "٣",
  ])
  func `an invalid number of bytes is refused`(text: String) {
    #expect(ValueType<Int>.byteCount.read(text) == nil)
  }

  @Test(arguments: [
    ("0", 0.0), ("2", 2), ("0.5", 0.5), (".5", 0.5), ("5.", 5), ("007", 7), ("16777217", 16_777_217),
    ("1e3", 1000), ("2.5E-2", 0.025), ("1.e+2", 100), ("1e-999", 0),
  ])
  func `decimal numbers are read`(text: String, value: Double) {
    #expect(decimal(text) == value)
  }

  @Test(arguments: [
    "", ".", "5x", "nan", "NaN", "inf", "infinity", "-1", "-0", "+1", " 1", "1 ", "1\n", "0x10", "1,5", "1.2.3", "e3",
    ".e3", "1e", "1e+", "1e1.5",
    "1e2e3", "1e 3", "1e400",
    "1_000", "٣", "１", "1\u{0}", String(repeating: "9", count: 400),
  ])
  func `a text that is not a decimal number is refused`(text: String) {
    #expect(decimal(text) == nil)
  }

  @Test func `a printed number reads back as the same number`() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<500 {
      let value = random.double(in: 1e-9...1e9)
      #expect(decimal("\(value)") == value)
    }
  }

  /// Values of every numeric type, with and without an exponent.
  @Test(arguments: [
    ("--margin 1e1", "--margin 10"), ("--scale 5e-1", "--scale .5"), ("--dpi 3e2", "--dpi 300"),
    ("--width 1e3", "--width 1000"), ("--size 1e2x2e2", "--size 100x200"), ("--threads 1e0", "--threads 1"),
    ("--max-pixels 1e6", "--max-pixels 1000000"), ("--ignore 0,0,1e1,2e1", "--ignore 0,0,10,20"),
    ("--max-delta 2.0", "--max-delta 2"),
  ])
  func `every number may have an exponent`(exponent: String, plain: String) throws {
    func options(_ text: String) throws -> CheckOptions { try CheckOptions(typed("check d \(text)"), in: piped) }
    #expect(try options(exponent) == options(plain))
  }

  @Test(arguments: [
    ("3e1", FrameRate(30)), ("2.997e1", FrameRate(2997, per: 100)), ("2997e-2", FrameRate(2997, per: 100)),
    ("29.970", FrameRate(2997, per: 100)), ("3e4/1001", FrameRate(30_000, per: 1001)), ("1e13", nil), ("1e-13", nil),
  ])
  func `a frame rate is read as an exact fraction`(text: String, rate: FrameRate?) {
    #expect(ValueType<FrameRate>.frameRate.read(text) == rate)
  }

  @Test(arguments: [("0001", 1), ("12", 12), ("", nil), ("1e3", nil), ("1.0", nil), ("-1", nil)])
  func `a file number consists of digits only`(text: String, number: Int?) {
    #expect(wholeNumber(text) == number)
  }

  @Test(arguments: [
    ("#fff", Color.white), ("#000f", .black), ("#FFFFFF", .white),
    ("#12345678", Color(red: 18, green: 52, blue: 86, alpha: 120)),
    ("#1234", Color(red: 17, green: 34, blue: 51, alpha: 68)), ("black", .black),
  ])
  func `a background is a color`(text: String, color: Color) {
    #expect(ValueType<Background>.background.read(text) == .color(color))
  }

  @Test(arguments: ["none", "None", "NONE", "transparent", "Transparent"])
  func `no background is spelled none or transparent, in upper or lower case`(text: String) {
    #expect(ValueType<Background>.background.read(text) == Background.none)
  }

  @Test(arguments: ["", "#", "#f", "#ff", "#fffff", "#fffffff", "#fffffffff", "#ggg", "fff", "# ff", "#ｆｆｆ", "nothing"])
  func `an invalid color is refused`(text: String) {
    #expect(ValueType<Background>.background.read(text) == nil)
  }
}
