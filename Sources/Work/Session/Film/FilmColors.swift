import PNG
import Raster
import TouchLog

/// Finds the set of colors that the frames of a film can have, from the events alone.
///
/// Ink of one color has at most 256 shades on a plain background, whatever its opacity, and grays blend to grays. In
/// both cases a frame takes a third of the bytes of a frame with arbitrary colors.
package struct FilmColors: Sendable {
  private let background: Pixel
  private let isOpaque: Bool
  /// The colors of all ink, without alpha; nil stands for unknown colors.
  private var inks: Set<Color?> = []
  /// Whether the recording only draws with the pen and erases, and changes no element.
  private var isPlain = true
  private var color: Color? = .black
  private var fill: Color?
  private var tool = "pen"

  /// - Parameter backdrop: The image between the background and the ink.
  package init(of events: [LogEvent], on background: Pixel, backdrop: ImageSource? = nil) {
    self.background = background
    isOpaque = background.alpha == 255 || backdrop?.isOpaque ?? false
    if backdrop != nil { insert(nil) }
    for event in events { add(event) }
  }

  /// The colors that frames can have: a few known ones, grays, or any.
  package var frames: FrameColors {
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
    case .command(let command, _): add(command)
    case .header, .revision: break
    }
  }

  private mutating func add(_ command: LogCommand) {
    switch command {
    case .undo, .redo, .clear, .select, .deselect, .delete, .mark, .sound, .page: break
    case .move, .transform, .stretch, .duplicate, .raise, .lower, .edit: isPlain = false
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
    if let color = style[StyleKeys.color] { self.color = color.solid }
    switch style[StyleKeys.fill] {
    case .color(let color)?: fill = color
    case .some(.none): fill = nil
    case nil: break
    }
  }

  /// - Parameter ink: A color; nil if it is unknown.
  private mutating func insert(_ ink: Color?) {
    inks.insert(ink.map { Color(red: $0.red, green: $0.green, blue: $0.blue) })
  }

  private mutating func insert(_ style: StyleChange) {
    if let color = style[StyleKeys.color] { insert(color.solid) }
    if case .color(let color)? = style[StyleKeys.fill] { insert(color) }
  }
}

extension InkColor {
  /// The color; nil if it changes along the stroke.
  fileprivate var solid: Color? {
    if case .solid(let color) = self { return color }
    return nil
  }
}
