/// What a mask's coverage does to the canvas.
public struct Paint: Hashable, Sendable {
  public enum Mode: Hashable, Sendable {
    /// Lays the colour over what is there (Porter & Duff 1984, source over).
    case over
    /// Lays the colour times that of the ink below, where there is ink, and the colour itself where there is none
    /// (W3C Compositing and Blending 1, multiply).
    case multiply
    /// Takes away what is there (destination out).
    case erase
  }

  /// The colour with the opacity of the whole stroke as its alpha.
  public var color: Pixel
  public var mode: Mode

  public init(color: Pixel, mode: Mode = .over) {
    self.color = color
    self.mode = mode
  }
}
