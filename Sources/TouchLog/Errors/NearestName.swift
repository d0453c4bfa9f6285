import JSON

/// The name that differs least from `text`, for "did you mean"; nil if none is similar.
///
/// A name is similar if at most a third of the letters, or one, must be inserted, removed, replaced or swapped with a
/// neighbor (optimal string alignment: Damerau, CACM 7(3), 1964).
package func nearestName(to text: String, among names: some Sequence<String>) -> String? {
  let letters = Array(text.lowercasedASCII.utf8.prefix(64))
  var nearest: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(letters, Array(name.utf8))
    if distance <= max(1, letters.count / 3), distance < nearest?.distance ?? .max { nearest = (name, distance) }
  }
  return nearest?.name
}

/// The text between an unknown name and the known names in a message: a question if one is similar.
package func suggestion(_ nearest: String?) -> String { nearest.map { "; did you mean \"\($0)\"?" } ?? ";" }

/// The optimal string alignment distance, row by row.
private func editDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
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
