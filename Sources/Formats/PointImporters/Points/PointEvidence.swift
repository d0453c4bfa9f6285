import ImportCore
import JSON

/// What the values of a field show about its meaning.
struct PointEvidence {
  private(set) var numbers = 0
  private(set) var texts = 0
  private(set) var least = Double.infinity
  private(set) var largest = -Double.infinity
  private(set) var isWhole = true
  /// How often a value other than the one of the row before begins.
  private(set) var runs = 0
  /// The different values; at most `mostDistinct` are kept.
  private(set) var distinct: Set<UInt64> = []
  /// Whether numbers rise and fall within strokes of the file.
  private(set) var rises = false
  private(set) var falls = false
  private(set) var zeros = 0
  private(set) var ones = 0
  /// Whether no two rows in succession are 1.
  private(set) var hasLoneOnes = true
  private(set) var last = Double.nan

  private static let mostDistinct = 1 << 16

  init(of field: PointField, _ rows: PointRows) {
    var last = Double.nan
    var part = 0
    for (row, value) in field.values.enumerated() {
      while part < rows.parts.count, rows.parts[part].firstRow <= row {
        if rows.parts[part].isStroke, rows.parts[part].firstRow == row { last = .nan }
        part += 1
      }
      if PointCell.isMissing(value) { continue }
      if value.isNaN {
        texts += 1
      } else {
        numbers += 1
        if value > last { rises = true }
        if value < last { falls = true }
        (least, largest) = (min(least, value), max(largest, value))
        if isWhole, value != value.rounded() { isWhole = false }
        if value == 0 { zeros += 1 }
        if value == 1 {
          ones += 1
          if last == 1 { hasLoneOnes = false }
        }
      }
      if value.bitPattern != self.last.bitPattern {
        runs += 1
        if distinct.count < Self.mostDistinct { distinct.insert(value.bitPattern) }
      }
      (last, self.last) = (value, value)
    }
  }

  var count: Int { numbers + texts }
  var isConstant: Bool { distinct.count < 2 }
  var hasOnlyNumbers: Bool { texts == 0 && numbers > 0 }
  private var isFlag: Bool { hasOnlyNumbers && zeros + ones == numbers && zeros > 0 && ones > 0 }

  /// Whether the values name something to which several rows in succession belong.
  var isName: Bool {
    guard count > 0, isWhole else { return false }
    return isConstant || 2 * runs <= count || runs > distinct.count && 2 * distinct.count <= count
  }

  /// Whether 1 marks the last point of strokes.
  var isEnd: Bool { isFlag && last == 1 && (hasLoneOnes || 2 * ones <= numbers) }

  /// Whether 1 marks the last points, and no two of them are neighbors, as pens are not down for one point at a time.
  var isSparseEnd: Bool { isEnd && hasLoneOnes && zeros > ones }

  /// Whether rows are either 0 or not, in runs.
  var isState: Bool { hasOnlyNumbers && isWhole && least == 0 && largest <= 255 && largest > 0 }

  /// Whether the numbers are fingers rather than the state of one: the state changes more than once, or falls.
  var isFingers: Bool { !isFlag || 3 * runs > count || runs == 2 && last == 1 }

  /// What a number without a name is. Times do not fall; what does, or stays between 0 and 1, is a pressure.
  var role: PointRole? {
    if texts > 0 { return texts >= numbers ? .phase : nil }
    if isEnd { return .end }
    if least >= 0, largest <= 1 { return .pressure }
    if rises, !falls { return .time }
    return least >= 0 && falls ? .pressure : nil
  }

  /// Whether the values can be those of a field's role.
  func fits(_ role: PointRole, _ field: PointField) -> Bool {
    let isWeak = PointRole.weakNames.contains(field.name.text.lowercased().filter(\.isLetter))
    return switch role {
    case .x, .y, .time, .tiltX, .tiltY, .altitude, .azimuth: numbers > 0
    case .pressure: largest > 0 && least >= 0 && (!isWeak || largest <= 1 || isWhole && largest >= 255 && falls)
    case .touch: isName && (!isWeak || runs > distinct.count) && (field.roles[.pen] == nil || isFingers)
    case .stroke: isWhole && count > 0 && (isWeak ? isName && !isConstant : distinct.count < count || count < 8)
    case .sample: isName
    case .label, .phase, .device: count > 0
    case .pen, .end: count > 0 && !isConstant
    }
  }
}
