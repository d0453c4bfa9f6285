import Ink
import Rendering
import TouchLog

/// The pictures and the saved drawings that a host has given, for the events that name them.
struct HostFiles {
  /// By their names in the log.
  var pictures: [String: LoadedImage] = [:]
  var savedDrawings: [String: SavedDrawing] = [:]

  /// Applies an event to a drawing, which is unchanged if it refuses it.
  /// - Returns: Why it was refused; nil if it was not.
  func refusal(of event: LogEvent, by drawing: inout Drawing) -> String? {
    do throws(EditError) {
      switch event {
      case .command(.image(let image), _): return try add(image, to: &drawing)
      case .command(.open(let path), _): return try open(path, in: &drawing)
      default: _ = try drawing.applyDeferringInk(event)
      }
      return nil
    } catch {
      return error.description
    }
  }

  // Not inlined: strokes are drawn without them, by an engine that may have come only in part.

  @inline(never)
  private func add(_ image: NewImage, to drawing: inout Drawing) throws(EditError) -> String? {
    guard let picture = pictures[image.source.name] else { return Self.lack(of: image.source.name) }
    try drawing.add(image, picture)
    return nil
  }

  @inline(never)
  private func open(_ path: String, in drawing: inout Drawing) throws(EditError) -> String? {
    try drawing.checkMayOpen()
    guard let saved = savedDrawings[path] else { return Self.lack(of: path, "saved drawing") }
    var images: [NewImage.Source: any ImageContent] = [:]
    for source in saved.images {
      guard let picture = pictures[source.name] else { return Self.lack(of: source.name) }
      images[source] = picture
    }
    try drawing.open(saved, images: images)
    return nil
  }

  /// That a file is missing.
  static func lack(of name: String, _ kind: String = "picture") -> String {
    let start = name.prefix(80)
    return
      "the \(kind) \"\(start)\(start == name ? "" : "…")\" is missing, and a page has no files; add it before this line"
  }
}

extension NewImage.Source {
  /// The name by which a host gives the picture.
  var name: String {
    switch self {
    case .path(let name), .data(let name): name
    }
  }
}
