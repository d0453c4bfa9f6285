import ImportCore
import JSON
import TouchLog

/// Which field of the rows has which role: by its name, and by whether its values fit.
struct PointRoles {
  private(set) var fields: [PointRole: Int] = [:]
  /// The fields that together name the drawing.
  private(set) var samples: [Int] = []
  /// What the pen does at each row; nil if no field says it.
  private(set) var phases: [PointPhase]?
  /// Whether the phases say when the pen touches, so that it hovers where it moves without.
  private(set) var saysContact = false
  /// What the values of the field for the device say, by their bits.
  private(set) var devices: [UInt64: TouchEvent.Pointer] = [:]
  let evidence: [PointEvidence]
  let rows: PointRows

  /// - Returns: Nil if the rows have no x and y.
  init?(_ rows: PointRows) {
    self.rows = rows
    let evidence = rows.fields.map { PointEvidence(of: $0, rows) }
    self.evidence = evidence
    guard let x = best(.x) else { return nil }
    fields[.x] = x
    // Of several pairs of coordinates, those with the same words belong together.
    let pair = rows.fields[x].name.pair
    guard
      let y = candidates(.y).first(where: { rows.fields[$0].name.pair == pair && evidence[$0].numbers > 0 }) ?? best(.y)
    else { return nil }
    fields[.y] = y
    for role in [PointRole.tiltX, .tiltY, .altitude, .azimuth, .time, .pressure] { fields[role] = best(role) }
    takeNumbers()
    if let found = device() { (fields[.device], devices) = found }
    // What divides rows by its names comes first: phases are told apart for each touch.
    fields[.touch] = best(.touch)
    fields[.stroke] = best(.stroke)
    takePhase()
    takePen()
    let labels = candidates(.label).filter { isFree($0) && fits(.label, $0) }
    samples = candidates(.sample).filter { $0 != labels.first && isFree($0) && fits(.sample, $0) }
    fields[.label] = labels.first { isFree($0) && isConstantInSamples($0) }
    if samples.isEmpty, rows.drawings.count < 2, let label = fields[.label], evidence[label].isName {
      samples = [label]
    }
  }

  subscript(role: PointRole) -> PointField? { fields[role].map { rows.fields[$0] } }

  /// The names of the fields that have no role, in the order of the file.
  var unread: [String] {
    rows.fields.indices.filter { isFree($0) && rows.fields[$0].position == nil }.map { rows.fields[$0].name.text }
  }

  /// The number of values of lists that have no role.
  var unreadNumbers: Int {
    rows.fields.indices.reduce(0) { $0 + (isFree($1) && rows.fields[$1].position != nil ? evidence[$1].count : 0) }
  }

  /// Whether a role has several values.
  func varies(_ index: Int) -> Bool { !evidence[index].isConstant }

  /// By what to multiply a field's numbers to get points, seconds, pressures or radians; nil if its name does not say.
  func scale(_ role: PointRole) -> Double? {
    guard let field = self[role] else { return nil }
    switch role {
    case .time where field.firstDate != nil: return 1
    case .altitude, .azimuth, .tiltX, .tiltY:
      let isTurned = role == .tiltX || role == .tiltY || evidence[fields[role] ?? 0].largest > 2 * .pi
      return field.name.scale(as: role) ?? (isTurned ? .pi / 180 : 1)
    default: return field.name.scale(as: role)
    }
  }

  /// The roles of the numbers of lists, such as "x, y, pressure"; nil if there are only coordinates.
  var numberRoles: String? {
    let numbers = rows.fields.indices.filter { (rows.fields[$0].position ?? 0) > 1 }
    let names = numbers.map { number in fields.first { $0.value == number }.map { "\($0.key)" } ?? "another" }
    return names.contains { $0 != "another" } ? "x, y, " + names.joined(separator: ", ") : nil
  }

  func isFree(_ index: Int) -> Bool { !fields.values.contains(index) && !samples.contains(index) }

  private func fits(_ role: PointRole, _ index: Int) -> Bool { evidence[index].fits(role, rows.fields[index]) }

  /// The fields whose names fit a role, those with the most values first, and of these the best names.
  func candidates(_ role: PointRole) -> [Int] {
    rows.fields.indices.filter { rows.fields[$0].roles[role] != nil }.sorted { one, other in
      let (first, second) = (evidence[one].count, evidence[other].count)
      let (rank, otherRank) = (rows.fields[one].roles[role] ?? 0, rows.fields[other].roles[role] ?? 0)
      return first != second ? first > second : rank != otherRank ? rank < otherRank : one < other
    }
  }

  /// The field for a role; one whose values change, if there is one.
  private func best(_ role: PointRole) -> Int? {
    let fitting = candidates(role).filter { isFree($0) && fits(role, $0) }
    return fitting.first { !evidence[$0].isConstant } ?? fitting.first
  }

  /// Finds the roles of the numbers of lists that follow x and y.
  private mutating func takeNumbers() {
    for index in rows.fields.indices where (rows.fields[index].position ?? 0) > 1 {
      guard let role = evidence[index].role, fields[role] == nil else { continue }
      if role == .phase, phases(of: index) == nil { continue }
      fields[role] = index
      if role == .end { phases = (0..<rows.count).map { rows.fields[index][$0] == 1 ? .end : .move } }
    }
  }
}

/// What the pen does.
extension PointRoles {
  private mutating func takePhase() {
    let candidates = fields[.phase].map { [$0] } ?? candidates(.phase).filter(isFree)
    for index in candidates {
      guard let found = phases(of: index) else { continue }
      fields[.phase] = index
      phases = found
      saysContact = found.contains(.begin) && found.contains(.end)
      return
    }
  }

