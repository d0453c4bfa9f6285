import Geometry
import TouchLog

/// One item of a drawing: a stroke, a shape, a text, an image, or the pass of an eraser.
public struct Element: Sendable {
  package enum Content: Sendable {
    /// The ink of a stroke in `Drawing.strokes`, or what that stroke erases.
    case stroke(StrokeIndex)
    indirect case shape(ShapeElement)
    indirect case text(TextElement)
    indirect case image(ImageElement)
  }

  /// The element's index in `Drawing.elements`.
  package let ordinal: ElementIndex
  /// The number in the element's default name, from 1; 0 for an element of a saved drawing, which always has a name.
  let number: Int
  /// The name that the log or the saved drawing gives the element.
  let name: String?
  package internal(set) var content: Content
  /// Whether the element is in the drawing: it was not canceled, deleted, erased as a whole or undone.
  public fileprivate(set) var isPresent = true
  /// Whether the element never became one, because its touch was canceled or made nothing.
  var isWithdrawn = false
  /// Elements are drawn in ascending order of rank. The rank equals the ordinal until the log changes the order.
  package internal(set) var rank: Int

  init(ordinal: ElementIndex, number: Int, name: String?, content: Content, rank: Int) {
    self.ordinal = ordinal
    self.number = number
    self.name = name
    self.content = content
    self.rank = rank
  }

  /// The name by which commands refer to the element: the one that the log gives it, or else e1, e2 and so on in the
  /// order in which elements began.
  public var id: String { name ?? "e\(number)" }

  /// The element's stroke, or nil if the element is not a stroke.
  package var stroke: StrokeIndex? {
    if case .stroke(let stroke) = content { return stroke }
    return nil
  }
}

/// The elements of a drawing, in the order in which they began.
///
/// Clearing a drawing takes the same time for any number of elements: it makes absent all elements before one.
public struct ElementList: RandomAccessCollection, Sendable {
  private var elements = IndexedArray<ElementIndex, Element>()
  /// The elements before this one are absent, whatever they themselves say.
  private(set) var cleared = ElementIndex(0)
  /// The number of present elements.
  private(set) var presentCount = 0

  init() {}

  public var startIndex: ElementIndex { elements.startIndex }
  public var endIndex: ElementIndex { elements.endIndex }

  public internal(set) subscript(index: ElementIndex) -> Element {
    get {
      var element = elements[index]
      if index < cleared { element.isPresent = false }
      return element
    }
    _modify { yield &elements[index] }
  }

  /// Adds an element, which is present.
  mutating func append(_ element: Element) {
    elements.append(element)
    presentCount += 1
  }

  /// Makes an element that was not cleared present or absent.
  mutating func setPresence(of index: ElementIndex, to isPresent: Bool) {
    if elements[index].isPresent != isPresent { presentCount += isPresent ? 1 : -1 }
    elements[index].isPresent = isPresent
  }

  /// Clears the elements before `bound`, or brings back those from it on.
  /// - Parameter count: How many elements thereby vanish or appear.
  mutating func clear(before bound: ElementIndex, count: Int) {
    presentCount += bound > cleared ? -count : count
    cleared = bound
  }
}

/// The pixels of an image element. The renderer that reads images defines the type behind this protocol.
public protocol ImageContent: AnyObject, Sendable {
  /// In pixels, positive.
  var width: Int { get }
  /// In pixels, positive.
  var height: Int { get }
  /// `width * height` pixels of straight alpha, row by row from the top. Each has red in its lowest byte, then green,
  /// blue and alpha.
  var pixels: [UInt32] { get }
  /// Tells contents apart.
  var identity: ObjectIdentifier { get }
}

extension ImageContent {
  public var identity: ObjectIdentifier { ObjectIdentifier(self) }
}

/// An image among the elements.
package struct ImageElement: Sendable {
  package var source: NewImage.Source
  package var content: any ImageContent
  /// The rectangle that the image was added to fill, in points, before it was stretched.
  private let added: Rect
  /// Nil if it was not stretched.
  var stretch: Stretch?
  /// Only its opacity and layer matter.
  package var look: Look

  init(source: NewImage.Source, content: any ImageContent, frame: Rect, look: Look) {
    (self.source, self.content, added, self.look) = (source, content, frame, look)
  }

  /// The rectangle that the image is scaled to fill, in points, before the element is moved.
  package var frame: Rect { stretch?.apply(added) ?? added }
}

/// The properties of an element that the commands `restyle`, `edit` and `stretch` change.
struct ElementLook: Sendable {
  var look: Look
  /// Nil if the element was not stretched.
  var stretch: Stretch?
  /// The characters of a text; nil for other elements.
  var wording: String?
}
