import DataSets
import Foundation
import TestSupport
import Testing

struct VariationTests {
  private func sketch(strokes: Int, points: Int, timed: Bool = false) -> Sketch {
    var sketch = Sketch()
    for stroke in 0..<strokes {
      for point in 0..<points {
        sketch.append(
          Sketch.Point(x: Double(point), y: Double(stroke), time: timed ? Double(stroke * 10 + point) : .nan))
      }
      sketch.endStroke()
    }
    return sketch
  }

  /// The first eight bytes of the SHA-256 of "abc" (FIPS 180-2, appendix B.1).
  @Test func `a text's number begins its checksum`() {
    #expect(SeededGenerator.number(of: "abc") == 0xBA78_16BF_8F01_CFEA)
  }

  @Test func `the same text gives the same numbers, evenly spread`() {
    var (one, other, third) = (SeededGenerator("7\nk\n1"), SeededGenerator("7\nk\n1"), SeededGenerator("7\nk\n2"))
    let numbers: [Double] = (0..<10_000).map { _ in one.unit() }
    let others: [Double] = (0..<10_000).map { _ in other.unit() }
    #expect(numbers == others)
    #expect(numbers[0] != third.unit())
    #expect(numbers.allSatisfy { 0..<1 ~= $0 })
    let mean: Double = numbers.reduce(0, +) / 10_000
    #expect(abs(mean - 0.5) < 0.02)
  }

  @Test func `changes stay within their bounds, and reach them nearly`() {
    var random = SeededGenerator("a")
    let all = (0..<2000).map { _ in Variation(.usual, &random) }
    func check(_ value: (Variation) -> Double, _ bounds: ClosedRange<Double>) {
      let values = all.map(value)
      #expect(values.allSatisfy(bounds.contains))
      let width = bounds.upperBound - bounds.lowerBound
      #expect((values.max() ?? 0) > bounds.upperBound - 0.01 * width)
      #expect((values.min() ?? 0) < bounds.lowerBound + 0.01 * width)
    }
    check(\.scaleX, 0.85...1.15)
    check(\.scaleY, 0.85...1.15)
    check(\.rotation, -10...10)
    check(\.shiftX, -0.05...0.05)
    check(\.width, 0.8...1.2)
  }

  @Test func `dropping leaves a stroke, and the ends of strokes`() {
    var jitter = Jitter()
    (jitter.droppedStrokes, jitter.droppedPoints) = (1, 1)
    var random = SeededGenerator("a")
    let left = sketch(strokes: 5, points: 9).dropping(jitter, &random)
    #expect(left.strokeCount == 1)
    #expect(left.points.map(\.x) == [0, 8])
  }

  @Test func `about the given share is dropped`() {
    var jitter = Jitter()
    (jitter.droppedStrokes, jitter.droppedPoints) = (0.2, 0.1)
    var random = SeededGenerator("b")
    let left = sketch(strokes: 1000, points: 22).dropping(jitter, &random)
    #expect(abs(Double(left.strokeCount) - 800) < 40)
    #expect(abs(Double(left.points.count) / Double(left.strokeCount) - 20) < 0.3)
  }

  @Test(arguments: [(0.1, 2), (0.5, 10), (0.77, 15), (1.0, 20)]) func `a part counts points`(part: Double, points: Int)
  {
    #expect(sketch(strokes: 4, points: 5).partial(part).points.count == points)
  }

  /// The times are 0...4, 10...14, 20...24.
  @Test(arguments: [(0.25, 5), (0.5, 8), (0.85, 11), (1.0, 15)]) func `a part counts time`(part: Double, points: Int) {
    #expect(sketch(strokes: 3, points: 5, timed: true).partial(part).points.count == points)
  }

  // MARK: Copies of records

  private func samples(_ record: Record, _ change: (inout BatchOptions) -> Void) throws -> [TrainingPicture] {
    var options = smallOptions(40)
    change(&options)
    var maker = PictureMaker(options, .npy)
    guard case .pictures(let pictures, _) = maker.pictures(of: record) else { return [] }
    return pictures
  }

  private var records: [Record] {
    var random = SeededRandom(seed: 3)
    return [
      Record(line: drawingLines(1, seed: 5)[0]),
      Record(file: log(randomStrokes(&random, side: 100), pressures: true)),
    ]
  }

  @Test func `copy 0 is the drawing itself, and the others differ`() throws {
    for record in records {
      let original = try samples(record) { _ in }
      let copies = try samples(record) { ($0.augmentations, $0.jitter) = (5, .usual) }
      #expect(copies.map(\.copy) == Array(0...5))
      #expect(copies[0].bytes == original[0].bytes)
      let pictures: [[UInt8]] = copies.map(\.bytes)
      #expect(Set(pictures).count == 6)
    }
  }

  @Test func `a copy depends on the seed, the key and its number alone`() throws {
    for record in records {
      let few = try samples(record) { ($0.augmentations, $0.jitter, $0.seed) = (2, .usual, 9) }
      let many = try samples(record) { ($0.augmentations, $0.jitter, $0.seed) = (7, .usual, 9) }
      let other = try samples(record) { ($0.augmentations, $0.jitter, $0.seed) = (2, .usual, 10) }
      #expect(few.map(\.bytes) == many[...2].map(\.bytes))
      #expect(few[1].bytes != other[1].bytes)
    }
  }

