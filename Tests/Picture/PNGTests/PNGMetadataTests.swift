import Files
import PNG
import TestSupport
import Testing
import Raster

struct PNGMetadataTests {
  let dot = Bitmap(width: 1, height: 1, pixels: [gray(0)])

  @Test func `a plain PNG declares sRGB and nothing else`() throws {
    let file = chunks(of: try dot.png())
    #expect(file.map(\.name) == ["IHDR", "sRGB", "IDAT", "IEND"])
    #expect(file[1].data == [0])
  }

  @Test(arguments: [(72.0, 2835), (96, 3780), (300, 11811), (0.0254, 1)])
  func `dots per inch are stored as pixels per meter`(dpi: Double, perMeter: Int) throws {
    let file = chunks(of: try dot.png(PNGOptions(dpi: dpi)))
    let number = TinyPNG.bigEndian(perMeter)
    #expect(file.first { $0.name == "pHYs" }?.data == number + number + [1])
  }

  @Test(arguments: [0, -1, 0.01, 1e9, .infinity])
  func `a resolution that PNG cannot store is refused`(dpi: Double) {
    #expect(throws: ImageError.invalidResolution(dpi)) { try dot.png(PNGOptions(dpi: dpi)) }
  }

  @Test func `a resolution that is not a number is refused`() {
    #expect(throws: ImageError.self) { try dot.png(PNGOptions(dpi: .nan)) }
  }

  @Test func `text is stored as Latin-1 if possible, otherwise as UTF-8`() throws {
    let options = PNGOptions(text: [
      (key: "Title", value: "Grüße"), (key: "Author", value: "π ≈ 3"), (key: "E", value: ""),
    ])
    let file = chunks(of: try dot.png(options))
    let latin = file.filter { $0.name == "tEXt" }.map(\.data)
    #expect(latin == [Array("Title\0Gr".utf8) + [0xFC, 0xDF] + Array("e".utf8), Array("E\0".utf8)])
    let international = file.filter { $0.name == "iTXt" }.map(\.data)
    #expect(international == [Array("Author\0\0\0\0\0π ≈ 3".utf8)])
  }

  @Test(arguments: ["", " a", "a ", "a  b", "π", "a\nb", String(repeating: "k", count: 80)])
  func `a keyword that PNG cannot store is refused`(keyword: String) {
    #expect(throws: ImageError.invalidKeyword(keyword)) {
      try dot.png(PNGOptions(text: [(key: keyword, value: "x")]))
    }
  }

  @Test func `a text with a NUL is refused`() {
    #expect(throws: ImageError.invalidText(keyword: "k")) {
      try dot.png(PNGOptions(text: [(key: "k", value: "a\0b")]))
    }
  }

  @Test func `the versions of the libraries are known`() {
    #expect(LibraryVersions.libpng.hasPrefix("1.6."))
    #expect(LibraryVersions.zlib.hasPrefix("1."))
  }
}
