import Geometry

/// The placement of an image on a canvas: a map from positions in the image, in its pixels from its top left corner, to
/// positions on the canvas, in the canvas' pixels.
package typealias ImagePlacement = Affine

extension ImagePlacement {
  /// The inverse map. Nil if there is none, or if a length becomes more than 10¹⁵ times as long or short, which is
  /// beyond the precision of Double.
  var moderateInverse: ImagePlacement? {
    guard let inverse else { return nil }
    let longest = 1e15
    // Comparisons with an undefined number are false.
    let isModerate = [a, b, c, d, inverse.a, inverse.b, inverse.c, inverse.d].allSatisfy { Swift.abs($0) < longest }
    return isModerate ? inverse : nil
  }

  /// Whether the image's rows lie along the canvas' rows, possibly flipped.
  var isUpright: Bool { b == 0 && c == 0 }

  /// The map from pixel to pixel, if each pixel falls exactly on one: for shifts by whole pixels, flips and right
  /// angles.
  var pixelSteps: PixelSteps? {
    let isUpright = b == 0 && c == 0 && Swift.abs(a) == 1 && Swift.abs(d) == 1
    let isTurned = a == 0 && d == 0 && Swift.abs(b) == 1 && Swift.abs(c) == 1
    guard isUpright || isTurned else { return nil }
    let middle = apply(Point(0.5, 0.5))
    guard let x = Int(exactly: middle.x - 0.5), let y = Int(exactly: middle.y - 0.5) else { return nil }
    return PixelSteps(
      right: (Int(saturating: a), Int(saturating: b)), down: (Int(saturating: c), Int(saturating: d)), origin: (x, y))
  }
}

/// A map from pixels of an image to pixels of the canvas.
struct PixelSteps {
  /// The steps on the canvas to the next pixel to the right in the image, and to the next one below.
  let right: (x: Int, y: Int)
  let down: (x: Int, y: Int)
  /// The pixel of the canvas on which pixel (0, 0) falls.
  let origin: (x: Int, y: Int)

  /// The inverse map. Its matrix is the transpose, since the map only flips and turns by right angles.
  var inverse: PixelSteps {
    PixelSteps(
      right: (right.x, down.x), down: (right.y, down.y),
      origin: (-(right.x * origin.x + right.y * origin.y), -(down.x * origin.x + down.y * origin.y)))
  }
}
