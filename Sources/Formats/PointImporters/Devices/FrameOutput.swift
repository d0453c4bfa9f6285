import ImportCore
import TouchLog

/// Makes the touch events of a frame.
struct FrameOutput {
  /// In microseconds, or `InputEvent.noTime`.
  let time: Int
  /// The line of the frame's first event.
  let line: Int
  var sequence: TouchDevice.Sequence

  /// Begins a touch: gives it a number.
  mutating func begin(_ event: inout TouchEvent, isEraser: Bool = false, into touches: inout [ImportedTouch]) {
    event.phase = .began
    event.touch = .number(sequence.nextTouch)
    sequence.nextTouch += 1
    if time != InputEvent.noTime, sequence.origin == nil { sequence.origin = time }
    append(&event, isEraser: isEraser, to: &touches)
  }

  /// Continues the touch of an event.
  func move(
    _ event: inout TouchEvent, of last: TouchEvent, isEraser: Bool = false, into touches: inout [ImportedTouch]
  ) {
    event.phase = .moved
    event.touch = last.touch
    append(&event, isEraser: isEraser, to: &touches)
  }

  /// Ends a touch at its last position. The frame of the lift may have the position of the next touch, or none.
  func end(
    _ event: inout TouchEvent, isEraser: Bool = false, isCancelled: Bool = false, into touches: inout [ImportedTouch]
  ) {
    event.phase = isCancelled ? .cancelled : .ended
    append(&event, isEraser: isEraser, to: &touches)
  }

  private func append(_ event: inout TouchEvent, isEraser: Bool, to touches: inout [ImportedTouch]) {
    // Whole microseconds are subtracted before the division rounds.
    event.time = sequence.origin.map { Double(time &- $0) / 1e6 }
    touches.append(ImportedTouch(event, isEraser: isEraser, line: line))
  }
}
