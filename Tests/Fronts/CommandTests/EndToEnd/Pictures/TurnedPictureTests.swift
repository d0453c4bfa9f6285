import DoodleKit
import Foundation
import PNG
import TestSupport
import Testing

/// `--rotate` and `--flip` give the picture of the drawing, turned as a whole.
@Suite struct TurnedPictureTests {
  /// The pixels of a file, which `turned` moves as the options ask.
  private static func picture(_ scratch: Scratch, _ name: String) throws -> Bitmap {
    try readPNG(from: InputFile(path: "\(scratch.path)/\(name)"))
  }

  /// - Parameters:
  ///   - quarters: Clockwise.
  ///   - flip: The axis whose directions then change places; empty for none.
  private static func turned(_ bitmap: Bitmap, _ quarters: Int, _ flip: String) -> Bitmap {
    var result = bitmap
    for _ in 0..<quarters {
      let before = result
      result = Bitmap(width: before.height, height: before.width, pixels: before.pixels)
      for y in 0..<before.height {
        for x in 0..<before.width { result[before.height - 1 - y, x] = before[x, y] }
      }
    }
    let before = result
    for y in 0..<before.height {
      for x in 0..<before.width {
        if flip == "x" { result[before.width - 1 - x, y] = before[x, y] }
        if flip == "y" { result[x, before.height - 1 - y] = before[x, y] }
      }
    }
    return result
  }

