/// The drawings of the built-in font: one line per glyph, in the language of `GlyphPath`. To add a glyph, add a line.
///
/// Proportions of the hand, in hundredths of the em: x-height 48, capitals 70, ascenders 74, descenders -22; round
/// shapes overshoot by 1. A drawing may start at any x: the spacing follows from its shape. Main strokes run downward,
/// because a pen that moves down draws slightly wider.
enum GlyphSource {
  /// All lines. Parts come before the glyphs that are composed of them.
  static let all = [
    smallLetters, capitals, figures, punctuation, marks, signs, smallFigures, letters, accentedCapitals,
    accentedSmallLetters,
  ]

  static let smallLetters = #"""
    a M 3 42 C 6 46.5 11 49 17 49 C 26 49 31 43.5 31 34 L 31 0 M 31 28 L 17 28 C 6 28 0 22.5 0 13.5 C 0 5 5.5 -1 13.5 -1 C 22 -1 29 4.5 31 13
    b M 0 74 L 0 0 M 0 12 C 2 4 8 -1 16 -1 X 34 24 Y 16 49 C 8 49 2 44 0 36
    c M 32 41 C 29 46 25 49 19 49 X 0 24 Y 19 -1 C 25 -1 30 2 33 8
    d M 33 38 C 30 45 25 49 18 49 X 0 24 Y 18 -1 C 26 -1 31 4 33 12 M 33 74 L 33 0
    e M 0.5 26 L 36 26 C 36 40 29.5 49 19 49 X 0 24 Y 20 -1 C 26.5 -1 31.5 2 35 8
    f M 26 73 C 24 74 22.5 74.5 20.5 74.5 X 10 62 L 10 0 M 0 48 L 23 48
    g M 33 38 C 30 45 25 49 18 49 X 0 24 Y 18 -1 C 26 -1 31 4 33 12 M 33 48 L 33 -7 Y 17 -23 C 11 -23 6 -21 2 -17
    h M 0 74 L 0 0 M 0 31 C 1.5 42 8.5 49 17.5 49 X 32 33 L 32 0
    ı M 0 48 L 0 0
    i M 0 48 L 0 0 M 0 66
    ȷ M 9 48 L 9 -11 Y -1 -22.5 C -3 -22.5 -5 -22 -6.5 -21.2
    j M 9 48 L 9 -11 Y -1 -22.5 C -3 -22.5 -5 -22 -6.5 -21.2 M 9 66
    k M 0 74 L 0 0 M 28 48 L 0 19 M 9.5 29 L 30 0
    l M 0 74 L 0 10 C 0 3 3 -0.5 8 -0.5 C 10 -0.5 11.5 0 13 0.5
    m M 0 48 L 0 0 M 0 31 C 1.5 42 7.5 49 15.5 49 X 28 34 L 28 0 M 28 31 C 29.5 42 35.5 49 43.5 49 X 56 34 L 56 0
    n M 0 48 L 0 0 M 0 31 C 1.5 42 8.5 49 17.5 49 X 32 33 L 32 0
    o M 19 49 X 0 24 Y 19 -1 X 38 24 Y 19 49
    p M 0 48 L 0 -22 M 0 12 C 2 4 8 -1 16 -1 X 34 24 Y 16 49 C 8 49 2 44 0 36
    q M 33 38 C 30 45 25 49 18 49 X 0 24 Y 18 -1 C 26 -1 31 4 33 12 M 33 48 L 33 -13 C 33 -19.5 36 -22.5 40 -22.5 C 42 -22.5 43.5 -22 45 -21.5
    r M 0 48 L 0 0 M 0 29 C 1.5 41 7 49 16 49 C 18.5 49 20.5 48.7 22.5 48
    s M 26.5 42.5 C 24 46.5 20 49 14.5 49 C 7 49 1.5 44.5 1.5 37.5 C 1.5 22.5 29 28.5 29 12.5 C 29 4.5 23 -1 14.5 -1 C 8 -1 3 2 0 7
    t M 10 65 L 10 12 C 10 4 14 -1 20 -1 C 23 -1 25.5 -0.3 28 1 M 0 48 L 25 48
    u M 0 48 L 0 15 Y 14.5 -1 C 23.5 -1 30.5 6 32 17 M 32 48 L 32 0
    v M 0 48 L 17 0 L 34 48
    w M 0 48 L 13.5 0 L 27 46 L 40.5 0 L 54 48
    x M 1 48 L 33 0 M 32 48 L 0 0
    y M 0 48 L 18 0 M 35 48 L 16 -8 C 12.5 -18 8.5 -22.5 2 -22.5
    z M 2 48 L 32 48 L 0 0 L 33 0
    """#

  static let capitals = #"""
    A M 0 0 L 27 70 L 54 0 M 9 23 L 45 23
    B M 0 70 L 0 0 M 0 70 L 21 70 X 38 54 Y 21 38 L 0 38 M 21 38 X 42 19 Y 21 0 L 0 0
    C M 50 58 C 46 66 39 71 30 71 X 0 35 Y 30 -1 C 39 -1 47 4 51 12.5
    D M 0 70 L 0 0 M 0 70 L 18 70 C 39 70 50 56 50 35 C 50 14 39 0 18 0 L 0 0
    E M 37 70 L 0 70 L 0 0 L 38 0 M 0 37 L 32 37
    F M 37 70 L 0 70 L 0 0 M 0 36 L 31 36
    G M 50 58 C 46 66 39 71 30 71 X 0 35 Y 30 -1 C 42 -1 52 8 52 22 L 52 32 L 33 32
    H M 0 70 L 0 0 M 46 70 L 46 0 M 0 37 L 46 37
    I M 0 70 L 20 70 M 10 70 L 10 0 M 0 0 L 20 0
    J M 28 70 L 28 17 Y 13 -1 C 6.5 -1 2 2.5 0 8
    K M 0 70 L 0 0 M 41 70 L 0 27 M 14 42 L 44 0
    L M 0 70 L 0 0 L 36 0
    M M 0 0 L 0 70 L 28 18 L 56 70 L 56 0
    N M 0 0 L 0 70 L 46 0 L 46 70
    O M 30 71 X 0 35 Y 30 -1 X 60 35 Y 30 71
    P M 0 70 L 0 0 M 0 70 L 22 70 X 41 51.5 Y 22 33 L 0 33
    Q M 30 71 X 0 35 Y 30 -1 X 60 35 Y 30 71 M 37 19 L 58 -7
    R M 0 70 L 0 0 M 0 70 L 22 70 X 41 52 Y 22 34 L 0 34 M 21 34 L 43 0
    S M 41 60 C 38 67 32 71 23 71 C 11 71 2.5 64 2.5 53.5 C 2.5 30 45 42 45 18.5 C 45 7 36 -1 23.5 -1 C 12.5 -1 4 4 0 13
    T M 0 70 L 50 70 M 25 70 L 25 0
    U M 0 70 L 0 24 Y 23 -1 X 46 24 L 46 70
    V M 0 70 L 26 0 L 52 70
    W M 0 70 L 18 0 L 37 66 L 56 0 L 74 70
    X M 2 70 L 46 0 M 44 70 L 0 0
    Y M 0 70 L 24 34 L 48 70 M 24 34 L 24 0
    Z M 2 70 L 44 70 L 0 0 L 45 0
    """#

  /// All digits have the same advance, so that they align in columns.
  static let figures = #"""
    0 W 54 M 20 71 X 0 35 Y 20 -1 X 40 35 Y 20 71
    1 W 54 M 3 56 L 19 70 L 19 0 M 6 0 L 32 0
    2 W 54 M 1 55 C 2 65 9 71 19 71 C 30 71 37 64 37 54 C 37 38 20 24 0 0 L 39 0
    3 W 54 M 2 60 C 5 67 11 71 18 71 C 28 71 35 65 35 55 C 35 45 28 38.5 17 38.5 L 12 38.5 M 17 38.5 C 30 38.5 38 31 38 19.5 C 38 7 29 -1 18 -1 C 9 -1 3 4 0 11
    4 W 54 M 30 0 L 30 70 L 0 20 L 41 20
    5 W 54 M 35 70 L 6 70 L 3 39 C 8 43 13 44.5 18.5 44.5 C 30.5 44.5 38.5 36 38.5 22 C 38.5 8 30 -1 17.5 -1 C 9 -1 3 4 0 11
    6 W 54 M 30 70 C 12 58 0 42 0 22 Y 20 -1 X 40 21 Y 20 43 C 10 43 3 37 0 27
    7 W 54 M 0 70 L 39 70 L 12 0
    8 W 54 M 20 38 C 9 39.5 3 46 3 54.5 Y 20 71 X 37 54.5 C 37 46 31 39.5 20 38 C 8 36.5 0 29 0 18 Y 20 -1 X 40 18 C 40 29 32 36.5 20 38
    9 W 54 M 10 0 C 28 12 40 28 40 48 Y 20 71 X 0 49 Y 20 27 C 30 27 37 33 40 43
    """#

  /// The lines that `StrokeFont.Hand.first` replaces: a zero with a slash, and an `a` drawn as an o with a stem.
  static let firstHand = #"""
    0 W 54 M 20 71 X 0 35 Y 20 -1 X 40 35 Y 20 71 M 15 26 L 25 44
    a M 33 38 C 30 45 25 49 18 49 X 0 24 Y 18 -1 C 26 -1 31 4 33 12 M 33 48 L 33 0
    ą : a ogonek@33,0
    """#
}
