public import PNG
public import Raster
public import TouchLog

/// Finds what colours the frames of a film can have, from the events alone.
///
/// Ink of one colour, whatever its opacity, has no more than 256 shades on a plain background, and colours that are
/// greys mix to greys: the frames then take a third of the bytes of any colours.
public struct FilmColors: Sendable {
  private let background: Pixel
  private let isOpaque: Bool
  /// The colours that were laid onto the paper, without their alpha; nil for those that are not known.
  private var inks: Set<Color?> = []
  /// Whether ink was only ever laid on, evenly, and taken off.
  private var isPlain = true
  private var color: Color? = .black
  private var fill: Color?
  private var tool = "pen"

  /// - Parameter backdrop: A picture between the background and the ink.
  public init(of events: [LogEvent], on background: Pixel, backdrop: ImageSource? = nil) {
    self.background = background
    isOpaque = background.alpha == 255 || backdrop?.isOpaque ?? false
    if backdrop != nil { insert(nil) }
    for event in events { add(event) }
  }

  public var frames: FrameColors {
    let isGray = inks.allSatisfy { $0.map { $0.red == $0.green && $0.green == $0.blue } ?? false }
    if isPlain, inks.count <= 1, let ink = inks.first ?? .black {
      return .these(Picture.shades(of: Pixel(red: ink.red, green: ink.green, blue: ink.blue), on: background))
    }
    return isGray && background.isGray ? .grays(isOpaque: isOpaque) : .any(isOpaque: isOpaque)
  }

  private mutating func add(_ event: LogEvent) {
    switch event {
    case .touch(let touch):
      guard touch.phase == .began, tool != "eraser" else { return }
      insert(color)
      if tool != "pen" {
        isPlain = false
        if let fill { insert(fill) }
      }
    case .tool(let change):
      tool = change.name
      take(change.style)
    case .command(let command): add(command)
    case .header, .revision: break
    }
  }

  private mutating func add(_ command: LogCommand) {
    switch command {
    case .undo, .redo, .clear, .select, .deselect, .delete, .mark: break
    case .move, .transform, .raise, .lower, .edit: isPlain = false
    case .restyle(_, let style):
      isPlain = false
      insert(style)
    case .text(let text):
      isPlain = false
      insert(color)
      insert(text.style)
    case .image, .open:
      insert(nil)
    }
  }

  private mutating func take(_ style: StyleChange) {
    if let color = style.color { self.color = color.solid }
    switch style.fill {
    case .color(let color)?: fill = color
    case .some(.none): fill = nil
    case nil: break
    }
  }

  /// - Parameter ink: Nil for what is known of no colour.
  private mutating func insert(_ ink: Color?) {
    inks.insert(ink.map { Color(red: $0.red, green: $0.green, blue: $0.blue) })
  }

  private mutating func insert(_ style: StyleChange) {
    if let color = style.color { insert(color.solid) }
    if case .color(let color)? = style.fill { insert(color) }
  }
}

extension InkColor {
  /// Nil for a colour that changes as it goes.
  fileprivate var solid: Color? {
    if case .solid(let color) = self { return color }
    return nil
  }
}
