import Files
import Geometry
import Ink
import TouchLog

/// What the controls of a page show.
extension PageDrawing {
  /// The name of the stroke model, for the header of a log.
  public var model: String { drawing.model.rawValue }

  /// The number of steps that undo can take back, and that redo can make again.
  public var undoCount: Int { drawing.undoCount }
  public var redoCount: Int { drawing.redoCount }

  /// The bounds of the selected element in points; nil if nothing is selected.
  public var selection: Rect? { drawing.selection.map { drawing.bounds(of: $0) } }

  /// The words of the selected element; nil if it is not a text.
  public var selectedText: String? {
    guard let selection = drawing.selection, case .text(let text) = drawing.elements[selection].content else {
      return nil
    }
    return text.text
  }

  /// The ids of the elements that can be selected, the lowest first.
  public var selectableIDs: [String] {
    drawing.presentElements.filter { !drawing.isEraser($0) }.map { drawing.elements[$0].id }
  }

  /// Whether a touch is down.
  public var isTouched: Bool { drawing.isTouched }
}

/// The moments of a log, for a player.
public struct Timeline {
  /// For each event, the number of bytes of the log up to the end of its line.
  public private(set) var ends: [UInt32] = []
  /// For each event, its time in seconds since the beginning, as `doodle replay` has it.
  public private(set) var times: [Double] = []
  /// Whether any event has a time of its own.
  public let isTimed: Bool

  /// - Throws: `PageError` at the first wrong line.
  public init(of log: [UInt8]) throws(PageError) {
    var reader = LogReader(MemorySource(log), name: "log")
    var clock = RecordingClock()
    var lines = LineCutter(log)
    while let event = try reader.nextInPage() {
      lines.advance(through: reader.line)
      ends.append(UInt32(lines.end))
      times.append(clock.advance(to: event))
    }
    isTimed = clock.isTimed
  }
}
