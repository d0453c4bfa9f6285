/// A finished picture that is read in rows, from several threads at once. Image files and hashes are made from it.
public protocol PixelSource: Sendable {
  /// The size in pixels, positive.
  var width: Int { get }
  var height: Int { get }

  /// The number of rows in a band: the unit in which the picture is best read. The last band may have fewer.
  var bandHeight: Int { get }

  /// Whether red, green and blue are known to be equal in every pixel, whatever its alpha. False if that is not known
  /// without reading the pixels.
  var isGray: Bool { get }

  /// Whether every pixel is known to be opaque. False if that is not known without reading the pixels.
  var isOpaque: Bool { get }

  /// The color that all pixels of band `index` have, such as blank paper; nil if they are not known to be equal.
  func uniformPixel(ofBand index: Int) -> Pixel?

  /// The distinct colors of all pixels, in any order, as words of `Pixel`; nil if reading the pixels is no slower.
  ///
  /// - Parameter limit: If there are more distinct colors than this, some may be missing from the result, which then
  ///   has more than `limit` too.
  func colors(upTo limit: Int) -> [UInt32]?

  /// Replaces the contents of `pixels` with rows of the picture: `width` words of `Pixel` each.
  func copyRows(_ rows: Range<Int>, into pixels: inout [UInt32])

  /// Writes rows of the picture as one byte per pixel.
  /// - Parameters:
  ///   - encoding: Makes the bytes of pixels. The byte of a pixel must depend on its color alone.
  ///   - bytes: Where the bytes are written.
  ///   - start: The index in `bytes` of the first row; the next row begins `stride` bytes later.
  func copyRows(
    _ rows: Range<Int>, as encoding: PixelEncoding, into bytes: inout [UInt8], from start: Int, stride: Int)
}

/// Writes one byte for each word of `pixels` into `bytes`, from index `start` on.
public typealias PixelEncoding = (_ pixels: Span<UInt32>, _ bytes: inout MutableSpan<UInt8>, _ start: Int) -> Void

extension PixelSource {
  public var isGray: Bool { false }
  public var isOpaque: Bool { false }
  public func colors(upTo limit: Int) -> [UInt32]? { nil }

  /// The number of bands.
  package var bandCount: Int { (height + bandHeight - 1) / bandHeight }

  /// The rows of band `index`.
  package func rows(ofBand index: Int) -> Range<Int> {
    index * bandHeight..<Swift.min(height, (index + 1) * bandHeight)
  }

  /// Replaces the contents of `pixels` with the rows of band `index`.
  package func copyBand(_ index: Int, into pixels: inout [UInt32]) {
    copyRows(rows(ofBand: index), into: &pixels)
  }

  public func copyRows(
    _ rows: Range<Int>, as encoding: PixelEncoding, into bytes: inout [UInt8], from start: Int, stride: Int
  ) {
    encodeRows(rows, as: encoding, into: &bytes, from: start, stride: stride)
  }

  /// Copies rows as words first, and encodes these.
  func encodeRows(
    _ rows: Range<Int>, as encoding: PixelEncoding, into bytes: inout [UInt8], from start: Int, stride: Int
  ) {
    var pixels: [UInt32] = []
    copyRows(rows, into: &pixels)
    var output = bytes.mutableSpan
    for index in 0..<rows.count {
      encoding(pixels.span.extracting(index * width..<(index + 1) * width), &output, start + index * stride)
    }
  }
}
