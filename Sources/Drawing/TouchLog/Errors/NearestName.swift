import JSON

/// The name that differs least from `text`, for "did you mean"; nil if none is similar.
///
/// A name is similar if at most a third of the letters, or one, are typing errors.
/// - Parameter completes: Whether the rest of a name may be missing: a name that begins with `text` counts as one typing
///   error, and the letters are those of the name.
package func nearestName(
  to text: String, among names: some Sequence<String>, completes: Bool = false
) -> String? {
  let letters = Array(text.lowercasedASCII.utf8.prefix(64))
  var nearest: (name: String, errors: Int)?
  for name in names {
    let other = Array(name.lowercasedASCII.utf8)
    let isBeginning = completes && letters.count > 1 && other.starts(with: letters)
    let errors = isBeginning ? 1 : typingErrors(from: letters, to: other)
    let limit = min(max(1, (completes ? other : letters).count / 3), other.count - 1)
    if errors <= limit, errors < nearest?.errors ?? .max { nearest = (name, errors) }
  }
  return nearest?.name
}

/// The text between an unknown name and the known names in a message: a question if one is similar.
package func suggestion(_ nearest: String?) -> String { nearest.map { "; did you mean \"\($0)\"?" } ?? ";" }

/// The number of letters to insert, remove, replace or swap with a neighbor to turn one word into another.
///
/// The optimal string alignment distance (Damerau, CACM 7(3), 1964), row by row.
func typingErrors(from one: [UInt8], to other: [UInt8]) -> Int {
  var before: [Int] = []
  var last = Array(0...other.count)
  for row in one.indices {
    var next = [row + 1]
    for column in other.indices {
      let replacing = last[column] + (one[row] == other[column] ? 0 : 1)
      var least = min(replacing, last[column + 1] + 1, next[column] + 1)
      if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
        least = min(least, before[column - 1] + 1)
      }
      next.append(least)
    }
    (before, last) = (last, next)
  }
  return last[other.count]
}
