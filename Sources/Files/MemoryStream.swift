/// Bytes in memory as a source.
public struct MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  public init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  public mutating func read(into buffer: inout [UInt8], atMost count: Int) -> Int {
    let next = rest.prefix(count)
    buffer.append(contentsOf: next)
    rest = rest.dropFirst(next.count)
    return next.count
  }
}

/// Bytes gathered in memory.
public struct MemorySink: ByteSink {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func write(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe self.bytes.append(contentsOf: $0) }
  }
}
