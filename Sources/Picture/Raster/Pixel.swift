/// A pixel with 8 bits per channel and straight alpha, in one word: red in the lowest byte, then green, blue and alpha.
///
/// A clear pixel is 0 in all channels.
public struct Pixel: Hashable, Sendable {
  public var word: UInt32

  @inlinable public init(word: UInt32) { self.word = word }

  @inlinable public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    word = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
  }

  public static let clear = Pixel(word: 0)
  public static let white = Pixel(red: 255, green: 255, blue: 255)

  /// Whether red, green and blue are equal, whatever the alpha.
  @inlinable package var isGray: Bool { red == green && green == blue }

  @inlinable public var red: UInt8 { UInt8(truncatingIfNeeded: word) }
  @inlinable public var green: UInt8 { UInt8(truncatingIfNeeded: word >> 8) }
  @inlinable public var blue: UInt8 { UInt8(truncatingIfNeeded: word >> 16) }
  @inlinable public var alpha: UInt8 { UInt8(truncatingIfNeeded: word >> 24) }
}
