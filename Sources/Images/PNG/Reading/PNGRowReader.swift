public import Files

/// Reads a PNG from the top in rows, without holding all of it (unless it is interlaced).
///
/// Pixels are words of `Pixel`: 8 bits a channel (of 16 the nearest value), straight alpha, clear pixels 0. The file's
/// gamma and colour profile are left alone.
public final class PNGRowReader {
  /// In pixels.
  public var width: Int { decoder.width }
  public var height: Int { decoder.height }

  private let decoder: PNGDecoder
  private var nextRow = 0
  private var failure: ImageError?
  /// The pixels of an interlaced picture, once they are read.
  private var whole: [UInt32] = []

  /// - Parameter source: At the beginning of the file. What follows the picture may be read too, and is not looked at.
  /// - Throws: `ImageError` where this is no PNG, or one beyond the limits; nothing has then been allocated for it.
  public init(_ source: any ByteSource, limits: ImageLimits = ImageLimits()) throws(ImageError) {
    decoder = try PNGDecoder(source, limits: limits, holdsWhole: false)
  }

  /// Replaces the contents of `pixels` by the next rows.
  ///
  /// - Returns: How many: `count`, or what is left of them; 0 after the last.
  /// - Throws: `ImageError` where the file is damaged, with the last rows also where what follows them is.
  public func readRows(atMost count: Int, into pixels: inout [UInt32]) throws(ImageError) -> Int {
    if let failure { throw failure }
    let rows = nextRow..<min(height, nextRow + count)
    do {
      if decoder.isInterlaced {
        if whole.isEmpty { whole = try readWhole() }
        pixels.removeAll(keepingCapacity: true)
        pixels.append(contentsOf: whole[rows.lowerBound * width..<rows.upperBound * width])
      } else {
        resize(&pixels, to: rows.count * width)
        try decoder.readRows(rows.count, into: &pixels)
        if rows.upperBound == height, !rows.isEmpty { try decoder.finish() }
      }
    } catch {
      failure = error
      throw error
    }
    nextRow = rows.upperBound
    return rows.count
  }

  private func readWhole() throws(ImageError) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    try decoder.readRows(height, into: &pixels)
    try decoder.finish()
    return pixels
  }

  private func resize(_ pixels: inout [UInt32], to count: Int) {
    if pixels.count > count {
      pixels.removeLast(pixels.count - count)
    } else {
      pixels.append(contentsOf: repeatElement(0, count: count - pixels.count))
    }
  }
}

/// Reads a whole PNG. What `PNGRowReader` says of pixels and errors holds here too.
public func readPNG(
  from source: any ByteSource, limits: ImageLimits = ImageLimits()
) throws(ImageError) -> Bitmap {
  let decoder = try PNGDecoder(source, limits: limits, holdsWhole: true)
  let (width, height) = (decoder.width, decoder.height)
  var pixels: [UInt32] = []
  pixels.reserveCapacity(width * height)
  let step = decoder.isInterlaced ? height : 64
  for row in stride(from: 0, to: height, by: step) {
    let count = min(step, height - row)
    // Memory is touched as the file fills it: a short file may promise a large picture.
    pixels.append(contentsOf: repeatElement(0, count: count * width))
    try decoder.readRows(count, into: &pixels, at: row * width)
  }
  try decoder.finish()
  return Bitmap(width: width, height: height, pixels: pixels)
}
