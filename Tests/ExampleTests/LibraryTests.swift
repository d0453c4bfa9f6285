import DoodleKit
import Foundation
import TestSupport
import Testing

/// The program in the README's section on the library.
private func render(_ log: String, to picture: String) throws {
  var reader = try openEventReader(try InputFile(path: log), name: log)
  var drawing = Drawing()
  while let event = try reader.next() { try drawing.apply(event) }
  _ = drawing.finish()

  let layout = try LayoutRequest().layout(header: drawing.header, ink: drawing.inkBounds)
  drawing.refine(tolerance: 0.05 / layout.transform.scale)
  var renderer = PictureRenderer(layout: layout)
  try renderer.drawFrame(drawing)

  var file = try OutputFile(path: picture)
  try writePNG(renderer.picture, to: &file)
  try file.commit()
}

@Suite struct LibraryTests {
  @Test(arguments: Example.all)
  func `the README's program makes the command's picture`(example: Example) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = folder.appending(path: "picture.png").path
    try render(example.log.path, to: picture)
    #expect(try readPNG(from: try InputFile(path: picture)) == example.picture())
  }

  @Test func `the README shows the program that is tested here`() throws {
    let readme = try String(contentsOf: Example.root.appending(path: "README.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let block = try #require(readme.components(separatedBy: "```swift\n").dropFirst().first)
    let program = block.components(separatedBy: "```")[0]
    #expect(source.contains(program.replacing("import DoodleKit\n\n", with: "")))
  }
}
