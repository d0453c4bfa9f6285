/// How large a picture may be that is read. What lies beyond is an error before memory is taken for it.
public struct ImageLimits: Hashable, Sendable {
  /// In pixels.
  public var maxWidth: Int
  public var maxHeight: Int
  /// The largest memory for pixels, in bytes.
  public var maxBytes: Int

  public init(maxWidth: Int = 1_000_000, maxHeight: Int = 1_000_000, maxBytes: Int = 1 << 30) {
    self.maxWidth = maxWidth
    self.maxHeight = maxHeight
    self.maxBytes = maxBytes
  }

  func checkSides(width: Int, height: Int) throws(ImageError) {
    guard width <= maxWidth, height <= maxHeight else {
      throw .tooLarge(width: width, height: height, maxWidth: maxWidth, maxHeight: maxHeight)
    }
  }

  /// For `rows` rows of `width` pixels of `bytesPerPixel` bytes.
  func checkMemory(width: Int, rows: Int, bytesPerPixel: Int) throws(ImageError) {
    let (pixels, tooMany) = width.multipliedReportingOverflow(by: rows)
    let (bytes, tooLong) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
    guard !tooMany, !tooLong else { throw .overMemoryLimit(needed: .max, limit: maxBytes) }
    guard bytes <= maxBytes else { throw .overMemoryLimit(needed: bytes, limit: maxBytes) }
  }
}
