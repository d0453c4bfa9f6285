import DoodleKit
import Foundation
import TestSupport
import Testing

@testable import doodle

/// Changing pictures in a terminal with the kitty protocol.
@Suite struct KittyTilesTests {
  /// The images that a terminal shows, by number, with their positions in cells from the saved cursor.
  private struct Terminal {
    let cell: TerminalSize.Cell
    var images: [Int: (column: Int, row: Int, picture: Bitmap)] = [:]
    private var cursor = (column: 0, row: 0)
    private var data = ""
    private var number = 0

    init(cell: TerminalSize.Cell) {
      self.cell = cell
    }

    mutating func take(_ bytes: [UInt8]) throws {
      let text = String(decoding: bytes, as: UTF8.self)
      let sequence = /\x1B(?:([78])|\[(\d*)([BCJ])|_G([^;\x1B]*);?([^\x1B]*)\x1B\\)/
      var length = 0
      for match in text.matches(of: sequence) {
        length += match.0.utf8.count
        if match.1 == "8" { cursor = (0, 0) }
        if match.3 == "B" { cursor.row += try #require(Int(match.2 ?? "")) }
        if match.3 == "C" { cursor.column += try #require(Int(match.2 ?? "")) }
        if let control = match.4 { try take(String(control), String(match.5 ?? "")) }
      }
      #expect(length == text.utf8.count, "nothing else is written")
    }

    private mutating func take(_ control: String, _ part: String) throws {
      let pairs = control.split(separator: ",").map { $0.split(separator: "=") }
      let keys = Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) })
      if let name = keys["i"] { number = try #require(Int(name)) }
      guard keys["a"] != "d" else {
        images[number] = nil
        return
      }
      data += part
      guard keys["m"] == "0" else { return }
      let png = try #require(Data(base64Encoded: data))
      images[number] = (cursor.column, cursor.row, try readPNG(from: MemorySource(Array(png))))
      data = ""
    }

    func shown(width: Int, height: Int) -> Bitmap {
      var screen = Bitmap(width: width, height: height, pixels: [UInt32](repeating: 7, count: width * height))
      for (column, row, picture) in images.values {
        for y in 0..<picture.height {
          for x in 0..<picture.width { screen[column * cell.width + x, row * cell.height + y] = picture[x, y] }
        }
      }
      return screen
    }
  }

  private func random(_ width: Int, _ height: Int, seed: UInt64) -> Bitmap {
    var random = SeededRandom(seed: seed)
    let pixels = (0..<width * height).map { _ in Self.colors.randomElement(using: &random)! }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  private static let colors: [UInt32] = [0, 0xFF00_0000, 0xFF12_3456, 0x8065_4321]

  @Test(arguments: [(1, 1), (60, 50), (128, 128), (129, 127), (640, 384)])
  func `the terminal shows the picture after each change, and a changed pixel takes one image`(width: Int, height: Int)
    throws
  {
    let cell = TerminalSize.Cell(width: 8, height: 16)
    let size = TerminalSize(columns: 80, rows: 25, cell: cell)
    let screen = TerminalScreen(graphics: .kitty, size: size)
    var random = SeededRandom(seed: UInt64(width))
    var terminal = Terminal(cell: cell)
    // The terminal shows an older picture of the largest size.
    let older = self.random(640, 384, seed: 5)
    try terminal.take(
      try screen.update(older, changed: PixelRect(minX: 0, minY: 0, maxX: 640, maxY: 384), isNew: true))
    #expect(terminal.shown(width: 640, height: 384) == older)
    var picture = self.random(width, height, seed: 6)
    var changed = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    for step in 0..<12 {
      try terminal.take(try screen.update(picture, changed: changed, isNew: step == 0))
      #expect(terminal.shown(width: width, height: height) == picture)
      let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
      picture[x, y] = Pixel(word: Self.colors.filter { $0 != picture[x, y].word }.randomElement(using: &random)!)
      changed = PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
      let sent = String(decoding: try screen.update(picture, changed: changed, isNew: false), as: UTF8.self)
      #expect(sent.split(separator: "a=T").count == 2, "one image for one pixel")
    }
    // No image (128 x 128 pixels each) of the older picture is left.
    #expect(terminal.images.count == ((width + 127) / 128) * ((height + 127) / 128))
  }

  @Test func `without a known cell size, a change sends the whole picture`() throws {
    let screen = TerminalScreen(graphics: .kitty, size: TerminalSize(columns: 80, rows: 25))
    let picture = random(300, 200, seed: 1)
    var terminal = Terminal(cell: TerminalSize.Cell(width: 8, height: 16))
    let changed = PixelRect(minX: 250, minY: 150, maxX: 251, maxY: 151)
    try terminal.take(try screen.update(picture, changed: changed, isNew: false))
    #expect(terminal.images.count == 1 && terminal.shown(width: 300, height: 200) == picture)
  }
}
