// Texts in texts. Swift's library for patterns, a megabyte of machine code in the command, is linked by one use of its
// functions of this kind.

extension StringProtocol {
  /// The places of a text that is not empty, from the left, without overlaps.
  package func places(of text: String) -> [Range<String.Index>] {
    var places: [Range<String.Index>] = []
    var start = utf8.startIndex
    while start < utf8.endIndex {
      if utf8[start...].starts(with: text.utf8) {
        let end = utf8.index(start, offsetBy: text.utf8.count)
        places.append(start..<end)
        start = end
      } else {
        start = utf8.index(after: start)
      }
    }
    return places
  }

  package func has(_ text: String) -> Bool { !places(of: text).isEmpty }

  /// The text with another in all places of one that is not empty.
  package func exchanging(_ text: String, for other: String) -> String {
    var result = ""
    var start = startIndex
    for place in places(of: text) {
      result += self[start..<place.lowerBound] + other
      start = place.upperBound
    }
    return result + self[start...]
  }
}
