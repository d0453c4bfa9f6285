public import Files

/// The texts of a PNG that stand before its pixels, in plain Latin-1 (PNG, third edition, 11.3.3.2).
public enum PNGTexts {
  /// The texts by their keywords; of those of one keyword the first. Nothing else of the file is looked at.
  /// - Throws: `ImageError` where this is no PNG, or it ends before the pixels.
  public static func read(from source: any ByteSource) throws(ImageError) -> [String: String] {
    var reader = ChunkReader(source)
    guard try reader.take(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else { throw .notPNG }
    var texts: [String: String] = [:]
    while true {
      let head = try reader.take(8)
      let length = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
      let name = Array(head[4...])
      if name == Array("IDAT".utf8) || name == Array("IEND".utf8) { return texts }
      guard name == Array("tEXt".utf8), length <= limit else {
        try reader.skip(length + 4)
        continue
      }
      let parts = try reader.take(length).split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      try reader.skip(4)
      guard parts.count == 2 else { continue }
      let key = latin1(parts[0])
      if texts[key] == nil { texts[key] = latin1(parts[1]) }
    }
  }

  /// Longer texts, in bytes, are passed over.
  private static let limit = 1 << 16

  private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.reduce(into: "") { $0.unicodeScalars.append(UnicodeScalar($1)) }
  }
}

private struct ChunkReader {
  private var source: any ByteSource
  private var buffer: [UInt8] = []
  private var offset = 0

  init(_ source: any ByteSource) {
    self.source = source
  }

  mutating func take(_ count: Int) throws(ImageError) -> [UInt8] {
    while buffer.count < count { try fill() }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  mutating func skip(_ count: Int) throws(ImageError) {
    var left = count
    while left > buffer.count {
      left -= buffer.count
      buffer.removeAll(keepingCapacity: true)
      try fill()
    }
    buffer.removeFirst(left)
  }

  private mutating func fill() throws(ImageError) {
    do throws(FileError) {
      let got = try source.read(into: &buffer, atMost: 1 << 12)
      offset += got
      if got > 0 { return }
    } catch {
      throw .file(error)
    }
    throw .truncated(offset: offset)
  }
}
