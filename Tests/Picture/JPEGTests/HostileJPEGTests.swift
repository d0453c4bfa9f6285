import PNG
import Raster
import TestSupport
import Testing

@testable import JPEG

/// Damaged and malicious files: each of them must be read to an end without a trap, in little time and memory.
@Suite("A hostile JPEG")
struct HostileJPEGTests {
  private static let files: [[UInt8]] = {
    var random = SeededRandom(seed: 3)
    var sampled = TinyJPEG(width: 20, height: 9, sampling: [(2, 2), (1, 1), (1, 2)])
    sampled.fill(using: &random)
    sampled.interval = 1
    return [JPEGSample.sequential, JPEGSample.progressive, sampled.bytes]
  }()

  private static let limits = ImageLimits(maxBytes: 1 << 22)

  private func error(of bytes: [UInt8], limits: ImageLimits = ImageLimits()) -> ImageError? {
    do throws(ImageError) {
      _ = try readJPEG(bytes, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  private func isDamage(_ bytes: [UInt8]) -> Bool {
    if case .corrupt(_, let offset) = error(of: bytes) { return 0...bytes.count ~= offset }
    return false
  }

  @Test(arguments: files.indices)
  func `a file that is cut off is an error that gives its length`(index: Int) throws {
    let file = Self.files[index]
    let bitmap = try readJPEG(file)
    for count in 0..<file.count - 2 {
      let expected = count < 3 ? ImageError.notPicture : .truncated(offset: count)
      // The last bits of a scan only fill its last byte.
      if let error = error(of: Array(file.prefix(count))) {
        #expect(error == expected, "\(count) bytes")
      } else {
        #expect(try readJPEG(Array(file.prefix(count))) == bitmap && count >= file.count - 3, "\(count) bytes")
      }
    }
  }

  @Test(arguments: files.indices)
  func `any byte may be wrong`(number: Int) {
    let file = Self.files[number]
    for index in file.indices {
      var damaged = file
      for wrong in [0, 0xFF, ~file[index], file[index] ^ 0x80, file[index] ^ 1, file[index] &+ 1, 0xD9, 0xC4] {
        damaged[index] = wrong
        switch error(of: damaged, limits: Self.limits) {
        case .corrupt(_, let offset): #expect(0...file.count ~= offset)
        case .truncated(let offset): #expect(offset == file.count)
        case .notPicture: #expect(index < 3)
        case nil, .unsupportedJPEG, .overMemoryLimit: break
        case let other: Issue.record("\(index): \(String(describing: other))")
        }
      }
    }
  }

  @Test(arguments: files.indices)
  func `bytes may be missing, repeated or random`(index: Int) {
    let file = Self.files[index]
    var random = SeededRandom(seed: UInt64(file.count))
    for _ in 0..<3000 {
      var damaged = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = Int.random(in: 2..<damaged.count, using: &random)
        let end = min(damaged.count, start + Int.random(in: 0...6, using: &random))
        let source = Int.random(in: 0..<damaged.count - 6, using: &random)
        let other = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
        damaged.replaceSubrange(
          start..<end, with: Bool.random(using: &random) ? Array(damaged[source..<source + 6]) : other)
      }
      _ = error(of: damaged, limits: Self.limits)
    }
  }

  // MARK: Kinds that are not read

  @Test(
    arguments: [
      (0xC3, "lossless coding"), (0xC5, "hierarchical coding"), (0xC6, "hierarchical coding"),
      (0xC7, "lossless coding"), (0xDE, "hierarchical coding"), (0xC9, "arithmetic coding"),
      (0xCA, "arithmetic coding"),
      (0xCB, "arithmetic coding"), (0xCF, "arithmetic coding"),
    ] as [(UInt8, String)])
  func `frames of other kinds are refused by their name`(kind: UInt8, name: String) {
    var file = TinyJPEG(width: 8, height: 8, means: [0])
    file.kind = kind
    #expect(error(of: file.bytes) == .unsupportedJPEG(name))
    #expect(
      ImageError.unsupportedJPEG(name).description
        == "the JPEG uses \(name), which is not read; convert the picture to PNG first")
  }

  @Test func `other samples, heights, components and samplings are refused`() {
    var file = TinyJPEG(width: 8, height: 8, means: [0])
    file.precision = 12
    #expect(error(of: file.bytes) == .unsupportedJPEG("12 bits per sample"))
    file.precision = 9
    #expect(isDamage(file.bytes))
    file = TinyJPEG(width: 8, height: 0, means: [0])
    #expect(error(of: file.bytes) == .unsupportedJPEG("a height that follows the pixels (DNL)"))
    #expect(isDamage(TinyJPEG(width: 0, height: 8, means: []).bytes))
    file = TinyJPEG(width: 8, height: 8, identifiers: [1, 2], sampling: [(1, 1), (1, 1)])
    #expect(error(of: file.header) == .unsupportedJPEG("a color space of 2 components"))
    file = TinyJPEG(width: 8, height: 8, sampling: [(3, 1), (2, 1), (1, 1)])
    #expect(error(of: file.header) == .unsupportedJPEG("fractional sampling"))
    for sampling in [(0, 1), (5, 1), (1, 0), (1, 5)] {
      file = TinyJPEG(width: 8, height: 8, sampling: [sampling, (1, 1), (1, 1)])
      #expect(isDamage(TinyJPEG.start + file.frame), "\(sampling)")
    }
  }

  // MARK: Structure

  @Test func `tables, components and scans that do not fit are damage`() {
    var file = TinyJPEG(width: 8, height: 8, means: [5])
    let scan = TinyJPEG.segment(0xDA, [1, 1, 0, 0, 63, 0])
    let whole = file.bytes
    #expect(error(of: whole) == nil)
    let (tables, frame, start) = (file.quantizationTable, file.frame, TinyJPEG.start)
    let codes = Array(file.header.dropFirst(start.count + tables.count + frame.count))
    let data = [UInt8](repeating: 0, count: 8)
    let damaged: [(String, [UInt8])] = [
      ("no tables", start + frame + codes + scan + data), ("no codes", start + tables + frame + scan + data),
      ("no frame", start + tables + codes + scan + data), ("two frames", start + tables + frame + frame),
      ("another component", start + tables + frame + codes + TinyJPEG.segment(0xDA, [1, 2, 0, 0, 63, 0]) + data),
      ("a table 4", start + tables + frame + codes + TinyJPEG.segment(0xDA, [1, 1, 0x40, 0, 63, 0]) + data),
      ("a short scan", start + tables + frame + codes + TinyJPEG.segment(0xDA, [1, 1, 0, 0, 63]) + data),
      ("no components", start + tables + frame + codes + TinyJPEG.segment(0xDA, [0, 0, 63, 0]) + data),
      ("no length", start + [0xFF, 0xFE, 0, 1]), ("a short table", start + TinyJPEG.segment(0xDB, [0, 1, 2])),
      ("a table 9", start + TinyJPEG.segment(0xDB, [9] + [UInt8](repeating: 1, count: 64))),
      ("a code 9", start + TinyJPEG.huffmanTable(9, length: 4, [0])),
      ("3 codes of a bit", start + TinyJPEG.huffmanTable(0, length: 1, [0, 1, 2])),
      ("17 codes of 4 bits", start + TinyJPEG.huffmanTable(0, length: 4, Array(0...16))),
      ("a code without symbols", start + TinyJPEG.segment(0xC4, [0] + [UInt8](repeating: 1, count: 16))),
      ("no pixels", start + tables + frame + codes + TinyJPEG.end), ("two starts", start + start),
      ("a reserved marker", start + [0xFF, 0x02]),
    ]
    for (name, bytes) in damaged { #expect(isDamage(bytes), "\(name)") }
    file = TinyJPEG(width: 8, height: 8, identifiers: [1, 1, 2])
    #expect(isDamage(file.header), "two components with the same identifier")
    file = TinyJPEG(width: 8, height: 8, sampling: [(4, 2), (2, 1), (1, 1)])
    file.components.indices.forEach { file.components[$0].blocks = [[Int]](repeating: [0], count: 8) }
    #expect(isDamage(file.bytes), "an MCU of eleven blocks")
  }

  @Test func `a restart marker that is missing or wrong is damage`() throws {
    var file = TinyJPEG(width: 8, height: 32, means: [10, 20, 30, 40])
    file.interval = 1
    let bytes = file.bytes
    let markers = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && 0xD0...0xD7 ~= bytes[$0 + 1] }
    try #require(markers.count == 3)
    for marker in markers {
      var damaged = bytes
      damaged[marker + 1] = 0xD7
      #expect(isDamage(damaged))
      damaged[marker...marker + 1] = [0x12, 0x34]
      #expect(isDamage(damaged))
    }
  }

  @Test func `a component has one sequential scan`() {
    var file = TinyJPEG(width: 8, height: 8)
    for index in 0..<3 { file.components[index].blocks = [[index * 50]] }
    file.isInterleaved = false
    let scan = TinyJPEG.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0, 0]
    #expect(isDamage(file.header + scan + scan + scan))
    #expect(isDamage(file.header + scan + TinyJPEG.end), "two components have none")
  }

