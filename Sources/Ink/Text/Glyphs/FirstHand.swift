extension GlyphSource {
  /// What the letters of `StrokeFont.Hand.first` have otherwise: a slash in the zero, and an a that is an o with a stem.
  static let firstHand = #"""
    0 W 54 M 20 71 X 0 35 Y 20 -1 X 40 35 Y 20 71 M 15 26 L 25 44
    a M 33 38 C 30 45 25 49 18 49 X 0 24 Y 18 -1 C 26 -1 31 4 33 12 M 33 48 L 33 0
    ą : a ogonek@33,0
    """#
}
