/// What is known of the colours in all frames of a film before the first one is there.
public enum FrameColors: Hashable, Sendable {
  /// None but these words of `Pixel`.
  case these([UInt32])
  case greys(isOpaque: Bool)
  case any(isOpaque: Bool)

  /// These and the clear one.
  var withClear: FrameColors {
    switch self {
    case .these(let colors): .these(colors.contains(0) ? colors : colors + [0])
    case .greys: .greys(isOpaque: false)
    case .any: .any(isOpaque: false)
    }
  }

  /// The smallest format that holds all of them, for frames of this size.
  func format(width: Int, height: Int) -> PixelFormat {
    switch self {
    case .these(let colors):
      var census = ColorCensus()
      census.add(colors)
      return census.format(width: width, height: height)
    case .greys(let isOpaque): return isOpaque ? .grey(bits: 8) : .greyAlpha
    case .any(let isOpaque): return isOpaque ? .rgb : .rgba
    }
  }
}
