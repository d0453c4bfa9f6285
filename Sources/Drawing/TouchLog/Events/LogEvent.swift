import Geometry

/// One line of a touch log, read and checked by itself. Its meaning can depend on the lines before it.
///
/// The rare, large cases are stored indirectly, so that copying a touch stays cheap.
public enum LogEvent: Hashable, Sendable {
  indirect case header(LogHeader)
  case touch(TouchEvent)
  case revision(TouchRevision)
  indirect case tool(ToolChange)
  /// `at` is its time in seconds, from the origin of the touches' times; nil for that of the event before.
  indirect case command(LogCommand, at: Double? = nil)
}

/// The optional first line: the canvas and how to draw on it.
public struct LogHeader: Hashable, Sendable {
  /// The newest version of the log format that is read.
  public static let newestVersion = 1

  public var version: Int
  /// The size of the canvas in points; nil to use the bounds of the ink.
  public var size: Size?
  /// Pixels per point.
  public var scale: Double?
  public var background: Background?
  /// The name of the stroke model, for example "ink-1".
  public var model: String?
  /// The spacing of the positions that the device reports, in points.
  public var grid: Double?
  /// Texts that describe the recording, under the names in `labelNames` and `keyNames`.
  package var notes: [Note] = []

  /// The keys for what the drawing shows. If there are several, the first one in this list is the label.
  package static let labelNames = ["normalizedLabel", "label", "word", "truth"]
  /// The keys that identify the drawing in a data set.
  package static let keyNames = ["key", "key_id"]

  /// The keys of all notes.
  package static var noteNames: [String] { labelNames + keyNames }

  /// A key and its text.
  package struct Note: Hashable, Sendable {
    package var key: String
    package var text: String

    package init(_ key: String, _ text: String) { (self.key, self.text) = (key, text) }
  }

  /// What the drawing shows, such as a word or a formula; nil if the recording has no label.
  package var label: String? { note(Self.labelNames) }
  /// The name that identifies the drawing in a data set; nil if it has none.
  package var key: String? { note(Self.keyNames) }

  private func note(_ names: [String]) -> String? {
    for name in names {
      if let note = notes.first(where: { $0.key == name }) { return note.text }
    }
    return nil
  }

  public init(
    version: Int = LogHeader.newestVersion, size: Size? = nil, scale: Double? = nil, background: Background? = nil,
    model: String? = nil, grid: Double? = nil
  ) {
    self.version = version
    self.size = size
    self.scale = scale
    self.background = background
    self.model = model
    self.grid = grid
  }

  /// The header of a page that begins after those of this header.
  package func header(of page: NewPage) -> LogHeader {
    var header = self
    (header.size, header.background) = (page.size ?? size, page.background ?? background)
    return header
  }

  /// This header, with missing values taken from `other`.
  package func completed(by other: LogHeader) -> LogHeader {
    var header = LogHeader(
      version: version, size: size ?? other.size, scale: scale ?? other.scale,
      background: background ?? other.background, model: model ?? other.model, grid: grid ?? other.grid)
    header.notes = notes.isEmpty ? other.notes : notes
    return header
  }
}

/// A width and height in points, both positive.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// The values of tools and commands.
extension LogEvent {
  /// Nil for other events.
  private var values: LineValues? {
    switch self {
    case .tool(let tool): tool.values
    case .command(let command, _): CommandRow.line(of: command).values
    case .header, .touch, .revision: nil
    }
  }

  private mutating func change(_ change: (inout LineValues) -> Void) {
    guard var values else { return }
    change(&values)
    switch self {
    case .tool(let tool): self = .tool(ToolChange(name: tool.name, values))
    case .command(let command, let time):
      if let changed = CommandRow.line(of: command).row.make(values) { self = .command(changed, at: time) }
    case .header, .touch, .revision: break
    }
  }

  /// Replaces the path of the file that the event names, if it names one.
  package mutating func changePath(_ change: (String) -> String) {
    if case .header(var header) = self {
      header.background = header.background?.changing(path: change)
      self = .header(header)
    }
    self.change { values in
      values.path = values.path.map(change)
      values.background = values.background?.changing(path: change)
      if let font = values.style[StyleKeys.font].flatMap({ FontName($0) }) {
        values.style[StyleKeys.font] = font.changing(path: change)
      }
    }
  }

  /// The font that the event names; nil if it names none.
  package var font: String? {
    get { values?.style[StyleKeys.font] }
    set { change { $0.style[StyleKeys.font] = newValue } }
  }
}

extension Background {
  fileprivate func changing(path change: (String) -> String) -> Background {
    if case .picture(let path) = self { .picture(path: change(path)) } else { self }
  }
}
