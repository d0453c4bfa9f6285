import Archive
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// The drawings on which sketch-rnn is trained.
  package static let sketchRNN = LogFormat(
    "sketch-rnn", "drawings for sketch-rnn, .npz or .npy", leavesOpen: [.index, .yAxis]
  ) { glimpse in
    glimpse.bytes.starts(with: SketchRNNFile.mark) || glimpse.zipMembers.contains { $0.hasSuffix(".npy") }
  } open: { input, name, options throws(LogReadError) in
    let bytes = try input.readAll(name: name, options: options)
    var drawings = try SketchRNNFile(bytes, name: name, options: options)
    return StrokeReader(try drawings.drawing(at: options.index), name: name)
  }
}

/// Reads a file of NumPy, or a zip archive of such files: an array of drawings, each an array of rows `dx dy lift`.
struct SketchRNNFile: SketchSource {
  /// The first bytes of a file of NumPy.
  static let mark: [UInt8] = [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59]

  private let name: String
  private let options: ImportOptions
  private var archive: ZipArchive?
  /// The members of the archive that have not been read.
  private var members: ArraySlice<ZipArchive.Member> = []
  private var memberName = ""
  /// The archive's size in bytes.
  private var archiveSize = 0
  /// The file of NumPy that is being read, and its drawings.
  private var bytes: [UInt8] = []
  private var tables: [NumberTable] = []
  private var next = 0

  init(_ bytes: [UInt8], name: String, options: ImportOptions) throws(LogReadError) {
    self.name = name
    self.options = options
    if bytes.starts(with: Self.mark) {
      try read(bytes)
      return
    }
    let archive: ZipArchive
    do throws(ZipError) {
      archive = try ZipArchive(bytes)
    } catch {
      throw damaged(error)
    }
    self.archive = archive
    archiveSize = bytes.count
    members = archive.members.filter { $0.name.hasSuffix(".npy") }[...]
  }

  mutating func nextDrawing() throws(LogReadError) -> ImportedInk? {
    guard try findDrawing() else { return nil }
    let table = tables[next]
    next += 1
    var report = ImportReport(format: "sketch-rnn", ink: "rows of dx, dy and lift")
    if archive != nil { report.assume("the drawing is number \(next - 1) of \(memberName), counted from 0") }
    let isUp = options.yAxis == .up
    report.assumeYAxis(isUp: isUp)
    var ink = ImportedInk(report, name: name, options: options)
    ink.hasUnit = false
    var (x, y) = (0.0, 0.0)
    var stroke = ImportedStroke(line: 0, column: table.start + 1)
    for row in 0..<table.rowCount {
      let (dx, dy) = (table.number(row, 0, in: bytes), table.number(row, 1, in: bytes))
      if dx.isFinite && dy.isFinite {
        (x, y) = (x + dx, isUp ? y - dy : y + dy)
        try ink.append(ImportedPoint(x, y), to: &stroke)
      } else {
        try ink.append(ImportedPoint(.nan, .nan), to: &stroke)
      }
      if table.number(row, 2, in: bytes) > 0.5 {
        try ink.append(stroke)
        stroke.points = []
      }
    }
    if !stroke.points.isEmpty { try ink.append(stroke) }
    return ink
  }

  mutating func skipDrawing() throws(LogReadError) -> Bool {
    guard try findDrawing() else { return false }
    next += 1
    return true
  }

  var hasAnotherDrawing: Bool { next < tables.count }

  var location: LogLocation { LogLocation(file: name, byte: 0) }

  /// Reads members until one has another drawing.
  private mutating func findDrawing() throws(LogReadError) -> Bool {
    while next == tables.count {
      guard let archive, let member = members.popFirst() else { return false }
      memberName = member.name
      // DEFLATE expands a byte to at most 1032 bytes.
      let limit = min(options.fileLimit, (archiveSize + 1) * 1032)
      let contents: [UInt8]
      do throws(ZipError) {
        contents = try archive.contents(of: member, limit: limit)
      } catch {
        throw damaged(error)
      }
      try read(contents)
    }
    return true
  }

