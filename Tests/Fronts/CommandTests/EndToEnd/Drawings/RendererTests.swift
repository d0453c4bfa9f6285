import Foundation
import Testing

/// The other outputs of `doodle render`: SVGs, thumbnails, tiles and debug views; and `--verify`.
@Suite struct RendererTests {
  private static let log = SmallLog.text(of: [
    #"{"doodle":1,"size":[300,150],"scale":2}"#,
    #"{"tool":"pen","color":"navy","width":8}"#,
    #"{"phase":"began","touch":1,"point":[20,20],"time":0}"#,
    #"{"phase":"moved","touch":1,"point":[90,60],"time":0.1}"#,
    #"{"phase":"moved","touch":1,"point":[95,66],"time":0.12,"predicted":true}"#,
    #"{"phase":"ended","touch":1,"point":[110,110],"time":0.2}"#,
  ])

  private func scratch() throws -> Scratch { try Scratch(["a.jsonl": Self.log]) }

  @Test func `the extension svg or -f svg gives an SVG`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      "doodle render a.jsonl -o a.svg && doodle render a.jsonl -f svg -o b.txt && doodle render a.jsonl -f svg -o - > c"
    )
    #expect(result.status == 0)
    let svg = try scratch.text(of: "a.svg")
    #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300" "#))
    #expect(svg.contains(##"fill="#000080""##))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(try scratch.text(of: "b.txt") == svg)
    #expect(try scratch.text(of: "c") == svg)
  }

  @Test func `--metadata puts the log's hash into the SVG's description`() throws {
    let scratch = try scratch()
    let hash = try scratch.shell("doodle render a.jsonl -o a.svg --metadata && sha256sum a.jsonl").output.prefix(64)
    #expect(try scratch.text(of: "a.svg").contains("Touch log SHA-256: \(hash)"))
  }

  @Test func `--thumbnail sets the longer side in pixels`() throws {
    let scratch = try scratch()
    #expect(try scratch.shell("doodle render a.jsonl -o t.png --thumbnail 64").status == 0)
    let picture = try PNGFile(try scratch.bytes(of: "t.png"))
    #expect(picture.width == 64)
    #expect(picture.height == 32)
  }

  @Test func `a thumbnail of more pixels than the limit is refused before it is drawn`() throws {
    let scratch = try scratch()
    let refused = try scratch.shell("doodle render a.jsonl -o t.png --thumbnail 1000000")
    #expect(refused.status == 4)
    #expect(refused.errors.contains("1000000 x 500000 = 500000000000 pixels"))
    #expect(try scratch.shell("doodle render a.jsonl -o t.png --thumbnail 601 --pixel-limit 180000").status == 4)
    #expect(try scratch.shell("doodle render a.jsonl -o t.png --thumbnail 600 --pixel-limit 180000").status == 0)
  }

  @Test func `picture and scratch draw the same pixels, debug and layers draw others`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      """
      for kind in picture scratch debug; do doodle render a.jsonl -o $kind.png --renderer $kind; done
      doodle render a.jsonl -o layers.png --layers dirty,cones
      doodle hash picture.png scratch.png debug.png layers.png
      """)
    #expect(result.status == 0)
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    #expect(hashes.count == 4)
    #expect(hashes[0] == hashes[1])
    #expect(Set(hashes).count == 3)
  }

  @Test func `tiles are written to ZOOM/COLUMN/ROW.png, and old tiles are removed`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      """
      mkdir -p map/0/0 map/2/2 map/3/1 && echo old > map/3/1/4.png && echo old > map/0/0/0.png && echo old > map/2/2/1.png && echo mine > map/2/2/mine.png
      doodle render a.jsonl --tiles map
      """)
    #expect(result.status == 0)
    #expect(result.errors == "")
    // The picture has 600 x 300 pixels, and ink in the first 236 of each row: one tile with ink in each of three zooms.
    let files = scratch.names.filter { $0.hasSuffix(".png") }
    #expect(files == ["map/0/0/0.png", "map/1/0/0.png", "map/2/0/0.png", "map/2/2/mine.png"])
    for file in files.prefix(3) {
      let tile = try PNGFile(try scratch.bytes(of: file))
      #expect(tile.width == 256)
      #expect(tile.height == 256)
    }
  }

  @Test func `each of several inputs needs its own folder of tiles`() throws {
    let scratch = try scratch()
    let result = try scratch.shell("cp a.jsonl b.jsonl; doodle render a.jsonl b.jsonl --tiles 'maps/{stem}/' --json")
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(scratch.names.contains("maps/a/0/0/0.png"))
    #expect(scratch.names.contains("maps/b/0/0/0.png"))
    let refused = try scratch.shell("doodle render a.jsonl b.jsonl --tiles maps")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("would both be written to \"maps\""))
  }

  @Test func `a tile that cannot be written is an error`() throws {
    let scratch = try scratch()
    let result = try scratch.shell("echo no > map; doodle render a.jsonl --tiles map")
    #expect(result.status == 4)
    #expect(result.errors.contains("cannot create map"))
  }

  @Test func `--verify needs no output and says what it verified`() throws {
    let scratch = try scratch()
    let result = try scratch.shell("doodle render --verify a.jsonl && doodle render --verify a.jsonl -o a.png")
    #expect(result.status == 0)
    let line = /doodle: a.jsonl: the picture equals a full redraw after each of [0-9]+ events\n/
    #expect(result.output.isEmpty && result.errors.matches(of: line).count == 2, "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 2)
    #expect(try scratch.shell("doodle render -q --verify a.jsonl").errors.isEmpty)
    #expect(try scratch.hash("a.png") == scratch.hash("a.jsonl"))
  }
}
