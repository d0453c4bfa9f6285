import Files
import DoodleKit
import XML

/// The results of a check as one self-contained HTML page. Without JavaScript it shows the pictures side by side; with
/// it, they can also be flipped, overlaid and enlarged.
struct HTMLReport {
  let summary: CheckSummary

  /// The most bytes of pictures on the page, so that browsers open it at once and artifacts stay small.
  private static let mostPictureBytes = 30_000_000

  var page: GeneratedDocument {
    GeneratedDocument { receive throws(FileError) in
      try receive(Array(head.utf8))
      var room = Self.mostPictureBytes
      for (index, result) in failed.enumerated() {
        room -= result.images?.named.reduce(0) { $0 + $1.png.count } ?? 0
        try write(result, number: index + 1, hasRoom: room >= 0, to: receive)
      }
      try receive(Array(foot.utf8))
    }
  }

  private var failed: [CheckResult] { summary.results.filter { $0.verdict != .same } }

  private var head: String {
    let title = "doodle check: \(failed.count) of \(summary.results.count) failed"
    let filters = CheckResult.Verdict.allCases.filter { $0 != .same && summary.count($0) > 0 }.map { verdict in
      "<button type=\"button\" class=\"filter\" data-verdict=\"\(verdict.rawValue)\" aria-pressed=\"true\">"
        + "\(summary.count(verdict)) \(verdict.rawValue)</button>"
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(xmlEscaped(title))</title>
      <style>
      \(String(decoding: PackageResources.report_css, as: UTF8.self))</style>
      </head>
      <body>
      <header>
      <h1>\(xmlEscaped(title))</h1>
      <p id="summary">\(xmlEscaped(summary.line))</p>
      <p>Rule: \(xmlEscaped(summary.rule.wording))</p>
      <p class="scripted" id="tools">\(filters.joined(separator: "\n"))
      <input id="search" type="search" placeholder="Filter by name ( / )" aria-label="Filter by name">
      <button type="button" id="scheme">Light or dark ( t )</button></p>
      <p class="scripted keys"><kbd>j</kbd> <kbd>k</kbd> next, previous; <kbd>1</kbd> side by side, <kbd>2</kbd> flip,
      <kbd>3</kbd> slider, <kbd>4</kbd> difference, <kbd>5</kbd> zoom; <kbd>space</kbd> flips,
      <kbd>&larr;</kbd> <kbd>&rarr;</kbd> <kbd>&uarr;</kbd> <kbd>&darr;</kbd> move, <kbd>+</kbd> <kbd>-</kbd> enlarge
      and reduce.</p>
      </header>
      <main>

      """
  }

  private var foot: String {
    let same = summary.results.filter { $0.verdict == .same }
    var text = ""
    if failed.isEmpty { text += "<p id=\"fine\">Nothing failed.</p>\n" }
    if !same.isEmpty {
      let items = same.map { result in
        "<li>\(xmlEscaped(result.name))\(result.details.isEmpty ? "" : ": \(xmlEscaped(result.details))")</li>\n"
      }
      text += "<details><summary>\(same.count) the same</summary>\n<ul>\n\(items.joined())</ul>\n</details>\n"
    }
    return text
      + "</main>\n<script>\n\(String(decoding: PackageResources.report_js, as: UTF8.self))</script>\n</body>\n</html>\n"
  }

  private func write(
    _ result: CheckResult, number: Int, hasRoom: Bool, to receive: GeneratedDocument.Receiver
  ) throws(FileError) {
    let head =
      """
      <section class="case" id="case-\(number)" data-verdict="\(result.verdict.rawValue)" \
      data-name="\(xmlEscaped(result.name))" tabindex="-1">
      <h2>\(xmlEscaped(result.name)) <span class="verdict \(result.verdict.rawValue)">\(result.verdict.rawValue)</span></h2>
      <p>\(xmlEscaped(result.details))</p>

      """
    try receive(Array(head.utf8))
    if !result.output.isEmpty { try receive(Array("<pre>\(xmlEscaped(result.output))</pre>\n".utf8)) }
    if let images = result.images, hasRoom { try write(images, of: result, to: receive) }
    if result.images != nil, !hasRoom {
      try receive(Array("<p>This page has no room for more pictures; doodle check --out writes them all.</p>\n".utf8))
    }
    try receive(Array((facts(result) + "</section>\n").utf8))
  }

  private func write(
    _ images: CheckResult.Images, of result: CheckResult, to receive: GeneratedDocument.Receiver
  ) throws(FileError) {
    let bounds = result.difference?.bounds.map { "\($0.minX),\($0.minY),\($0.width),\($0.height)" } ?? ""
    let first = result.difference?.firstDifference.map { "\($0.x),\($0.y)" } ?? ""
    if images.expected != nil {
      let modes = ["Side by side", "Flip", "Slider", "Difference", "Zoom"].enumerated()
        .filter { $0.offset < 3 || images.difference != nil }
      let buttons = modes.map { index, label in
        "<button type=\"button\" class=\"mode\" data-mode=\"\(label.lowercased().exchanging(" ", for: "-"))\" "
          + "aria-pressed=\"\(index == 0)\">\(label)</button>\n"
      }
      try receive(Array("<p class=\"scripted modes\">\n\(buttons.joined())</p>\n".utf8))
    }
    let stage = "<div class=\"stage\" data-mode=\"side-by-side\" data-bounds=\"\(bounds)\" data-first=\"\(first)\">\n"
    try receive(Array(stage.utf8))
    for (kind, bytes) in [("Expected", images.expected), ("Actual", images.actual), ("Difference", images.difference)] {
      guard let bytes else { continue }
      let figure = """
        <figure class="\(kind.lowercased())"><figcaption>\(kind)</figcaption><img \
        loading="lazy" alt="\(kind): \(xmlEscaped(result.name))" src="data:image/png;base64,
        """
      try receive(Array(figure.utf8))
      try receive(Base64.encoded(bytes.span))
      try receive(Array("\"></figure>\n".utf8))
    }
    try receive(Array("</div>\n".utf8))
  }

  /// A table of facts about a difference.
  private func facts(_ result: CheckResult) -> String {
    guard let difference = result.difference else { return "" }
    var rows: [(String, String)] = []
    let delta = difference.largestDelta
    rows.append(("Largest delta", "red \(delta.x), green \(delta.y), blue \(delta.z), alpha \(delta.w)"))
    if let bounds = difference.bounds { rows.append(("Bounds", DiffReport.wording(bounds))) }
    if let pixel = difference.firstDifference {
      let values = [pixel.first, pixel.second].map { DiffReport.hexadecimal($0, difference.bitDepth) }
      rows.append(("First pixel", "\(pixel.x),\(pixel.y): \(values[0]) is now \(values[1])"))
    }
    let regions = difference.regions.prefix(5).map { "\(DiffReport.wording($0.bounds)) (\($0.count))" }
    let more = difference.regionCount - regions.count
    rows.append(("Regions", regions.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")))
    for owner in result.owners.prefix(8) {
      let line = owner.line.map { ", from line \($0)" } ?? ""
      rows.append((owner.name, DiffReport.share(owner.count, difference.count) + line))
    }
    let lines = rows.map { "<tr><th scope=\"row\">\(xmlEscaped($0.0))</th><td>\(xmlEscaped($0.1))</td></tr>\n" }
    return "<table>\n\(lines.joined())</table>\n"
  }
}
