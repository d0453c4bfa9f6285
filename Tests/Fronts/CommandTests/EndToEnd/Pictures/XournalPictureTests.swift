import DoodleKit
import Foundation
import Testing

/// Notes as Xournal++ itself draws them, where it is installed.
@Suite(.enabled(if: Program.exists("xournalpp"), "xournalpp is not installed"))
struct XournalPictureTests {
  /// The notes of the corpus, page by page, without the parts that only Xournal++ draws: texts, images and ruled paper.
  private static let pages: [(file: String, page: Int)] = [
    ("gravity-pages-6-8.xopp", 1), ("gravity-pages-6-8.xopp", 2), ("statbasics-notes.xoj", 1),
  ].filter { FileManager.default.fileExists(atPath: "\(ProjectFiles.corpus)/xournal/\($0.file)") }

  private struct Pictures {
    var ours: Bitmap
    var theirs: Bitmap
  }

  /// - Parameter scale: Pixels per point.
  private func draw(_ file: String, page: Int, scale: Int) throws -> Pictures {
    let scratch = try Scratch()
    let unzipped = try Program.shell("gzip -dcf '\(ProjectFiles.corpus)/xournal/\(file)'")
    let notes = unzipped.output
      .replacing(/(?s)<(text|image|teximage|link)\b[^>]*(\/>|>.*?<\/\1>)/, with: "")
      .replacing(/(<background type="solid"[^>]*style=)"[^"]*"/) { "\($0.output.1)\"plain\"" }
    try scratch.write(Data(notes.utf8), to: "notes.xopp")
    let result = try scratch.shell(
      """
      doodle render notes.xopp --page \(page) --scale \(scale) -o ours.png
      HOME=$PWD xournalpp -i theirs.png --export-png-dpi=\(72 * scale) notes.xopp > xournalpp.log 2>&1
      cp theirs-\(page).png page.png 2> /dev/null || cp theirs.png page.png
      """)
    try #require(result.status == 0, "\(result.errors)")
    func picture(_ name: String) throws -> Bitmap {
      try readPNG(from: MemorySource(Array(scratch.bytes(of: name))), limits: ImageLimits())
    }
    return Pictures(ours: try picture("ours.png"), theirs: try picture("page.png"))
  }

  @Test(arguments: pages) func `a page differs from Xournal's by at most 2 of 255 at 1 pixel a point`(
    file: String, page: Int
  ) throws {
    let pictures = try draw(file, page: page, scale: 1)
    let (ours, theirs) = (pictures.ours, pictures.theirs)
    #expect(abs(ours.width - theirs.width) <= 1 && abs(ours.height - theirs.height) <= 1)
    var (sum, count, inked) = (0, 0, 0)
    for y in 0..<min(ours.height, theirs.height) {
      for x in 0..<min(ours.width, theirs.width) {
        let (one, other) = (ours.channels(x, y), theirs.channels(x, y))
        sum += zip(one, other).reduce(0) { $0 + abs($1.0 - $1.1) }
        count += 3
        if one != [255, 255, 255] || other != [255, 255, 255] { inked += 3 }
      }
    }
    #expect(Double(sum) / Double(count) < 0.5)
    // Most of a page is white. Where there is ink, the pictures differ only in how they smooth its edges.
    #expect(Double(sum) / Double(inked) < 25)
  }

  @Test(arguments: pages) func `the ink of a page is as wide as Xournal's`(file: String, page: Int) throws {
    let pictures = try draw(file, page: page, scale: 8)
    // A line of the pen is about 1.4 points wide: 1 % is 0.014 points.
    #expect(abs(pictures.ours.ink / pictures.theirs.ink - 1) < 0.01)
  }
}

extension Bitmap {
  /// The red, green and blue of a pixel on white.
  fileprivate func channels(_ x: Int, _ y: Int) -> [Int] {
    let pixel = pixels[y * width + x]
    let alpha = Int(pixel >> 24)
    return [0, 8, 16].map { (Int(pixel >> $0 & 255) * alpha + 255 * (255 - alpha)) / 255 }
  }

  /// The sum of the darkness of all pixels.
  fileprivate var ink: Double {
    var sum: UInt = 0
    for pixel in pixels {
      let colors = (pixel & 255) + (pixel >> 8 & 255) + (pixel >> 16 & 255)
      sum += UInt(pixel >> 24) * (765 - UInt(colors))
    }
    return Double(sum) / 255
  }
}
