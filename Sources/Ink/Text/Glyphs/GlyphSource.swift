/// The drawings of the project's own letters, a line each, in the language of `GlyphPath`; parts stand before what is
/// made of them. To draw another letter, add a line.
///
/// Rules of the hand: x-height 48, capitals 70, ascenders 74, descenders -22, all in hundredths of the em; what is
/// round goes 1 beyond. A letter may begin at any x: the space at its sides follows from its shape. Main strokes go
/// down, since a pen that goes down draws a little wider.
enum GlyphSource {
  static let all = [
    smallLetters, capitals, figures, punctuation, marks, signs, smallFigures, letters, accentedCapitals,
    accentedSmallLetters,
  ]
}
