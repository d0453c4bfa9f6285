import Testing

@testable import PDF

@Suite struct PDFWordsTests {
  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("1.5", "1.5"), ("אבג", "גבא"), ("אב12ג", "ג12בא"), ("אבabcג", "גabcבא"),
    ("(אב)", "(בא)"),
    ("xאבy", "xבאy"), ("א-ב", "ב-א"), ("٤٢", "٤٢"), ("ب٤٢", "٤٢ب"), ("שָׁלוֹם", "םוֹלשָׁ"),
  ])
  func `the characters of a word are in their order from left to right`(word: String, order: String) {
    #expect(String(PDFWords.visualOrder(word)) == order)
  }
}
