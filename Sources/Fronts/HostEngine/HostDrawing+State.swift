import Files
import Geometry
import Ink
import TouchLog

/// What the controls of a page show.
extension HostDrawing {
  /// The name of the stroke model, for the header of a log.
  package var model: String { drawing.model.rawValue }

  /// The number of steps that undo can take back, and that redo can make again.
  package var undoCount: Int { drawing.undoCount }
  package var redoCount: Int { drawing.redoCount }

  /// The bounds of the selected element in points; nil if nothing is selected.
  package var selection: Rect? { drawing.selection.map { drawing.bounds(of: $0) } }

  /// The words of the selected element; nil if it is not a text.
  package var selectedText: String? {
    guard let selection = drawing.selection, case .text(let text) = drawing.elements[selection].content else {
      return nil
    }
    return text.text
  }

  /// Whether a touch is down.
  package var isTouched: Bool { drawing.isTouched }
}

/// The moments of a log, for a player.
package struct Timeline {
  /// For each event, the number of bytes of the log up to the end of its line.
  package private(set) var ends: [UInt32] = []
  /// For each event, its time in seconds since the beginning, as `doodle replay` has it.
  package private(set) var times: [Double] = []
  /// Whether any event has a time of its own.
  package let isTimed: Bool

  /// - Throws: `HostError` at the first wrong line.
  package init(of log: [UInt8]) throws(HostError) {
    var reader = LogReader(MemorySource(log), name: "log", names: TouchNameScope())
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
