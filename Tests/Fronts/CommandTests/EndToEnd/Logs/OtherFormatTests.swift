import DoodleKit
import Foundation
import Testing

@testable import doodle

/// Real files of other programs, read by the command as its users do.
@Suite struct OtherFormatTests {
  /// A file of the corpus, the name of its format, and the number of strokes that its source states.
  struct Recording: CustomTestStringConvertible, Sendable {
    var path: String
    var format: String
    var strokes: Int
    var options: [String] = []
    /// Whether the format must be named.
    var isNamed = false

    var testDescription: String { ([path] + options).joined(separator: " ") }

    var arguments: [String] { (isNamed ? ["--from", format] : []) + options }
  }

  static let recordings = [
    Recording(path: "uitouch/events.json", format: "uitouch", strokes: 1),
    Recording(path: "pointer-events/js-draw-touch.txt", format: "pointer-events", strokes: 33),
    Recording(path: "pointer-events/js-draw-pen.txt", format: "pointer-events", strokes: 28),
    Recording(path: "pointer-events/bdalab-columns.json", format: "pointer-columns", strokes: 1),
    Recording(path: "web-strokes/iink-hello-my-friend.json", format: "iink", strokes: 10),
    Recording(path: "web-strokes/iink-shape-and-stroke.json", format: "iink", strokes: 1),
    Recording(path: "web-strokes/iink-no-time.json", format: "iink", strokes: 5),
    Recording(path: "signature_pad/face.json", format: "signature-pad", strokes: 3),
    Recording(path: "signature_pad/face-v3.json", format: "signature-pad", strokes: 3),
    Recording(path: "signature_pad/face-v2-shape.json", format: "signature-pad", strokes: 3),
    Recording(path: "quickdraw/raw.ndjson", format: "quickdraw", strokes: 6),
    Recording(path: "quickdraw/raw.ndjson", format: "quickdraw", strokes: 5, options: ["--index", "1"]),
    Recording(path: "quickdraw/bed.bin", format: "quickdraw-bin", strokes: 6, isNamed: true),
    Recording(path: "inkml/office-ink1.inkml", format: "inkml", strokes: 13),
    Recording(path: "inkml/office-ink2.inkml", format: "inkml", strokes: 7),
    Recording(path: "inkml/powerpoint-mouse.inkml", format: "inkml", strokes: 9),
    Recording(path: "documents/inkml/made-graph-multipart.txt", format: "inkml", strokes: 13),
    Recording(path: "evdev/dell_canvas_pen.evemu", format: "evemu", strokes: 1),
    Recording(path: "evdev/dell_canvas_pen.libinput.yml", format: "libinput", strokes: 1),
    Recording(path: "evdev/dell_canvas_pen.evtest.txt", format: "evtest", strokes: 1),
    Recording(path: "evdev/dell_canvas_pen.getevent-lt.txt", format: "getevent", strokes: 1),
    Recording(path: "evdev/dell_canvas_touch.evemu", format: "evemu", strokes: 12),
    Recording(path: "evdev/getevent-t-protocol-a.txt", format: "getevent", strokes: 1),
    Recording(path: "xournal/statbasics-notes.xoj", format: "xournal", strokes: 208),
    // A formula is a box with its source.
    Recording(
      path: "documents/xournal/gravity-pages-2-7-12.xopp", format: "xournal", strokes: 83 + 3, options: ["--page", "2"]),
    Recording(
      path: "documents/xournal/gravity-pages-9-11-13.xopp", format: "xournal", strokes: 86 + 3,
      options: ["--page", "1"]),
    Recording(
      path: "documents/xournal/gravity-pages-9-11-13.xopp", format: "xournal", strokes: 92 + 1,
      options: ["--page", "2"]),
    Recording(
      // Four have no width anywhere.
      path: "documents/xournal/gravity-pages-9-11-13.xopp", format: "xournal", strokes: 151 - 4 + 1,
      options: ["--page", "3"]),
    Recording(
      path: "documents/xournal/made-backgrounds.xopp", format: "xournal", strokes: 2, options: ["--page", "8"]),
    Recording(
      path: "documents/remarkable/made-order-deleted.rmdoc", format: "remarkable", strokes: 12,
      options: ["--page", "2"]),
    Recording(
      path: "documents/remarkable/real-notebook-4-pages-long.rmdoc", format: "remarkable", strokes: 500,
      options: ["--page", "4"]),
    // 2 freehand strokes, 12 outlines, 2 arrows with heads, and 33 hatch lines.
    Recording(path: "excalidraw/blocks-drawing.excalidraw", format: "excalidraw", strokes: 51),
    Recording(path: "excalidraw/handdrawn-signs.excalidrawlib", format: "excalidraw", strokes: 3),
    // 108 freehand strokes and 57 lines and shapes.
    Recording(path: "excalidraw/valentine-cut.excalidrawlib", format: "excalidraw", strokes: 165),
    Recording(
      path: "documents/tldraw/2024-04-test-shape-record-version-4.tldr", format: "tldraw", strokes: 5),
    Recording(path: "strokes/perfect-freehand.json", format: "points", strokes: 1),
    Recording(path: "unipen/lipitk-one-point.unp", format: "unipen", strokes: 1),
    Recording(path: "svc/bdalab-wacom.svc", format: "svc", strokes: 3),
    Recording(path: "svc/bdalab-mm.svc", format: "svc", strokes: 5),
    Recording(path: "remarkable/Normal_A_stroke_2_layers_v3.3.2.rm", format: "remarkable", strokes: 9),
    Recording(path: "remarkable/Color_and_tool_v3.14.4.rm", format: "remarkable", strokes: 25 + 6),
    Recording(path: "remarkable/More_color_highlight_shader_v3.15.4.2.rm", format: "remarkable", strokes: 23),
  ].filter { FileManager.default.fileExists(atPath: "\(ProjectFiles.corpus)/\($0.path)") }

