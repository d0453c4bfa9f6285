import Geometry
import ImportCore
import Lettering
import TouchLog

/// The typed text of a page, and where its paragraphs are.
///
/// The tablet breaks long paragraphs into lines, which the file does not show. Lines are broken as in the built-in font,
/// so that the positions below a long paragraph are approximate.
struct RemarkableText {
  /// The style of a paragraph, by its number in the file.
  enum Style: UInt8 {
    case usual = 0, plain, heading, bold, bullet, innerBullet, checkbox, checkedBox

    /// The distance to the next paragraph, in the tablet's pixels.
    var height: Double {
      switch self {
      case .usual, .plain, .bold: 70
      case .heading: 150
      case .bullet, .innerBullet, .checkbox, .checkedBox: 35
      }
    }

    /// The em, in the tablet's pixels.
    var size: Double { self == .heading ? 60 : 30 }

    /// What the tablet draws before the words.
    var prefix: String {
      switch self {
      case .usual, .plain, .heading, .bold: ""
      case .bullet: "\u{2022} "
      case .innerBullet: "    \u{2022} "
      case .checkbox: "[ ] "
      case .checkedBox: "[x] "
      }
    }
  }

  /// A paragraph that has words.
  private struct Paragraph {
    var words: String
    var style: Style
    /// The baseline of its first line, in the tablet's pixels.
    var y: Double
    /// The number of lines into which it is broken.
    var lineCount: Int
  }

  private var paragraphs: [Paragraph] = []
  /// The y coordinates of the items' paragraphs, in the tablet's pixels.
  private var heights: [Double] = []
  private let index: RemarkableIndex
  /// The left edge, from the middle of the page, and the width in which lines are broken, in the tablet's pixels.
  private var (left, width) = (-468.0, 936.0)

  /// The y coordinate of the first paragraph's anchor, in the tablet's pixels.
  private(set) var top = Self.usualTop
  /// The y coordinate of the last paragraph's anchor, in the tablet's pixels.
  private(set) var bottom = Self.usualTop

  /// The y coordinate of the first paragraph's anchor, if the text is at its usual position.
  static let usualTop = 268.0

  /// The distance from the text's top to the first anchor. It was measured on pages with the same ink before and after
  /// text was added.
  private static let anchorOffset = 34.0

  /// The distance of the lines of a paragraph, in the tablet's pixels.
  private static let lineDistance = 44.0

  /// - Parameters:
  ///   - fields: The values of a text block.
  ///   - memoryLimit: In bytes.
  init(_ fields: RemarkableFields, memoryLimit: Int) throws(Fault) {
    guard let content = try fields.fields(2) else {
      index = RemarkableIndex([RemarkableItem<Unicode.Scalar>]())
      return
    }
    let items = remarkableOrder(try Self.items(content, memoryLimit: memoryLimit))
    let styles = try Self.styles(content)
    var origin = try fields.cursor(3)
    let corner = Point(try origin.double(), try origin.double())
    top = corner.y + Self.anchorOffset
    if corner.x.isFinite { left = corner.x }
    if let given = try? fields.float(4), given > 0, given.isFinite { width = given }
    var y = top
    var style = styles[.none] ?? .usual
    index = RemarkableIndex(items)
    heights.reserveCapacity(items.count)
    var words = ""
    func end() {
      let lineCount = TextLayout(style.prefix + words, size: style.size, width: width).lines.count
      paragraphs.append(Paragraph(words: words, style: style, y: y, lineCount: lineCount))
      y += style.height + Double(lineCount - 1) * Self.lineDistance
      words = ""
    }
    for item in items {
      heights.append(y)
      guard let scalar = item.value else { continue }
      if scalar == "\n" {
        end()
        style = styles[item.id] ?? .usual
      } else {
        words.unicodeScalars.append(scalar)
      }
    }
    bottom = y
    end()
  }

  /// The paragraphs as texts on a page, in the tablet's pixels.
  /// - Parameter center: The x coordinate of the middle of the page.
  func texts(center: Double) -> [BoardText] {
    paragraphs.filter { !$0.words.allSatisfy(\.isWhitespace) && $0.y.isFinite }.map { paragraph in
      let size = paragraph.style.size
      // The baseline of a line is 0.345 em below its middle.
      let minY = paragraph.y - 0.345 * size - Self.lineDistance / 2
      let isBold = paragraph.style == .bold || paragraph.style == .heading
      return BoardText(
        words: paragraph.style.prefix + paragraph.words,
        box: Rect(
          minX: center + left, minY: minY, maxX: center + left + width,
          maxY: minY + Double(paragraph.lineCount) * Self.lineDistance),
        size: size, lineHeight: Self.lineDistance / size, wraps: true,
        weight: isBold ? BoardText.bold : BoardText.regular)
    }
  }

  /// The y coordinate of the anchor of the paragraph with a character, which may have been deleted, in the tablet's
  /// pixels; nil if there is no such character.
  func y(of id: RemarkableID) -> Double? { index.position(of: id).map { heights[$0] } }

  /// The characters as items of their own. Pieces that are deleted or only change the format have no value.
  private static func items(
    _ content: RemarkableFields, memoryLimit: Int
  ) throws(Fault) -> [RemarkableItem<Unicode.Scalar>] {
    guard let outer = try content.fields(1) else { return [] }
    var cursor = try outer.cursor(1)
    let count = try cursor.count(ofSize: 5, try cursor.variable(), "pieces of text")
    var items: [RemarkableItem<Unicode.Scalar>] = []
    for _ in 0..<count {
      let start = cursor.offset
      let piece = try cursor.fields()
      let deleted = UInt64(piece.optionalInteger(5) ?? 0)
      var item = RemarkableItem<Unicode.Scalar>(
        id: try piece.id(2), left: try piece.id(3), right: try piece.id(4), length: deleted)
      var text = ""
      if deleted == 0, piece.optionalPart(6) != nil {
        var content = try piece.cursor(6)
        text = try content.text()
      }
      // An item and its indices in the sequence and the table.
      guard (items.count + text.utf8.count) * 128 <= memoryLimit else {
        throw Fault(.tooMuchMemory("the text", limit: memoryLimit), at: start)
      }
      if text.isEmpty { items.append(item) }
      let right = item.right
      var left = text.unicodeScalars.count
      for scalar in text.unicodeScalars {
        left -= 1
        let next = RemarkableID(author: item.id.author, counter: item.id.counter &+ 1)
        item.right = left == 0 ? right : next
        item.value = scalar
        items.append(item)
        (item.left, item.id) = (item.id, next)
      }
    }
    return items
  }

  /// The styles of paragraphs, by the ids of the newlines that they follow; that of the first paragraph is `.none`.
  private static func styles(_ content: RemarkableFields) throws(Fault) -> [RemarkableID: Style] {
    guard let outer = try content.fields(2) else { return [:] }
    var cursor = try outer.cursor(1)
    let count = try cursor.count(ofSize: 5, try cursor.variable(), "styles")
    var styles: [RemarkableID: Style] = [:]
    for _ in 0..<count {
      let id = try cursor.id()
      // A time stamp with its tag.
      _ = try cursor.variable()
      _ = try cursor.id()
      var style = try cursor.part()
      _ = try style.byte()
      styles[id] = Style(rawValue: try style.byte())
    }
    return styles
  }
}
