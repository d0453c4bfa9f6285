import DoodleKit
import Foundation
import Testing

/// `doodle replay -o film.svg`, as seen by programs that play it and by programs that do not.
@Suite struct SVGFilmTests {
  /// 2.5 seconds: a stroke, one that is undone and redone, one that stays undone, an eraser, a marker, a move, and a
  /// last stroke.
  static let log = SmallLog.text(
    of: [
      #"{"doodle":1,"size":[200,120],"background":"white"}"#,
      ##"{"tool":"pen","color":"#1e66f5","width":14,"thinning":0}"##,
    ] + stroke([(20, 30), (60, 40), (110, 30), (140, 50), (180, 30)], from: 0, to: 0.5)
      + [##"{"tool":"pen","color":"#d20f39"}"##] + stroke([(20, 90), (180, 80)], from: 0.6, to: 0.8)
      + stroke([(30, 60), (40, 64)], from: 1, to: 1.1)
      + [#"{"command":"undo","count":2}"#, #"{"command":"redo"}"#, #"{"tool":"eraser","width":16,"opacity":1}"#]
      + stroke([(100, 10), (90, 60), (110, 110)], from: 1.2, to: 1.6)
      + [##"{"tool":"marker","color":"#df8e1d","width":20,"opacity":0.5}"##]
      + stroke([(20, 60), (150, 70)], from: 1.7, to: 1.9)
      + [#"{"command":"move","id":"e1","by":[10,12]}"#]
      + stroke([(170, 100), (180, 110)], from: 2.4, to: 2.5))

  /// A touch along straight lines, sampled at 100 Hz.
  private static func stroke(_ corners: [(x: Double, y: Double)], from start: Double, to end: Double) -> [String] {
    let count = Int(((end - start) * 100).rounded())
    return (0...count).map { i in
      let position = Double(i * (corners.count - 1)) / Double(count)
      let corner = Swift.min(Int(position), corners.count - 2)
      let (a, b, share) = (corners[corner], corners[corner + 1], position - Double(corner))
      let point = "[\(a.x + (b.x - a.x) * share),\(a.y + (b.y - a.y) * share)]"
      let phase = i == 0 ? "began" : i == count ? "ended" : "moved"
      return #"{"phase":"\#(phase)","touch":1,"point":\#(point),"time":\#(start + Double(i) / 100)}"#
    }
  }

  /// The mean difference over all pixels and channels, in steps of 0...255.
  private func distance(_ base64: String, _ picture: Bitmap) throws -> Double {
    let scratch = try Scratch()
    try scratch.write(try #require(Data(base64Encoded: base64)), to: "shown.png")
    let shown = try readPNG(from: try InputFile(path: "\(scratch.path)/shown.png"))
    try #require(shown.width == picture.width && shown.height == picture.height)
    let sum = zip(shown.pixels, picture.pixels).reduce(0) { sum, pair in
      let (a, b) = (Pixel(word: pair.0), Pixel(word: pair.1))
      return sum + abs(Int(a.red) - Int(b.red)) + abs(Int(a.green) - Int(b.green)) + abs(Int(a.blue) - Int(b.blue))
    }
    return Double(sum) / Double(3 * picture.pixels.count)
  }

  private func picture(_ scratch: Scratch, at moment: String) throws -> Bitmap {
    _ = try scratch.shell("doodle render a.jsonl --at \(moment) -o at.png")
    return try readPNG(from: try InputFile(path: "\(scratch.path)/at.png"))
  }

  @Test(.enabled(if: Program.exists("python3"), "needs python3"), arguments: [log, SessionLog.text, TimedLog.text])
  func `the film is a well-formed document without external references`(log: String) throws {
    let scratch = try Scratch(["a.jsonl": log])
    let result = try scratch.shell(
      "doodle replay a.jsonl -o a.svg && python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse(\"a.svg\")'")
    #expect(result.status == 0, "\(result.errors)")
    let text = try scratch.text(of: "a.svg")
    let ids = text.matches(of: #/ id="([^"]+)"/#).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count)
    let references = text.matches(of: /(?:url\(|href=")([^)"]{1,20})/).map { String($0.output.1) }
    #expect(!references.isEmpty && references.allSatisfy { $0.hasPrefix("#") && ids.contains(String($0.dropFirst())) })
    let rules = Set(text.matches(of: /@keyframes (\w+)\{/).map { String($0.output.1) })
    let uses = Set(text.matches(of: /animation-name:(\w+)/).map { String($0.output.1) })
    #expect(!uses.isEmpty && uses.isSubset(of: rules))
    for rule in text.matches(of: /@keyframes \w+\{(.*)\}/) {
      let percentages = rule.output.1.matches(of: /([0-9.]+)%/).compactMap { Double($0.output.1) }
      #expect(!percentages.isEmpty && percentages == percentages.sorted() && percentages.allSatisfy((0...100).contains))
    }
  }

  /// JavaScript that pauses the film at a time, waits until it is shown, and returns the number of animations.
  private static func seek(_ seconds: Double) -> String {
    """
    (document.getAnimations().forEach(a => { a.pause(); a.currentTime = \(seconds * 1000); }),
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
      document.getAnimations().length)
    """
  }

  /// The remaining differences come from the time of a frame and from the antialiasing of edges.
  @Test(.enabled(Browser.comment, { Browser.isInstalled })) func `a browser shows each moment as render --at does`()
    throws
  {
    let scratch = try Scratch(["a.jsonl": Self.log])
    #expect(try scratch.shell("doodle replay a.jsonl -o a.svg --last-frame-duration 2").status == 0)
    // Touches were sampled at these times or shortly before.
    let times = [0.11, 0.21, 0.41, 0.55, 0.81, 0.9, 1.1, 1.21, 1.41, 1.61, 1.91, 2.2, 2.52, 4.4]
    let steps = times.flatMap { [Browser.Step.look(Self.seek($0)), .picture(width: 200, height: 120)] }
    let seen = try Browser.run("a.svg", in: scratch, steps)
    let end = try picture(scratch, at: "100%")
    for (index, time) in times.enumerated() {
      #expect(Int(seen[2 * index]) ?? 0 > 5)
      let wanted = try picture(scratch, at: "\(time)s")
      #expect(try distance(seen[2 * index + 1], wanted) < 1, "\(time) s")
      // The moments differ enough for the test to distinguish them.
      if time < 2.4 { #expect(try distance(seen[2 * index + 1], end) > 1.5, "\(time) s") }
    }
  }

  @Test(.enabled(Browser.comment, { Browser.isInstalled }))
  func `with reduced motion, a browser shows the finished drawing`()
    throws
  {
    let scratch = try Scratch(["a.jsonl": Self.log])
    #expect(try scratch.shell("doodle replay a.jsonl -o a.svg").status == 0)
    let seen = try Browser.run(
      "a.svg", in: scratch, options: "--force-prefers-reduced-motion",
      [.look("document.getAnimations().length"), .picture(width: 200, height: 120)])
    #expect(seen[0] == "0")
    #expect(try distance(seen[1], try picture(scratch, at: "100%")) < 1)
  }

  @Test(.enabled(Browser.comment, { Browser.isInstalled })) func `the film also plays as an image in a page`() throws {
    let scratch = try Scratch([
      "a.jsonl": Self.log, "page.html": "<!doctype html><body style='margin:0'><img src=a.svg style='display:block'>",
    ])
    // A second of the recording takes 1000 seconds, so the page shows the start of the selection.
    #expect(try scratch.shell("doodle replay a.jsonl -o a.svg --select 50%.. --speed 0.001").status == 0)
    let seen = try Browser.run("page.html", in: scratch, [.picture(width: 200, height: 120)])
    #expect(try distance(seen[0], try picture(scratch, at: "50%")) < 1)
    #expect(try distance(seen[0], try picture(scratch, at: "100%")) > 3)
  }

  @Test(.enabled(if: Program.exists("rsvg-convert"), "rsvg-convert is not installed (Debian: librsvg2-bin)"))
  func `a program that does not play films draws the finished picture`() throws {
    let scratch = try Scratch(["a.jsonl": Self.log, "b.jsonl": SessionLog.text, "c.jsonl": TimedLog.text])
    for name in ["a", "b", "c"] {
      let result = try scratch.shell(
        """
        doodle replay \(name).jsonl -o film.svg && doodle render \(name).jsonl -o still.svg
        rsvg-convert film.svg -o film.png && rsvg-convert still.svg -o still.png
        doodle diff --max-delta 1 film.png still.png
        """)
      #expect(result.status == 0, "\(name): \(result.output)\(result.errors)")
    }
  }
}
