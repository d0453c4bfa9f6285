import JSON
import TouchLog

/// Reads the arrays of an object array that Python has pickled, protocols 2 to 4.
///
/// A pickle is a program for a stack machine, which can call any function of Python. This machine knows the
/// instructions that NumPy's arrays need, and three names of NumPy; it refuses all others. Values that contain values
/// are kept in tables and named by their index, so that neither depth nor cycles matter.
struct PickleMachine {
  private enum Value {
    case none, mark
    case integer(Int)
    /// A string or bytes: a range of the file.
    case bytes(Range<Int>)
    case name(Name)
    case tuple(Int)
    case list(Int)
    case type(Int)
    case array(Int)
  }

  /// The names that a pickle may use.
  private enum Name {
    case reconstruct, array, type
  }

  private struct Array {
    var type: Int?
    var shape: [Int] = []
    var isColumnMajor = false
    var contents = Value.none
  }

  private let file: [UInt8]
  private let memoryLimit: Int
  private var next: Int
  private var instruction = 0
  private var stack: [Value] = []
  private var memo: [Int: Value] = [:]
  private var tuples: [[Value]] = []
  private var lists: [[Value]] = []
  private var types: [NumberType] = []
  private var arrays: [Array] = []
  /// The number of values that have been made.
  private var valueCount = 0

  /// - Parameters:
  ///   - file: The file that contains the pickle.
  ///   - start: The offset of the pickle.
  init(_ file: [UInt8], at start: Int, memoryLimit: Int) {
    self.file = file
    next = start
    self.memoryLimit = memoryLimit
  }

  /// Runs the program.
  /// - Returns: The tables of the array that it makes.
  mutating func run() throws(Fault) -> [NumberTable] {
    while true {
      instruction = next
      let opcode = try number(1)
      if opcode == 0x2E { return try result() }
      try execute(opcode)
      if (stack.count + valueCount + memo.count) * 64 > memoryLimit {
        throw Fault(.tooMuchMemory("the pickle", limit: memoryLimit), at: instruction)
      }
    }
  }

  private mutating func execute(_ opcode: Int) throws(Fault) {
    switch opcode {
    case 0x80: if try number(1) > 5 { throw unexpected("a newer protocol of pickle", "protocol 2, 3 or 4") }
    case 0x95: _ = try take(8)
    case 0x28: stack.append(.mark)
    case 0x4E: stack.append(.none)
    case 0x88: stack.append(.integer(1))
    case 0x89: stack.append(.integer(0))
    case 0x4B: stack.append(.integer(try number(1)))
    case 0x4D: stack.append(.integer(try number(2)))
    case 0x4A: stack.append(.integer(Int(Int32(truncatingIfNeeded: try number(4)))))
    case 0x8A: try pushLong()
    case 0x55, 0x43, 0x8C: stack.append(.bytes(try take(number(1))))
    case 0x54, 0x42, 0x58: stack.append(.bytes(try take(number(4))))
    case 0x8E, 0x8D: stack.append(.bytes(try take(number(8))))
    case 0x29: makeTuple([])
    case 0x85: makeTuple(try pop(1))
    case 0x86: makeTuple(try pop(2))
    case 0x87: makeTuple(try pop(3))
    case 0x74: makeTuple(try popToMark())
    case 0x5D:
      lists.append([])
      valueCount += 1
      stack.append(.list(lists.count - 1))
    case 0x61: try appendToList(try pop(1))
    case 0x65: try appendToList(try popToMark())
    case 0x71: memo[try number(1)] = try top()
    case 0x72: memo[try number(4)] = try top()
    case 0x94: memo[memo.count] = try top()
    case 0x68: try recall(try number(1))
    case 0x6A: try recall(try number(4))
    case 0x63: stack.append(.name(try name(of: try takeLine(), try takeLine())))
    case 0x93:
      let names = try pop(2)
      guard case .bytes(let module) = names[0], case .bytes(let name) = names[1] else { throw wrongStack() }
      stack.append(.name(try self.name(of: module, name)))
    case 0x52: try call()
    case 0x62: try build()
    default:
      throw unexpected("the instruction 0x\(String(opcode, radix: 16))", "an instruction that arrays of numbers need")
    }
  }
}

/// Calls of functions, and the states of objects.
extension PickleMachine {
  /// Calls a function, which makes an empty array or a type.
  private mutating func call() throws(Fault) {
    let values = try pop(2)
    guard case .name(let name) = values[0], case .tuple(let index) = values[1] else { throw wrongStack() }
    let arguments = tuples[index]
    switch name {
    case .reconstruct:
      arrays.append(Array())
      valueCount += 2
      stack.append(.array(arrays.count - 1))
    case .type:
      guard case .bytes(let text)? = arguments.first, let type = NumberType(file[text]) else {
        throw unexpected("an array of another type", "integers or floating-point numbers")
      }
      types.append(type)
      valueCount += 1
      stack.append(.type(types.count - 1))
    case .array: throw wrongStack()
    }
  }

