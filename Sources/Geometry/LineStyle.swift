/// How a line ends (SVG 2, 13.5.4).
public enum LineCap: String, Hashable, Sendable, CaseIterable {
  case butt, round, square
}

/// How two lines meet (SVG 2, 13.5.5).
public enum LineJoin: String, Hashable, Sendable, CaseIterable {
  case miter, round, bevel
}
