import Geometry
import Lettering
import TouchLog

extension Drawing {
  /// A word of a text, where it is drawn.
  package struct Word {
    package var text: String
    /// The lower corners of its ink, in points: about its baseline.
    package var left: Point
    package var right: Point
    /// The size of its font, in points.
    package var size: Double
  }

  /// The words of all texts that are present.
  package var words: [Word] {
    presentElements.flatMap { index -> [Word] in
      guard case .text(let text) = elements[index].content else { return [] }
      let similarity = placement(of: index)?.similarity
      return text.words.map { word in
        var word = word
        if let similarity {
          (word.left, word.right) = (similarity.apply(word.left), similarity.apply(word.right))
          word.size *= similarity.scale
        }
        return word
      }
    }
  }
}

extension TextElement {
  /// The words, before the text is moved by its placement.
  fileprivate var words: [Drawing.Word] {
    var words: [Drawing.Word] = []
    var last = -2
    /// The right end of the line so far.
    var end = -Double.infinity
    let characters = Array(text)
    let strokes = ink.map { ink in
      (character: ink.character, box: ink.cones.reduce(into: Rect.empty) { $0.formUnion($1.bounds) })
    }
    let letters = strokes + outlines.map { (character: $0.character, box: $0.bounds) }
    for (character, box) in letters.sorted(by: { $0.character < $1.character })
    where characters.indices.contains(character) && !box.isEmpty {
      // Lines of ideographs end without a space.
      if words.isEmpty || character > last + 1 || box.maxX <= end {
        words.append(
          Drawing.Word(text: "", left: Point(box.minX, box.maxY), right: Point(box.maxX, box.maxY), size: look.size))
      }
      let word = words.count - 1
      if character != last || words[word].text.isEmpty { words[word].text.append(characters[character]) }
      words[word].right.x = Swift.max(words[word].right.x, box.maxX)
      let bottom = Swift.max(words[word].left.y, box.maxY)
      (words[word].left.y, words[word].right.y) = (bottom, bottom)
      (last, end) = (character, box.minX)
    }
    return words
  }
}
