import Geometry
import Testing

@Suite struct SaturatingConversionTests {
  private static let numbers: [(Double, Int)] = [
    (0.0, 0), (-0.0, 0), (0.999, 0), (-0.999, 0), (1.5, 1), (-1.5, -1), (0x1p62, 1 << 62), (-0x1p63, Int.min),
    (0x1p63, Int.max), (0x1p63.nextDown, 9_223_372_036_854_774_784), (-0x1.1p63, Int.min), (1e300, Int.max),
    (.infinity, Int.max), (-.infinity, Int.min), (.nan, 0), (-.nan, 0), (.signalingNaN, 0),
  ]

  @Test(arguments: numbers)
  func `a number becomes its whole part, or the nearest bound`(number: Double, whole: Int) {
    #expect(Int(saturating: number) == whole)
  }

  @Test(arguments: [(-1.0, 0), (-0.5, 0), (255.0, 255), (255.9, 255), (256.0, 255), (.infinity, 255), (.nan, 0)])
  func `a byte stays within a byte`(number: Double, byte: UInt8) {
    #expect(UInt8(saturating: number) == byte)
  }
}
