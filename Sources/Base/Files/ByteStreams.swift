/// A source of bytes, which are read in order and once.
public protocol ByteSource {
  /// Appends at most `count` bytes to `buffer`: at least one, unless the source has ended.
  ///
  /// - Returns: The number of bytes appended; 0 at the end.
  /// - Throws: `FileError` if the system refuses; `buffer` is then unchanged.
  mutating func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int
}

/// A destination for bytes, which are written in order.
public protocol ByteSink {
  /// Writes all of `bytes`.
  /// - Throws: `FileError` if the system refuses; the sink may then have written some of the bytes.
  mutating func write(_ bytes: Span<UInt8>) throws(FileError)
}

/// A source of bytes in memory.
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

/// A sink that collects bytes in memory.
public struct MemorySink: ByteSink {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func write(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe self.bytes.append(contentsOf: $0) }
  }
}

/// A document that is made piece by piece while it is written, so that only one piece is in memory.
public struct GeneratedDocument: Sendable {
  /// Takes the next piece of a document.
  public typealias Receiver = (_ piece: [UInt8]) throws(FileError) -> Void

  private let generate: @Sendable (Receiver) throws(FileError) -> Void

  /// - Parameter generate: Passes the pieces of the document, in order, to the receiver; the same whenever it is called.
  package init(_ generate: @escaping @Sendable (Receiver) throws(FileError) -> Void) { self.generate = generate }

  /// Writes the document.
  /// - Throws: What the sink throws, which then has a part of the document.
  public func write(to sink: inout some ByteSink) throws(FileError) {
    try generate { piece throws(FileError) in try sink.write(piece.span) }
  }

  /// The whole document.
  public var bytes: [UInt8] {
    var sink = MemorySink()
    // Never throws: writing to memory cannot fail.
    try? write(to: &sink)
    return sink.bytes
  }
}
