import Files
public import Raster

/// Writes a film as a PNG a frame, those included that show nothing new: all frames last equally long.
public struct PNGSequenceWriter: FilmWriter {
  private let options: PNGOptions
  private let save: (_ number: Int, _ png: [UInt8]) throws(ImageError) -> Void
  private var number = 0

  /// - Parameter save: Makes the file of a frame, counted from 1.
  public init(
    options: PNGOptions, save: @escaping (_ number: Int, _ png: [UInt8]) throws(ImageError) -> Void
  ) {
    self.options = options
    self.save = save
  }

  public mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError) {
    var png = MemorySink()
    try writePNG(frame, options: options, to: &png)
    for _ in 0..<duration {
      number += 1
      try save(number, png.bytes)
    }
  }

  public mutating func finish() {}
}
