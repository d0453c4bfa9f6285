import CRaster
import Geometry
import Raster
import TestSupport
import Testing

struct SampledLinesTests {
  private func samples(
    _ segment: raster_segment, by instructions: raster_instructions, columns: Int = 28, rows: Int = 28
  ) -> [UInt64] {
    var samples = [UInt64](repeating: 0, count: 64 * 64)
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

  /// The samples are within a pixel, and no two have the same row or column of 64.
  @Test func `samples within a line are marked, and those outside are not`() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<200 {
      let segment = segment(&random)
      let marked = samples(segment, by: raster_widest())
      for y in 0..<28 {
        for x in 0..<28 {
          for bit in 0..<64 {
            let reversed = (0..<6).reduce(0) { $0 | (bit >> $1 & 1) << (5 - $1) }
            let point = Point(Double(x) + (Double(bit) + 0.5) / 64, Double(y) + (Double(reversed) + 0.5) / 64)
            let away = distance(point, segment) - segment.radius
            guard abs(away) > 1e-4 else { continue }
            #expect((marked[y * 64 + x] >> UInt64(bit) & 1 == 1) == (away < 0), "\(segment) \(x) \(y) \(bit)")
          }
        }
      }
    }
  }

  private func distance(_ point: Point, _ segment: raster_segment) -> Double {
    let (dx, dy) = (segment.bx - segment.ax, segment.by - segment.ay)
    let square = dx * dx + dy * dy
    let t = square > 0 ? min(1, max(0, ((point.x - segment.ax) * dx + (point.y - segment.ay) * dy) / square)) : 0
    return point.distance(to: Point(segment.ax + t * dx, segment.ay + t * dy))
  }
}