  /// The phases that a field's words or numbers say; nil if it says none.
  private func phases(of index: Int) -> [PointPhase]? {
    let evidence = evidence[index]
    guard evidence.distinct.count <= 64, evidence.count > 0 else { return nil }
    var meanings: [UInt64: PointPhase] = [:]
    let values = rows.fields[index].values
    for pattern in evidence.distinct {
      if let text = rows.text(Double(bitPattern: pattern)) { meanings[pattern] = PointPhase(text) }
    }
    if evidence.texts == 0 { meanings = numberedPhases(of: index) }
    guard meanings.values.contains(where: { $0 == .begin || $0 == .end }) else { return nil }
    var (phases, known, repeats) = ([PointPhase](), 0, false)
    phases.reserveCapacity(rows.count)
    var before: [UInt64: PointPhase] = [:]
    for row in 0..<rows.count {
      let phase = row < values.count ? meanings[values[row].bitPattern] : nil
      if phase != nil { known += 1 }
      let touch = touch(row)
      if phase == .begin, before.updateValue(.begin, forKey: touch) == .begin { repeats = true }
      if phase != .begin { before[touch] = phase }
      phases.append(phase ?? .air)
    }
    guard 2 * known >= rows.count else { return nil }
    // Without moves, a pen that is down at several points in succession stays down.
    if repeats, !phases.contains(.move), phases.contains(.end) {
      return phases.map { $0 == .begin ? .move : .air }
    }
    return phases
  }

  /// The meanings of numbers, such as Android's 0, 1 and 2 or UIKit's 0 to 4: the number of the first row begins a
  /// stroke, and the number before it ends one.
  private func numberedPhases(of index: Int) -> [UInt64: PointPhase] {
    guard 2...7 ~= evidence[index].distinct.count, evidence[index].isWhole else { return [:] }
    var last: [UInt64: UInt64] = [:]
    var followers: [UInt64: Set<UInt64>] = [:]
    var counts: [UInt64: Int] = [:]
    var begin: UInt64?
    for row in 0..<rows.count {
      let value = rows.fields[index][row]
      if value.isNaN { continue }
      let touch = touch(row)
      if let before = last.updateValue(value.bitPattern, forKey: touch) {
        followers[before, default: []].insert(value.bitPattern)
      } else if begin ?? value.bitPattern != value.bitPattern {
        return [:]
      } else {
        begin = value.bitPattern
      }
      counts[value.bitPattern, default: 0] += 1
    }
    guard let begin, !followers[begin, default: []].contains(begin) else { return [:] }
    var meanings: [UInt64: PointPhase] = [:]
    // Only a new stroke follows an end.
    let ends = counts.keys.filter { $0 != begin && followers[$0, default: []].isSubset(of: [begin]) }
    let end = ends.max { counts[$0, default: 0] < counts[$1, default: 0] }
    for value in counts.keys {
      meanings[value] = value == begin ? .begin : value == end ? .end : ends.contains(value) ? .cancel : .move
    }
    return meanings
  }

  /// What tells apart the touches and strokes whose rows alternate.
  private func touch(_ row: Int) -> UInt64 {
    var mixed: UInt64 = 0
    for role in [PointRole.device, .touch, .stroke] {
      if let field = fields[role] { mixed = mixed &* 0x9E37_79B9_7F4A_7C15 ^ rows.fields[field][row].bitPattern }
    }
    return mixed
  }

  /// Finds the field that says whether the pen touches, or which points are the last of their strokes.
  private mutating func takePen() {
    let candidates = candidates(.pen).filter { isFree($0) && fits(.pen, $0) } + candidates(.end).filter(isFree)
    for index in candidates {
      let evidence = evidence[index]
      let values = (0..<rows.count).map { rows.fields[index][$0] }
      let (isLift, isPlain) = (rows.fields[index].name.isLift, rows.fields[index].roles[.pen] == nil)
      let states: [PointPhase]
      if evidence.texts > 0 {
        guard evidence.distinct.count <= 64 else { continue }
        states = values.map { value in
          rows.text(value).map { Self.isDown($0) } ?? (value != 0) ? .move : .air
        }
      } else if evidence.isSparseEnd
        || rows.fields[index].roles[.end] != nil && evidence.isEnd && (isPlain || evidence.hasLoneOnes)
      {
        states = values.map { $0 == 1 ? .end : .move }
      } else if evidence.isState, rows.fields[index].roles[.pen] != nil {
        states = values.map { ($0 > 0) != isLift ? .move : .air }
      } else {
        continue
      }
      guard states.contains(.move), states.contains(where: { $0 != .move }) else { continue }
      fields[states.contains(.end) ? .end : .pen] = index
      if let phases {
        // A button is up again at the event that says so.
        self.phases = zip(phases, states).map { $0 == .move ? $1 : $0 }
      } else {
        phases = states
      }
      return
    }
  }

  private static func isDown(_ text: String) -> Bool {
    ![
      "", "false", "no", "up", "penup", "pen_up", "off", "air", "hover", "hovering", "end", "ended", "none", "released",
    ].contains(text.lowercased())
  }

  /// Whether a field has one value in each drawing.
  private func isConstantInSamples(_ index: Int) -> Bool {
    guard !samples.isEmpty else { return true }
    var known: [[UInt64]: UInt64] = [:]
    for row in 0..<rows.count {
      let value = rows.fields[index][row].bitPattern
      if known.updateValue(value, forKey: samples.map { rows.fields[$0][row].bitPattern }) ?? value != value {
        return false
      }
    }
    return true
  }
}
