import TouchLog

/// An event of a touch, and its role in the life of the touch.
struct TouchTurn {
  enum Role {
    /// The touch goes down.
    case begins
    /// The touch goes down although it is down.
    case reopens
    /// An event of a touch that is down.
    case continues
    /// The touch goes up, or is taken back.
    case ends
    /// The event equals the touch's last one.
    case repeats
    /// An event of a touch that is not down.
    case lost
    /// A prediction. It does not change the touch.
    case predicts
  }

  var event: TouchEvent
  var role: Role
  /// The touch's last event that is not a prediction; nil if the touch is not down.
  var previous: TouchEvent?
  /// Whether the app's own keys and their values are the same as in the line of the last event.
  var hasSameMembers = true

  var touch: TouchID { event.touch }
  /// Whether the event continues a stroke.
  var isSuccessor: Bool { role == .continues || role == .ends }
  /// Whether the event begins a stroke.
  var isStart: Bool { role == .begins || role == .reopens }
}

/// The touches that are down.
struct TouchLives {
  private struct Life {
    var last: TouchEvent
    var members: [[UInt8]] = []
    /// Whether a command has ended the touch; its later events are ignored, and it need not end.
    var isLifted = false
  }

  private var down = TouchTable<Life>()
  /// The events that ended the last touches.
  private var ends: [(event: TouchEvent, members: [[UInt8]])] = []

  /// The number of ends that are remembered, to recognize their repetitions.
  private static let rememberedEnds = 8

  /// - Parameter ownMembers: The app's own keys in the event's line.
  mutating func add(_ event: TouchEvent, ownMembers: [[UInt8]] = []) -> TouchTurn {
    let life = down[event.touch]
    let role = role(of: event, ownMembers, life)
    switch role {
    case .begins, .reopens, .continues:
      down[event.touch] = Life(last: event, members: ownMembers, isLifted: isLifted(life, role))
    case .ends:
      down[event.touch] = nil
      if ends.count == Self.rememberedEnds { ends.removeFirst() }
      ends.append((event, ownMembers))
    case .repeats, .lost, .predicts: break
    }
    return TouchTurn(
      event: event, role: role, previous: life?.last, hasSameMembers: life.map { $0.members == ownMembers } ?? true)
  }

  private func isLifted(_ life: Life?, _ role: TouchTurn.Role) -> Bool {
    role == .continues && life?.isLifted == true
  }

  /// Takes an event of another kind.
  mutating func add(_ event: LogEvent) {
    guard event.endsTouches else { return }
    for touch in down.keys { down[touch]?.isLifted = true }
  }

  private func role(of event: TouchEvent, _ members: [[UInt8]], _ life: Life?) -> TouchTurn.Role {
    if event.predicted { return .predicts }
    // Without times, equal events in a row mean that the touch rests.
    let isRepeated =
      life.map { $0.last == event && $0.members == members } ?? ends.contains { $0 == event && $1 == members }
    if event.time != nil, isRepeated { return .repeats }
    switch event.phase {
    case .began:
      guard let life, !life.isLifted else { return .begins }
      return .reopens
    case .moved, .stationary: return life == nil ? .lost : .continues
    case .ended, .cancelled: return life == nil ? .lost : .ends
    }
  }
}

extension LogEvent {
  /// Whether the event ends touches that are down, or may end them.
  var endsTouches: Bool {
    guard case .command(let command, _) = self else { return false }
    switch command {
    case .select, .deselect, .text, .image, .mark, .sound, .open: return false
    case .undo, .redo, .clear, .delete, .move, .transform, .stretch, .restyle, .duplicate, .raise, .lower, .edit, .page:
      return true
    }
  }
}
