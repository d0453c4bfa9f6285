import DoodleKit
import Testing

@testable import doodle

@Suite struct RefusalTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var line: String
    var wording: String
    var testDescription: String { line }

    init(_ line: String, _ wording: String) {
      self.line = line
      self.wording = wording
    }
  }

  @Test(arguments: [
    Refusal("rendr a", #"unknown command "rendr"; did you mean render?"#),
    Refusal("xyzzy", #"unknown command "xyzzy""#),
    Refusal("rendr --help", #"unknown command "rendr"; did you mean render?"#),
    Refusal("'' a", #"unknown command """#),
    Refusal("help rendre", #"unknown command "rendre"; did you mean render?"#),
    Refusal("help render hash", #"one operand too many: "hash""#),
    Refusal("help --man rendr", #"unknown command "rendr"; did you mean render?"#),
    Refusal("help --man --completions zsh", "--man cannot be combined with --completions"),
    Refusal("help --schema log --man", "--man cannot be combined with --schema"),
    Refusal("help --schema log render", "--schema cannot be combined with render"),
    Refusal("help --schema logs", #"--schema: found "logs", expected log or drawing; did you mean log?"#),
    Refusal(
      "help --completions zhs", #"--completions: found "zhs", expected bash, zsh or fish; did you mean zsh?"#),
    Refusal("render --marign 5 a", #"unknown option "--marign"; did you mean --margin?"#),
    Refusal("render --background-color red a", #"unknown option "--background-color""#),
    Refusal("render --vers", #"unknown option "--vers"; did you mean --version?"#),
    Refusal("render -output x.png a", #"unknown option "-output"; did you mean --output?"#),
    Refusal("render -qx a", #"unknown option "-x""#),
    Refusal("render -é a", #"unknown option "-é""#),
    Refusal("render a -o x.png --renderer svg", #"--renderer: found "svg", expected picture, scratch or debug"#),
    Refusal(
      "render a -o x.png --layers cones,ink",
      #"--layers: found "cones,ink", expected one or more of samples,centerline,cones,tiles,dirty,order,versions, "#
        + "separated by commas"),
    Refusal(
      "render a -o x.png --renderer scratch --layers cones", "--layers cannot be combined with --renderer scratch"),
    Refusal(
      "render a -o x.png --thumbnail 0", #"--thumbnail: found "0", expected a whole number of pixels from 1 to 1000000"#
    ),
    Refusal("render a -o x.png --thumbnail 64 --width 64", "--thumbnail cannot be combined with --width"),
    Refusal("render a -o x.svg --thumbnail 64", "--thumbnail cannot be combined with the format svg"),
    Refusal("render a -o x.pdf --json", "--json cannot be combined with the format pdf"),
    Refusal("render a -o x.svg --renderer debug", "--renderer debug cannot be combined with the format svg"),
    Refusal(
      "hash a -o x.png",
      "-o is not an option of hash; render, replay, batch, convert, save, diff, lint or recorder take it"),
    Refusal(
      "convert a --dpi=3",
      "--dpi is not an option of convert; render, replay, show, hash, diff, check or accept take it"),
    Refusal("render a --man", "--man is not an option of render; help takes it"),
    Refusal("render a --output", "--output needs a value, OUT"),
    Refusal("render a -qo", "-o needs a value, OUT"),
    Refusal(
      "render --output --json a",
      #"--output needs a value, OUT, and "--json" looks like an option; "#
        + "attach a value that begins with -, as in --output=--json"),
    Refusal(
      "render -o -q a",
      #"-o needs a value, OUT, and "-q" looks like an option; attach a value that begins with -, as in -o-q"#),
    Refusal("render --json=yes a", #"--json takes no value; found "yes""#),
    Refusal("render -q=1 a", #"-q takes no value; found "1""#),
  ])
  func `an unknown command or option is refused, and the most similar one suggested`(refusal: Refusal) {
    #expect(CommandTests.refusal(of: words(refusal.line))?.wording == refusal.wording)
  }

  @Test(arguments: [
    Refusal("--margin 5x", #"--margin: found "5x", expected a number of points from 0 to 10000000"#),
    Refusal("--margin ''", #"--margin: found "", expected a number of points from 0 to 10000000"#),
    Refusal("--margin nan", #"--margin: found "nan", expected a number of points from 0 to 10000000"#),
    Refusal("--margin -1", #"--margin: found "-1", expected a number of points from 0 to 10000000"#),
    Refusal("--margin 10000001", #"--margin: found "10000001", expected a number of points from 0 to 10000000"#),
    Refusal("--scale 0", #"--scale: found "0", expected a number from 0.001 to 10000"#),
    Refusal("--scale inf", #"--scale: found "inf", expected a number from 0.001 to 10000"#),
    Refusal("--scale=+2", #"--scale: found "+2", expected a number from 0.001 to 10000"#),
    Refusal("--dpi 0x48", #"--dpi: found "0x48", expected a number from 1 to 100000"#),
    Refusal("--width 0", #"--width: found "0", expected a whole number of pixels from 1 to 1000000"#),
    Refusal("--width 1.5", #"--width: found "1.5", expected a whole number of pixels from 1 to 1000000"#),
    Refusal("--height 1000001", #"--height: found "1000001", expected a whole number of pixels from 1 to 1000000"#),
    Refusal("--size 800", #"--size: found "800", expected WxH in points such as 800x600, each from 0.001 to 10000000"#),
    Refusal("--size 0x9", #"--size: found "0x9", expected WxH in points such as 800x600, each from 0.001 to 10000000"#),
    Refusal(
      "--size 8x6x4", #"--size: found "8x6x4", expected WxH in points such as 800x600, each from 0.001 to 10000000"#),
    Refusal("--size x", #"--size: found "x", expected WxH in points such as 800x600, each from 0.001 to 10000000"#),
    Refusal(
      "--memory-limit 2X", #"--memory-limit: found "2X", expected a number of bytes such as 1048576, 512M or 2G"#),
    Refusal("--threads 0", #"--threads: found "0", expected a whole number of threads from 1 to 1024"#),
    Refusal("--threads -1", #"--threads: found "-1", expected a whole number of threads from 1 to 1024"#),
    Refusal("--threads all", #"--threads: found "all", expected a whole number of threads from 1 to 1024"#),
    Refusal("--fit Canvas", #"--fit: found "Canvas", expected canvas or content; did you mean canvas?"#),
    Refusal(
      "--from png",
      "--from: found \"png\", expected " + alternatives(InputFormat.allCases.map(\.rawValue))),
    Refusal("--model ink-9", #"--model: found "ink-9", expected ink-1, ink-2, ink-3 or ink-4; did you mean ink-1?"#),
    Refusal(
      "--pressure velocty",
      #"--pressure: found "velocty", expected auto, recorded, velocity or none; did you mean velocity?"#),
    Refusal("--compress 9", #"--compress: found "9", expected fast, default or small"#),
    Refusal("--on-error stopp", #"--on-error: found "stopp", expected stop or skip; did you mean stop?"#),
    Refusal("--color=yes", #"--color: found "yes", expected auto, always or never"#),
    Refusal("--error-format=gitlab", #"--error-format: found "gitlab", expected text or github; did you mean github?"#),
    Refusal(
      "--background #ff",
      ##"--background: found "#ff", expected a color such as #1e66f5, #1e66f580 or white, paper such as "graph ivory", or none"##
    ),
    Refusal("--output=", #"--output: found "", expected a path in which braces hold only {stem}, {dir} or {page}"#),
    Refusal("--scale 2 --dpi 72", "--scale cannot be combined with --dpi"),
    Refusal("--scale 2 --width 72", "--width cannot be combined with --scale"),
    Refusal(
      "--at 3.5", #"--at: found "3.5", expected a moment such as 3.5s, 50%, event:120, stroke:3 or mark:NAME"#),
    Refusal(
      "--at 101%", #"--at: found "101%", expected a moment such as 3.5s, 50%, event:120, stroke:3 or mark:NAME"#),
    Refusal(
      "--at=-1s", #"--at: found "-1s", expected a moment such as 3.5s, 50%, event:120, stroke:3 or mark:NAME"#),
    Refusal(
      "--at event:", #"--at: found "event:", expected a moment such as 3.5s, 50%, event:120, stroke:3 or mark:NAME"#),
    Refusal(
      "--at mark:", #"--at: found "mark:", expected a moment such as 3.5s, 50%, event:120, stroke:3 or mark:NAME"#),
    Refusal(
      "--at 1s --synth-time gap=1,speed=0",
      #"--synth-time: found "gap=1,speed=0", expected gap=SECONDS,speed=POINTS such as gap=0.3,speed=400; "#
        + "did you mean gap=0.3,speed=400?"),
    Refusal("--predicted", "--predicted needs --at"),
    Refusal("--synth-time gap=1", "--synth-time needs --at"),
    Refusal("--size 2x2 --fit content", "--size cannot be combined with --fit content"),
    Refusal("-q -v", "--quiet cannot be combined with --verbose"),
    Refusal("-o - --json", "--json cannot be combined with -o -"),
  ])
  func `an invalid value is refused, and the message says what is expected`(refusal: Refusal) {
    let line = words("render a -o a.png \(refusal.line)")
    #expect(CommandTests.refusal(of: line)?.wording == refusal.wording)
  }

  @Test(arguments: [
    Refusal("--threshold 0.1", "--threshold needs --metric yiq"),
    Refusal("--include-aa", "--include-aa needs --metric yiq"),
    Refusal("--metric yiq --max-delta 1", "--max-delta needs --metric exact"),
    Refusal("--metric yiq-on-white --max-delta 1", "--max-delta needs --metric exact"),
  ])
  func `an option of another metric is refused`(refusal: Refusal) {
    let line = words("diff a.png b.png \(refusal.line)")
    #expect(CommandTests.refusal(of: line)?.wording == refusal.wording)
  }

  @Test(arguments: [
    Refusal("render a.jsonl", "no output: give -o a.png, or -o - for standard output"),
    Refusal("render", "no output: give -o OUT.png, or -o - for standard output"),
    Refusal("render a b", "no output: give -o DIR/, or -o - for standard output"),
    Refusal("convert d/a.json", "no output: give -o a.jsonl, or -o - for standard output"),
    Refusal(
      "render a b -o x.png",
      #"2 inputs, but one output, "x.png": give a directory, -o DIR/, or a name for each, -o '{stem}.png'"#),
    Refusal(
      "render a b c -o -",
      #"3 inputs, but one output, "-": give a directory, -o DIR/, or a name for each, -o '{stem}.png'"#),
    Refusal(
      "render d/a e/a -o x/",
      #""d/a" and "e/a" would both be written to "x/a.png"; "#
        + "to keep folders apart, give a name with {dir}, such as -o 'OUT/{dir}/{stem}.png'"),
    Refusal("render a a.jsonl -o {stem}.png", #""a" and "a.jsonl" would both be written to "a.png""#),
    Refusal(
      "render d/a.png -o ./d//a.png", #""./d//a.png" is an input; the output would replace it: give another name"#),
    Refusal(
      "render a -o x.jpg",
      #""x.jpg" has the unknown extension "jpg"; known: png, svg, pdf (or give --format); "#
        + "write a PNG or an SVG, and convert it with another program"),
    Refusal("render a -o x", #""x" has no extension; known: png, svg, pdf (or give --format)"#),
    Refusal("render a -o .png", #"".png" has no extension; known: png, svg, pdf (or give --format)"#),
    Refusal(
      "convert a -o x.png", #""x.png" has the unknown extension "png"; known: jsonl, inkml, xopp, excalidraw, svc, csv"#
    ),
    Refusal("render '' -o x.png", "the name of an input is empty"),
    Refusal("render - - -o x/", "standard input (-) can be read only once"),
  ])
  func `inputs and outputs that do not fit together are refused before anything is written`(refusal: Refusal) {
    #expect(CommandTests.refusal(of: words(refusal.line))?.wording == refusal.wording)
  }

  @Test(arguments: [
    Refusal("--select 5s", #"--select: found "5s", expected two moments such as 2s..5s, 50%.. or ..stroke:3"#),
    Refusal("--select ..", #"--select: found "..", expected two moments such as 2s..5s, 50%.. or ..stroke:3"#),
    Refusal("--select 1..2", #"--select: found "1..2", expected two moments such as 2s..5s, 50%.. or ..stroke:3"#),
    Refusal(
      "--fps 0", #"--fps: found "0", expected frames per second from 0.01 to 1000, such as 30, 29.97 or 30000/1001"#),
    Refusal(
      "--fps 1001",
      #"--fps: found "1001", expected frames per second from 0.01 to 1000, such as 30, 29.97 or 30000/1001"#
    ),
    Refusal(
      "--fps 1/0", #"--fps: found "1/0", expected frames per second from 0.01 to 1000, such as 30, 29.97 or 30000/1001"#
    ),
    Refusal(
      "--fps 30fps",
      #"--fps: found "30fps", expected frames per second from 0.01 to 1000, such as 30, 29.97 or 30000/1001"#),
    Refusal("--speed 0", #"--speed: found "0", expected a number from 0.001 to 1000000"#),
    Refusal("--loop -1", #"--loop: found "-1", expected a whole number of times from 0 to 1000000"#),
    Refusal("-f gif", #"--format: found "gif", expected apng, png, svg, y4m or rgba"#),
    Refusal("-f y4m --loop 2", "--loop cannot be combined with the format y4m"),
    Refusal(
      "-f png",
      #""a.apng" is not a folder: give -o frames/ for single frames, or -f apng for an animation"#
    ),
    Refusal(
      "-o b.mp4",
      #""b.mp4" has the unknown extension "mp4"; known: apng, png, svg, y4m, rgba (or give --format); "#
        + "'doodle replay --help' shows how ffmpeg makes videos of films"),
    Refusal(
      "b -o pictures",
      #"2 inputs, but one output, "pictures": give a directory, -o DIR/, or a name for each, -o '{stem}/'"#),
    Refusal("-o - --json", "--json cannot be combined with -o -"),
  ])
  func `invalid options of a film are refused`(refusal: Refusal) {
    let line = words("replay a -o a.apng \(refusal.line)")
    #expect(CommandTests.refusal(of: line)?.wording == refusal.wording)
  }

  @Test func `without an input, and with a terminal as standard input, the short help is printed`() {
    let terminal = Surroundings(terminals: [.input, .output, .error])
    for command in ["render", "replay", "show", "convert", "hash", "inspect"] {
      #expect(refusal(of: [command], in: terminal) == .noInput)
    }
    var messages = Messages()
    messages.command = "hash"
    #expect(messages.text(of: .usage(.noInput)) == HelpText.short(of: HashCommand.entry))
  }

  @Test func `a picture is not written to a terminal, but a log is`() {
    let terminal = Surroundings(terminals: [.output])
    #expect(
      refusal(of: words("render a -o -"), in: terminal)?.wording
        == "a picture cannot be written to a terminal: give -o a.png, or pipe standard output")
    #expect(refusal(of: words("convert a -o -"), in: terminal) == nil)
  }

  @Test func `control characters in a quoted argument are escaped`() {
    #expect(
      refusal(of: ["render", "--fit=\u{1B}[2J\n\u{7F}"])?.wording
        == #"--fit: found "\u{1B}[2J\n\u{7F}", expected canvas or content"#)
  }
}
