import Geometry

/// The machine that draws a CFF glyph (Adobe Technical Note 5177, "The Type 2 Charstring Format"). Hints are skipped; the
/// operators of arithmetic and storage, but for division, are refused.
struct CharstringReader {
  private(set) var path = Path()
  /// The standard codes of a letter and its accent, and where the accent is, if the glyph is put together from them.
  private(set) var accented: (base: Int, accent: Int, shift: Vector)?

  private let local: CompactIndex
  private let global: CompactIndex
  private var stack: [Double] = []
  private var here = Point(0, 0)
  private var hintCount = 0
  /// Whether the width, which is an extra first operand of the first operator, is read or left out.
  private var hasWidth = false
  /// Whether a contour is begun.
  private var isOpen = false
  private var steps = 0
  private var isDone = false

  private static let mostOperands = 513
  private static let mostCalls = 10
  /// The most numbers and operators of a glyph. The largest letters have some thousands.
  private static let mostSteps = 200_000

  init(local: CompactIndex, global: CompactIndex) {
    (self.local, self.global) = (local, global)
  }

  /// Draws a glyph. False if the charstring is damaged or refused.
  mutating func run(_ charstring: FontData) -> Bool {
    var calls: [(code: FontData, offset: Int)] = []
    var code = charstring
    var offset = 0
    while !isDone {
      guard let byte = code.byte(offset) else {
        // A subroutine without a return, or a glyph without an end.
        guard let call = calls.popLast() else { break }
        (code, offset) = (call.code, call.offset)
        continue
      }
      offset += 1
      steps += 1
      guard steps <= CharstringReader.mostSteps else { return false }
      if byte >= 32 || byte == 28 {
        guard stack.count < CharstringReader.mostOperands, let number = number(byte, code, &offset) else {
          return false
        }
        stack.append(number)
        continue
      }
      switch byte {
      case 10, 29:
        let subroutines = byte == 10 ? local : global
        let bias = subroutines.count < 1240 ? 107 : subroutines.count < 33900 ? 1131 : 32768
        guard let number = stack.popLast(), let subroutine = subroutines[Int(saturating: number + Double(bias))],
          calls.count < CharstringReader.mostCalls
        else { return false }
        calls.append((code, offset))
        (code, offset) = (subroutine, 0)
      case 11:
        guard let call = calls.popLast() else { return false }
        (code, offset) = (call.code, call.offset)
      case 19, 20:
        countHints()
        offset += (hintCount + 7) / 8
      case 12:
        guard let second = code.byte(offset), escape(second) else { return false }
        offset += 1
      default:
        guard run(byte) else { return false }
      }
    }
    close()
    return true
  }

  /// The number that begins with a byte.
  private func number(_ byte: UInt8, _ code: FontData, _ offset: inout Int) -> Double? {
    switch byte {
    case 28:
      offset += 2
      return code.int16(offset - 2).map { Double($0) }
    case ...246: return Double(Int(byte) - 139)
    case ...254:
      guard let low = code.byte(offset) else { return nil }
      offset += 1
      return Double(byte < 251 ? (Int(byte) - 247) * 256 + Int(low) + 108 : (251 - Int(byte)) * 256 - Int(low) - 108)
    default:
      offset += 4
      return code.uint32(offset - 4).map { Double(Int32(bitPattern: $0)) / 0x1_0000 }
    }
  }

  // MARK: Operators

  /// Runs an operator of one byte, except calls and masks. False if it is unknown or lacks operands.
  private mutating func run(_ code: UInt8) -> Bool {
    defer { stack.removeAll(keepingCapacity: true) }
    switch code {
    case 1, 3, 18, 23: countHints()
    case 4, 21, 22:
      let count = code == 21 ? 2 : 1
      skipWidth(if: stack.count > count)
      guard stack.count >= count else { return false }
      close()
      here = here + Vector(code == 4 ? 0 : stack[0], code == 4 ? stack[0] : code == 21 ? stack[1] : 0)
    case 5: lines(stack.count)
    case 6, 7:
      for (index, distance) in stack.enumerated() {
        let isHorizontal = (index % 2 == 0) == (code == 6)
        line(isHorizontal ? Vector(distance, 0) : Vector(0, distance))
      }
    case 8: curves(from: 0, stack.count)
    case 14:
      skipWidth(if: stack.count == 1 || stack.count == 5)
      if stack.count == 4 {
        let codes = (Int(saturating: stack[2]), Int(saturating: stack[3]))
        accented = (codes.0, codes.1, Vector(stack[0], stack[1]))
      }
      isDone = true
    case 24:
      guard stack.count >= 8 else { return false }
      curves(from: 0, stack.count - 2)
      line(Vector(stack[stack.count - 2], stack[stack.count - 1]))
    case 25:
      guard stack.count >= 8 else { return false }
      lines(stack.count - 6)
      curves(from: stack.count - 6, stack.count)
    case 26, 27: straightCurves(isHorizontal: code == 27)
    case 30, 31: alternatingCurves(isHorizontal: code == 31)
    default: return false
    }
    return true
  }

