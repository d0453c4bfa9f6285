import TouchLog

/// The typed text of a page, as far as the positions of strokes depend on it.
struct RemarkableText {
  /// The number of characters.
  private(set) var characterCount = 0
  /// The y coordinates of the items' paragraphs, in the tablet's pixels.
  private var heights: [Double] = []
  private let index: RemarkableIndex

  /// The y coordinate of the first paragraph's anchor, in the tablet's pixels.
  private(set) var top = Self.usualTop
  /// The y coordinate of the last paragraph's anchor, in the tablet's pixels.
  private(set) var bottom = Self.usualTop

  /// The y coordinate of the first paragraph's anchor, if the text is at its usual position.
  static let usualTop = 268.0

  /// The distance from the text's top to the first anchor. It was measured on pages with the same ink before and after
  /// text was added.
  private static let anchorOffset = 34.0

  /// The distance from a paragraph to the next, in the tablet's pixels. The tablet breaks long paragraphs into lines,
  /// which the file does not show.
  private static func height(ofStyle style: UInt8?) -> Double {
    switch style {
    case 2: 150
    case 4, 5, 6, 7: 35
    default: 70
    }
  }

  /// - Parameters:
  ///   - fields: The values of a text block.
  ///   - memoryLimit: In bytes.
  init(_ fields: RemarkableFields, memoryLimit: Int) throws(Fault) {
    guard let content = try fields.fields(2) else {
      index = RemarkableIndex([RemarkableItem<Bool>]())
      return
    }
    let items = remarkableOrder(try Self.items(content, memoryLimit: memoryLimit))
    let styles = try Self.styles(content)
    var origin = try fields.cursor(3)
    _ = try origin.double()
    top = try origin.double() + Self.anchorOffset
    var y = top
    var style = styles[.none]
    index = RemarkableIndex(items)
    heights.reserveCapacity(items.count)
    for item in items {
      heights.append(y)
      switch item.value {
      case true:
        y += Self.height(ofStyle: style)
        style = styles[item.id]
      case false: characterCount += 1
      case nil: break
      }
    }
    bottom = y
  }

  /// The y coordinate of the anchor of the paragraph with a character, which may have been deleted, in the tablet's pixels; nil if
  /// there is no such character.
  func y(of id: RemarkableID) -> Double? { index.position(of: id).map { heights[$0] } }

  /// The characters as items of their own. The value is whether the character ends a paragraph; pieces that are
  /// deleted or only change the format have none.
  private static func items(
    _ content: RemarkableFields, memoryLimit: Int
  ) throws(Fault) -> [RemarkableItem<Bool>] {
    guard let outer = try content.fields(1) else { return [] }
    var cursor = try outer.cursor(1)
    let count = try cursor.count(ofSize: 5, try cursor.variable(), "pieces of text")
    var items: [RemarkableItem<Bool>] = []
    for _ in 0..<count {
      let start = cursor.offset
      let piece = try cursor.fields()
      let deleted = UInt64(piece.optionalInteger(5) ?? 0)
      var item = RemarkableItem<Bool>(
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
        item.value = scalar == "\n"
        items.append(item)
        (item.left, item.id) = (item.id, next)
      }
    }
    return items
  }

  /// The styles of paragraphs, by the ids of the newlines that they follow; that of the first paragraph is `.none`.
  private static func styles(_ content: RemarkableFields) throws(Fault) -> [RemarkableID: UInt8] {
    guard let outer = try content.fields(2) else { return [:] }
    var cursor = try outer.cursor(1)
    let count = try cursor.count(ofSize: 5, try cursor.variable(), "styles")
    var styles: [RemarkableID: UInt8] = [:]
    for _ in 0..<count {
      let id = try cursor.id()
      // A time stamp with its tag.
      _ = try cursor.variable()
      _ = try cursor.id()
      var style = try cursor.part()
      _ = try style.byte()
      styles[id] = try style.byte()
    }
    return styles
  }
}
