extension GlyphSource {
  /// Marks over and under small letters, around x = 0.
  static let marks = #"""
    grave M -5 70 L 4 59.5
    acute M 5 70 L -4 59.5
    circumflex M -9 60 L 0 70 L 9 60
    caron M -9 70 L 0 60 L 9 70
    tilde M -11 61 C -10 66 -8 68.5 -5 68.5 C 0 68.5 0 61.5 5 61.5 C 8 61.5 10 64 11 69
    diaeresis M -8 66 M 8 66
    double-acute M -3 70 L -10 60 M 9 70 L 2 60
    ring M 0 70 X -6 64 Y 0 58 X 6 64 Y 0 70
    macron M -10 64 L 10 64
    breve M -9 69 C -8 63 -5 60 0 60 C 5 60 8 63 9 69
    dot M 0 66
    cedilla M 1 0 L -1 -8 C 5 -7.5 9 -10 9 -14.5 C 9 -19.5 5 -22 -1 -22 C -3 -22 -5 -21.5 -6.5 -20.5
    ogonek M 0 0 C -5 -4 -7.5 -8.5 -7.5 -13 C -7.5 -18 -4 -21.5 1 -21.5 C 3 -21.5 5 -21 6 -20
    apostrophe M 4 74 C 4.5 69 3 65 0 61
    bar M -13 0 L 13 0
    turned-comma M -1 60 C -1.5 64.5 0 68.5 4 72
    comma M 1 -11 C 1.5 -15 0 -19 -4 -22
    """#
}
