import Geometry
import TouchLog

/// A drawing as a file keeps it: what is there, without how it came to be. There is nothing to undo in it.
public struct SavedDrawing: Sendable {
  /// The newest version of the format that this program reads, and the one that it writes.
  public static let newestVersion = 1

  /// The canvas, and the stroke model that draws the ink.
  public var header: LogHeader
  /// In the order in which they began.
  var elements: [SavedElement] = []
  /// The number by which the next element is known that nobody names: e12 for 12.
  var nextNumber = 1
  /// How far the hue has turned for rainbow ink, in events.
  var hue = 0

  init(header: LogHeader) { self.header = header }

  /// Where the pixels of its pictures come from, each once. Whoever opens the drawing reads them.
  public var pictures: [NewImage.Source] {
    var sources: [NewImage.Source] = []
    for case .image(let image) in elements.map(\.content) where !sources.contains(image.source) {
      sources.append(image.source)
    }
    return sources
  }

  /// Gives other paths to the pictures that are read from files: those of the elements, and the background's.
  public mutating func changePaths(_ change: (String) -> String) {
    if case .picture(let path) = header.background { header.background = .picture(path: change(path)) }
    for place in elements.indices {
      guard case .image(var image) = elements[place].content, case .path(let path) = image.source else { continue }
      image.source = .path(change(path))
      elements[place].content = .image(image)
    }
  }
}

/// One element of a saved drawing.
struct SavedElement: Sendable {
  enum Content: Sendable {
    case stroke(SavedStroke)
    /// Its legs are of no drawing.
    indirect case shape(ShapeElement)
    /// Its ink is still to be modelled.
    indirect case text(TextElement)
    indirect case image(SavedImage)
  }

  /// By which commands name it.
  var id: String
  var content: Content
  /// How many elements lie below it.
  var rank: Int
  /// Where it was taken; nil where it is where it was made.
  var placement: Placement?
  /// Where it was when erasers went over it, but for those that met it where it is now.
  var earlier: [EarlierPlacement] = []

  var isEraser: Bool {
    if case .stroke(let stroke) = content { return stroke.style.tool == .eraser }
    return false
  }
}

/// The ink of a touch, or what it erased.
struct SavedStroke: Sendable {
  var style: ToolStyle
  /// As the model sees them, one at least.
  var samples: [Sample]
  /// How far the hue had turned for rainbow ink when it began, in events.
  var hue: Int
}

/// A picture among the elements, its pixels still to be read.
struct SavedImage: Sendable {
  var source: NewImage.Source
  /// In points.
  var frame: Rect
  /// 0...1.
  var opacity: Double
}

/// Where an element was once.
struct EarlierPlacement: Sendable {
  /// The last eraser that met it there, by its place among the elements; the first did so after the `EarlierPlacement`
  /// before this one.
  var lastEraser: Int
  var placement: Placement?
}

/// The formats in which drawings are kept in files.
public enum DrawingFormat: String, Sendable, CaseIterable {
  case drawing
  /// What the markup library Drawsana writes.
  case drawsana

  /// What the beginning of a file says of it.
  public enum Recognition: Hashable, Sendable {
    case drawing(DrawingFormat)
    /// It is no drawing.
    case other
    /// There must be more of it.
    case undecided
  }

  /// Tells a drawing by the first keys of its object.
  public static func recognize(_ beginning: [UInt8]) -> Recognition {
    let prefix = JSONPrefix(beginning)
    var found: DrawingFormat?
    for key in prefix.keys {
      // A line of a log may have any keys beside the one that says what it is.
      if LogReader.kinds.contains(key.name) { return .other }
      if key.name == "drawing", key.kind == .number { found = found ?? .drawing }
      if key.name == "shapes", key.kind == .array { found = found ?? .drawsana }
    }
    if let found { return .drawing(found) }
    return prefix.isOpen ? .undecided : .other
  }
}

extension SavedDrawing {
  /// Reads a file.
  /// - Parameters:
  ///   - text: All of it.
  ///   - name: The file as the user named it, for messages.
  ///   - format: Nil to tell it by its keys.
  public init(_ text: [UInt8], name: String, format: DrawingFormat? = nil) throws(LogError) {
    let root = try JSONDocument(text, name: name).root
    switch format ?? (root["drawing"] == nil && root["shapes"] != nil ? .drawsana : .drawing) {
    case .drawing: try self.init(root)
    case .drawsana: try self.init(drawsana: root)
    }
  }
}
