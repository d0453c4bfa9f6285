import Archive
import CRecorder
import Files
import JSON
import Raster
import TouchLog

/// The page of the recorder: one HTML file with the engine, which records what a user draws in a browser.
package struct RecorderPage {
  /// The size of the canvas in points; nil for that of the picture or, without one, of the window.
  package var size: Size?
  /// The line of a log that sets the first tool, as JSON.
  package var tool: String?
  /// A color or "none"; nil for white. The picture is drawn instead if there is one.
  package var background: String?
  package var picture: NamedPicture?

  /// A picture to draw over.
  package struct NamedPicture {
    /// The name by which logs name the picture's file.
    package var name: String
    package var bitmap: Bitmap

    package init(name: String, bitmap: Bitmap) { (self.name, self.bitmap) = (name, bitmap) }
  }

  package init() {}

  /// Whether this build has the engine. Without it there is no page.
  package static var hasEngine: Bool { unsafe crecorder_engine.count > 0 }

  /// The bytes of the HTML file.
  package var bytes: [UInt8] {
    let files = PageFile.all
    let engine = unsafe Base64.encoded(PageFile(crecorder_engine).bytes.span)
    let rest = unsafe Base64.encoded(PageFile(crecorder_rest).bytes.span)
    let scripts = files.dropFirst(2).flatMap { Array($0.asScript.utf8) + [UInt8(ascii: "\n")] }
    return filled(
      files[0].bytes,
      ["STYLE": files[1].bytes, "OPTIONS": options, "ENGINE": engine, "SCRIPT": scripts, "REST": rest])
  }

  /// The options for the page's script, as JSON that can be embedded in HTML.
  private var options: [UInt8] {
    var members: [JSON.Member] = []
    func add(_ name: String, _ value: JSON?) {
      if let value { members.append(JSON.Member(name: name, value: value)) }
    }
    add("size", size.map { .array([.number($0.width), .number($0.height)]) })
    add("background", background.map { .string($0) })
    if let picture {
      let bitmap = picture.bitmap
      let pixels = bitmap.pixels.flatMap { pixel in (0..<4).map { UInt8(truncatingIfNeeded: pixel >> (8 * $0)) } }
      add(
        "picture",
        .object([
          JSON.Member(name: "name", value: .string(picture.name)),
          JSON.Member(name: "width", value: .integer(bitmap.width)),
          JSON.Member(name: "height", value: .integer(bitmap.height)),
          JSON.Member(
            name: "data", value: .string(String(decoding: Base64.encoded(gzip(pixels).span), as: UTF8.self))),
        ]))
    }
    var text = JSON.object(members).description
    if let tool {
      text.removeLast()
      text += (members.isEmpty ? "" : ",") + "\"tool\":\(tool)}"
    }
    return text.utf8.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
  }

  /// Replaces each name between at signs by its value.
  private func filled(_ template: [UInt8], _ values: [String: [UInt8]]) -> [UInt8] {
    let parts = template.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    var page: [UInt8] = []
    for (index, part) in parts.enumerated() {
      page += index % 2 == 0 ? Array(part) : values[String(decoding: part, as: UTF8.self)] ?? []
    }
    return page
  }
}

/// A file that the page is made of.
private struct PageFile {
  let bytes: [UInt8]

  init(_ file: crecorder_file) {
    bytes = unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  static var all: [PageFile] {
    unsafe UnsafeBufferPointer(start: crecorder_first_file(), count: crecorder_file_count).map { unsafe PageFile($0) }
  }

  /// The module as a part of one script: only its exports are visible outside. Its imports are exports of earlier
  /// parts. Lines of comments, a quarter of the script, are left out.
  var asScript: String {
    var names: [Substring] = []
    var lines: [Substring] = []
    var isInComment = false
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    where !(line.hasPrefix("import ") && line.has(" from './")) {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("/*") { isInComment = true }
      if isInComment || text.hasPrefix("//") {
        if text.hasSuffix("*/") { isInComment = false }
        continue
      }
      guard line.hasPrefix("export ") else {
        lines.append(line)
        continue
      }
      let declaration = line.dropFirst("export ".count)
      let words = declaration.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      if let name = words.first(where: { !["async", "class", "const", "function"].contains($0) }) {
        names.append(name)
      }
      lines.append(declaration)
    }
    let script = lines.joined(separator: "\n")
    guard !names.isEmpty else { return script }
    let exports = names.joined(separator: ", ")
    return "const { \(exports) } = (() => {\n\(script)\nreturn { \(exports) }\n})()\n"
  }
}