  /// Runs an operator behind the byte 12: a flex, which is two curves, or a division.
  private mutating func escape(_ code: UInt8) -> Bool {
    if code == 12 {
      guard stack.count >= 2, let divisor = stack.popLast(), let number = stack.popLast() else { return false }
      stack.append(number / divisor)
      // Many divisions could lead beyond all numbers.
      return (number / divisor).magnitude <= 0x1p31
    }
    defer { stack.removeAll(keepingCapacity: true) }
    let s = stack
    switch code {
    // A hint of older fonts.
    case 0: break
    case 34:
      guard s.count >= 7 else { return false }
      curve(Vector(s[0], 0), Vector(s[1], s[2]), Vector(s[3], 0))
      curve(Vector(s[4], 0), Vector(s[5], -s[2]), Vector(s[6], 0))
    case 35:
      guard s.count >= 12 else { return false }
      curves(from: 0, 12)
    case 36:
      guard s.count >= 9 else { return false }
      curve(Vector(s[0], s[1]), Vector(s[2], s[3]), Vector(s[4], 0))
      curve(Vector(s[5], 0), Vector(s[6], s[7]), Vector(s[8], -(s[1] + s[3] + s[7])))
    case 37:
      guard s.count >= 11 else { return false }
      let dx = s[0] + s[2] + s[4] + s[6] + s[8]
      let dy = s[1] + s[3] + s[5] + s[7] + s[9]
      let end = dx.magnitude > dy.magnitude ? Vector(s[10], -dy) : Vector(-dx, s[10])
      curve(Vector(s[0], s[1]), Vector(s[2], s[3]), Vector(s[4], s[5]))
      curve(Vector(s[6], s[7]), Vector(s[8], s[9]), end)
    default: return false
    }
    return true
  }

  private mutating func skipWidth(if isThere: Bool) {
    if !hasWidth, isThere { stack.removeFirst() }
    hasWidth = true
  }

  /// A stem is a pair of operands.
  private mutating func countHints() {
    skipWidth(if: stack.count % 2 == 1)
    hintCount += stack.count / 2
    stack.removeAll(keepingCapacity: true)
  }

  // MARK: Lines and curves

  private mutating func open() {
    if !isOpen { path.move(to: here) }
    isOpen = true
  }

  private mutating func close() {
    if isOpen { path.close() }
    isOpen = false
  }

  private mutating func line(_ distance: Vector) {
    open()
    here = here + distance
    path.line(to: here)
  }

  private mutating func curve(_ first: Vector, _ second: Vector, _ third: Vector) {
    open()
    let one = here + first
    let two = one + second
    here = two + third
    path.cubic(one, two, to: here)
  }

  /// Lines of the operands before an index.
  private mutating func lines(_ end: Int) {
    for index in stride(from: 0, to: end - 1, by: 2) { line(Vector(stack[index], stack[index + 1])) }
  }

  /// Curves of the operands between two indices.
  private mutating func curves(from start: Int, _ end: Int) {
    for i in stride(from: start, to: end - 5, by: 6) {
      curve(Vector(stack[i], stack[i + 1]), Vector(stack[i + 2], stack[i + 3]), Vector(stack[i + 4], stack[i + 5]))
    }
  }

  /// Curves whose ends are horizontal, or vertical; an odd first operand turns the first end.
  private mutating func straightCurves(isHorizontal: Bool) {
    var turn = stack.count % 2 == 1 ? stack[0] : 0
    for i in stride(from: stack.count % 2, to: stack.count - 3, by: 4) {
      let middle = Vector(stack[i + 1], stack[i + 2])
      if isHorizontal {
        curve(Vector(stack[i], turn), middle, Vector(stack[i + 3], 0))
      } else {
        curve(Vector(turn, stack[i]), middle, Vector(0, stack[i + 3]))
      }
      turn = 0
    }
  }

  /// Curves that begin horizontal and end vertical, and the reverse, in turn; an odd last operand turns the last end.
  private mutating func alternatingCurves(isHorizontal: Bool) {
    var isHorizontal = isHorizontal
    for i in stride(from: 0, to: stack.count - 3, by: 4) {
      let middle = Vector(stack[i + 1], stack[i + 2])
      let turn = stack.count - i == 5 ? stack[i + 4] : 0
      if isHorizontal {
        curve(Vector(stack[i], 0), middle, Vector(turn, stack[i + 3]))
      } else {
        curve(Vector(0, stack[i]), middle, Vector(stack[i + 3], turn))
      }
      isHorizontal.toggle()
    }
  }
}
