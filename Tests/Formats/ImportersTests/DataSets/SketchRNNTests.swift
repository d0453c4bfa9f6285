import Archive
import Files
import Foundation
import Geometry
import Importers
import Testing
import TouchLog

@testable import ImportCore
@testable import PointImporters

struct SketchRNNTests {
  static let isHere = ProcessInfo.processInfo.environment["DOODLE_CORPUS"] != nil

  /// A file of NumPy: its header and its contents.
  static func file(_ type: String, shape: String, _ contents: [UInt8], order: String = "False") -> [UInt8] {
    let head = Array("{'descr': '\(type)', 'fortran_order': \(order), 'shape': \(shape), }\n".utf8)
    return SketchRNNFile.mark + [1, 0, UInt8(head.count), 0] + head + contents
  }

  /// Two drawings, one of int16 and one of big-endian int32 in columns, saved by NumPy 2.4: protocol 4 of pickle.
  static let protocol4 = """
    k05VTVBZAQB2AHsnZGVzY3InOiAnfE8nLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMiwpLCB9ICAgICAgICAgICAgICAg
    ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAqABJU8AQAAAAAAAIwWbnVtcHkuX2NvcmUubXVsdGlhcnJh
    eZSMDF9yZWNvbnN0cnVjdJSTlIwFbnVtcHmUjAduZGFycmF5lJOUSwCFlEMBYpSHlFKUKEsBSwKFlGgDjAVkdHlwZZSTlIwCTziUiYiHlFKU
    KEsDjAF8lE5OTkr/////Sv////9LP3SUYoldlChoAmgFSwCFlGgHh5RSlChLAUsDSwOGlGgMjAJpMpSJiIeUUpQoSwOMATyUTk5OSv////9K
    /////0sAdJRiiUMSBQD6/wAAAQACAAEALAEAAAEAlHSUYmgCaAVLAIWUaAeHlFKUKEsBSwJLA4aUaAyMAmk0lImIh5RSlChLA4wBPpROTk5K
    /////0r/////SwB0lGKIQxgAAAAHAAAAZAAAAAgAAAAAAAAAAAAAAAGUdJRiZXSUYi4=
    """

  /// The same in protocol 3.
  static let protocol3 = """
    k05VTVBZAQB2AHsnZGVzY3InOiAnfE8nLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMiwpLCB9ICAgICAgICAgICAgICAg
    ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAqAA2NudW1weS5fY29yZS5tdWx0aWFycmF5Cl9yZWNvbnN0
    cnVjdApxAGNudW1weQpuZGFycmF5CnEBSwCFcQJDAWJxA4dxBFJxBShLAUsChXEGY251bXB5CmR0eXBlCnEHWAIAAABPOHEIiYiHcQlScQoo
    SwNYAQAAAHxxC05OTkr/////Sv////9LP3RxDGKJXXENKGgAaAFLAIVxDmgDh3EPUnEQKEsBSwNLA4ZxEWgHWAIAAABpMnESiYiHcRNScRQo
    SwNYAQAAADxxFU5OTkr/////Sv////9LAHRxFmKJQxIFAPr/AAABAAIAAQAsAQAAAQBxF3RxGGJoAGgBSwCFcRloA4dxGlJxGyhLAUsCSwOG
    cRxoB1gCAAAAaTRxHYmIh3EeUnEfKEsDWAEAAAA+cSBOTk5K/////0r/////SwB0cSFiiEMYAAAABwAAAGQAAAAIAAAAAAAAAAAAAAABcSJ0
    cSNiZXRxJGIu
    """

  static func points(_ bytes: [UInt8], index: Int = 0) throws -> [[Point]] {
    try QuickDrawCorpusTests.strokes(bytes, from: .sketchRNN, index: index)
  }

  static func reason(_ bytes: [UInt8], index: Int = 0) -> LogError.Reason? {
    let error = #expect(throws: LogReadError.self) { try points(bytes, index: index) }
    if case .malformed(let error) = error { return error.reason }
    return nil
  }

