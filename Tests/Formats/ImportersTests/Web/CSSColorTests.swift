import TouchLog
import Testing

@testable import ImportCore

struct CSSColorTests {
  @Test(arguments: [
    ("black", "#000000"), (" Rebeccapurple ", "#663399"), ("#abc", "#aabbcc"), ("#11223380", "#11223380"),
    ("transparent", "#00000000"), ("rgb(1, 2, 3)", "#010203"), ("rgb(1,2,3)", "#010203"), ("RGB(1 2 3)", "#010203"),
    ("rgba(255,0,128,0.5)", "#ff008080"), ("rgb(10% 20% 100% / 50%)", "#1a33ff80"), ("rgb(300, -5, 2.4)", "#ff0002"),
    ("hsl(0, 100%, 50%)", "#ff0000"), ("hsl(120deg 100% 25%)", "#008000"), ("hsla(-120, 100%, 50%, 0)", "#0000ff00"),
    ("hsl(210, 65%, 20%)", "#123354"), ("hsl(720,0%,100%)", "#ffffff"),
  ]) func `colors of web pages are read`(text: String, expected: String) throws {
    #expect(try #require(Color(css: text)).description == expected)
  }

  @Test(arguments: [
    "", "#12", "reddish", "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(1,2,nan)", "rgb(1,2,inf)", "rgb(1,2,0x3)", "lab(1 2 3)",
    "rgb(", "rgb)", "(1,2,3)", "rgb(1,2,3", "rgb(1,2,1e999)",
  ]) func `other texts are none`(text: String) {
    #expect(Color(css: text) == nil)
  }
}
