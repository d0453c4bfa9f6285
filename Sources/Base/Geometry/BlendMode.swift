/// How ink changes what lies below it.
///
/// All modes but `erase` cover the canvas by source over (Porter & Duff 1984). They differ in the color that ink has
/// where it lies on other ink (W3C Compositing and Blending Level 1).
package enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// The ink's own color.
  case over
  /// The product of both colors.
  case multiply
  /// The inverse of the product of the inverse colors.
  case screen
  /// The smaller value of each channel.
  case darken
  /// The larger value of each channel.
  case lighten
  /// Removes ink from the canvas (Porter & Duff 1984, destination out).
  case erase

  /// Whether the result depends on the color below.
  package var mixesColors: Bool { self != .over && self != .erase }
}
