import Files
import Foundation
import Geometry
import PNG
import Raster
import SVG
import TestSupport
import Testing
import TouchLog

@testable import PDF

/// Documents that show pictures, and what they look like.
enum PictureDocument {
  static let mutool = ExternalProgram.find("mutool")

  /// A document with one page of a picture's size that shows the picture alone.
  static func write(_ bytes: [UInt8], in folder: URL) throws -> URL {
    let url = folder.appendingPathComponent("embedded.pdf")
    let size = try EmbeddedPage(bytes).size
    var document = try PDFDocument(to: OutputFile(path: url.path), title: "a")
    let box = Rect(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
    try add([.init(bytes, in: box)], size, to: &document)
    try document.finish(producer: "tests")
    return url
  }

  /// Adds a page that shows pictures alone.
  static func add(_ pictures: [PDFDocument.Picture], _ size: Size, to document: inout PDFDocument) throws {
    let page = FigurePage(width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
    try document.add(page, size: size, pointsPerPixel: 1, number: nil, words: [], pictures: pictures)
  }

  /// A page of a document as mutool draws it.
  static func drawn(_ document: URL, page: Int = 1) throws -> Bitmap {
    let file = document.path + ".png"
    let (_, code) = try ExternalProgram.run(
      try #require(mutool), ["draw", "-q", "-r", "200", "-o", file, document.path, "\(page)"])
    try #require(code == 0)
    return try readPNG(from: MemorySource(InputFile(path: file).readAll()))
  }

  static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// The largest difference of two pixels' channels.
  static func distance(_ first: UInt32, _ second: UInt32) -> Int {
    let (a, b) = (Pixel(word: first), Pixel(word: second))
    let pairs = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.alpha, b.alpha)]
    return pairs.map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
