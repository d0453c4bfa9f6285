import TouchLog

/// A block of a file of version 6: its kind, and tagged values.
struct RemarkableBlock {
  /// The kinds of blocks that matter for the picture.
  enum Kind: UInt8 {
    case migration = 0
    /// A group's position in the tree, which the group's item repeats.
    case node = 1
    case group = 2
    /// An item of a group: a passage of a PDF that is highlighted.
    case highlightItem = 3
    case groupItem = 4
    case strokeItem = 5
    case textItem = 6
    /// The typed text.
    case text = 7
    case deletedItem = 8
    case authors = 9
    case statistics = 10
    /// The page's size and settings.
    case settings = 13
  }

  /// Nil if the kind is unknown.
  var kind: Kind?
  /// The version of the kind's layout.
  var version: UInt8
  var content: Range<Int>

  /// Reads a block.
  init(_ cursor: inout RemarkableCursor) throws(Fault) {
    let start = cursor.offset
    let length = try cursor.uint32()
    let zero = try cursor.byte()
    let oldest = try cursor.byte()
    version = try cursor.byte()
    kind = Kind(rawValue: try cursor.byte())
    guard zero == 0, oldest <= version else {
      throw Fault(.unexpected("other bytes", expected: "the beginning of a block"), at: start)
    }
    content = try cursor.skip(Int(length), "a block of \(length) bytes")
  }
}
