/// A finished picture that is read in bands of rows, from the top: what image files and hashes are made of.
public protocol PixelSource {
  /// In pixels, both positive.
  var width: Int { get }
  var height: Int { get }

  /// How many rows a band has; the last one may have fewer.
  var bandHeight: Int { get }

  /// Whether it is known, without looking, that all pixels are opaque greys.
  var isGrey: Bool { get }

  /// The colour of every pixel of band `index`, where it is known without looking at them (blank paper).
  func uniformPixel(ofBand index: Int) -> Pixel?

  /// Replaces the contents of `pixels` by band `index`'s rows, `width` words a row.
  func copyBand(_ index: Int, into pixels: inout [UInt32])
}

extension PixelSource {
  public var isGrey: Bool { false }

  public var bandCount: Int { (height + bandHeight - 1) / bandHeight }

  /// The rows of band `index`.
  public func rows(ofBand index: Int) -> Range<Int> {
    index * bandHeight..<Swift.min(height, (index + 1) * bandHeight)
  }
}
