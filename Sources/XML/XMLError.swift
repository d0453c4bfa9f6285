/// Why a text is not XML, or exceeds a limit.
public enum XMLError: Error, Hashable, Sendable {
  /// Elements nest deeper than the limit.
  case nestedTooDeep(limit: Int)
}
