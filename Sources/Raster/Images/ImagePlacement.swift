public import Geometry

/// An affine transform that places an image on a canvas: from positions in the image, in its pixels from its top left
/// corner, to positions on the canvas, in the canvas' pixels.
///
///     (x, y)  ->  (a · x + c · y + tx, b · x + d · y + ty)
public struct ImagePlacement: Hashable, Sendable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Places pixel on pixel, with the image's top left corner at (`x`, `y`).
  public init(x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Places an image of `width` by `height` pixels upright, so that it fills `box`, in pixels of the canvas.
  public init(width: Int, height: Int, in box: Rect) {
    self.init(
      a: box.width / Double(width), b: 0, c: 0, d: box.height / Double(height), tx: box.minX, ty: box.minY)
  }

  /// The position on the canvas of a position in the image.
  public func apply(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// The inverse transform. Nil if there is none, or if a length becomes more than 10¹⁵ times as long or short, which
  /// is beyond the precision of Double.
  public var inverse: ImagePlacement? {
    let longest = 1e15
    let determinant = a * d - b * c
    let result = ImagePlacement(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    // Comparisons with an undefined number are false.
    let isModerate = [a, b, c, d, result.a, result.b, result.c, result.d].allSatisfy { Swift.abs($0) < longest }
    return isModerate && result.tx.isFinite && result.ty.isFinite ? result : nil
  }

  /// The bounds on the canvas of an image of `width` by `height` pixels.
  public func bounds(width: Int, height: Int) -> Rect {
    let (width, height) = (Double(width), Double(height))
    var box = Rect.empty
    for corner in [Point(0, 0), Point(width, 0), Point(0, height), Point(width, height)] { box.include(apply(corner)) }
    return box
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
    return PixelSteps(right: (Int(a), Int(b)), down: (Int(c), Int(d)), origin: (x, y))
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