  /// How many pixels differ by more than some levels, and the largest difference.
  private static func difference(_ a: Bitmap, _ b: Bitmap, above levels: Int = 1) -> (count: Int, worst: Int) {
    var (count, worst) = (0, 0)
    for (a, b) in zip(a.pixels, b.pixels) {
      let (a, b) = (Pixel(word: a), Pixel(word: b))
      let pairs = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.alpha, b.alpha)]
      let most = pairs.map { abs(Int($0) - Int($1)) }.max() ?? 0
      if most > levels { count += 1 }
      worst = max(worst, most)
    }
    return (count, worst)
  }

  private static let header = #"{"doodle":1,"size":[90,60],"scale":2,"background":"lined ivory","model":"ink-4"}"#

  private static func stroke(_ tool: String) -> [String] {
    [
      #"{"tool":"pen",\#(tool)}"#,
      #"{"phase":"began","touch":1,"point":[12,14],"time":0,"altitude":0.6,"azimuth":0.4}"#,
      #"{"phase":"moved","touch":1,"point":[44,46],"time":0.06,"altitude":0.6,"azimuth":0.7}"#,
      #"{"phase":"ended","touch":1,"point":[80,20],"time":0.2}"#,
    ]
  }

  /// Everything that could stay behind when the rest turns, on paper with a margin at the left.
  private static let logs = [
    (
      "dots",
      stroke(#""width":9"#).map { $0.replacing("[44,46]", with: "[12,14]").replacing("[80,20]", with: "[12,14]") }
    ),
    ("the angle of a nib", stroke(#""brush":"nib","width":8"#)),
    ("a bar that tilts", stroke(#""brush":"chisel","width":8"#)),
    ("hairs", stroke(#""brush":"brush","width":14"#)), ("grain", stroke(#""brush":"charcoal","width":14"#)),
    ("a wash", stroke(#""brush":"watercolor","width":14"#)),
    (
      "an image",
      [
        #"{"command":"image","path":"in.png","at":[7,9],"size":[31,22],"id":"i"}"#,
        #"{"command":"move","id":"i","by":[4,1]}"#,
      ]
    ),
    (
      "an image that is turned",
      [
        #"{"command":"image","path":"in.png","at":[30,9],"size":[31,22],"id":"i"}"#,
        #"{"command":"transform","id":"i","rotate":30}"#,
      ]
    ),
  ]

  private static let turns = (0...3).flatMap { quarters in ["", "x", "y"].map { (quarters, $0) } }.dropFirst()

  @Test(arguments: logs.indices) func `what lies on the page turns along`(index: Int) throws {
    let (name, lines) = Self.logs[index]
    let scratch = try Scratch([
      "a.jsonl": ([Self.header] + lines).joined(separator: "\n") + "\n",
      "in.jsonl": #"{"doodle":1,"size":[31,22],"background":"orange"}"# + "\n"
        + SmallLog.lines.dropFirst().joined(separator: "\n"),
    ])
    var script = "doodle render in.jsonl -o in.png && doodle render a.jsonl -o a.png\n"
    for (quarters, flip) in Self.turns {
      script += "doodle render a.jsonl --rotate \(90 * quarters) \(flip.isEmpty ? "" : "--flip \(flip)") "
      script += "-o \(quarters)\(flip).png || exit\n"
    }
    let result = try scratch.shell(script)
    try #require(result.status == 0 && result.errors.isEmpty, "\(name): \(result.errors)")
    let upright = try Self.picture(scratch, "a.png")
    for (quarters, flip) in Self.turns {
      let expected = Self.turned(upright, quarters, flip)
      let drawn = try Self.picture(scratch, "\(quarters)\(flip).png")
      try #require((drawn.width, drawn.height) == (expected.width, expected.height), "\(name), \(quarters)\(flip)")
      let (count, worst) = Self.difference(drawn, expected)
      // Single precision may choose the other of two kernels at an edge.
      #expect(count <= drawn.pixels.count / 2000 && worst <= 16, "\(name), \(quarters)\(flip): \(count), \(worst)")
      #expect(Self.difference(drawn, upright).count > 100 || drawn.width != upright.width, "the option has an effect")
    }
  }

  @Test(arguments: [
    ("dot.jsonl", "", "20x40"), ("dot.jsonl", "--size 30x10", "10x30"), ("dot.jsonl", "--width 60", "60x120"),
    ("dot.jsonl", "--height 60", "30x60"), ("dot.jsonl", "--width 50 --height 60", "50x60"),
    ("dot.jsonl", "--dpi 144", "40x80"), ("dot.jsonl", "--thumbnail 10", "5x10"),
    // The ink is 14 by 4 points.
    ("line.jsonl", "--fit content --margin 1", "6x16"), ("line.jsonl", "--fit content --margin 0 --scale 3", "12x42"),
  ]) func `the other options see the turned canvas`(log: String, options: String, size: String) throws {
    let scratch = try Scratch([
      "dot.jsonl": #"{"doodle":1,"size":[40,20]}"# + "\n",
      "line.jsonl": """
      {"doodle":1,"size":[40,20]}
      {"tool":"pen","width":4,"thinning":0}
      {"phase":"began","point":[5,7],"time":0}
      {"phase":"ended","point":[15,7],"time":0.1}

      """,
    ])
    let result = try scratch.shell("doodle render \(log) --rotate 90 \(options) -o a.png")
    try #require(result.status == 0, "\(result.errors)")
    let picture = try Self.picture(scratch, "a.png")
    #expect("\(picture.width)x\(picture.height)" == size)
  }

  @Test func `films, shapes, tiles and comparisons turn as pictures do`() throws {
    let scratch = try Scratch(["a.jsonl": Self.logs[0].1.reduce(into: Self.header + "\n") { $0 += $1 + "\n" }])
    let result = try scratch.shell(
      """
      turn='--rotate 90 --flip y'
      doodle render a.jsonl $turn -o a.png; doodle replay a.jsonl $turn -f png -o frames/ 2> log
      doodle diff a.jsonl $turn a.png; doodle diff "frames/$(ls frames | tail -n 1)" a.png
      doodle render a.jsonl $turn --renderer scratch -o b.png; doodle diff a.png b.png
      doodle render a.jsonl $turn -o a.svg; doodle replay a.jsonl $turn -o b.svg; grep -h -o '<svg.*viewBox' a.svg b.svg
      doodle render a.jsonl $turn --tiles map; ls map/0/0
      doodle render a.jsonl $turn --layers samples,cones -o c.png; doodle render a.jsonl $turn --verify -q
      """)
    let same = "rule: exact: red, green, blue and alpha"
    #expect(
      result.output.split(separator: "\n").filter { $0 != same } == [
        "a.jsonl and a.png: the same", "frames/0036.png and a.png: the same", "a.png and b.png: the same",
        #"<svg xmlns="http://www.w3.org/2000/svg" width="120" height="180" viewBox"#,
        #"<svg xmlns="http://www.w3.org/2000/svg" width="120" height="180" viewBox"#, "0.png",
      ], "\(result)")
  }

  @Test(
    .enabled(if: ExternalProgram.find("rsvg-convert") != nil, "needs rsvg-convert"),
    arguments: ["shapes", "text", "markup"])
  func `an SVG turns as a whole`(name: String) throws {
    let scratch = try Scratch()
    let result = try scratch.shell(
      """
      cp -r '\(ProjectFiles.root)/Examples/assets' '\(ProjectFiles.root)/Examples/\(name).jsonl' .
      for turn in '--rotate 0' '--rotate 90' '--rotate 180 --flip x'; do
        doodle render \(name).jsonl $turn -o a.svg && rsvg-convert a.svg -o "./$turn.png"
      done
      """)
    try #require(result.status == 0 && result.errors.isEmpty, "\(result)")
    let upright = try Self.picture(scratch, "--rotate 0.png")
    for (file, quarters, flip) in [("--rotate 90", 1, ""), ("--rotate 180 --flip x", 2, "x")] {
      let drawn = try Self.picture(scratch, file + ".png")
      let difference = Self.difference(drawn, Self.turned(upright, quarters, flip), above: 100)
      #expect(difference.count <= 4, "\(name) \(file): \(difference)")
    }
  }
}
