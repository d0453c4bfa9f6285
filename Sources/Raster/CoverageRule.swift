/// What several shapes of one stroke cover of a pixel that each covers in part.
public enum CoverageRule: Sendable {
  /// The largest of what they cover.
  case maximum
  /// What they cover together.
  case union
}
