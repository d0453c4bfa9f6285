import Compare
import Foundation
import Raster
import Testing
import TouchLog

@testable import Recorder

struct RecorderPageTests {
  private func text(_ page: RecorderPage) -> String { String(decoding: page.bytes, as: UTF8.self) }

  /// The contents of the only element with this id.
  private func contents(of id: String, in page: String) throws -> String {
    let parts = page.components(separatedBy: "id=\"\(id)\">")
    try #require(parts.count == 2)
    return try #require(parts[1].components(separatedBy: "</script>").first)
  }

  @Test func `the page is one file that loads nothing`() {
    let page = text(RecorderPage())
    #expect(page.hasPrefix("<!doctype html>"))
    for link in ["src=\"", "href=\"http", "url(http", "@import", "fetch(", "XMLHttpRequest", "eval(", "new Function("] {
      // The module's documentation shows how other pages load the engine.
      let code = page.components(separatedBy: "\n").filter { !$0.hasPrefix("//") && !$0.contains(" * ") }
      #expect(!code.contains { $0.contains(link) }, "\(link)")
    }
    #expect(page.contains("default-src 'none'"))
  }

  @Test func `the parts of the page are in their places`() {
    let page = text(RecorderPage())
    for name in ["STYLE", "OPTIONS", "ENGINE", "SCRIPT", "REST"] { #expect(!page.contains("@\(name)@")) }
    #expect(!page.contains("\nexport "))
    #expect(!page.components(separatedBy: "\n").contains { $0.hasPrefix("import ") })
    for type in [
      "Doodle", "PointerRecorder", "Session", "Surface", "Storage", "Keeper", "Player", "Menu", "EarlierDrawings",
      "Documents", "Recorder", "Steps", "View", "Dragging", "Selecting", "SelectionStyle", "Hand", "SelectionView",
      "Colors", "Exports", "Pages", "PageStrip",
    ] {
      #expect(page.components(separatedBy: "class \(type) ").count == 2, "\(type)")
    }
  }

  @Test func `the options are JSON that ends no script`() throws {
    var page = RecorderPage()
    page.size = Size(width: 300.5, height: 20)
    page.background = "none"
    page.tool = #"{"tool":"text","text":"</script><!--"}"#
    let json = try contents(of: "options", in: text(page))
    let options = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(options["size"] as? [Double] == [300.5, 20])
    #expect(options["background"] as? String == "none")
    #expect((options["tool"] as? [String: String]) == ["tool": "text", "text": "</script><!--"])
  }

  @Test func `a picture is in the page, pixel by pixel`() throws {
    var page = RecorderPage()
    let pixels: [UInt32] = (0..<12).map { (index: UInt32) -> UInt32 in index * 0x0304_0507 }
    page.picture = RecorderPage.NamedPicture(
      name: "plan \"1\".png", bitmap: Bitmap(width: 4, height: 3, pixels: pixels))
    let json = try contents(of: "options", in: text(page))
    let options = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let picture = try #require(options["picture"] as? [String: Any])
    #expect(picture["name"] as? String == "plan \"1\".png")
    #expect(picture["width"] as? Int == 4)
    #expect(picture["height"] as? Int == 3)
    let data = try #require(picture["data"] as? String)
    let packed = try #require(Data(base64Encoded: data))
    #expect(packed.starts(with: [0x1F, 0x8B]))
    let bytes = try #require(try gunzipped(packed))
    let expected: [UInt8] = pixels.flatMap { (pixel: UInt32) -> [UInt8] in
      [0, 8, 16, 24].map { (shift: UInt32) -> UInt8 in UInt8(truncatingIfNeeded: pixel >> shift) }
    }
    #expect(bytes == expected)
  }

  /// The output of the program gunzip for some bytes.
  private func gunzipped(_ bytes: Data) throws -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/gunzip")
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: bytes)
    try input.fileHandleForWriting.close()
    return try output.fileHandleForReading.readToEnd().map(Array.init)
  }
}
