import Geometry

/// The drawings of sketch-rnn as Python pickles them: an array of arrays, each with the rows `dx dy lift`.
///
/// A pickle is a program for a stack machine. This one has the instructions that NumPy's own pickles of protocol 3 have.
enum SketchPickle {
  /// A drawing, an element of the array. The first row is the position of the first point, and `lift` is 1 at the last
  /// point of a stroke. Numbers are integers of 16 bits if all are, and otherwise floating-point numbers of 32.
  static func element(_ sketch: Sketch) -> [UInt8] {
    let kept = (0..<sketch.strokeCount).filter { !sketch.erasers.contains($0) }
    let isWhole = kept.allSatisfy { stroke in
      sketch.stroke(stroke).allSatisfy { isShort(sketch.points[$0].x) && isShort(sketch.points[$0].y) }
    }
    var numbers: [UInt8] = []
    var (x, y, rows) = (0.0, 0.0, 0)
    for stroke in kept {
      let range = sketch.stroke(stroke)
      for index in range {
        let point = sketch.points[index]
        let row = [point.x - x, point.y - y, index == range.upperBound - 1 ? 1 : 0]
        if isWhole {
          for number in row { append(Int(saturating: number), 2, to: &numbers) }
          (x, y) = (point.x, point.y)
        } else {
          for number in row { append(Int(Float(number).bitPattern), 4, to: &numbers) }
          // The sums of the rounded differences, so that their errors do not add up.
          (x, y) = (x + Double(Float(row[0])), y + Double(Float(row[1])))
        }
        rows += 1
      }
    }
    var bytes: [UInt8] = [0x68, 0, 0x68, 1] + array
    append(rows, to: &bytes)
    bytes += [0x4B, 3, 0x86, 0x68, 2] + type(isWhole ? "i2" : "f4", order: "<", flags: 0) + [0x89, 0x42]
    append(numbers.count, 4, to: &bytes)
    return bytes + numbers + [0x74, 0x62]
  }

  /// What precedes the elements of the array. Its size does not depend on their number.
  static func head(count: Int) -> [UInt8] {
    // Elements recall these names by their numbers.
    func name(_ text: String, _ number: UInt8) -> [UInt8] { [0x63] + Array(text.utf8) + [0x71, number] }
    var bytes = [0x80, 3] + name("numpy.core.multiarray\n_reconstruct\n", 0) + name("numpy\nndarray\n", 1) + array
    append(count, to: &bytes)
    bytes += [0x85] + name("numpy\ndtype\n", 2)
    return bytes + type("O8", order: "|", flags: 63) + [0x89, 0x5D, 0x28]
  }

  /// What follows the elements.
  static let end: [UInt8] = [0x65, 0x74, 0x62, 0x2E]

  /// The call of `_reconstruct(ndarray, (0,), b"b")`, whose names are on the stack, and the beginning of the state.
  private static let array: [UInt8] = [0x4B, 0, 0x85, 0x43, 1, 0x62, 0x87, 0x52, 0x28, 0x4B, 1]

  /// The call of `dtype`, whose name is on the stack, and its state.
  private static func type(_ name: String, order: String, flags: UInt8) -> [UInt8] {
    func text(_ text: String) -> [UInt8] { [0x58, UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8) }
    var bytes = text(name) + [0x89, 0x88, 0x87, 0x52, 0x28, 0x4B, 3] + text(order) + [0x4E, 0x4E, 0x4E]
    for _ in 0..<2 { append(-1, to: &bytes) }
    return bytes + [0x4B, flags, 0x74, 0x62]
  }

  private static func isShort(_ coordinate: Double) -> Bool {
    // Differences of such coordinates are integers of 16 bits.
    coordinate == coordinate.rounded() && coordinate.magnitude < 16_384
  }

  /// Appends an instruction for an integer.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(0x4A)
    append(number, 4, to: &bytes)
  }

  private static func append(_ number: Int, _ count: Int, to bytes: inout [UInt8]) {
    for byte in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }
}
