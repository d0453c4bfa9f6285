import Geometry
import TouchLog

/// The contents of a page of version 6: a tree of groups and the strokes in them. The groups in the root are layers.
struct RemarkableScene {
  /// What a group contains.
  enum Content {
    case group(RemarkableID)
    case stroke(RemarkableStroke)
    /// Boxes in the tablet's pixels.
    case highlight(RemarkablePage.Highlight)
  }

  /// A layer, or strokes that move together.
  struct Group {
    var items: [RemarkableItem<Content>] = []
    var isVisible = true
    /// The name of a layer.
    var label = ""
    /// The character of typed text with which the group moves.
    var anchor: RemarkableID?
    /// The x coordinate of the strokes' origin, in the tablet's pixels.
    var x = 0.0
  }

  private let bytes: [UInt8]
  private let memoryLimit: Int
  private(set) var groups: [RemarkableID: Group] = [.root: Group()]
  private(set) var text: RemarkableText?
  /// In the tablet's pixels; nil for the usual size.
  private(set) var paperSize: Size?
  private var itemCount = 0
  private var hasStrokes = false

  /// - Parameters:
  ///   - bytes: The file's.
  ///   - memoryLimit: In bytes.
  init(_ bytes: [UInt8], memoryLimit: Int) {
    self.bytes = bytes
    self.memoryLimit = memoryLimit
  }

  /// Reads the blocks. Leaves out those that are malformed, and the rest of the file from one that is cut off.
  /// - Throws: The first fault if the file is damaged and has no stroke, or the page exceeds the memory limit.
  mutating func readBlocks(from start: Int, report: inout ImportReport) throws(Fault) {
    var cursor = RemarkableCursor(bytes, start..<bytes.count)
    var fault: Fault?
    while cursor.remaining > 0 {
      let block: RemarkableBlock
      do throws(Fault) {
        block = try RemarkableBlock(&cursor)
      } catch {
        fault = fault ?? error
        report.omit("ends of a file that is cut off", .damage)
        break
      }
      do throws(Fault) {
        try read(block, &report)
      } catch {
        if error.reason.isLimit { throw error }
        fault = fault ?? error
        report.omit("malformed blocks", .damage)
      }
    }
    if let fault, !hasStrokes { throw fault }
  }

  private mutating func read(_ block: RemarkableBlock, _ report: inout ImportReport) throws(Fault) {
    switch block.kind {
    case .group: try readGroup(RemarkableFields(bytes, block.content))
    case .highlightItem, .groupItem, .strokeItem, .textItem, .deletedItem: try readItem(block, &report)
    case .text:
      text = try RemarkableText(RemarkableFields(bytes, block.content), memoryLimit: memoryLimit)
    case .settings: try readSettings(RemarkableFields(bytes, block.content))
    case .migration, .node, .authors, .statistics: break
    case nil: report.omit("blocks of unknown kinds")
    }
  }

  private mutating func readGroup(_ fields: RemarkableFields) throws(Fault) {
    let id = try fields.id(1)
    let isVisible = try fields.fields(3)?.boolean(2) ?? true
    let anchor = try fields.fields(7)?.id(2)
    let x = try fields.fields(10)?.float(2) ?? 0
    groups[id, default: Group()].isVisible = isVisible
    if let label = try? fields.fields(2), var text = try? label.cursor(2) {
      groups[id]?.label = (try? text.text()) ?? ""
    }
    groups[id]?.anchor = anchor
    groups[id]?.x = x.isFinite ? x : 0
  }

  private mutating func readSettings(_ fields: RemarkableFields) throws(Fault) {
    guard fields.optionalPart(5) != nil else { return }
    var size = try fields.cursor(5)
    let (width, height) = (try size.uint32(), try size.uint32())
    guard (1...100_000).contains(width), (1...100_000).contains(height) else { return }
    paperSize = Size(width: Double(width), height: Double(height))
  }

  private mutating func readItem(_ block: RemarkableBlock, _ report: inout ImportReport) throws(Fault) {
    let fields = try RemarkableFields(bytes, block.content)
    var item = RemarkableItem<Content>(
      id: try fields.id(2), left: try fields.id(3), right: try fields.id(4),
      length: UInt64(try fields.integer(5)))
    if let part = fields.optionalPart(6), !part.isEmpty {
      // The first byte repeats the block's kind.
      let content = part.dropFirst()
      switch block.kind {
      case .groupItem: item.value = .group(try RemarkableFields(bytes, content).id(2))
      case .strokeItem:
        item.value = .stroke(try stroke(RemarkableFields(bytes, content), version: block.version))
        hasStrokes = true
      case .highlightItem: item.value = .highlight(try highlight(RemarkableFields(bytes, content)))
      default: break
      }
    } else if block.kind == .strokeItem {
      report.omit("deleted strokes", .unseen)
    }
    itemCount += 1
    // An item, its position in the sequence, and its entries in the tables that find that position.
    guard itemCount * 256 <= memoryLimit else {
      throw Fault(.tooMuchMemory("the page", limit: memoryLimit), at: block.content.lowerBound)
    }
    groups[try fields.id(1), default: Group()].items.append(item)
  }

  /// The boxes of a highlighted passage, whose words follow from the document.
  private func highlight(_ fields: RemarkableFields) throws(Fault) -> RemarkablePage.Highlight {
    var color = fields.optionalInteger(4).flatMap(remarkableColor) ?? Self.highlighterYellow
    color.alpha = 255
    var cursor = try fields.cursor(6)
    let count = try cursor.count(ofSize: 32, try cursor.variable(), "boxes")
    var boxes: [Rect] = []
    for _ in 0..<count {
      let corner = Point(try cursor.double(), try cursor.double())
      let (width, height) = (try cursor.double(), try cursor.double())
      boxes.append(Rect(minX: corner.x, minY: corner.y, maxX: corner.x + width, maxY: corner.y + height))
    }
    return RemarkablePage.Highlight(boxes: boxes, color: color)
  }

  private static let highlighterYellow = Color(red: 251, green: 247, blue: 25)

  private func stroke(_ fields: RemarkableFields, version: UInt8) throws(Fault) -> RemarkableStroke {
    let layout = version < 2 ? RemarkablePoint.Layout.floats : .packed
    let points = try fields.part(5)
    guard points.count.isMultiple(of: layout.size) else {
      throw Fault(
        .unexpected("\(points.count) bytes", expected: "points of \(layout.size) bytes each"),
        at: points.lowerBound)
    }
    var stroke = RemarkableStroke(
      pen: try fields.integer(1), color: try fields.integer(2), points: points, layout: layout)
    // Blue is the lowest byte, alpha the highest.
    stroke.exactColor = fields.optionalInteger(8).map { bits in
      Color(
        red: UInt8(bits >> 16 & 255), green: UInt8(bits >> 8 & 255), blue: UInt8(bits & 255), alpha: UInt8(bits >> 24))
    }
    return stroke
  }
}
