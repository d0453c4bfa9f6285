import Files
internal import Geometry
import PNG
import Raster

/// Writes the frames of a film in one format.
package protocol FilmWriter {
  /// Appends a frame.
  ///
  /// - Parameters:
  ///   - changed: The bounding box of the pixels that differ from the previous frame; for the first frame, all of it.
  ///   - duration: The number of frames for which it is shown, at least 1.
  /// - Throws: `ImageError` if the bytes cannot be written.
  mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError)

  /// Writes the end of the film. Append no frame after that.
  mutating func finish() throws(ImageError)
}

extension APNGWriter: FilmWriter {}

/// Writes one PNG per frame. A frame that lasts several frames is written several times.
package struct PNGSequenceWriter: FilmWriter {
  private let options: PNGOptions
  private let save: (_ number: Int, _ png: [UInt8]) throws(ImageError) -> Void
  private var number = 0

  /// - Parameters:
  ///   - options: How the PNGs are written.
  ///   - save: Writes the PNG of a frame, given its number from 1.
  package init(
    options: PNGOptions, save: @escaping (_ number: Int, _ png: [UInt8]) throws(ImageError) -> Void
  ) {
    self.options = options
    self.save = save
  }

  package mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError) {
    var png = MemorySink()
    try writePNG(frame, options: options, to: &png)
    for _ in 0..<duration {
      number += 1
      try save(number, png.bytes)
    }
  }

  package mutating func finish() {}
}

/// Writes frames as raw bytes without a header: red, green, blue and straight alpha per pixel, rows from the top.
package struct RawWriter<Sink: ByteSink>: FilmWriter {
  private var sink: Sink
  /// The bytes of the current frame.
  private var bytes: [UInt8]

  /// - Parameters:
  ///   - width: The width of every frame in pixels.
  ///   - height: The height of every frame in pixels.
  package init(width: Int, height: Int, to sink: Sink) {
    self.sink = sink
    bytes = [UInt8](repeating: 0, count: 4 * width * height)
  }

  package mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError) {
    for y in changed.minY..<changed.maxY {
      for index in y * frame.width + changed.minX..<y * frame.width + changed.maxX {
        let word = frame.pixels[index]
        for channel in 0..<4 { bytes[4 * index + channel] = UInt8(truncatingIfNeeded: word >> (8 * UInt32(channel))) }
      }
    }
    let bytes = self.bytes
    do throws(FileError) {
      for _ in 0..<duration { try sink.write(bytes.span) }
    } catch {
      throw .file(error)
    }
  }

  package mutating func finish() {}
}

/// Writes a film as YUV4MPEG2, the format that video encoders read from a pipe: three planes of full size per frame.
///
/// Colors are those of ITU-R BT.601 in the limited range: luma 16...235, chroma 16...240 around 128, each rounded to the
/// nearest integer. There is no alpha; translucent pixels are composited onto white.
package struct Y4MWriter<Sink: ByteSink>: FilmWriter {
  private let width: Int
  private let height: Int
  private var sink: Sink
  /// The bytes of the current frame: the marker and the planes Y, Cb and Cr.
  private var frame: [UInt8]
  /// The header of the film; nil once it has been written.
  private var header: [UInt8]?

  private static var marker: [UInt8] { Array("FRAME\n".utf8) }

  /// - Parameters:
  ///   - width: The width of every frame in pixels.
  ///   - height: The height of every frame in pixels.
  package init(width: Int, height: Int, rate: FrameRate, to sink: Sink) {
    self.width = width
    self.height = height
    self.sink = sink
    frame = Self.marker + [UInt8](repeating: 0, count: 3 * width * height)
    let text = "YUV4MPEG2 W\(width) H\(height) F\(rate.frames):\(rate.seconds) Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
    header = Array(text.utf8)
  }

  package mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError) {
    convert(changed, of: frame)
    let bytes = self.frame
    do throws(FileError) {
      if let header { try sink.write(header.span) }
      header = nil
      for _ in 0..<duration { try sink.write(bytes.span) }
    } catch {
      throw .file(error)
    }
  }

  package mutating func finish() {}

  private mutating func convert(_ area: PixelRect, of bitmap: Bitmap) {
    let (first, plane) = (Self.marker.count, width * height)
    let pixels = bitmap.pixels.span
    // Moved out, because a second reference would make the change copy the array.
    var bytes: [UInt8] = []
    swap(&bytes, &frame)
    defer { frame = bytes }
    var output = bytes.mutableSpan
    var last = UInt32(0)
    var color = StudioColor(last)
    for y in area.minY..<area.maxY {
      for index in y * width + area.minX..<y * width + area.maxX {
        if pixels[index] != last {
          last = pixels[index]
          color = StudioColor(last)
        }
        output[first + index] = color.y
        output[first + plane + index] = color.cb
        output[first + 2 * plane + index] = color.cr
      }
    }
  }
}

/// A color as luma and chroma (ITU-R BT.601-7, 2.5), 8 bits in the limited range.
struct StudioColor: Hashable {
  let y: UInt8
  let cb: UInt8
  let cr: UInt8

  /// - Parameter word: A color in the layout of `Pixel.word`, which is composited onto white.
  init(_ word: UInt32) {
    let alpha = Int(word >> 24)
    func channel(_ shift: UInt32) -> Int { (Int(word >> shift & 0xFF) * alpha + 255 * (255 - alpha) + 127) / 255 }
    let (red, green, blue) = (channel(0), channel(8), channel(16))
    // Coefficients in thousandths for channels of 0...255: 219 steps of luma, 224 of chroma.
    func byte(_ thousandths: Int, from zero: Int) -> UInt8 {
      UInt8((thousandths + zero * 255_000 + 127_500) / 255_000)
    }
    y = byte(65_481 * red + 128_553 * green + 24_966 * blue, from: 16)
    cb = byte(-37_797 * red - 74_203 * green + 112_000 * blue, from: 128)
    cr = byte(112_000 * red - 93_786 * green - 18_214 * blue, from: 128)
  }
}
