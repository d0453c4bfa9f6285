import Foundation
import Testing

/// The page that `check --report` writes, as text and in a browser.
@Suite struct ReportTests {
  /// The report of three logs that fail and one that passes.
  private func report() throws -> Scratch {
    let scratch = try Scratch([
      "a<b>.jsonl": DiffTests.log(), "b.jsonl": DiffTests.log(), "c.jsonl": DiffTests.log(), "d.jsonl": SmallLog.dot,
    ])
    _ = try scratch.shell(
      "doodle accept --all; rm b.png; sed -i 's/,30\\]/,26]/' a*.jsonl c.jsonl; doodle check --report r.html .")
    return scratch
  }

  @Test func `the page is self-contained and readable without JavaScript`() throws {
    let page = try report().text(of: "r.html")
    #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
    #expect(page.contains("a&lt;b&gt;.jsonl") && !page.contains("a<b>"))
    #expect(page.contains("4 checked: 1 same, 2 different, 1 new"))
    #expect(page.contains("<td>50.0 %, from line 13</td>") && page.contains("<li>d.jsonl</li>"))
    #expect(
      page.components(separatedBy: "src=\"data:image/png;base64,").count == 8, "two cases have three, one has one")
    let sources = page.matches(of: /(?:src|href|url)\s*[=(]\s*"?([^"\s]{0,8})/).map { String($0.output.1) }
    #expect(sources.allSatisfy { $0.hasPrefix("data:") })
    #expect(!page.contains("http://") && !page.contains("https://"))
  }

  @Test func `a page without failures says so`() throws {
    let scratch = try Scratch(["d.jsonl": SmallLog.dot])
    _ = try scratch.shell("doodle accept --all; doodle check --report r.html .")
    #expect(try scratch.text(of: "r.html").contains("Nothing failed."))
  }

  /// JavaScript: the name of the current case and the classes of its visible views.
  private let shown = """
    document.querySelector('.current').dataset.name + ': ' + Array.from(document.querySelectorAll(
      '.current figure, .current .slider, .current .zoom')).filter(e => e.offsetParent).map(e => e.classList[0])
    """

  @Test(.enabled(Browser.comment, { Browser.isInstalled })) func `keys move between the cases and their views`() throws
  {
    let seen = try Browser.run(
      "r.html", in: try report(),
      [
        .look(shown), .key("2"), .look(shown), .key(" "), .look(shown), .key(" "), .look(shown), .key("3"),
        .look(shown),
        .key("4"), .look(shown), .key("5"), .wait("document.querySelector('.zoom') !== null"), .look(shown), .key("1"),
        .look(shown), .key("j"), .look(shown), .key("2"),
        .look(shown), .key("j"), .look(shown), .key("j"), .look(shown), .key("k"), .look(shown),
      ])
    let a = "a<b>.jsonl: "
    #expect(
      seen == [
        a + "expected,actual,difference", a + "expected", a + "actual", a + "expected", a + "expected,actual,slider",
        a + "difference", a + "zoom", a + "expected,actual,difference", "b.jsonl: actual", "b.jsonl: actual",
        "c.jsonl: expected,actual,difference", "c.jsonl: expected,actual,difference", "b.jsonl: actual",
      ])
  }

  @Test(.enabled(Browser.comment, { Browser.isInstalled }), arguments: [(1280, true), (600, false)])
  func `wide pictures stand side by side where the window has room`(width: Int, isBeside: Bool) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text])
    _ = try scratch.shell(
      """
      doodle accept -q --scale 30 a.jsonl; sed -i 's/35,10/35,15/' a.jsonl
      doodle check -q --scale 30 --report r.html a.jsonl
      """)
    let boxes = "[...document.querySelectorAll('.case img')].map(image => image.getBoundingClientRect())"
    let seen = try Browser.run(
      "r.html", in: scratch, options: "--window-size=\(width),900",
      [
        .look("\(boxes).length"), .look("new Set(\(boxes).map(box => box.top)).size"),
        .look("Math.max(...\(boxes).map(box => box.right)) <= innerWidth"),
      ])
    #expect(seen == ["3", isBeside ? "1" : "3", "true"])
  }

  @Test(.enabled(Browser.comment, { Browser.isInstalled })) func `the slider follows the pointer and the arrows`()
    throws
  {
    func position(_ share: Double) -> String {
      """
      (() => { const box = document.querySelector('.current .actual img').getBoundingClientRect();
        return [box.left + box.width * \(share), box.top + box.height / 2]; })()
      """
    }
    let split = "Math.round(parseFloat(document.querySelector('.current .stage').style.getPropertyValue('--split')))"
    let clip = "getComputedStyle(document.querySelector('.current .actual img')).clipPath"
    let seen = try Browser.run(
      "r.html", in: try report(),
      [
        .key("3"), .drag(from: position(0.5), to: position(0.25)), .look(split),
        .drag(from: position(0.25), to: position(0.75)),
        .look(split), .look(clip),
      ])
    #expect(abs((Int(seen[0]) ?? 0) - 25) <= 2 && abs((Int(seen[1]) ?? 0) - 75) <= 2, "\(seen)")
    #expect(seen[2].contains(/inset\(0(px|%)? 0(px|%)? 0(px|%)? 7[3-7]/), "\(seen[2])")
  }

  @Test(.enabled(Browser.comment, { Browser.isInstalled })) func `zoom shows the values of both pictures' pixels`()
    throws
  {
    let scratch = try Scratch(["a.jsonl": DiffTests.log()])
    _ = try scratch.shell("doodle accept --all; sed -i 's/#000000/#102030/' a.jsonl; doodle check --report r.html .")
    let output = "document.querySelector('.zoom output').textContent"
    let canvas = """
      Array.from(document.querySelectorAll('.zoom canvas')).map(c => {
        const data = c.getContext('2d').getImageData(0, 0, 480, 480).data, colors = new Set();
        for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) colors.add([data[i], data[i + 1], data[i + 2]].join('-'));
        return colors.has('0-0-0') + '' + colors.has('16-32-48'); })
      """
    let isThere = "document.querySelectorAll('.zoom output').length > 0"
    // Twice, because the pictures may still be loading the first time.
    let asked: [Browser.Step] = [.key("5"), .key("5"), .wait(isThere)]
    let down = [Browser.Step](repeating: .key("ArrowDown"), count: 2)
    let across = [Browser.Step](repeating: .key("ArrowRight"), count: 30)
    let seen = try Browser.run(
      "r.html", in: scratch,
      asked + [.look(canvas), .look(output)] + across + down + [.look(output), .key("+"), .look(output)])
    #expect(seen[0] == "truefalse,falsetrue", "one view, though it was asked for twice")
    #expect(seen[2].contains("#000000ff #102030ff different"), "\(seen)")
    #expect(seen[3] != seen[2] && seen[3].contains("#000000ff #102030ff different, × "))
  }

  @Test(.enabled(Browser.comment, { Browser.isInstalled })) func `zoom loads pictures that were never in view`() throws
  {
    let scratch = try Scratch(Dictionary(uniqueKeysWithValues: (1...9).map { ("\($0).jsonl", DiffTests.log()) }))
    _ = try scratch.shell(
      """
      doodle accept --all --scale 8; sed -i 's/#000000/#102030/' *.jsonl; doodle check --scale 8 --report r.html .
      """)
    let last = "document.querySelectorAll('.case')[8]"
    let seen = try Browser.run(
      "r.html", in: scratch,
      [
        .look("\(last).querySelector('img').complete"), .look("\(last).querySelector('[data-mode=zoom]').click()"),
        .wait("\(last).querySelector('.zoom output') !== null"),
        .look("\(last).querySelectorAll('.zoom canvas').length"),
      ])
    #expect(seen[0] == "false", "the picture is far below the window")
    #expect(seen[2] == "2")
  }

  @Test(.enabled(Browser.comment, { Browser.isInstalled })) func `cases are filtered, and the page has a dark scheme`()
    throws
  {
    let visible = "Array.from(document.querySelectorAll('.case')).filter(e => e.offsetParent).map(e => e.dataset.name)"
    let paper = "getComputedStyle(document.body).backgroundColor"
    let click = "(document.querySelector('.filter[data-verdict=different]').click(), '')"
    let seen = try Browser.run(
      "r.html", in: try report(),
      [
        .look(visible), .look(click), .look(visible), .look(click), .key("/"), .key("c"), .look(visible),
        .key("Escape"),
        .look(paper), .key("t"), .look(paper), .key("t"), .look(paper),
      ])
    #expect(seen[0] == "a<b>.jsonl,b.jsonl,c.jsonl" && seen[2] == "b.jsonl" && seen[4] == "c.jsonl")
    #expect(seen[5] != seen[6] && seen[5] == seen[7], "\(seen)")
  }
}