  /// Sets the state of an object.
  private mutating func build() throws(Fault) {
    guard case .tuple(let index) = try pop(1)[0] else { throw wrongStack() }
    let state = tuples[index]
    switch try top() {
    case .type(let type):
      if state.count > 1, case .bytes(let order) = state[1], order.count == 1 {
        types[type].isBigEndian = file[order.lowerBound] == UInt8(ascii: ">")
      }
    case .array(let array):
      // The first of five values is a version.
      let values = state.suffix(4)
      guard values.count == 4, case .tuple(let shape) = values[values.startIndex],
        case .type(let type) = values[values.startIndex + 1],
        case .integer(let isColumnMajor) = values[values.startIndex + 2]
      else { throw wrongStack() }
      arrays[array].shape = tuples[shape].prefix(3).map { if case .integer(let side) = $0 { side } else { -1 } }
      arrays[array].type = type
      arrays[array].isColumnMajor = isColumnMajor != 0
      arrays[array].contents = values[values.startIndex + 3]
    default: throw wrongStack()
    }
  }

  /// The name that a pickle uses. The modules of NumPy have moved.
  private func name(of module: Range<Int>, _ name: Range<Int>) throws(Fault) -> Name {
    let bytes = file.span
    let (module, name) = (bytes.text(module, limit: 80), bytes.text(name, limit: 80))
    switch (module, name) {
    case ("numpy.core.multiarray", "_reconstruct"), ("numpy._core.multiarray", "_reconstruct"): return .reconstruct
    case ("numpy", "ndarray"): return .array
    case ("numpy", "dtype"): return .type
    default:
      throw Fault(
        .refused("a pickle that uses \(module).\(name)", instead: "save the drawings as arrays of integers"),
        at: instruction)
    }
  }

  /// The tables in the array on top of the stack.
  private func result() throws(Fault) -> [NumberTable] {
    guard case .array(let index)? = stack.last, case .list(let list) = arrays[index].contents else {
      throw unexpected("another value", "an array of arrays")
    }
    var tables: [NumberTable] = []
    tables.reserveCapacity(lists[list].count)
    for element in lists[list] {
      guard case .array(let element) = element else { throw unexpected("another element", "an array of numbers") }
      tables.append(try table(arrays[element]))
    }
    return tables
  }

  private func table(_ array: Array) throws(Fault) -> NumberTable {
    guard let type = array.type, case .bytes(let contents) = array.contents, types[type].kind != .object else {
      throw unexpected("an array without numbers", "an array of numbers")
    }
    guard array.shape.count == 2, array.shape[1] == NumberTable.columnCount, array.shape[0] >= 0,
      contents.count / NumberTable.columnCount / types[type].size >= array.shape[0]
    else {
      throw Fault(
        .unexpected("an array of the shape \(array.shape)", expected: "rows of dx, dy and lift"),
        at: contents.lowerBound)
    }
    return NumberTable(
      type: types[type], rowCount: array.shape[0], isColumnMajor: array.isColumnMajor, start: contents.lowerBound)
  }
}

/// The stack, the memo and the bytes.
extension PickleMachine {
  private func unexpected(_ found: String, _ expected: String) -> Fault {
    Fault(.unexpected(found, expected: expected), at: instruction)
  }

  private func wrongStack() -> Fault { unexpected("a damaged pickle", "the values of an array") }

  private func top() throws(Fault) -> Value {
    guard let value = stack.last else { throw wrongStack() }
    return value
  }

  private mutating func pop(_ count: Int) throws(Fault) -> [Value] {
    guard stack.count >= count else { throw wrongStack() }
    let values = Swift.Array(stack.suffix(count))
    stack.removeLast(count)
    return values
  }

  private mutating func popToMark() throws(Fault) -> [Value] {
    var start = stack.count
    while start > 0 {
      start -= 1
      if case .mark = stack[start] {
        let values = Swift.Array(stack[(start + 1)...])
        stack.removeLast(stack.count - start)
        return values
      }
    }
    throw wrongStack()
  }

  private mutating func makeTuple(_ values: [Value]) {
    tuples.append(values)
    valueCount += values.count + 1
    stack.append(.tuple(tuples.count - 1))
  }

  private mutating func appendToList(_ values: [Value]) throws(Fault) {
    guard case .list(let list)? = stack.last else { throw wrongStack() }
    lists[list] += values
    valueCount += values.count
  }

  private mutating func recall(_ index: Int) throws(Fault) {
    guard let value = memo[index] else { throw wrongStack() }
    stack.append(value)
  }

  private mutating func pushLong() throws(Fault) {
    let bytes = try take(try number(1))
    guard bytes.count <= 7 else { throw unexpected("a long number", "a size") }
    stack.append(.integer(bytes.reversed().reduce(0) { $0 << 8 | Int(file[$1]) }))
  }

  /// Passes `count` bytes.
  private mutating func take(_ count: Int) throws(Fault) -> Range<Int> {
    guard count >= 0, count <= file.count - next else {
      throw Fault(.cutOff(expected: "the rest of the pickle"), at: file.count)
    }
    next += count
    return next - count..<next
  }

  /// Passes a line.
  private mutating func takeLine() throws(Fault) -> Range<Int> {
    guard let end = file[next...].firstIndex(of: ASCII.newline) else {
      throw Fault(.cutOff(expected: "the rest of the pickle"), at: file.count)
    }
    defer { next = end + 1 }
    return next..<end
  }

  /// Passes a little-endian number.
  private mutating func number(_ count: Int) throws(Fault) -> Int {
    try take(count).reversed().reduce(0) { $0 << 8 | Int(file[$1]) }
  }
}