  /// Forms of pictures in which a drawing keeps at least a pixel from the edge.
  private static let forms: [@Sendable (inout BatchOptions) -> Void] = [
    { _ in }, { $0.form.join = .straight }, { $0.form.lineWidth = .recorded }, { $0.form.align = .topLeft },
    { ($0.form.width, $0.form.height) = (90, 24) }, { $0.jitter.shift = 0.9 }, { $0.jitter.scale = 0.99 },
    { ($0.form.fit, $0.form.sourceSize, $0.form.padding) = (.source, 256, .pixels(4)) },
    { $0.jitter.droppedStrokes = 0.5 },
  ]

  @Test(arguments: forms.indices) func `all ink of a copy stays off the edge, as that of its drawing does`(form: Int)
    throws
  {
    var random = SeededRandom(seed: 11)
    var records = drawingLines(12, seed: 8).map { Record(line: $0) }
    if form != 7 {
      records += (0..<8).map { _ in Record(file: log(randomStrokes(&random, side: 100), pressures: true)) }
    }
    for (number, record) in records.enumerated() {
      var options = smallOptions(48)
      (options.augmentations, options.jitter) = (25, .usual)
      (options.form.padding, options.form.lineWidth) = (.fraction(0.1), .uniform(.fraction(0.04)))
      Self.forms[form](&options)
      var maker = PictureMaker(options, .npy)
      guard case .pictures(let pictures, _) = maker.pictures(of: record) else { continue }
      let (width, height) = (options.form.width, options.form.height)
      for picture in pictures {
        let onEdge = picture.bytes.indices.contains { pixel in
          let (x, y) = (pixel % width, pixel / width)
          return picture.bytes[pixel] > 0 && (x == 0 || y == 0 || x == width - 1 || y == height - 1)
        }
        #expect(!onEdge, "record \(number), copy \(picture.copy)")
      }
    }
  }

  @Test func `a shift moves the picture`() throws {
    let record = Record(line: #"{"drawing":[[[0,10],[0,10]]]}"#)
    let copies = try samples(record) {
      ($0.augmentations, $0.jitter.shift, $0.form.padding) = (20, 0.2, .fraction(0.3))
    }
    func center(_ picture: [UInt8]) -> (Double, Double) {
      var (x, y, sum) = (0.0, 0.0, 0.0)
      for (index, value) in picture.enumerated() {
        x += Double(index % 40) * Double(value)
        y += Double(index / 40) * Double(value)
        sum += Double(value)
      }
      return (x / sum, y / sum)
    }
    let first = center(copies[0].bytes)
    for copy in copies {
      let own = center(copy.bytes)
      #expect(abs(own.0 - first.0) <= 8.1 && abs(own.1 - first.1) <= 8.1)
    }
    #expect(copies.contains { abs(center($0.bytes).0 - first.0) > 3 })
  }

  @Test func `parts have less ink, at the same position`() throws {
    for record in records {
      let parts = try samples(record) { $0.partials = [0.25, 0.5, 1] }
      let whole = try samples(record) { _ in }
      #expect(parts[2].bytes == whole[0].bytes)
      let ink: [Int] = parts.map { (part) -> Int in part.bytes.reduce(0) { (sum: Int, byte: UInt8) in sum + Int(byte) }
      }
      #expect(ink == ink.sorted())
    }
  }

  @Test func `drawings with shapes cannot be changed, and say so`() throws {
    let record = Record(
      file: """
        {"tool":"rect"}
        {"phase":"began","x":1,"y":1}
        {"phase":"ended","x":9,"y":9}
        """)
    var options = smallOptions()
    options.augmentations = 1
    var maker = PictureMaker(options, .npy)
    guard case .fault(let fault, _, _) = maker.pictures(of: record) else { return #expect(Bool(false)) }
    #expect(fault.kind == .unsupported)
  }

  // MARK: Splits

  @Test func `all copies of a drawing are in one split, and the shares are about right`() throws {
    let splits = Splits([
      .init(name: "train", share: 0.9), .init(name: "valid", share: 0.05), .init(name: "test", share: 0.05),
    ])
    var counts: [String: Int] = [:]
    for key in 0..<20_000 { counts[splits.name(ofKey: "\(key)"), default: 0] += 1 }
    func share(_ name: String) -> Double { Double(counts[name] ?? 0) / 20_000 }
    #expect(abs(share("train") - 0.9) < 0.01)
    #expect(abs(share("valid") - 0.05) < 0.006)
    // The first eight bytes of the SHA-256 of "abc" are 0.728… of 2⁶⁴.
    #expect(Splits([.init(name: "a", share: 0.72), .init(name: "b", share: 0.28)]).name(ofKey: "abc") == "b")
    #expect(Splits([.init(name: "a", share: 0.73), .init(name: "b", share: 0.27)]).name(ofKey: "abc") == "a")
  }
}
