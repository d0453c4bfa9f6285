import DoodleKit
import Foundation
import TestSupport
import Testing

/// A recording in Examples with its golden, the picture beside it.
struct Example: Sendable, CustomTestStringConvertible {
  /// Of both files, without their extensions.
  let name: String

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = root.appending(path: "Examples")

  var log: URL { Self.folder.appending(path: "\(name).jsonl") }
  var golden: URL { Self.folder.appending(path: "\(name).png") }
  var testDescription: String { name }

  static let all = names(withExtension: "jsonl").map(Example.init)

  /// The files in Examples with an extension, without it, sorted.
  static func names(withExtension fileExtension: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == fileExtension }
      .map { $0.deletingPathExtension().lastPathComponent }.sorted()
  }

  func events() throws -> [LogEvent] {
    var reader = try openEventReader(try InputFile(path: log.path), name: log.lastPathComponent)
    var events: [LogEvent] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  /// The events with a header that names a model.
  private func events(naming model: StrokeModel?) throws -> [LogEvent] {
    var events = try events()
    guard let model else { return events }
    if case .header(var header)? = events.first {
      header.model = model.rawValue
      events[0] = .header(header)
    } else {
      events.insert(.header(LogHeader(model: model.rawValue)), at: 0)
    }
    return events
  }

  /// The pixels that `doodle render` gives: without options, or with the model alone.
  /// - Parameter name: The model that the log's header is made to name; nil to leave it as it is.
  func picture(model: StrokeModel? = nil, naming name: StrokeModel? = nil) throws -> Bitmap {
    let events = try events(naming: name)
    var pictures = PictureLoader(besideLog: log.path)
    var drawing = Drawing(options: try options(for: events, model))
    for event in events { try drawing.apply(event, with: &pictures) }
    _ = drawing.finish()
    let layout = try layout(of: drawing)
    let backdrop = try pictures.backdrop(of: drawing.header)?.source(for: layout)
    var renderer = PictureRenderer(layout: layout, backdrop: backdrop)
    try renderer.drawFrame(drawing)
    return Bitmap(copying: renderer.picture)
  }

  /// The same, followed while the recording goes on.
  ///
  /// - Parameter nextBatch: How many events to wait before the picture is brought up to date the next time.
  func picture(model: StrokeModel? = nil, followedEvery nextBatch: () -> Int) throws -> Bitmap {
    let events = try events()
    let options = try options(for: events, model)
    var pictures = PictureLoader(besideLog: log.path)
    var whole = Drawing(options: options)
    for event in events { try whole.apply(event, with: &pictures) }
    _ = whole.finish()

    var drawing = Drawing(options: options)
    let layout = try layout(of: whole)
    let backdrop = try pictures.backdrop(of: whole.header)?.source(for: layout)
    var renderer = PictureRenderer(layout: layout, backdrop: backdrop, showsPredictions: true)
    var batch = nextBatch()
    for event in events {
      try drawing.apply(event, with: &pictures)
      batch -= 1
      guard batch <= 0 else { continue }
      try renderer.drawFrame(drawing)
      batch = nextBatch()
    }
    _ = drawing.finish()
    try renderer.drawFrame(drawing)
    return Bitmap(copying: renderer.picture)
  }

  private func layout(of drawing: Drawing) throws -> CanvasLayout {
    try LayoutRequest().layout(header: drawing.header, ink: drawing.inkBounds)
  }

  private func options(for events: [LogEvent], _ model: StrokeModel?) throws -> ModelOptions {
    var header: LogHeader?
    if case .header(let first)? = events.first { header = first }
    let scale = try #require(LayoutRequest().scale(header: header), "\(name) has a scale")
    return ModelOptions(model: model, tolerance: ModelOptions.tolerance(pixelsPerPoint: scale))
  }
}
