import Geometry
import ImportCore
import TouchLog

/// Follows the contacts of protocol A, whose frames list them in any order.
///
/// A contact is recognized by its tracking id. Without one it is the contact whose expected position is nearest. The
/// expected position continues the last two, so that contacts that cross are not confused.
struct PacketTracker: Sendable {
  /// A contact that is down.
  private struct Contact: Sendable {
    var id: Int32?
    var last: TouchEvent
    /// The displacement from the position before the last.
    var step = Vector(0, 0)
  }

  /// A contact in the current frame.
  struct Packet: Sendable {
    var event: TouchEvent
    var id: Int32?
  }

  /// The tracking id of the next packet.
  var id: Int32?
  /// The packets of the current frame.
  private(set) var frame: [Packet] = []
  private var contacts: [Contact] = []
  /// Whether contacts without ids were matched by their positions.
  private(set) var followsPositions = false

  mutating func add(_ event: TouchEvent) { frame.append(Packet(event: event, id: id)) }

  mutating func dropFrame() {
    frame.removeAll(keepingCapacity: true)
    id = nil
  }

  /// Ends the contacts that the frame does not list, moves those that it lists, and begins new ones.
  mutating func endFrame(_ output: inout FrameOutput, into touches: inout [ImportedTouch]) {
    let sources = matches()
    var rest = [Bool](repeating: true, count: contacts.count)
    for case let source? in sources { rest[source] = false }
    for index in contacts.indices where rest[index] { output.end(&contacts[index].last, into: &touches) }
    var next: [Contact] = []
    next.reserveCapacity(frame.count)
    for (index, packet) in frame.enumerated() {
      var contact = Contact(id: packet.id, last: packet.event)
      if let source = sources[index] {
        let last = contacts[source].last
        contact.step = packet.event.point - last.point
        output.move(&contact.last, of: last, into: &touches)
      } else {
        output.begin(&contact.last, into: &touches)
      }
      next.append(contact)
    }
    contacts = next
    dropFrame()
  }

  /// The contact that each packet continues, if any.
  private mutating func matches() -> [Int?] {
    var sources = [Int?](repeating: nil, count: frame.count)
    if contacts.isEmpty { return sources }
    var free = Array(contacts.indices)
    var open: [Int] = []
    for (index, packet) in frame.enumerated() {
      guard let id = packet.id else {
        open.append(index)
        continue
      }
      guard let known = free.firstIndex(where: { contacts[$0].id == id }) else { continue }
      sources[index] = free.remove(at: known)
    }
    free.removeAll { contacts[$0].id != nil }
    if free.isEmpty || open.isEmpty { return sources }
    followsPositions = true
    let matching = NearestMatching(
      free.map { contacts[$0].last.point + contacts[$0].step }, open.map { frame[$0].event.point })
    for (index, source) in matching.sources.enumerated() {
      if let source { sources[open[index]] = free[source] }
    }
    return sources
  }
}

/// Assigns points to expected positions, so that the sum of the squared distances is small.
struct NearestMatching {
  /// By point: the index of its position; nil for points in excess.
  private(set) var sources: [Int?]
  private let positions: [Point]
  private let points: [Point]

  init(_ positions: [Point], _ points: [Point]) {
    (self.positions, self.points) = (positions, points)
    sources = Array(repeating: nil, count: points.count)
    if positions.count == 1, points.count == 1 {
      sources[0] = 0
    } else {
      matchNearest()
      exchange()
    }
  }

  private func cost(_ point: Int, _ position: Int) -> Double {
    let difference = points[point] - positions[position]
    return difference.dx * difference.dx + difference.dy * difference.dy
  }

  /// Joins the nearest pair, then the nearest of the rest, and so on.
  private mutating func matchNearest() {
    var pairs: [(cost: Double, point: Int, position: Int)] = []
    for point in points.indices {
      for position in positions.indices { pairs.append((cost(point, position), point, position)) }
    }
    pairs.sort { $0.cost != $1.cost ? $0.cost < $1.cost : ($0.point, $0.position) < ($1.point, $1.position) }
    var isTaken = [Bool](repeating: false, count: positions.count)
    for pair in pairs where sources[pair.point] == nil && !isTaken[pair.position] {
      sources[pair.point] = pair.position
      isTaken[pair.position] = true
    }
  }

  /// Exchanges the positions of two points while that lowers the sum: of contacts that move in a line one behind
  /// another, each is nearest to the expected position of the next.
  private mutating func exchange() {
    // Each exchange lowers the sum, so this ends; the limit bounds the time.
    for _ in 0..<points.count {
      var hasChanged = false
      for one in points.indices {
        for other in points.indices where other > one {
          guard let first = sources[one], let second = sources[other],
            cost(one, second) + cost(other, first) < cost(one, first) + cost(other, second)
          else { continue }
          (sources[one], sources[other]) = (second, first)
          hasChanged = true
        }
      }
      if !hasChanged { return }
    }
  }
}
