/// Decompresses zlib data (RFC 1950). Its checksum is not compared: streams of PDFs are read without it, too.
/// - Returns: Nil if the data is damaged or cut off, if it has more than `limit` bytes, or if there is no memory for
///   zlib's window.
package func unzlib(_ bytes: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
  let header = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
  // The method is DEFLATE, and there is no dictionary.
  guard bytes.count > 2, header >> 8 & 15 == 8, header & 0x20 == 0, header % 31 == 0 else { return nil }
  guard let coder = ZlibCoder(.inflate) else { return nil }
  coder.append(bytes.dropFirst(2))
  var output: [UInt8] = []
  while true {
    // One byte more shows that there are too many.
    let progress = coder.run(into: &output, atMost: min(1 << 16, limit - output.count + 1))
    switch progress {
    case .isDone: return output.count <= limit ? output : nil
    case .isFull where output.count <= limit: continue
    case .isFull, .needsInput, .isDamaged: return nil
    }
  }
}
