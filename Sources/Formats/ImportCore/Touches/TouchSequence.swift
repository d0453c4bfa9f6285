import Geometry
import TouchLog

/// The events of touches, in order: each begins, moves and ends. The touches before `start` have been dropped.
struct TouchSequence {
  /// A touch that is down.
  private struct Active {
    let id: TouchID
    /// The index of its last event, counted from the first touch ever.
    var last: Int
    /// The last event, if it has been dropped.
    var dropped: TouchEvent?
    /// The time of the last event that has one; NaN if there is none.
    var time: Double
    /// The index, counted from the first touch ever, of an event that takes the pressure of the next one; -1 for none.
    var unmeasured: Int
  }

  /// The most touches that are down at once. No device has more; but a log may lack the ends of touches.
  private static let activeLimit = 64
  /// The largest time that is taken for valid, in seconds from any origin: about 30,000 years.
  private static let timeLimit = 1e12

  private(set) var touches: [ImportedTouch] = []
  /// The number of touches that have been dropped.
  private(set) var start = 0
  private var active: [Active] = []
  /// The source's time of the first touch; nil if no touch had a time yet.
  private var origin: Double?
  /// The time at which the next touch begins in a source without times.
  private var nextBeginning = 0.0
  /// Whether touches have begun while the source says that nothing is down. Then that statement is ignored.
  private var ignoresIsDown = false

  /// The events that were left out, and the ends that were added.
  private(set) var hovering = 0
  private(set) var invalid = 0
  private(set) var missingEnds = 0

  /// Drops the first touches of the array.
  mutating func drop(_ count: Int) {
    for index in active.indices where active[index].last < start + count {
      active[index].dropped = lastEvent(index)
    }
    touches.removeFirst(count)
    start += count
  }

  /// The last event of an active touch.
  private func lastEvent(_ known: Int) -> TouchEvent {
    active[known].dropped ?? touches[active[known].last - start].event
  }

  /// Appends the events that a record gives, if any.
  mutating func add(_ record: ImportedTouch, _ sensors: inout TouchSensors) {
    let known = active.firstIndex { $0.id == record.event.touch }
    let point = record.event.point
    let isValid = point.x.magnitude <= LogLimits.coordinate && point.y.magnitude <= LogLimits.coordinate
    switch record.event.phase {
    case .began:
      if record.isDown == false { ignoresIsDown = true }
      guard isValid else { return invalid += 1 }
      begin(record, known, &sensors)
    case .moved, .stationary:
      let isDown = ignoresIsDown ? nil : record.isDown
      if known == nil, isDown != true { return hovering += 1 }
      guard isValid else { return invalid += 1 }
      guard let known else { return begin(record, nil, &sensors) }
      if isDown == false {
        hovering += 1
        return addEnd(known, record)
      }
      move(record, known, &sensors)
    case .ended, .cancelled:
      guard let known else { return hovering += 1 }
      end(record, known, isValid: isValid)
    }
  }

  private mutating func begin(_ record: ImportedTouch, _ known: Int?, _ sensors: inout TouchSensors) {
    if let known { addEnd(known, record) }
    if active.count == Self.activeLimit { addEnd(0, record) }
    var touch = record
    touch.event.phase = .began
    let isUnmeasured = touch.event.pressure == 0
    sensors.look(at: touch.event)
    touch.event.time = time(of: touch.event, after: nil)
    let index = start + touches.count
    active.append(
      Active(
        id: touch.event.touch, last: index, time: touch.event.time ?? .nan, unmeasured: isUnmeasured ? index : -1))
    touches.append(touch)
  }

  private mutating func move(_ record: ImportedTouch, _ known: Int, _ sensors: inout TouchSensors) {
    sensors.look(at: record.event)
    if active[known].unmeasured >= 0 { measure(known, record.event.pressure) }
    active[known].last = start + touches.count
    active[known].dropped = nil
    touches.append(record)
    let last = touches.count - 1
    let time = time(of: record.event, after: active[known].time)
    touches[last].event.time = time
    if let time { active[known].time = time }
  }

  /// Sets the pressure of a touch's first event, which was 0, to that of the second.
  private mutating func measure(_ known: Int, _ pressure: Double?) {
    let index = active[known].unmeasured - start
    if index >= 0 { touches[index].event.pressure = pressure }
    active[known].unmeasured = -1
  }

  private mutating func end(_ record: ImportedTouch, _ known: Int, isValid: Bool) {
    var touch = record
    if !isValid { touch.event.point = lastEvent(known).point }
    // The pressure of a lift is not measured.
    if touch.event.pressure == 0 { touch.event.pressure = lastEvent(known).pressure }
    touch.event.time = time(of: touch.event, after: active[known].time)
    finish(known)
    touches.append(touch)
  }

  /// Ends a touch whose end is missing, at its last position.
  /// - Parameter record: The record that shows it.
  private mutating func addEnd(_ known: Int, _ record: ImportedTouch) {
    missingEnds += 1
    var end = record
    end.event = lastEvent(known)
    end.event.phase = .ended
    finish(known)
    touches.append(end)
  }

  private mutating func finish(_ known: Int) {
    active.remove(at: known)
    nextBeginning += 0.2
  }

  /// The time of an event in the log: it counts from the first one, in whole nanoseconds, and does not run backward
  /// within a touch. Without times, touches begin 0.2 s after the end of the one before.
  /// - Parameter last: The time of the touch's event before; NaN if it has none, nil if there is no such event.
  @inline(__always) private mutating func time(of event: TouchEvent, after last: Double?) -> Double? {
    guard let time = event.time, time.magnitude <= Self.timeLimit else {
      if last == nil { return origin == nil ? Self.rounded(nextBeginning) : nil }
      nextBeginning += 1.0 / 120
      return nil
    }
    let first = origin ?? time
    origin = first
    // The last time is rounded, too: unrounded, an equal one could be less.
    let next = Self.rounded(time - first)
    if let last, next < last { return Self.rounded(last + ImportRules.timeStep) }
    return next
  }

  /// No clock of a device is finer than a nanosecond. Smaller differences between large times are rounding errors.
  @inline(__always) private static func rounded(_ time: Double) -> Double {
    guard time.magnitude < 1e9 else { return time }
    return Double(Int64(saturating: time * 1e9 + (time < 0 ? -0.5 : 0.5))) / 1e9
  }

  /// Whether records are written newest first: the last is older than the first, and most are older than the one
  /// before. One of these alone is not enough: after a reload of a page, the last record is older, too, and a pen's
  /// first move can be.
  static func isReversed(_ records: [ImportedTouch]) -> Bool {
    let times = records.lazy.compactMap(\.event.time)
    guard let first = times.first, let last = records.last(where: { $0.event.time != nil })?.event.time,
      last < first - 0.001
    else { return false }
    var balance = 0
    var previous = first
    for time in times {
      balance += time > previous ? 1 : time < previous ? -1 : 0
      previous = time
    }
    return balance < 0
  }
}
