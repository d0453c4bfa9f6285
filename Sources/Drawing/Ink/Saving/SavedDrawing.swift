import Geometry
import TouchLog

/// A drawing as a file stores it: its present elements, without the steps that made them.
public struct SavedDrawing: Sendable {
  /// The version of the format that this program writes, and the newest that it reads.
  package static let newestVersion = 1

  /// The canvas, and the stroke model of the ink.
  public var header: LogHeader
  /// In the order in which they began.
  var elements: [SavedElement] = []
  /// The number in the default name of the next element: e12 for 12.
  var nextNumber = 1
  /// The number of events of rainbow ink so far, which determines its next hue.
  var hue = 0

  init(header: LogHeader) { self.header = header }

  /// The sources of the images, without duplicates. The caller reads them before it opens the drawing.
  package var images: [NewImage.Source] {
    var sources: [NewImage.Source] = []
    for case .image(let image) in elements.map({ $0.content }) where !sources.contains(image.source) {
      sources.append(image.source)
    }
    return sources
  }

  /// The font files of the texts.
  package var fonts: Set<String> {
    Set(elements.compactMap { if case .text(let text) = $0.content { text.look.font } else { nil } })
      .subtracting([Look.builtInFont])
  }

  /// Changes the paths of all fonts, and of all images that are read from files: those of the elements, and the
  /// background.
  package mutating func changePaths(_ change: (String) -> String) {
    if case .picture(let path) = header.background { header.background = .picture(path: change(path)) }
    for index in elements.indices {
      switch elements[index].content {
      case .image(var image):
        guard case .path(let path) = image.source else { continue }
        image.source = .path(change(path))
        elements[index].content = .image(image)
      case .text(var text):
        guard let font = FontName(text.look.font) else { continue }
        text.look.font = font.changing(path: change)
        elements[index].content = .text(text)
      case .stroke, .shape: continue
      }
    }
  }
}

/// One element of a saved drawing.
struct SavedElement: Sendable {
  enum Content: Sendable {
    case stroke(SavedStroke)
    /// A shape without legs.
    indirect case shape(ShapeElement)
    /// A text without ink, which opening the drawing models.
    indirect case text(TextElement)
    indirect case image(SavedImage)
  }

  /// The name by which commands refer to the element.
  var id: String
  var content: Content
  /// The number of elements below it.
  var rank: Int
  /// The placement of the element; nil if the element is where it was drawn.
  var placement: Placement?
  /// The placements at which earlier erasers met the element. Later erasers met it at `placement`.
  var earlier: [EarlierPlacement] = []

  var isEraser: Bool {
    if case .stroke(let stroke) = content { return stroke.look.tool.makes == .erasure }
    return false
  }
}

/// The stroke of a pen, marker or eraser.
struct SavedStroke: Sendable {
  var look: Look
  /// At least one.
  var samples: [Sample]
  /// The details of each sample; none if no sample has any.
  var details: [TouchDetails] = []
  /// The number of events of rainbow ink before the stroke began, which determines its hue.
  var hue: Int
}

/// An image whose pixels are still to be read.
struct SavedImage: Sendable {
  var source: NewImage.Source
  /// In points.
  var frame: Rect
  /// Only its opacity and layer matter.
  var look: Look
}

/// The placement of an element when some erasers met it.
struct EarlierPlacement: Sendable {
  /// The index among the saved elements of the last eraser that met the element there. The first one is the eraser
  /// after the `lastEraser` of the preceding `EarlierPlacement`.
  var lastEraser: Int
  var placement: Placement?
}

/// The file formats of drawings.
public enum DrawingFormat: String, Sendable, CaseIterable {
  case drawing
  /// The format of the markup library Drawsana.
  case drawsana

  /// The format of a file, as far as its beginning shows it.
  package enum Recognition: Hashable, Sendable {
    case drawing(DrawingFormat)
    /// The file is not a drawing.
    case other
    /// More of the file is needed.
    case undecided
  }

  /// Recognizes the format of a file by the first keys of its object.
  package static func recognize(_ beginning: [UInt8]) -> Recognition {
    let prefix = JSONPrefix(beginning)
    var found: DrawingFormat?
    for key in prefix.keys {
      // A line of a log may have any keys beside the one that gives its kind, also those of a drawing.
      if LogReader.kinds.contains(key.name) { return .other }
      if key.name == "drawing", key.kind == .number { found = found ?? .drawing }
      if key.name == "shapes", key.kind == .array { found = found ?? .drawsana }
    }
    if let found { return .drawing(found) }
    return prefix.isOpen ? .undecided : .other
  }
}

extension SavedDrawing {
  /// Reads the contents of a file.
  /// - Parameters:
  ///   - text: The whole file.
  ///   - name: The file's name for error messages.
  ///   - format: The format of the file, or nil to recognize it by the keys.
  /// - Throws: `LogError` with the location of the first fault in the file.
  package init(_ text: [UInt8], name: String, format: DrawingFormat? = nil) throws(LogError) {
    let root = try JSONDocument(text, name: name).root
    switch format ?? (root["drawing"] == nil && root["shapes"] != nil ? .drawsana : .drawing) {
    case .drawing: try self.init(root)
    case .drawsana: try self.init(drawsana: root)
    }
  }
}
