import Geometry
import Ink
import Raster
import Rendering

/// Draws pictures of a data set one after another, in the same memory.
package struct PicturePainter {
  private let form: PictureForm
  private var sketches: SketchPainter
  private var channels: ChannelPainter?
  /// The pixels and the alphas from which the samples of a picture are made.
  private var words: [UInt32] = []
  private var alphas: [UInt8]
  /// The samples of the last picture, row by row, without gaps.
  package private(set) var samples: [UInt8]

  package init(_ form: PictureForm) {
    self.form = form
    sketches = SketchPainter(form)
    channels = form.channels.isEmpty ? nil : ChannelPainter(form)
    alphas = [UInt8](repeating: 0, count: form.width * form.height)
    samples = [UInt8](repeating: 0, count: form.width * form.height * form.samplesPerPixel)
  }

  // MARK: Sketches

  /// Draws a sketch in black.
  mutating func draw(_ sketch: Sketch, _ transform: Transform, _ variation: Variation = Variation()) {
    let map = variation == Variation() ? nil : variation.map(width: form.width, height: form.height)
    sketches.draw(sketch, transform, map, width: variation.width)
    channels?.draw(sketch, transform, map, width: variation.width)
    let (plane, inverts) = (sketches.plane, form.inverts)
    if channels == nil, form.mode == .gray {
      plane.copy(to: &samples, inverts: inverts)
    } else {
      plane.copy(to: &alphas, inverts: false)
      storeBlackInk()
    }
  }

  /// Makes the samples of black ink with the alphas in `alphas`.
  private mutating func storeBlackInk() {
    let inversion: UInt8 = form.inverts ? 255 : 0
    if let channels {
      channels.planes.copy(to: &samples, alphas: alphas, inversion: inversion)
      // Ink thinner than a pixel is drawn wider than its cones: `alphas` has the coverage.
      for (plane, channel) in form.channels.enumerated() where channel == .ink {
        for pixel in alphas.indices { samples[pixel * form.channels.count + plane] = alphas[pixel] ^ inversion }
      }
      return
    }
    let (mode, alphas) = (form.mode, alphas)
    var samples = self.samples.mutableSpan
    switch mode {
    case .gray: for pixel in alphas.indices { samples[pixel] = alphas[pixel] ^ inversion }
    case .rgb:
      for pixel in alphas.indices {
        for channel in 0..<3 { samples[3 * pixel + channel] = (255 - alphas[pixel]) ^ inversion }
      }
    case .rgba:
      for pixel in alphas.indices {
        for channel in 0..<3 { samples[4 * pixel + channel] = alphas[pixel] > 0 ? inversion : 0 }
        samples[4 * pixel + 3] = alphas[pixel]
      }
    }
  }

  // MARK: Recordings

  /// Draws a drawing as `render` does.
  /// - Throws: `RecordFault` if the picture takes too much memory.
  mutating func draw(_ drawing: Drawing, isTimed: Bool, _ transform: Transform) throws(RecordFault) {
    let isOpaque = form.mode == .rgb && channels == nil
    let background = drawing.header?.background.map(Pixel.init) ?? .white
    let layout = CanvasLayout(
      width: form.width, height: form.height, transform: transform, background: isOpaque ? background : .clear)
    var renderer = FinishingRenderer(layout: layout)
    let picture: Picture
    do throws(RenderError) {
      picture = try renderer.finish(drawing)
    } catch {
      throw RecordFault(.tooLarge, error.description)
    }
    picture.copyRows(0..<form.height, into: &words)
    channels?.draw(Sketch(flattening: drawing, isTimed: isTimed), transform, nil, width: 1)
    guard channels != nil || form.mode == .gray else { return storeColors() }
    for (pixel, word) in words.enumerated() { alphas[pixel] = UInt8(word >> 24) }
    storeBlackInk()
  }

  /// Makes the samples of the pixels in `words`.
  private mutating func storeColors() {
    let count = form.samplesPerPixel
    for (index, word) in words.enumerated() {
      // Clear pixels stay clear black.
      let word = form.inverts && word >> 24 > 0 ? word ^ 0xFF_FFFF : word
      for channel in 0..<count {
        samples[index * count + channel] = UInt8(truncatingIfNeeded: word >> (8 * UInt32(channel)))
      }
    }
  }
}
