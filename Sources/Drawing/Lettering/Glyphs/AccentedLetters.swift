extension GlyphSource {
  /// Marks above and below small letters, centered on x = 0.
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

  /// Letters of Latin-1 and Latin Extended-A that are not simply a letter with a mark centered above or below it.
  static let letters = #"""
    Æ M 0 0 L 33 70 L 72 70 M 37 70 L 37 0 L 73 0 M 15 32 L 67 32
    Ð M 0 70 L 0 0 M 0 70 L 18 70 C 39 70 50 56 50 35 C 50 14 39 0 18 0 L 0 0 M -10 36 L 20 36
    Ø M 30 71 X 0 35 Y 30 -1 X 60 35 Y 30 71 M 6 -4 L 54 74
    Þ M 0 70 L 0 0 M 0 56 L 22 56 X 41 36 Y 22 16 L 0 16
    ß M 0 0 L 0 56 C 0 67 7 74.5 17 74.5 C 26 74.5 32 69 32 61 C 32 51 20 49 20 40 C 20 30 38 29 38 13.5 C 38 5 32 -1 23 -1 C 18 -1 14 0.5 11 3
    æ M 3 43 C 7 47 11 49 16 49 C 25 49 30 43 30 33 L 30 18 C 29 7 23 -1 14 -1 C 6 -1 0 4.5 0 12.5 C 0 23 11 27 30 27.5 M 30 26 L 63 26 C 63 40 57 49 47.5 49 C 37 49 30 40 30 24 C 30 9 37 -1 48 -1 C 54.5 -1 59 2 62 8
    ð M 7 74 C 25 67 38 49 38 25 C 38 9 31 -1 19 -1 X 0 22 Y 19 45 C 28 45 34.5 40 37.5 31 M 14 54 L 34 67
    ø M 19 49 X 0 24 Y 19 -1 X 38 24 Y 19 49 M 3 -4 L 35 52
    þ M 0 74 L 0 -22 M 0 12 C 2 4 8 -1 16 -1 X 34 24 Y 16 49 C 8 49 2 44 0 36
    Œ M 74 70 L 40 70 L 27 70 C 9 70 0 56 0 35 C 0 14 9 0 27 0 L 75 0 M 40 70 L 40 0 M 40 37 L 68 37
    œ M 33 24 C 33 39 27 49 17 49 X 0 24 Y 17 -1 C 27 -1 33 9 33 24 M 33 26 L 66 26 C 66 40 60 49 50.5 49 C 40 49 33 40 33 24 C 33 9 40 -1 51 -1 C 57.5 -1 62 2 65 8
    Ł M 0 70 L 0 0 L 36 0 M -9 27 L 18 45
    ł M 0 74 L 0 10 C 0 3 3 -0.5 8 -0.5 C 10 -0.5 11.5 0 13 0.5 M -8 32 L 9 44
    Đ : Ð
    đ : d bar@30,62
    Ħ M 0 70 L 0 0 M 46 70 L 46 0 M 0 37 L 46 37 M -8 54 L 54 54
    ħ : h bar@2,62
    ĸ M 0 48 L 0 0 M 26 48 L 0 19 M 9.5 29 L 29 0
    Ŋ M 0 70 L 0 0 M 0 46 C 2 61 12 71 24 71 X 45 48 L 45 -6 Y 30 -22.5 C 27 -22.5 24.5 -22 22.5 -21
    ŋ M 0 48 L 0 0 M 0 31 C 1.5 42 8.5 49 17.5 49 X 32 33 L 32 -9 Y 20 -22.5 C 17.5 -22.5 15.5 -22 14 -21
    Ŧ : T bar@25,36
    ŧ : t bar@11,24
    ſ M 26 73 C 24 74 22.5 74.5 20.5 74.5 X 10 62 L 10 0 M 0 48 L 10 48
    Ĳ : I J@34,0
    ĳ : i j@14,0
    ŉ : n apostrophe@-16,0
    Ŀ : L ·@20,8
    ŀ : l ·@16,8
    Ą : A ogonek@54,0
    Ę : E ogonek@30,0
    Į : I ogonek@11,0
    Ų : U ogonek@25,0
    ą : a ogonek@31,0
    ę : e ogonek@24,0
    į : i ogonek@0,0
    ų : u ogonek@32,0
    Ľ : L apostrophe@18,-3
    ď : d apostrophe@44,0
    ľ : l apostrophe@11,0
    ť : t apostrophe@23,0
    """#

  /// Letters of Latin-1 and Latin Extended-A that are composed of a letter and a mark.
  static let accentedCapitals = """
    À : A grave
    Á : A acute
    Â : A circumflex
    Ã : A tilde
    Ä : A diaeresis
    Å : A ring
    Ç : C cedilla
    È : E grave
    É : E acute
    Ê : E circumflex
    Ë : E diaeresis
    Ì : I grave
    Í : I acute
    Î : I circumflex
    Ï : I diaeresis
    Ñ : N tilde
    Ò : O grave
    Ó : O acute
    Ô : O circumflex
    Õ : O tilde
    Ö : O diaeresis
    Ù : U grave
    Ú : U acute
    Û : U circumflex
    Ü : U diaeresis
    Ý : Y acute
    Ā : A macron
    Ă : A breve
    Ć : C acute
    Ĉ : C circumflex
    Ċ : C dot
    Č : C caron
    Ď : D caron
    Ē : E macron
    Ĕ : E breve
    Ė : E dot
    Ě : E caron
    Ĝ : G circumflex
    Ğ : G breve
    Ġ : G dot
    Ģ : G comma
    Ĥ : H circumflex
    Ĩ : I tilde
    Ī : I macron
    Ĭ : I breve
    İ : I dot
    Ĵ : J circumflex
    Ķ : K comma
    Ĺ : L acute
    Ļ : L comma
    Ń : N acute
    Ņ : N comma
    Ň : N caron
    Ō : O macron
    Ŏ : O breve
    Ő : O double-acute
    Ŕ : R acute
    Ŗ : R comma
    Ř : R caron
    Ś : S acute
    Ŝ : S circumflex
    Ş : S cedilla
    Š : S caron
    Ţ : T cedilla
    Ť : T caron
    Ũ : U tilde
    Ū : U macron
    Ŭ : U breve
    Ů : U ring
    Ű : U double-acute
    Ŵ : W circumflex
    Ŷ : Y circumflex
    Ÿ : Y diaeresis
    Ź : Z acute
    Ż : Z dot
    Ž : Z caron
    Ș : S comma
    Ț : T comma
    """

  static let accentedSmallLetters = """
    à : a grave
    á : a acute
    â : a circumflex
    ã : a tilde
    ä : a diaeresis
    å : a ring
    ç : c cedilla
    è : e grave
    é : e acute
    ê : e circumflex
    ë : e diaeresis
    ì : ı grave
    í : ı acute
    î : ı circumflex
    ï : ı diaeresis
    ñ : n tilde
    ò : o grave
    ó : o acute
    ô : o circumflex
    õ : o tilde
    ö : o diaeresis
    ù : u grave
    ú : u acute
    û : u circumflex
    ü : u diaeresis
    ý : y acute
    ÿ : y diaeresis
    ā : a macron
    ă : a breve
    ć : c acute
    ĉ : c circumflex
    ċ : c dot
    č : c caron
    ē : e macron
    ĕ : e breve
    ė : e dot
    ě : e caron
    ĝ : g circumflex
    ğ : g breve
    ġ : g dot
    ĥ : h circumflex
    ĩ : ı tilde
    ģ : g turned-comma
    ī : ı macron
    ĭ : ı breve
    ĵ : ȷ circumflex
    ķ : k comma
    ĺ : l acute@9,22
    ļ : l comma
    ń : n acute
    ņ : n comma
    ň : n caron
    ō : o macron
    ŏ : o breve
    ő : o double-acute
    ŕ : r acute
    ŗ : r comma
    ř : r caron
    ś : s acute
    ŝ : s circumflex
    ş : s cedilla
    š : s caron
    ţ : t cedilla
    ũ : u tilde
    ū : u macron
    ŭ : u breve
    ů : u ring
    ű : u double-acute
    ŵ : w circumflex
    ŷ : y circumflex
    ź : z acute
    ż : z dot
    ž : z caron
    ș : s comma
    ț : t comma
    """
}
