public import Files
import Raster

/// Reads the rows of a PNG from the top, without holding the whole picture unless it is interlaced.
///
/// Pixels have the layout of `Pixel.word`: 8 bits per channel (16 bits are rounded to the nearest value), straight
/// alpha, and 0 for clear pixels. The gamma and color profile of the file are ignored.
package final class PNGRowReader {
  /// The size in pixels.
  package var width: Int { decoder.width }
  package var height: Int { decoder.height }
  /// Whether the rows are read with 16 bits per channel.
  package var has16Bits: Bool { decoder.has16Bits }

  private let decoder: PNGDecoder
  private let keepsClearColors: Bool
  private var nextRow = 0
  private var failure: ImageError?
  /// All pixels of an interlaced picture, after the first read.
  private var whole: [UInt32] = []
  private var deepWhole: [UInt64] = []

  /// Reads everything before the pixels.
  ///
  /// - Parameters:
  ///   - source: At the start of the file. Bytes after the picture may be read too; they are ignored.
  ///   - keeping16Bits: Whether rows with 16 bits per channel are read as such instead of being rounded.
  ///   - keepingClearColors: Whether clear pixels keep the color that they have in the file.
  /// - Throws: `ImageError` if the file is not a PNG, is damaged or exceeds the limits, before memory is allocated for
  ///   pixels.
  package init(
    _ source: any ByteSource, limits: ImageLimits = ImageLimits(), keeping16Bits: Bool = false,
    keepingClearColors: Bool = false
  ) throws(ImageError) {
    decoder = try PNGDecoder(source, limits: limits, holdsWhole: false, keeping16Bits: keeping16Bits)
    keepsClearColors = keepingClearColors
  }

  /// Replaces the contents of `pixels` by the next rows.
  ///
  /// - Precondition: `has16Bits` is false.
  /// - Returns: The number of rows: `count`, fewer at the end, 0 after the last row.
  /// - Throws: `ImageError` if the file is damaged. Damage after the pixels is found when the last row is read. All
  ///   later calls throw the same error.
  package func readRows(atMost count: Int, into pixels: inout [UInt32]) throws(ImageError) -> Int {
    try readRows(atMost: count, into: &pixels, &whole) { pixels, count throws(ImageError) in
      try decoder.readRows(count, into: &pixels)
      if !keepsClearColors { PNGDecoder.clear(&pixels, from: 0, count: count * width) }
    }
  }

  /// Replaces the contents of `pixels` by the next rows with 16 bits per channel: words with red in the low 16 bits,
  /// then green, blue and alpha. Clear pixels are 0.
  ///
  /// - Precondition: `has16Bits` is true.
  /// - Returns: The number of rows: `count`, fewer at the end, 0 after the last row.
  /// - Throws: `ImageError` if the file is damaged, as the other method does.
  package func readRows(atMost count: Int, into pixels: inout [UInt64]) throws(ImageError) -> Int {
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

/// Reads a whole PNG.
///
/// - Parameter source: At the start of the file. Bytes after the picture may be read too; they are ignored.
/// - Returns: 8 bits per channel (16 bits are rounded to the nearest value), straight alpha, 0 for clear pixels.
/// - Throws: `ImageError` if the file is not a PNG, is damaged or exceeds the limits.
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
    // Memory is touched only as the file fills it: the header of a short file may announce a large picture.
    pixels.append(contentsOf: repeatElement(0, count: count * width))
    try decoder.readRows(count, into: &pixels, at: row * width)
    PNGDecoder.clear(&pixels, from: row * width, count: count * width)
  }
  try decoder.finish()
  return Bitmap(width: width, height: height, pixels: pixels)
}
