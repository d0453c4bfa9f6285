import DoodleKit
import Testing

/// Pictures that are cropped to their ink.
@Suite struct FitTests {
  @Test(arguments: ["eraser", "text", "fast-mouse", "transparent", "tapers", "dots"], [1, 2, 3.7, 0.5])
  func `without a margin, each edge of the picture has ink`(example: String, scale: Double) throws {
    var options = PictureOptions()
    (options.fit, options.margin, options.resolution) = (.content, 0, .scale(scale))
    options.background = Background.none
    let path = "\(ProjectFiles.root)/Examples/\(example).jsonl"
    let session = try PictureSession(DrawingSession(path: path), options: options)
    while try session.advance() {}
    let picture = try session.finish().picture
    func hasInk(_ pixels: some Sequence<(Int, Int)>) -> Bool { pixels.contains { picture[$0.0, $0.1].alpha > 0 } }
    let (right, bottom) = (picture.width - 1, picture.height - 1)
    #expect(hasInk((0...right).map { ($0, 0) }), "top")
    #expect(hasInk((0...right).map { ($0, bottom) }), "bottom")
    #expect(hasInk((0...bottom).map { (0, $0) }), "left")
    #expect(hasInk((0...bottom).map { (right, $0) }), "right")
  }

  /// Kernels round in single precision, from the edge of a tile: of a moved edge, one pixel in ten thousand rounds to the
  /// next level.
  @Test func `the ink keeps its pixels when it is cropped, to within one level`() throws {
    var options = PictureOptions()
    options.background = Background.none
    let path = "\(ProjectFiles.root)/Examples/eraser.jsonl"
    func picture(_ options: PictureOptions) throws -> Picture {
      let session = try PictureSession(DrawingSession(path: path), options: options)
      while try session.advance() {}
      return try session.finish().picture
    }
    let whole = try picture(options)
    (options.fit, options.margin) = (.content, 3)
    let cropped = try picture(options)
    let area = try #require(whole.visibleArea)
    #expect((cropped.width, cropped.height) == (area.width + 6, area.height + 6))
    var different = 0
    for row in 0..<area.height {
      for column in 0..<area.width {
        let (here, there) = (cropped[column + 3, row + 3], whole[area.minX + column, area.minY + row])
        guard here != there else { continue }
        different += 1
        for channel in [\Pixel.red, \.green, \.blue, \.alpha] {
          try #require(abs(Int(here[keyPath: channel]) - Int(there[keyPath: channel])) <= 1)
        }
      }
    }
    #expect(different * 1000 < area.width * area.height)
  }

  @Test func `a film and a moment have the size of the picture`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text])
    for line in ["render a.jsonl --at 50% -o b.png", "replay a.jsonl -f png -o frames/", "render a.jsonl -o b.png"] {
      #expect(try scratch.shell("doodle \(line) --fit content --margin 0").status == 0)
    }
    let sizes = try scratch.shell("doodle hash --json b.png frames/0001.png").output
      .matches(of: /"width":(\d+),"height":(\d+)/).map { [$0.output.1, $0.output.2] }
    #expect(sizes.count == 2 && sizes[0] == sizes[1])
    #expect(try scratch.shell("doodle show --protocol blocks a.jsonl --fit content").status == 0)
  }
}
