import Geometry
import TouchLog

/// One thing in a drawing: a stroke, a shape, a text or a picture, or the pass of an eraser.
public struct Element: Sendable {
  public enum Content: Sendable {
    /// The ink of `Drawing.strokes` at this place, or what it erases.
    case stroke(Int)
    indirect case shape(ShapeElement)
    indirect case text(TextElement)
    indirect case image(ImageElement)
  }

  /// Its place among the drawing's elements, in the order in which they began, from 0.
  public let ordinal: Int
  /// Its number among those that were not opened with a saved drawing; 0 for those that were.
  let number: Int
  /// What the log or a saved drawing calls it, if one does.
  let name: String?
  public internal(set) var content: Content
  /// Whether it is there: neither cancelled, nor deleted, nor undone.
  public internal(set) var isPresent = true
  /// Elements of a higher rank lie above those of a lower one; it is the ordinal until the order is changed.
  public internal(set) var rank: Int
  /// The drawing's versions when the element began, when it last changed, and when it last changed otherwise than by
  /// ink that was added to its end or modelled anew.
  public let firstVersion: Int
  public internal(set) var version: Int
  public internal(set) var wholeVersion: Int

  init(ordinal: Int, number: Int, name: String?, content: Content, rank: Int, version: Int) {
    self.ordinal = ordinal
    self.number = number
    self.name = name
    self.content = content
    self.rank = rank
    firstVersion = version
    self.version = version
    wholeVersion = version
  }

  /// By which commands name the element: the log's name for it, or e1, e2 and so on in the order of beginning.
  public var id: String { name ?? "e\(number)" }

  /// The place of its stroke; nil for other elements.
  public var stroke: Int? {
    if case .stroke(let stroke) = content { return stroke }
    return nil
  }
}
