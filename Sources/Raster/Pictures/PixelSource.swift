/// A finished picture that is read in rows, from several threads at once: what image files and hashes are made of.
public protocol PixelSource: Sendable {
  /// In pixels, both positive.
  var width: Int { get }
  var height: Int { get }

  /// A picture is known in bands of so many rows; the last one may have fewer.
  var bandHeight: Int { get }

  /// Whether it is known, without looking, that all pixels are opaque greys.
  var isGrey: Bool { get }

  /// Whether it is known, without looking, that all pixels are opaque.
  var isOpaque: Bool { get }

  /// The colour of every pixel of band `index`, where it is known without looking at them (blank paper).
  func uniformPixel(ofBand index: Int) -> Pixel?

  /// The colours of all pixels, in any order, where they are found sooner than by reading the pixels; else nil.
  ///
  /// - Parameter limit: Those beyond so many need not be found.
  func colors(upTo limit: Int) -> [UInt32]?

  /// Replaces the contents of `pixels` by rows, `width` words each, laid out as `Pixel.word`.
  func copyRows(_ rows: Range<Int>, into pixels: inout [UInt32])

  /// Puts a byte for each pixel into `bytes`: the first row from place `start` on, each next one `stride` further on.
  func copyRows(
    _ rows: Range<Int>, as coding: PixelCoding, into bytes: inout [UInt8], from start: Int, stride: Int)
}

/// Bytes for pixels: puts one for each of the words into the bytes from a place on.
public typealias PixelCoding = (_ pixels: Span<UInt32>, _ bytes: inout MutableSpan<UInt8>, _ start: Int) -> Void

extension PixelSource {
  public var isGrey: Bool { false }
  public var isOpaque: Bool { isGrey }
  public func colors(upTo limit: Int) -> [UInt32]? { nil }

  public var bandCount: Int { (height + bandHeight - 1) / bandHeight }

  /// The rows of band `index`.
  public func rows(ofBand index: Int) -> Range<Int> {
    index * bandHeight..<Swift.min(height, (index + 1) * bandHeight)
  }

  /// Replaces the contents of `pixels` by band `index`'s rows.
  public func copyBand(_ index: Int, into pixels: inout [UInt32]) {
    copyRows(rows(ofBand: index), into: &pixels)
  }

  public func copyRows(
    _ rows: Range<Int>, as coding: PixelCoding, into bytes: inout [UInt8], from start: Int, stride: Int
  ) {
    var pixels: [UInt32] = []
    copyRows(rows, into: &pixels)
    var output = bytes.mutableSpan
    for index in 0..<rows.count {
      coding(pixels.span.extracting(index * width..<(index + 1) * width), &output, start + index * stride)
    }
  }
}
