import DoodleKit
import Foundation
import TestSupport
import Testing

// The program in the README's section on the library, word for word.
func render(_ log: String, to picture: String) throws {
  var reader = try openEventReader(try InputFile(path: log), name: log)
  var pictures = PictureLoader(besideLog: log)
  var drawing = Drawing()
  while let event = try reader.next() { try drawing.apply(event, with: &pictures) }
  _ = drawing.finish()

  let layout = try LayoutRequest().layout(header: drawing.header, ink: drawing.inkBounds)
  drawing.refine(tolerance: ModelOptions.tolerance(pixelsPerPoint: layout.transform.scale))
  let backdrop = try pictures.backdrop(of: drawing.header)?.source(for: layout)
  var renderer = PictureRenderer(layout: layout, backdrop: backdrop)
  try renderer.drawFrame(drawing)

  var file = try OutputFile(path: picture)
  try writePNG(renderer.picture, to: &file)
  try file.commit()
}

@Suite struct LibraryTests {
  @Test(arguments: Example.all)
  func `the README's program makes the command's picture`(example: Example) throws {
    let folder = try TemporaryFolder()
    let picture = folder.path(of: "picture.png")
    try render(example.log.path, to: picture)
    #expect(try readPNG(from: try InputFile(path: picture)) == example.picture())
  }

  @Test func `the README shows the program that is tested here`() throws {
    let program = try #require(try Readme().blocks(of: "swift").first)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    #expect(source.contains(program.replacing("import DoodleKit\n\n", with: "")))
  }
}
