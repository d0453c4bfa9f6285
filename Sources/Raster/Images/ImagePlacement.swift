public import Geometry

/// Where a picture lies on a canvas: an affine map from places in the picture, in its pixels from its top left corner,
/// to places on the canvas, in the canvas' pixels.
///
/// A place (x, y) of the picture goes to (a·x + c·y + tx, b·x + d·y + ty).
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

  /// Pixel on pixel, with the picture's top left corner at (`x`, `y`).
  public init(x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Upright, so that a picture of `width` by `height` pixels fills `box`, in the canvas' pixels.
  public init(width: Int, height: Int, in box: Rect) {
    self.init(
      a: box.width / Double(width), b: 0, c: 0, d: box.height / Double(height), tx: box.minX, ty: box.minY)
  }

  public func apply(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// The map back; nil where there is none, or none to reckon with: where a length becomes 10¹⁵ times as long or short.
  public var inverse: ImagePlacement? {
    let longest = 1e15
    let determinant = a * d - b * c
    let result = ImagePlacement(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    // No comparison with what is no number is true.
    let isModerate = [a, b, c, d, result.a, result.b, result.c, result.d].allSatisfy { Swift.abs($0) < longest }
    return isModerate && result.tx.isFinite && result.ty.isFinite ? result : nil
  }

  /// The box around a picture of `width` by `height` pixels.
  public func bounds(width: Int, height: Int) -> Rect {
    let (width, height) = (Double(width), Double(height))
    var box = Rect.empty
    for corner in [Point(0, 0), Point(width, 0), Point(0, height), Point(width, height)] { box.include(apply(corner)) }
    return box
  }

  /// Whether the picture's rows lie along the canvas' rows, perhaps flipped.
  var isUpright: Bool { b == 0 && c == 0 }

  /// The map from pixel to pixel, where each falls on one: where it shifts by whole pixels, flips and turns by right
  /// angles, and no more.
  var pixelSteps: PixelSteps? {
    let isUpright = b == 0 && c == 0 && Swift.abs(a) == 1 && Swift.abs(d) == 1
    let isTurned = a == 0 && d == 0 && Swift.abs(b) == 1 && Swift.abs(c) == 1
    guard isUpright || isTurned else { return nil }
    let middle = apply(Point(0.5, 0.5))
    guard let x = Int(exactly: middle.x - 0.5), let y = Int(exactly: middle.y - 0.5) else { return nil }
    return PixelSteps(right: (Int(a), Int(b)), down: (Int(c), Int(d)), origin: (x, y))
  }
}

/// Where pixels go that each fall on one pixel.
struct PixelSteps {
  /// From where a pixel goes to where the next one to the right does, and the next one below.
  let right: (x: Int, y: Int)
  let down: (x: Int, y: Int)
  /// Where pixel (0, 0) goes.
  let origin: (x: Int, y: Int)

  /// The steps back: a turn's rows are the columns of the turn back.
  var inverse: PixelSteps {
    PixelSteps(
      right: (right.x, down.x), down: (right.y, down.y),
      origin: (-(right.x * origin.x + right.y * origin.y), -(down.x * origin.x + down.y * origin.y)))
  }
}
