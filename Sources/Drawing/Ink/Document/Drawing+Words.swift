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
    var boxes: [Int: Rect] = [:]
    for stroke in ink {
      for cone in stroke.cones { boxes[stroke.character, default: .empty].formUnion(cone.bounds) }
    }
    for letter in outlines { boxes[letter.character, default: .empty].formUnion(letter.bounds) }
    let characters = Array(text)
    var words: [Drawing.Word] = []
    /// The last letter and its left edge.
    var (last, left) = (-2, 0.0)
    for (character, box) in boxes.sorted(by: { $0.key < $1.key })
    where characters.indices.contains(character) && !box.isEmpty {
      // A line may end without a space.
      if character > last + 1 || box.maxX <= left {
        words.append(
          Drawing.Word(text: "", left: Point(box.minX, box.maxY), right: Point(box.maxX, box.maxY), size: look.size))
      }
      let word = words.count - 1
      words[word].text.append(characters[character])
      words[word].right.x = Swift.max(words[word].right.x, box.maxX)
      let bottom = Swift.max(words[word].left.y, box.maxY)
      (words[word].left.y, words[word].right.y) = (bottom, bottom)
      (last, left) = (character, box.minX)
    }
    return words
  }
}
