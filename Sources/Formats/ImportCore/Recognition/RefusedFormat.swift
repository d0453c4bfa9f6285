import Archive

/// A format that is recognized but not read, with what to do instead.
package struct RefusedFormat {
  /// What the file is, in the singular, such as "a Word document".
  package let name: String
  /// What to do instead, an imperative sentence without a full stop.
  package let instead: String
  package let recognizes: (Glimpse) -> Bool

  /// Tried in this order, after the formats that are read, but before tables of points, which have no marks of their own.
  package static var all: [RefusedFormat] {
    [
      RefusedFormat(
        name: "a PNG picture", instead: "hash and diff read pictures; a recording can be drawn over one"
      ) { $0.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) },
      RefusedFormat(
        name: "a JPEG picture", instead: "a recording can be drawn over it; convert it to PNG to compare it"
      ) { $0.bytes.starts(with: [0xFF, 0xD8, 0xFF]) },
      RefusedFormat(
        name: "a PDF document",
        instead: "render what is written on it to PDF, and join them with qpdf --overlay"
      ) { $0.begins(with: "%PDF-") },
      RefusedFormat(name: "a text in UTF-16", instead: "convert it with iconv -f UTF-16 -t UTF-8") {
        $0.bytes.starts(with: [0xFF, 0xFE]) || $0.bytes.starts(with: [0xFE, 0xFF]) || isUnmarked($0.bytes)
      },
      RefusedFormat(
        name: "an array of log lines", instead: "put each object on a line of its own, for example with jq -c '.[]'"
      ) { $0.json?.isArray == true && $0.firstObject?["phase"]?.text != nil && $0.firstObject?.has("point") == true },
      RefusedFormat(
        name: "a signature of jSignature in base30", instead: "save it with getData(\"native\"), which is read"
      ) { $0.bytes.contains(text: "image/jsignature;base30") || $0.bytes.contains(text: "image/jSignature;base30") },
      RefusedFormat(
        name: "a stage of Konva", instead: "save the points of its lines as [[[x,y],…],…]"
      ) { $0.json?["className"]?.text == "Stage" },
      RefusedFormat(
        name: "a diagram of draw.io", instead: "export it there as a picture: its lines are no recorded ink"
      ) { ["mxfile", "mxGraphModel"].contains($0.xmlRoot) },
      RefusedFormat(
        name: "content that was copied from tldraw", instead: "save the document as a file there, .tldr"
      ) { $0.bytes.contains(text: "data-tldraw") || $0.json?["type"]?.text == "application/tldraw" },
      RefusedFormat(
        name: "a room of tldraw's server", instead: "open it there and save it as a file, .tldr"
      ) { $0.json?.has("documents", "schema") == true },
      RefusedFormat(
        name: "an SVG document", instead: "record the strokes with their times; doodle convert lists the formats"
      ) { $0.xmlRoot == "svg" },
      RefusedFormat(
        name: "a document of tldraw 1", instead: "open it on tldraw.com and save it again"
      ) { $0.json?["document"]?.has("version", "pages") == true },
      RefusedFormat(
        name: "an rrweb recording", instead: "record pointer events: rrweb keeps one position per 50 ms"
      ) { $0.firstObject?["type"]?.isNumber == true && $0.firstObject?.has("data", "timestamp") == true },
      RefusedFormat(
        name: "the output of libinput debug-events", instead: "record with libinput record"
      ) { $0.lines.contains { $0.has(" DEVICE_ADDED ") || $0.has(" TABLET_TOOL_") || $0.has(" TOUCH_DOWN ") } },
      RefusedFormat(
        name: "a drawing of the web library Atrament",
        instead: "write their points with jq 'map(.points |= map(.point + {time}))'"
      ) { $0.json?.contains { $0["points"]?[0]?.has("point", "time") == true } == true },
      RefusedFormat(
        name: "a section of OneNote", instead: "get its pages from Microsoft Graph with ?includeInkML=true"
      ) { $0.bytes.starts(with: [0xE4, 0x52, 0x5C, 0x7B, 0x8C, 0xD8, 0xA7, 0x4D]) },
      RefusedFormat(
        name: "a drawing of PencilKit", instead: "write its points in an app, as the logger for UIKit does"
      ) { $0.begins(with: "wrd") && !$0.isText },
      RefusedFormat(
        name: "Wacom's Universal Ink",
        instead: "convert it to JSON or CSV with the Python package universal-ink-library"
      ) { $0.begins(with: "RIFF") && $0.bytes.dropFirst(8).starts(with: "UINK".utf8) },
      RefusedFormat(
        name: "a note of a Supernote tablet", instead: "convert it to PNG with supernote-tool: it holds pixels, not ink"
      ) { $0.begins(with: "noteSN_FILE_VER") || $0.begins(with: "SN_FILE_VER") },
      RefusedFormat(name: "a note of Saber", instead: "export it as PDF or PNG: its format still changes") {
        $0.bytes.dropFirst(5).starts(with: "v\0".utf8) || $0.zipMembers.contains { $0.hasSuffix(".sbn2") }
      },
      RefusedFormat(
        name: "an Office document", instead: "unzip it: its ink is InkML in the files ink/ink*.xml"
      ) { $0.zipMembers.contains("[Content_Types].xml") },
      RefusedFormat(name: "a document of GoodNotes", instead: closed) { $0.zipMembers.contains("index.notes.pb") },
      RefusedFormat(name: "a note of Notability", instead: closed) {
        $0.zipMembers.contains { $0.hasSuffix("Session.plist") }
      },
      RefusedFormat(name: "a note of Samsung Notes", instead: closed) { $0.zipMembers.contains("note.note") },
      RefusedFormat(
        name: "a zip archive of another program", instead: "export ink from it, such as InkML, or recordings to read"
      ) { ZipArchive.begins($0.bytes) },
    ]
  }

  private static let closed = "its format is not public; the program exports PDF, over which a recording can be laid"

  /// Whether a text is in UTF-16 without a byte-order mark: every other of its first bytes is zero, the others are ASCII.
  private static func isUnmarked(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(8)
    guard start.count == 8, (start[0] == 0) != (start[1] == 0) else { return false }
    return start.indices.allSatisfy { ($0 % 2 == 0) == (start[0] == 0) ? start[$0] == 0 : 9..<0x7F ~= start[$0] }
  }
}
