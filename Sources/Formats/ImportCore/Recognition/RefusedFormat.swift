/// A format that is recognized but not read, with what to do instead.
package struct RefusedFormat {
  /// What the file is, in the singular, such as "a Word document".
  package let name: String
  /// What to do instead, an imperative sentence without a full stop.
  package let instead: String
  package let recognizes: (Glimpse) -> Bool

  /// Tried in this order, after the formats that are read.
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
        $0.bytes.starts(with: [0xFF, 0xFE]) || $0.bytes.starts(with: [0xFE, 0xFF])
      },
      RefusedFormat(
        name: "an array of log lines", instead: "put each object on a line of its own, for example with jq -c '.[]'"
      ) { $0.json?.isArray == true && $0.firstObject?["phase"]?.text != nil && $0.firstObject?.has("point") == true },
      RefusedFormat(
        name: "a signature of jSignature in base30", instead: "save it with getData(\"native\"), which is read"
      ) { $0.contains("image/jsignature;base30") || $0.contains("image/jSignature;base30") },
      RefusedFormat(
        name: "a stage of Konva", instead: "save the points of its lines as [[[x,y],…],…]"
      ) { $0.json?["className"]?.text == "Stage" },
      RefusedFormat(
        name: "the output of libinput debug-events", instead: "record the device with libinput record"
      ) { $0.contains("DEVICE_ADDED") && $0.contains("event") },
      RefusedFormat(
        name: "a document of Wacom's Universal Ink Model",
        instead: "convert it to CSV with Wacom's universal-ink-library"
      ) { $0.begins(with: "RIFF") && $0.contains("UINK") },
      RefusedFormat(
        name: "a section of OneNote", instead: "get the page as InkML from Microsoft Graph"
      ) { $0.bytes.starts(with: [0xE4, 0x52, 0x5C, 0x7B, 0x8C, 0xD8, 0xA7, 0x4D]) },
      RefusedFormat(
        name: "a notebook of Supernote", instead: "export it on the device, or with supernote-tool"
      ) { $0.contains("SN_FILE_VER_") },
      RefusedFormat(
        name: "a diagram of draw.io", instead: "export it there as a picture: its lines are no recorded ink"
      ) { ["mxfile", "mxGraphModel"].contains($0.xmlRoot) },
      RefusedFormat(
        name: "content that was copied from tldraw", instead: "save the document as a file there, .tldr"
      ) { $0.contains("data-tldraw") || $0.json?["type"]?.text == "application/tldraw" },
      RefusedFormat(
        name: "a room of tldraw's server", instead: "open it there and save it as a file, .tldr"
      ) { $0.json?.has("documents", "schema") == true },
      RefusedFormat(
        name: "a note of Saber", instead: "export it there as PDF: Saber writes its ink in no other format"
      ) { $0.bytes.dropFirst(4).starts(with: [0x10, 0x76, 0]) },
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
        name: "a zip archive of another program",
        instead: "export ink from it: InkML from Office, PDF from GoodNotes and Notability are not ink"
      ) { $0.zipMember != nil },
    ]
  }
}

extension Glimpse {
  /// Whether a text is among the first bytes.
  fileprivate func contains(_ text: StaticString) -> Bool {
    let text = Array("\(text)".utf8)
    return bytes.indices.contains { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
  }
}
