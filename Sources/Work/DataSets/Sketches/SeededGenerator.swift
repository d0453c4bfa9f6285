import Compare

/// Random numbers that follow from a text: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014), seeded by SHA-256. The same text gives the same numbers on every machine.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(_ text: String) {
    state = SeededGenerator.number(of: text)
  }

  /// The first eight bytes of the SHA-256 of a text.
  package static func number(of text: String) -> UInt64 {
    var hash = SHA256()
    hash.update(Array(text.utf8).span)
    return hash.finalized().prefix(16).utf8.reduce(0) { number, digit in
      number << 4 | UInt64(digit < 0x3A ? digit - 0x30 : digit - 0x57)
    }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number from 0 up to 1, a multiple of 2⁻⁵³.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number from -1 up to 1.
  package mutating func signed() -> Double { 2 * unit() - 1 }
}
