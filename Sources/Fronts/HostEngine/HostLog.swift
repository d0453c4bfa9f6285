/// A log that grows in a host.
package struct HostLog {
  /// The log in parts, which are never moved: moving a long log would take tens of milliseconds.
  private var parts: [[UInt8]] = []
  /// In bytes.
  private static let room = 1 << 18

  /// The number of bytes.
  package private(set) var count = 0

  init() {}

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    if parts.last.map({ $0.count + bytes.count > Self.room }) ?? true {
      parts.append([])
      parts[parts.count - 1].reserveCapacity(max(Self.room, bytes.count))
    }
    parts[parts.count - 1].append(contentsOf: bytes)
    count += bytes.count
  }

  /// The bytes from the one at `start` on.
  package func bytes(from start: Int = 0) -> [UInt8] {
    guard start < count else { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count - start)
    var end = count
    var first = parts.count
    while end > start {
      first -= 1
      end -= parts[first].count
    }
    bytes += parts[first][(start - end)...]
    for part in parts[(first + 1)...] { bytes += part }
    return bytes
  }
}