  /// Reads a file of NumPy.
  private mutating func read(_ file: [UInt8]) throws(LogReadError) {
    do throws(Fault) {
      let head = try NumPyHead(file)
      if head.type.kind == .object {
        var machine = PickleMachine(file, at: head.end, memoryLimit: options.memoryLimit)
        tables = try machine.run()
      } else {
        tables = try head.tables(fileSize: file.count, memoryLimit: options.memoryLimit)
      }
    } catch {
      throw .malformed(LogError(location: LogLocation(file: name, byte: error.offset), reason: error.reason))
    }
    bytes = file
    next = 0
  }

  private func damaged(_ error: ZipError) -> LogReadError {
    .archive(error, in: name, expected: "a zip archive of NumPy arrays", options)
  }
}

/// The head of a file of NumPy: `{'descr': '<i2', 'fortran_order': False, 'shape': (40, 3), }`.
private struct NumPyHead {
  let type: NumberType
  let isColumnMajor: Bool
  let shape: [Int]
  /// The offset of the numbers or of the pickle.
  let end: Int

  init(_ file: [UInt8]) throws(Fault) {
    let lengthSize = file.count > 6 && file[6] == 1 ? 2 : 4
    let start = 8 + lengthSize
    guard file.starts(with: SketchRNNFile.mark), file.count > start else {
      throw Fault(.cutOff(expected: "the head of a NumPy file"), at: file.count)
    }
    let length = file[8..<start].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= file.count - start else {
      throw Fault(.cutOff(expected: "the head of a NumPy file"), at: file.count)
    }
    end = start + length
    let head = file[start..<end].prefix(1 << 16)
    let text = String(decoding: head, as: UTF8.self)
    guard let descriptor = Self.value(of: "'descr':", in: text), descriptor.first == "'",
      let type = NumberType(Array(descriptor.dropFirst().prefix { $0 != "'" }.utf8))
    else {
      throw Fault(.unexpected("an array of another type", expected: "integers or floating-point numbers"), at: start)
    }
    self.type = type
    isColumnMajor = Self.value(of: "'fortran_order':", in: text)?.hasPrefix("True") ?? false
    guard let sides = Self.value(of: "'shape':", in: text), sides.first == "(" else {
      throw Fault(.unexpected("an array without a shape", expected: "the head of a NumPy file"), at: start)
    }
    shape = sides.dropFirst().prefix { $0 != ")" }.split(separator: ",").compactMap { side in
      let digits = side.drop { $0 == " " }
      return digits.isEmpty ? nil : Int(digits) ?? -1
    }
  }

  private static func value(of key: String, in text: String) -> Substring? {
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.hasPrefix(key) { return rest.dropFirst(key.count).drop { $0 == " " } }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// The drawings in an array of numbers: one, or several of the same length.
  /// - Throws: `Fault` if the shape is another one, or the drawings exceed the memory limit.
  func tables(fileSize: Int, memoryLimit: Int) throws(Fault) -> [NumberTable] {
    let counts = shape.count == 3 ? shape : [1] + shape
    let rowSize = NumberTable.columnCount * type.size
    let available = (fileSize - end) / rowSize
    guard counts.count == 3, counts[2] == NumberTable.columnCount, counts.allSatisfy({ $0 >= 0 }),
      counts[1] > 0 || counts[0] <= 1, counts[1] == 0 || counts[0] <= available / counts[1],
      !isColumnMajor || counts[0] == 1
    else {
      throw Fault(.unexpected("an array of the shape \(shape)", expected: "rows of dx, dy and lift"), at: end)
    }
    guard counts[0] <= memoryLimit / MemoryLayout<NumberTable>.stride else {
      throw Fault(.tooMuchMemory("the table of drawings", limit: memoryLimit), at: end)
    }
    return (0..<counts[0]).map { drawing in
      NumberTable(
        type: type, rowCount: counts[1], isColumnMajor: isColumnMajor, start: end + drawing * counts[1] * rowSize)
    }
  }
}
