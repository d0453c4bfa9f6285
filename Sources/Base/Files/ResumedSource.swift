/// A source whose first bytes have been read already: gives those bytes, then the rest of the source.
package struct ResumedSource: ByteSource {
  private var start: MemorySource
  private var rest: any ByteSource
  private var isAtRest = false

  package init(_ start: [UInt8], _ rest: any ByteSource) {
    self.start = MemorySource(start)
    self.rest = rest
  }

  package mutating func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
    if !isAtRest {
      let got = start.read(into: &buffer, atMost: count)
      if got > 0 { return got }
      isAtRest = true
    }
    return try rest.read(into: &buffer, atMost: count)
  }
}