  @Test(arguments: recordings) func `a real file has the strokes that its source states`(
    recording: Recording
  ) throws {
    let path = "\(ProjectFiles.corpus)/\(recording.path)"
    let found = try Program.run(Program.doodle, ["inspect", "-q", "--json", path] + recording.arguments)
    #expect(found.errors == "")
    #expect(found.status == 0)
    let report = try #require(JSONSerialization.jsonObject(with: found.outputBytes) as? [String: Any])
    #expect(report["strokes"] as? Int == recording.strokes)
    #expect(report["import"] is [String: Any])
  }

  @Test(arguments: recordings) func `a file is one picture, compressed, from a pipe and with its format named`(
    recording: Recording
  ) throws {
    let path = "\(ProjectFiles.corpus)/\(recording.path)"
    let options = recording.options.joined(separator: " ")
    let named = recording.isNamed ? "--from \(recording.format)" : ""
    // gzip takes zip archives for its own.
    let plain = path.hasSuffix(".rmdoc") ? "cat" : "gzip -dcf"
    let lines = """
      doodle hash -q \(options) \(named) \(path)
      doodle hash -q \(options) \(named) - < \(path)
      doodle hash -q \(options) --from \(recording.format) \(path)
      \(plain) \(path) | gzip -c | doodle hash -q \(options) \(named) -
      """
    let found = try Program.shell(lines)
    #expect(found.errors == "")
    let hashes = found.output.split(separator: "\n").map { $0.prefix(64) }
    #expect(hashes.count == 4)
    #expect(Set(hashes).count == 1)
  }

  @Test func `every format that is read is tested with a real file or has no real file`() {
    guard !Self.recordings.isEmpty else { return }
    let others: [String] = [
      "doodle", "rnote", "webdriver", "jspsych", "iam", "sketch-rnn", "gesture", "omniglot", "react-sketch-canvas",
      "react-canvas-draw", "fabric", "stroke-3", "stroke-5",
    ]
    let tested: Set<String> = Set(Self.recordings.map(\.format)).union(others)
    let formats: Set<String> = Set(LogFormat.allCases.map(\.rawValue))
    #expect(formats.subtracting(tested) == [])
  }
}

/// The tables of the page on formats.
@Suite struct FormatTableTests {
  /// The names in the first column of the table with a heading.
  private func names(under heading: String) throws -> [String] {
    let page = try String(contentsOfFile: ProjectFiles.root + "/Examples/formats/README.md", encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("| \(heading) |") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
  }

  @Test func `the table of formats that are read is complete`() throws {
    let read = Set(LogFormat.allCases.map(\.rawValue)).subtracting(["doodle"])
    #expect(Set(try names(under: "read as")) == read)
  }

  @Test func `the table of formats that are written is complete`() throws {
    #expect(Set(try names(under: "written as")) == Set(ConvertTarget.allCases.map(\.rawValue)))
  }
}
