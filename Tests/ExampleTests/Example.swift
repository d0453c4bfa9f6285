import DoodleKit
import Foundation
import Testing

/// A recording in Examples; its golden, the picture that it must give, lies beside it.
struct Example: Sendable, CustomTestStringConvertible {
  /// The name of both files without their extensions.
  let name: String

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = root.appending(path: "Examples")

  var log: URL { Self.folder.appending(path: "\(name).jsonl") }
  var golden: URL { Self.folder.appending(path: "\(name).png") }
  var testDescription: String { name }

  static let all = fileNames(in: folder, withExtension: "jsonl").map(Example.init)

  /// The sorted names of the files in a folder that have an extension, without it.
  static func fileNames(in folder: URL, withExtension fileExtension: String) -> [String] {
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

  /// The events with a header that names a model; nil for the example's own header.
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

  /// The picture that `doodle render` makes without options, or with `--model` alone.
  /// - Parameters:
  ///   - model: The model that the option names; nil for no option.
  ///   - headerModel: The model that the log's header names; nil to leave the header as it is.
  func picture(model: StrokeModel? = nil, headerModel: StrokeModel? = nil) throws -> Bitmap {
    let events = try events(naming: headerModel)
    var files = LogFiles(besideLog: log.path)
    var drawing = Drawing(options: try options(for: events, model))
    for event in events { try files.apply(event, to: &drawing) }
    _ = drawing.finish()
    let layout = try layout(of: drawing)
    let backdrop = try backdrop(of: drawing.header, for: layout)
    var renderer = PictureRenderer(layout: layout, backdrop: backdrop)
    try renderer.drawFrame(drawing)
    return Bitmap(copying: renderer.picture)
  }

  /// The same picture, drawn by a renderer that follows the recording.
  /// - Parameter nextBatch: The number of events until the renderer draws the next time.
  func picture(model: StrokeModel? = nil, followedEvery nextBatch: () -> Int) throws -> Bitmap {
    let events = try events()
    let options = try options(for: events, model)
    var files = LogFiles(besideLog: log.path)
    var whole = Drawing(options: options)
    for event in events { try files.apply(event, to: &whole) }
    _ = whole.finish()

    var drawing = Drawing(options: options)
    let layout = try layout(of: whole)
    let backdrop = try backdrop(of: whole.header, for: layout)
    var renderer = PictureRenderer(layout: layout, backdrop: backdrop, showsPredictions: true)
    var batch = nextBatch()
    for event in events {
      try files.apply(event, to: &drawing)
      batch -= 1
      guard batch <= 0 else { continue }
      try renderer.drawFrame(drawing)
      batch = nextBatch()
    }
    _ = drawing.finish()
    try renderer.drawFrame(drawing)
    return Bitmap(copying: renderer.picture)
  }

  /// The image that the header names as the background, scaled to the canvas.
  private func backdrop(of header: LogHeader?, for layout: CanvasLayout) throws -> ImageSource? {
    guard case .picture(let path)? = header?.background else { return nil }
    let image = try ImageSource(file: log.deletingLastPathComponent().appending(path: path).path)
    return image.width == layout.width && image.height == layout.height
      ? image : image.scaled(toWidth: layout.width, height: layout.height)
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