  // MARK: Limits

  @Test func `a picture that exceeds the limits is refused before memory is allocated`() {
    var file = TinyJPEG(width: 8, height: 8, means: [0])
    (file.width, file.height) = (65_535, 65_535)
    let bytes = file.header + TinyJPEG.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0, 0]
    #expect(
      error(of: bytes, limits: ImageLimits(maxWidth: 60_000))
        == .tooLarge(width: 65_535, height: 65_535, maxWidth: 60_000, maxHeight: 1_000_000))
    let (picture, coefficients): (Int, Int) = (65_535 * 65_535 * 4, 65_536 * 65_536)
    #expect(error(of: bytes) == .overMemoryLimit(needed: picture + coefficients, limit: 1 << 30))
    // The file is too short for the first of its 67 million blocks.
    #expect(error(of: bytes, limits: ImageLimits(maxBytes: .max)) == .truncated(offset: bytes.count))
    file = TinyJPEG(width: 8, height: 8, means: [0])
    #expect(error(of: file.bytes, limits: ImageLimits(maxBytes: 319)) == .overMemoryLimit(needed: 320, limit: 319))
    #expect(error(of: file.bytes, limits: ImageLimits(maxBytes: 320)) == nil)
  }

  /// A progressive gray picture whose first scan has the lowest bits of the means but for `bit` bits, all zero, and
  /// codes of a bit: no new coefficients in 16 384 blocks, after 14 more bits.
  private func progressive(side: Int, bit: Int) -> [UInt8] {
    var file = TinyJPEG(width: side, height: side, means: [0])
    file.kind = 0xC2
    let header = TinyJPEG.start + file.quantizationTable + file.frame
    let data = [UInt8](repeating: 0, count: side * side / 64 / 8)
    return header + TinyJPEG.huffmanTable(0, length: 1, [0]) + TinyJPEG.huffmanTable(0x10, length: 1, [0xE0])
      + TinyJPEG.segment(0xDA, [1, 1, 0, 0, 0, UInt8(bit)]) + data
  }

  @Test func `more scans than encoders make are refused`() {
    // 4096 blocks, and 512 bytes for the first scan; each other scan has 6 bytes of data for as many blocks.
    var bytes = progressive(side: 512, bit: 0)
    for place in 1...63 as ClosedRange<UInt8> {
      bytes += TinyJPEG.segment(0xDA, [1, 1, 0, place, place, 13]) + [0, 0, 0]
      for bit in (0...12 as ClosedRange<UInt8>).reversed() {
        bytes += TinyJPEG.segment(0xDA, [1, 1, 0, place, place, (bit + 1) << 4 | bit]) + [0, 0, 0]
      }
    }
    #expect(error(of: bytes + TinyJPEG.end) == .unsupportedJPEG("an excessive number of scans"))
  }

  @Test func `progressive scans follow each other`() {
    let bytes = progressive(side: 8, bit: 1) + [0]
    func scan(_ first: UInt8, _ last: UInt8, _ bits: UInt8) -> [UInt8] {
      TinyJPEG.segment(0xDA, [1, 1, 0, first, last, bits]) + [0, 0, 0]
    }
    let refined = bytes + scan(0, 0, 0x10)
    let first = refined + scan(1, 63, 0x01)
    for whole in [bytes, refined, first, first + scan(1, 63, 0x10), first + scan(1, 5, 0x10)] {
      #expect(error(of: whole + TinyJPEG.end) == nil)
    }
    #expect(error(of: first + scan(1, 63, 0x10)) == nil, "all bits are there")
    #expect(error(of: first + scan(1, 5, 0x10)) == .truncated(offset: first.count + 13))
    for wrong in [
      refined + scan(0, 0, 0x10), refined + scan(0, 0, 0), first + scan(1, 63, 0x01), first + scan(1, 63, 0x21),
      first + scan(5, 4, 0), first + scan(0, 5, 0), first + scan(1, 64, 0x10), first + scan(1, 63, 0x20),
      refined + scan(1, 63, 0x0E),
    ] {
      #expect(isDamage(wrong + TinyJPEG.end))
    }
  }
}
