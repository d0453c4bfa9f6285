import DoodleKit

/// Where two pictures differ.
struct PictureDifference: CustomStringConvertible {
  private enum Kind {
    case sizes(golden: String, actual: String)
    case pixels(count: Int, of: Int, first: String)
  }

  private let kind: Kind

  /// Nil where they are the same, pixel by pixel.
  init?(golden: Bitmap, actual: Bitmap) {
    guard golden.width == actual.width, golden.height == actual.height else {
      kind = .sizes(golden: "\(golden.width)x\(golden.height)", actual: "\(actual.width)x\(actual.height)")
      return
    }
    let differing = golden.pixels.indices.filter { golden.pixels[$0] != actual.pixels[$0] }
    guard let first = differing.first else { return nil }
    let (y, x) = first.quotientAndRemainder(dividingBy: golden.width)
    kind = .pixels(
      count: differing.count, of: golden.pixels.count,
      first: "(\(x), \(y)), \(Self.text(golden[x, y])) in the golden and now \(Self.text(actual[x, y]))")
  }

  var description: String {
    switch kind {
    case .sizes(let golden, let actual): "the golden has \(golden) pixels, the picture now \(actual)"
    case .pixels(let count, let all, let first): "\(count) of \(all) pixels differ, the first at \(first)"
    }
  }

  private static func text(_ pixel: Pixel) -> String {
    "rgba(\(pixel.red), \(pixel.green), \(pixel.blue), \(pixel.alpha))"
  }
}
