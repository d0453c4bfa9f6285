/// A format that is recognized but not read, with what to do instead.
struct RefusedFormat {
  /// What the file is, in the singular, such as "a Word document".
  let name: String
  /// What to do instead, an imperative sentence without a full stop.
  let instead: String
  let recognizes: (Glimpse) -> Bool

  /// Tried in this order, after the formats that are read.
  static var all: [RefusedFormat] {
    [
      RefusedFormat(
        name: "an array of log lines", instead: "put each object on a line of its own, for example with jq -c '.[]'"
      ) { $0.json?.isArray == true && $0.firstObject?["phase"]?.text != nil },
      RefusedFormat(
        name: "an SVG document", instead: "record the strokes with their times; doodle convert lists the formats"
      ) { $0.xmlRoot == "svg" },
      RefusedFormat(
        name: "a tldraw document", instead: "record the pointer events of the page, which doodle reads"
      ) { $0.firstObject?.has("tldrawFileFormatVersion") == true },
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
