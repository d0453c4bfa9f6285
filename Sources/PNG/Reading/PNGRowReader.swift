public import Files

/// Reads a PNG from the top in rows, without holding all of it (unless it is interlaced).
///
/// Pixels are words of `Pixel`: 8 bits a channel (of 16 the nearest value), straight alpha, clear pixels 0. The file's
/// gamma and colour profile are left alone.
public final class PNGRowReader {
  /// In pixels.
  public var width: Int { decoder.width }
  public var height: Int { decoder.height }
  /// Whether the rows are read as 16 bits a channel.
  public var has16Bits: Bool { decoder.has16Bits }

  private let decoder: PNGDecoder
  private let keepsClearColors: Bool
  private var nextRow = 0
  private var failure: ImageError?
  /// The pixels of an interlaced picture, once they are read.
  private var whole: [UInt32] = []
  private var deepWhole: [UInt64] = []

  /// - Parameters:
  ///   - source: At the beginning of the file. What follows the picture may be read too, and is not looked at.
  ///   - keeping16Bits: Whether the rows of a file of 16 bits a channel are read as such.
  ///   - keepingClearColors: Whether clear pixels keep the colours that the file gives them.
  /// - Throws: `ImageError` where this is no PNG, or one beyond the limits; nothing has then been allocated for it.
  public init(
    _ source: any ByteSource, limits: ImageLimits = ImageLimits(), keeping16Bits: Bool = false,
    keepingClearColors: Bool = false
  ) throws(ImageError) {
    decoder = try PNGDecoder(source, limits: limits, holdsWhole: false, keeping16Bits: keeping16Bits)
    keepsClearColors = keepingClearColors
  }

  /// Replaces the contents of `pixels` by the next rows.
  ///
  /// - Precondition: The rows are not read as 16 bits.
  /// - Returns: How many: `count`, or what is left of them; 0 after the last.
  /// - Throws: `ImageError` where the file is damaged, with the last rows also where what follows them is.
  public func readRows(atMost count: Int, into pixels: inout [UInt32]) throws(ImageError) -> Int {
    try readRows(atMost: count, into: &pixels, &whole) { pixels, count throws(ImageError) in
      try decoder.readRows(count, into: &pixels)
      if !keepsClearColors { PNGDecoder.clear(&pixels, from: 0, count: count * width) }
    }
  }

  /// The same for rows of 16 bits: words with red in the lowest 16, then green, blue and alpha; clear pixels are 0.
  ///
  /// - Precondition: The rows are read as 16 bits.
  public func readRows(atMost count: Int, into pixels: inout [UInt64]) throws(ImageError) -> Int {
    try readRows(atMost: count, into: &pixels, &deepWhole) { pixels, count throws(ImageError) in
      try decoder.readRows(count, into: &pixels)
    }
  }

  private func readRows<Word: FixedWidthInteger>(
    atMost count: Int, into pixels: inout [Word], _ whole: inout [Word],
    _ read: (inout [Word], Int) throws(ImageError) -> Void
  ) throws(ImageError) -> Int {
    if let failure { throw failure }
    let rows = nextRow..<min(height, nextRow + count)
    do {
      if decoder.isInterlaced {
        if whole.isEmpty {
          resize(&whole, to: width * height)
          try read(&whole, height)
          try decoder.finish()
        }
        pixels.removeAll(keepingCapacity: true)
        pixels.append(contentsOf: whole[rows.lowerBound * width..<rows.upperBound * width])
      } else {
        resize(&pixels, to: rows.count * width)
        try read(&pixels, rows.count)
        if rows.upperBound == height, !rows.isEmpty { try decoder.finish() }
      }
    } catch {
      failure = error
      throw error
    }
    nextRow = rows.upperBound
    return rows.count
  }

  private func resize<Word: FixedWidthInteger>(_ pixels: inout [Word], to count: Int) {
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
    PNGDecoder.clear(&pixels, from: row * width, count: count * width)
  }
  try decoder.finish()
  return Bitmap(width: width, height: height, pixels: pixels)
}
