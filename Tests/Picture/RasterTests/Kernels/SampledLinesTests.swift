import CRaster
import Geometry
import Raster
import TestSupport
import Testing

struct SampledLinesTests {
  /// The number of bytes from a row of samples to the next.
  private static let stride = 32

  private func samples(
    _ segment: raster_segment, by instructions: raster_instructions, columns: Int = 28, rows: Int = 28
  ) -> [UInt8] {
    var samples = [UInt8](repeating: 0, count: rows * 16 * Self.stride + 8)
    var segment = segment
    unsafe samples.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe raster_sample_line_by(instructions, &segment, Int32(columns), Int32(rows), start)
    }
    return samples
  }

  private func segment(_ random: inout SeededRandom) -> raster_segment {
    func place() -> Double { random.double(in: -8...36) }
    let start = (place(), place())
    let isDot = Bool.random(using: &random)
    return raster_segment(
      ax: start.0, ay: start.1, bx: isDot ? start.0 : place(), by: isDot ? start.1 : place(),
      radius: random.double(in: 0.05...6))
  }

  @Test func `every instruction set gives the same samples`() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<3000 {
      let segment = segment(&random)
      let plain = samples(segment, by: RASTER_PLAIN)
      for instructions in [RASTER_AVX2, RASTER_AVX512] where instructions.rawValue <= raster_widest().rawValue {
        #expect(samples(segment, by: instructions) == plain)
      }
    }
  }

  @Test func `samples within a line are marked, and those outside are not`() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<200 {
      let segment = segment(&random)
      let marked = samples(segment, by: raster_widest())
      for row in 0..<28 * 16 {
        let number = row % 16
        let reversed = (0..<4).reduce(0) { $0 | (number >> $1 & 1) << (3 - $1) }
        for column in 0..<28 * 8 {
          // The samples of a row are an eighth apart, and begin a different number of sixteenths of that after the edge.
          let point = Point((Double(column) + (Double(reversed) + 0.5) / 16) / 8, (Double(row) + 0.5) / 16)
          let away = distance(point, segment) - segment.radius
          guard abs(away) > 1e-4 else { continue }
          let isMarked = marked[row * Self.stride + column / 8] >> UInt8(column % 8) & 1 == 1
          #expect(isMarked == (away < 0), "\(segment) \(point)")
        }
      }
    }
  }

  @Test func `bytes beyond the picture stay as they are`() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<1000 {
      let marked = samples(segment(&random), by: raster_widest())
      #expect(
        marked.enumerated().allSatisfy { $0.offset % Self.stride < 28 && $0.offset < 28 * 16 * 32 || $0.element == 0 })
    }
  }

  @Test func `coverage is the share of marked samples`() {
    var random = SeededRandom(seed: 4)
    for columns in [1, 15, 16, 17, 28, 64] {
      let stride = Int(raster_sampled_stride(Int32(columns)))
      var samples = (0..<2 * 16 * stride).map { _ in UInt8.random(in: 0...255, using: &random) }
      for index in samples.indices where index % stride >= columns { samples[index] = 0 }
      // One pixel with all samples, one without any.
      for row in 0..<16 { samples[row * stride] = 255 }
      for row in 16..<32 { samples[row * stride] = 0 }
      let expected = (0..<2).map { row in
        (0..<columns).map { column in
          let count = (0..<16).reduce(0) { $0 + samples[(row * 16 + $1) * stride + column].nonzeroBitCount }
          return UInt8((Double(count) * 255 / 128).rounded(.toNearestOrAwayFromZero))
        }
      }
      var coverage = [UInt8](repeating: 7, count: 2 * 64)
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        unsafe coverage.withUnsafeMutableBufferPointer { coverage in
          guard let first = samples.baseAddress, let start = coverage.baseAddress else { return }
          unsafe raster_resolve_samples(Int32(columns), 2, first, start)
        }
      }
      #expect((0..<2).map { Array(coverage[$0 * 64..<$0 * 64 + columns]) } == expected)
      #expect(samples.allSatisfy { $0 == 0 })
    }
  }

  private func distance(_ point: Point, _ segment: raster_segment) -> Double {
    let (dx, dy) = (segment.bx - segment.ax, segment.by - segment.ay)
    let square = dx * dx + dy * dy
    let t = square > 0 ? min(1, max(0, ((point.x - segment.ax) * dx + (point.y - segment.ay) * dy) / square)) : 0
    return point.distance(to: Point(segment.ax + t * dx, segment.ay + t * dy))
  }
}
