import Geometry
import HostEngine

// The functions of `doodle.h` for the controls of an editor.

/// The number of a value that `doodle_count` gives.
private enum Count: Int32 {
  case undo, redo, events, touches, bytes
}

@_expose(wasm, "doodle_count") @_cdecl("doodle_count")
public func count(_ address: HandleAddress, _ kind: Int32) -> Int {
  let drawing = unsafe handle(address).drawing
  return switch Count(rawValue: kind) {
  case .undo: drawing.undoCount
  case .redo: drawing.redoCount
  case .events: drawing.eventCount
  case .touches: drawing.isTouched ? 1 : 0
  case .bytes: drawing.log.count
  case nil: -1
  }
}

@_expose(wasm, "doodle_model") @_cdecl("doodle_model")
public func model(_ address: HandleAddress) {
  let handle = unsafe handle(address)
  handle.respond(Array(handle.drawing.model.utf8))
}

@_expose(wasm, "doodle_elements") @_cdecl("doodle_elements")
public func elements(_ address: HandleAddress) {
  let handle = unsafe handle(address)
  handle.respond(handle.drawing.selectableIDs.flatMap { Array($0.utf8) + [0] })
}

@_expose(wasm, "doodle_selection") @_cdecl("doodle_selection")
public func selection(_ address: HandleAddress) {
  let handle = unsafe handle(address)
  let drawing = handle.drawing
  guard let box = drawing.selection else { return handle.respond([]) }
  handle.respond(
    bytes(of: [box.minX, box.minY, box.maxX - box.minX, box.maxY - box.minY]) + (drawing.selectedText ?? "").utf8)
}

@_expose(wasm, "doodle_boxes") @_cdecl("doodle_boxes")
public func boxes(_ address: HandleAddress) {
  let handle = unsafe handle(address)
  handle.respond(
    bytes(of: handle.drawing.selectableBounds.flatMap { [$0.minX, $0.minY, $0.maxX - $0.minX, $0.maxY - $0.minY] }))
}

@_expose(wasm, "doodle_element_at") @_cdecl("doodle_element_at")
public func element(_ address: HandleAddress, _ x: Double, _ y: Double, _ reach: Double) {
  let handle = unsafe handle(address)
  handle.respond(Array((handle.drawing.element(at: Point(x, y), within: reach) ?? "").utf8))
}

@_expose(wasm, "doodle_styles") @_cdecl("doodle_styles")
public func styles(_ address: HandleAddress, _ ids: UnsafePointer<UInt8>?, _ count: Int) {
  let ids = unsafe copy(ids, count).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  let handle = unsafe handle(address)
  handle.respond(handle.drawing.styles(of: Set(ids)))
}

@_expose(wasm, "doodle_preview") @_cdecl("doodle_preview")
public func preview(_ address: HandleAddress, _ lines: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let lines = unsafe copy(lines, count)
  return unsafe attempt(address) { handle throws(HostError) in
    if lines.isEmpty { handle.drawing.endPreview() } else { try handle.drawing.preview(lines) }
  }
}

@_expose(wasm, "doodle_timeline") @_cdecl("doodle_timeline")
public func timeline(_ address: HandleAddress, _ log: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let log = unsafe copy(log, count)
  return unsafe attempt(address) { handle throws(HostError) in
    let timeline = try Timeline(of: log)
    handle.respond(bytes(of: [timeline.isTimed ? 1.0 : 0.0]) + bytes(of: timeline.times) + bytes(of: timeline.ends))
  }
}
