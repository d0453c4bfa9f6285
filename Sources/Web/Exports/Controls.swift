import Geometry
import WebEngine

// The functions for the controls of a page.

/// The number of a value that `doodle_count` gives.
private enum Count: Int32 {
  case undo, redo, events, touches, bytes
}

@_expose(wasm, "doodle_count") @_cdecl("doodle_count")
public func count(_ number: Int32, _ kind: Int32) -> Int32 {
  let drawing = drawing(number)
  return switch Count(rawValue: kind) {
  case .undo: Int32(drawing.undoCount)
  case .redo: Int32(drawing.redoCount)
  case .events: Int32(drawing.eventCount)
  case .touches: drawing.isTouched ? 1 : 0
  case .bytes: Int32(drawing.log.count)
  case nil: -1
  }
}

@_expose(wasm, "doodle_model") @_cdecl("doodle_model")
public func model(_ number: Int32) { respond(Array(drawing(number).model.utf8)) }

/// The result is the ids of the elements that can be selected, the lowest first, with a zero after each.
@_expose(wasm, "doodle_elements") @_cdecl("doodle_elements")
public func elements(_ number: Int32) {
  respond(drawing(number).selectableIDs.flatMap { Array($0.utf8) + [0] })
}

/// The result is the left and top edge, the width and the height in points, and the words of a text; empty if nothing is
/// selected.
@_expose(wasm, "doodle_selection") @_cdecl("doodle_selection")
public func selection(_ number: Int32) {
  let drawing = drawing(number)
  guard let box = drawing.selection else { return respond([]) }
  respond(
    bytes(of: [box.minX, box.minY, box.maxX - box.minX, box.maxY - box.minY]) + (drawing.selectedText ?? "").utf8)
}

/// The result is a byte that says whether the log has times, seven bytes without a meaning, the times, and the ends.
@_expose(wasm, "doodle_timeline") @_cdecl("doodle_timeline")
public func timeline(_ log: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  let log = unsafe Array(UnsafeBufferPointer(start: log, count: Int(count)))
  return attempt { () throws(PageError) in
    let timeline = try Timeline(of: log)
    respond(bytes(of: [timeline.isTimed ? 1.0 : 0.0]) + bytes(of: timeline.times) + bytes(of: timeline.ends))
  }
}

/// The bytes of numbers as memory has them.
private func bytes<Number: BitwiseCopyable>(of numbers: [Number]) -> [UInt8] {
  unsafe numbers.withUnsafeBytes { unsafe Array($0) }
}
