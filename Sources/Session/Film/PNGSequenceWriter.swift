public import PNG
import Files
public import Raster

/// Writes one PNG per frame. A frame that lasts several frames is written several times.
public struct PNGSequenceWriter: FilmWriter {
  private let options: PNGOptions
  private let save: (_ number: Int, _ png: [UInt8]) throws(ImageError) -> Void
  private var number = 0

  /// - Parameters:
  ///   - options: How the PNGs are written.
  ///   - save: Writes the PNG of a frame, given its number from 1.
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
