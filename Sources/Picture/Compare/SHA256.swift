import CHash

/// The hash function SHA-256 (FIPS 180-4, 6.2).
///
/// Whole blocks are hashed with the processor's instructions if it has them, which takes a seventh of the time.
package struct SHA256: Sendable {
  private var state = SIMD8<UInt32>(
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19)
  /// The current block as big-endian words. The bytes of an incomplete word are its low bytes.
  private var block = InlineArray<16, UInt32>(repeating: 0)
  /// The length of the message so far, in bytes.
  private var length: UInt64 = 0

  package init() {}

  /// Adds bytes to the message.
  package mutating func update(_ bytes: Span<UInt8>) {
    if Self.hasInstructions { return unsafe bytes.withUnsafeBytes { unsafe updateByInstructions($0) } }
    for index in bytes.indices { append(byte: bytes[index]) }
  }

  /// Adds the four bytes of each word, the lowest first.
  package mutating func update(littleEndian words: Span<UInt32>) {
    if Self.hasInstructions { return unsafe words.withUnsafeBytes { unsafe updateByInstructions($0) } }
    for index in words.indices { append(bigEndian: words[index].byteSwapped) }
  }

  /// True only on little-endian processors.
  private static let hasInstructions = chash_has_sha256()

  private mutating func updateByInstructions(_ bytes: UnsafeRawBufferPointer) {
    // The rest of the current block, then whole blocks, then the start of the next block.
    let first = min(bytes.count, Int(truncatingIfNeeded: (0 &- length) & 63))
    for index in 0..<first { unsafe append(byte: bytes[index]) }
    let blocks = (bytes.count - first) / 64
    if blocks > 0, let start = bytes.baseAddress {
      unsafe withUnsafeMutableBytes(of: &state) { state in
        unsafe Self.constants.span.withUnsafeBufferPointer { constants in
          guard let state = state.baseAddress, let constants = constants.baseAddress else { return }
          unsafe chash_sha256(
            state.assumingMemoryBound(to: UInt32.self), (start + first).assumingMemoryBound(to: UInt8.self), blocks,
            constants)
        }
      }
      length &+= UInt64(64 * blocks)
    }
    for index in first + 64 * blocks..<bytes.count { unsafe append(byte: bytes[index]) }
  }

  /// The hash of the message so far, in lowercase hexadecimal digits.
  package func finalized() -> String {
    var last = self
    let bits = length &* 8
    last.append(byte: 0x80)
    while last.length % 64 != 56 { last.append(byte: 0) }
    last.append(bigEndian: UInt32(truncatingIfNeeded: bits >> 32))
    last.append(bigEndian: UInt32(truncatingIfNeeded: bits))
    return (0..<8).map { Self.hexadecimal(last.state[$0]) }.joined()
  }

  private static func hexadecimal(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private mutating func append(byte: UInt8) {
    let index = Int(truncatingIfNeeded: length >> 2 & 15)
    block[index] = block[index] << 8 | UInt32(byte)
    length &+= 1
    if length & 63 == 0 { compress() }
  }

  /// Appends the four bytes of a word, the highest first.
  private mutating func append(bigEndian word: UInt32) {
    let index = Int(truncatingIfNeeded: length >> 2 & 15)
    let filled = UInt32(truncatingIfNeeded: length & 3) * 8
    // A smart shift by 32 gives 0.
    block[index] = block[index] << (32 - filled) | word >> filled
    length &+= 4
    if index == 15 { compress() }
    if filled > 0 { block[(index + 1) & 15] = word }
  }

  private mutating func compress() {
    var schedule = InlineArray<64, UInt32>(repeating: 0)
    for t in 0..<16 { schedule[t] = block[t] }
    for t in 16..<64 {
      let (w2, w15) = (schedule[t - 2], schedule[t - 15])
      let sigma1 = rotated(w2, 17) ^ rotated(w2, 19) ^ w2 >> 10
      let sigma0 = rotated(w15, 7) ^ rotated(w15, 18) ^ w15 >> 3
      schedule[t] = sigma1 &+ schedule[t - 7] &+ sigma0 &+ schedule[t - 16]
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // After eight rounds each variable is back in its position, so that none has to be copied.
    var t = 0
    while t < 64 {
      round(a, b, c, &d, e, f, g, &h, Self.constants[t] &+ schedule[t])
      round(h, a, b, &c, d, e, f, &g, Self.constants[t + 1] &+ schedule[t + 1])
      round(g, h, a, &b, c, d, e, &f, Self.constants[t + 2] &+ schedule[t + 2])
      round(f, g, h, &a, b, c, d, &e, Self.constants[t + 3] &+ schedule[t + 3])
      round(e, f, g, &h, a, b, c, &d, Self.constants[t + 4] &+ schedule[t + 4])
      round(d, e, f, &g, h, a, b, &c, Self.constants[t + 5] &+ schedule[t + 5])
      round(c, d, e, &f, g, h, a, &b, Self.constants[t + 6] &+ schedule[t + 6])
      round(b, c, d, &e, f, g, h, &a, Self.constants[t + 7] &+ schedule[t + 7])
      t += 8
    }
    state &+= SIMD8(a, b, c, d, e, f, g, h)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
  private static let constants: InlineArray<64, UInt32> = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}

/// To the right, by 1 to 31 bits.
@inline(__always) private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word &>> count | word &<< (32 &- count)
}

/// One round of the compression; what it leaves in `h` is the next round's `a`.
@inline(__always) private func round(
  _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32,
  _ input: UInt32
) {
  let choice = g ^ (e & (f ^ g))
  let majority = (a & b) | (c & (a | b))
  h = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ input
  d = d &+ h
  h = h &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
}
