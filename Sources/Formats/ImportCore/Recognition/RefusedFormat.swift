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
        $0.bytes.starts(with: [0xFF, 0xFE]) || $0.bytes.starts(with: [0xFE, 0xFF])
      },
      RefusedFormat(
        name: "an array of log lines", instead: "put each object on a line of its own, for example with jq -c '.[]'"
      ) { $0.json?.isArray == true && $0.firstObject?["phase"]?.text != nil },
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
        name: "a log of Android's MotionEvent.toString()", instead: "record with adb shell getevent -lt"
      ) { $0.lines.contains { $0.has("MotionEvent { action=ACTION_") } },
      RefusedFormat(
        name: "the output of libinput debug-events", instead: "record with libinput record"
      ) { $0.lines.contains { $0.has(" DEVICE_ADDED ") || $0.has(" TABLET_TOOL_") || $0.has(" TOUCH_DOWN ") } },
      RefusedFormat(
        name: "a drawing of the web library Atrament",
        instead: "write their points with jq 'map(.points |= map(.point + {time}))'"
      ) { $0.json?.contains { $0["points"]?[0]?.has("point", "time") == true } == true },
      RefusedFormat(
        name: "a zip archive of another program",
        instead: "export ink from it: InkML from Office, PDF from GoodNotes and Notability are not ink"
      ) { ZipArchive.begins($0.bytes) },
    ]
  }
}
