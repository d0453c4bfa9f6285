import Files

/// Decompresses a gzip file (RFC 1952) while it is read. A file of several members gives their contents one after
/// another.
///
/// If the file is damaged or cut off, the source gives everything before that and then ends; `damage` says what was
/// found.
package final class GunzipSource: ByteSource {
  /// What is wrong with the compressed data.
  package enum Damage: Hashable, Sendable {
    /// The file ends in the middle of the compressed data.
    case cutOff
    /// The data, or its checksum, is wrong.
    case corrupt
  }

  private var source: any ByteSource
  /// Nil if there is no memory for it.
  private let coder = ZlibCoder(.gunzip)
  private var isInMember = false
  /// Whether zlib may hold more output, although it has used up the input.
  private var mayGiveMore = false
  private var isAtEnd = false
  /// The number of compressed bytes that have been read.
  package private(set) var bytesRead = 0
  /// Nil until `read` has given everything before the damage.
  package private(set) var damage: Damage?

  private static let chunk = 1 << 16

  package init(_ source: any ByteSource) {
    self.source = source
  }

  /// Whether a file of these first bytes is a gzip file.
  @inlinable package static func recognizes(_ start: some Collection<UInt8>) -> Bool {
    start.starts(with: [0x1F, 0x8B])
  }

  package func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
    guard let coder else { throw FileError(operation: .read, path: "the gzip file", code: FileError.noMemory) }
    let before = buffer.count
    while !isAtEnd, buffer.count == before {
      if coder.input.isEmpty, !mayGiveMore {
        var bytes: [UInt8] = []
        guard try source.read(into: &bytes, atMost: Self.chunk) > 0 else {
          end(isInMember ? .cutOff : nil)
          break
        }
        bytesRead += bytes.count
        coder.append(bytes[...])
      }
      isInMember = true
      let progress = coder.run(into: &buffer, atMost: count)
      mayGiveMore = false
      switch progress {
      case .needsInput: break
      case .isFull: mayGiveMore = true
      case .isDamaged: end(.corrupt)
      case .isDone: try beginMember(coder)
      }
    }
    return buffer.count - before
  }

  /// Begins the next member. Other bytes after a member, such as padding, are ignored, as gzip does.
  private func beginMember(_ coder: ZlibCoder) throws(FileError) {
    isInMember = false
    while coder.input.count < 2 {
      // A pipe may give single bytes.
      var bytes: [UInt8] = []
      guard try source.read(into: &bytes, atMost: Self.chunk) > 0 else { break }
      bytesRead += bytes.count
      coder.append(bytes[...])
    }
    if Self.recognizes(coder.input) { coder.reset() } else { end(nil) }
  }

  private func end(_ damage: Damage?) {
    isAtEnd = true
    self.damage = damage
  }
}

/// Compresses bytes to a gzip file. The file has no name and no time, so that its bytes depend on the contents alone.
///
/// If there is no memory for zlib's state, about 270 KiB, the program ends, as it does if there is none for an array.
package func gzip(_ bytes: [UInt8]) -> [UInt8] { compressed(bytes, .gzip) }

/// Compresses bytes as zlib data (RFC 1950), as streams in a PDF are. Needs memory as `gzip` does.
package func zlib(_ bytes: [UInt8]) -> [UInt8] { compressed(bytes, .zlib) }

private func compressed(_ bytes: [UInt8], _ kind: ZlibCoder.Kind) -> [UInt8] {
  guard let coder = ZlibCoder(kind) else { preconditionFailure("there is no memory for zlib") }
  coder.append(bytes[...])
  var output: [UInt8] = []
  while case .isFull = coder.run(into: &output, atMost: 1 << 16, isLast: true) {}
  return output
}