  /// Numbers of two bytes, little endian.
  static func bytes(_ numbers: [Int16]) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  @Test func `y grows downward, or upward on request`() throws {
    let file = Self.file("<i2", shape: "(2, 3)", Self.bytes([100, -60, 0, 10, 20, 1]))
    var options = ImportOptions()
    options.yAxis = .up
    var reader = try openEventReader(MemorySource(file), name: "a", options: options)
    var points: [Point] = []
    while let event = try reader.next() { if case .touch(let touch) = event { points.append(touch.point) } }
    // Enlarged: 10 × 20 units become 256 × 512 points.
    #expect(points == [Point(0, 512), Point(256, 0)])
    #expect(reader.report.assumptions.contains("y grows upward; choose down if it does not"))
  }

  @Test func `a drawing starts at its first delta, and a lift ends the stroke after its point`() throws {
    let rows: [Int16] = [100, -60, 0, 10, 20, 1, 300, 0, 0, 0, 5, 1, 1, 1, 0]
    let file = Self.file("<i2", shape: "(5, 3)", Self.bytes(rows))
    #expect(
      try Self.points(file) == [
        [Point(100, -60), Point(110, -40)], [Point(410, -40), Point(410, -35)], [Point(411, -34), Point(411, -34)],
      ])
    #expect(Self.reason(file, index: 1) == .noPart("drawing", 2, count: 1))
  }

  @Test(
    arguments: [
      ("<i2", [0x2C, 0x01, 0xFF, 0xFF, 1, 0]), (">i2", [0x01, 0x2C, 0xFF, 0xFF, 0, 1]),
      ("<f4", [0, 0, 0x96, 0x43, 0, 0, 0x80, 0xBF, 0, 0, 0x80, 0x3F]),
      (">i4", [0, 0, 1, 0x2C, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1]),
      ("<f8", [0, 0, 0, 0, 0, 0xC0, 0x72, 0x40, 0, 0, 0, 0, 0, 0, 0xF0, 0xBF, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F]),
    ] as [(String, [UInt8])]) func `numbers of several types`(type: String, contents: [UInt8]) throws
  {
    #expect(try Self.points(Self.file(type, shape: "(1, 3)", contents)) == [[Point(300, -1), Point(300, -1)]])
  }

  @Test func `columns may be stored one after another, and drawings of one length in one array`() throws {
    let columns = Self.file("<i2", shape: "(2, 3)", Self.bytes([100, 100, 1, 2, 0, 1]), order: "True")
    #expect(try Self.points(columns) == [[Point(100, 1), Point(200, 3)]])
    let two = Self.file("<i2", shape: "(2, 1, 3)", Self.bytes([100, 10, 1, 2, 3, 1]))
    #expect(try Self.points(two, index: 1) == [[Point(2, 3), Point(2, 3)]])
  }

  @Test(arguments: [
    "(1, 2)", "(-1, 3)", "(2, 3)", "(9223372036854775807, 9223372036854775807, 3)", "(3,)", "()", "(x, 3)",
  ])
  func `a shape that is wrong or larger than the file is refused`(shape: String) {
    guard case .unexpected? = Self.reason(Self.file("<i2", shape: shape, Self.bytes([1, 2, 1]))) else {
      Issue.record("no error")
      return
    }
  }

  @Test func `ink of less than 32 units is enlarged`() throws {
    let file = Self.file("<i2", shape: "(2, 3)", Self.bytes([1, 1, 0, 8, 4, 1]))
    #expect(try Self.points(file) == [[Point(0, 0), Point(512, 256)]])
  }

  @Test(arguments: [protocol3, protocol4])
  func `files of newer versions of NumPy and Python`(base64: String) throws {
    let file = [UInt8](try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters)))
    #expect(try Self.points(file) == [[Point(5, -6), Point(6, -4)], [Point(306, -4), Point(306, -4)]])
    #expect(try Self.points(file, index: 1) == [[Point(7, 8), Point(107, 8)]])
    survivesDamage(file, budget: 2 << 20)
  }

  @Test(.enabled(if: isHere, "needs the recordings in DOODLE_CORPUS")) func `1,000 characters of omniglot`() throws {
    let bytes = try #require(try corpus("sketch-rnn/omniglot-test.npz"))
    var drawings = try SketchRNNFile(bytes, name: "a", options: ImportOptions())
    var (count, strokes, points) = (0, 0, 0)
    while let ink = try drawings.nextDrawing() {
      if count == 0 {
        // From NumPy: 38 rows; 0 0 0, 12 -12 0, 228 0 0.
        let line = ink.strokes[0].points
        let (x, y): ([Double], [Double]) = (line.prefix(3).map(\.x), line.prefix(3).map(\.y))
        #expect(x == [0, 12, 240] && line.count == 38)
        #expect(y == [0, -12, -12])
      }
      count += 1
      strokes += ink.strokes.count
      points += ink.strokes.reduce(0) { $0 + $1.points.count }
    }
    // NumPy counts 31,144 rows and 2,401 lifts, one at the end of each drawing.
    #expect(count == 1000 && strokes == 2401 && points == 31144)
    #expect(Self.reason(bytes, index: 1000) == .noPart("drawing", 1001, count: 1000))
  }

  @Test(arguments: ["os\nsystem", "numpy\nload", "numpy.core.multiarray\nscalar", "builtins\neval", "_codecs\nencode"])
  func `a pickle that uses another name is refused`(name: String) {
    let pickle = [0x80, 2] + Array("c\(name)\n(U\u{2}lstR.".utf8)
    guard case .refused(let what, _)? = Self.reason(Self.file("|O", shape: "(1,)", pickle)) else {
      Issue.record("no error")
      return
    }
    #expect(what == "a pickle that uses \(name.replacing("\n", with: "."))")
  }

  @Test(arguments: [
    "i", "o", "\u{81}", "P", "Q", "0", "2", "I1\n", "cnumpy\ndtype\n(tR", "N.", "(", "e", "]e", "h\u{5}", ".", "].",
  ])
  func `a pickle with other instructions is refused`(program: String) {
    let pickle = [0x80, 2] + program.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let reason = Self.reason(Self.file("|O", shape: "(1,)", pickle))
    switch reason {
    case .unexpected, .cutOff: break
    default: Issue.record("\(String(describing: reason))")
    }
  }

  @Test func `values within values take no stack, and many take no more memory than the limit`() {
    let nested = [0x80, 2] + [UInt8](repeating: 0x5D, count: 1) + [UInt8](repeating: 0x85, count: 200_000) + [0x2E]
    guard case .unexpected? = Self.reason(Self.file("|O", shape: "(1,)", nested)) else {
      Issue.record("no error")
      return
    }
    var options = ImportOptions()
    options.memoryLimit = 1 << 20
    let file = Self.file("|O", shape: "(1,)", [0x80, 2] + [UInt8](repeating: 0x29, count: 100_000))
    let error = #expect(throws: LogReadError.self) {
      _ = try openEventReader(MemorySource(file), name: "a", options: options)
    }
    guard case .malformed(let error) = error, case .tooMuchMemory = error.reason else {
      Issue.record("no error")
      return
    }
  }

  @Test func `damaged drawings`() throws {
    survivesDamage(Self.file("<i2", shape: "(3, 3)", Self.bytes([1, 2, 0, 3, 4, 0, 5, 6, 1])))
    guard let bytes = try corpus("sketch-rnn/omniglot-test.npz") else { return }
    survivesDamage(bytes, budget: 1 << 20)
    let archive = try ZipArchive(bytes)
    let file = try archive.contents(of: archive.members[0], limit: 1 << 20)
    // The pickle by itself, whose checksum does not catch the damage.
    survivesDamage(Array(file.prefix(1500)), from: .sketchRNN)
    survivesDamage(file, from: .sketchRNN, budget: 2 << 20)
  }
}
