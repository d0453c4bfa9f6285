import Exporters
import Files
import Importers
import Ink
import Lint
import Rendering
import SVG
import Session
import TestSupport
import TouchLog
import XML

extension FuzzTarget {
  /// SVG documents and films: they are XML, and a document that follows the events is the one drawn at their end.
  static let svg = FuzzTarget("svg", longest: 64) { bytes in
    let session = FuzzedSession(bytes)
    let events = session.acceptedEvents
    let notes = [String(decoding: bytes.prefix(12), as: UTF8.self)]
    func renderer() -> SVGRenderer {
      SVGRenderer(layout: session.layout, showsPredictions: session.showsPredictions, notes: notes)
    }
    var drawing = session.drawing
    var following = renderer()
    for (index, event) in events.enumerated() {
      _ = drawing.accepts(event)
      if index % 4 == 0 { following.update(to: drawing) }
    }
    var last = renderer()
    let document = last.document(of: drawing).bytes
    checkMarkup(document)
    expect(following.document(of: drawing).bytes == document, "following \(events) changes nothing")
    checkMarkup(film(of: events, session).document().bytes)
  }

  /// Other formats: files of strokes, shapes and texts can be read again. The first byte of an input picks the format.
  static let exporters = FuzzTarget("exporters", longest: 64, covers: ExportFormat.allCases.map(Part.export)) { bytes in
    let format = ExportFormat.allCases[Int(bytes.first ?? 0) % ExportFormat.allCases.count]
    let session = FuzzedSession(Array(bytes.dropFirst()))
    let log = session.acceptedEvents.reduce(into: [UInt8]()) { LogWriter.append($1, to: &$0) }
    var options = SessionOptions()
    options.format = .log(.doodle)
    options.onError = .skip
    do throws(SessionError) {
      var export = DrawingExport(try DrawingSession(MemorySource(log), path: "-", options: options))
      while try export.advance() {}
      let drawing = try export.finish()
      let shown = drawing.strokes.flatMap(\.points)
      expect(shown.allSatisfy { $0.time.isFinite && $0.radius >= 0 }, "\(shown)")
      let hasInk = drawing.strokes.contains { $0.kind != .eraser }
      if hasInk { checkFile(format.file(of: drawing).bytes, of: format, isDistant: drawing.isDistant) }
    } catch {
      fatalError("invalid lines are skipped: \(error)")
    }
  }

  /// The linter: a fixed log has nothing to fix, and a log that has nothing to fix and no invalid line keeps its bytes.
  static let lint = FuzzTarget("lint", longest: 512) { bytes in
    let fixed = LogCleaner().clean(bytes)
    expect(LogCleaner().clean(fixed) == fixed, "fixing twice changes nothing in \(shown(fixed))")
    let again = linted(fixed)
    expect(again.isValid, "a fixed log is valid: \(shown(fixed))")
    expect(!again.findings.contains(where: \.isFixable), "fixed: \(shown(fixed)), but still: \(again.findings)")
    let (isValid, findings) = linted(bytes)
    if isValid, !findings.contains(where: \.isFixable) { expect(fixed == bytes, "nothing changes in \(shown(bytes))") }
  }
}

private func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

// MARK: Properties

private func film(of events: [LogEvent], _ session: FuzzedSession) -> SVGFilm {
  let times = events.indices.map { Double($0) / 30 }
  let end = RecordingPosition(events: times.count, time: times.last ?? 0)
  guard
    let schedule = try? FilmSchedule(
      times: times, from: RecordingPosition(events: 0, time: 0), to: end, pace: FilmPace(rate: Double(SVGFilm.rate)))
  else { fatalError("a film of \(times.count) frames is short enough") }
  return SVGFilm(events, schedule, plays: 0, layout: session.layout, options: session.options) { event, drawing in
    _ = drawing.accepts(event)
  }
}

/// Checks that a document is well-formed and that its attributes have no numbers that SVG cannot write.
private func checkMarkup(_ document: [UInt8]) {
  func shown(_ range: Range<Int>) -> String { String(decoding: document[range], as: UTF8.self) }
  do throws(XMLFault) {
    var reader = try XMLReader(document, depthLimit: .max)
    while let part = try reader.next() {
      guard case .start = part else { continue }
      for attribute in reader.attributes {
        let value = shown(attribute.value.range)
        expect(!value.contains("nan") && !value.contains("inf"), "\(shown(attribute.name)) is \(value)")
      }
    }
  } catch {
    fatalError("\(error) in \(String(decoding: document, as: UTF8.self))")
  }
}

extension ExportedDrawing {
  /// Whether a format that counts from a corner may not hold all points: their coordinates there can be twice as large.
  fileprivate var isDistant: Bool {
    strokes.contains {
      $0.points.contains { max($0.point.x.magnitude, $0.point.y.magnitude) > LogLimits.coordinate / 2 }
    }
  }
}

/// Checks that an exported file is read without an error.
private func checkFile(_ bytes: [UInt8], of format: ExportFormat, isDistant: Bool) {
  func shown() -> String { "\(format.rawValue): \(String(decoding: bytes, as: UTF8.self))" }
  do throws(LogReadError) {
    var reader = try openEventReader(MemorySource(bytes), name: "a")
    var hasInk = false
    while let event = try reader.next() { if case .touch = event { hasInk = true } }
    expect(hasInk || isDistant, "the strokes are read again: \(shown())")
  } catch {
    fatalError("\(error): \(shown())")
  }
}

/// The findings of the linter in a touch log, and whether all lines are valid.
private func linted(_ text: [UInt8]) -> (isValid: Bool, findings: [Finding]) {
  var reader = LogReader(MemorySource(text), name: "a")
  var linter = Linter()
  var isValid = true
  while true {
    do throws(LogReadError) {
      guard let event = try reader.next() else { break }
      linter.add(event, keys: { reader.keys(ofTouch: 0, where: $0) }, at: { reader.location })
    } catch {
      if case .file(let error) = error { fatalError("memory is readable: \(error)") }
      isValid = false
    }
  }
  linter.finish()
  return (isValid, linter.takeFindings())
}
