/// The name that was probably meant by `typed`: the one of the fewest typing errors, if these are few for its length.
func nearestName(to typed: String, in names: [String]) -> String? {
  guard typed.utf8.count <= 40 else { return nil }
  let ranked = names.map { name in
    (name: name, errors: typed.count > 1 && name.hasPrefix(typed) ? 1 : typingErrors(from: typed, to: name))
  }
  guard let best = ranked.min(by: { $0.errors < $1.errors }) else { return nil }
  return best.errors <= max(1, best.name.count / 3) && best.errors < best.name.count ? best.name : nil
}

/// The number of letters to insert, delete, change or swap with their neighbour to get from one word to another: the
/// optimal string alignment distance (Damerau 1964; Wagner & Fischer 1974 for the table).
func typingErrors(from first: String, to second: String) -> Int {
  let first = Array(first.lowercased())
  let second = Array(second.lowercased())
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for i in first.indices {
    var row = [i + 1]
    for j in second.indices {
      let isSame = first[i] == second[j]
      var errors = min(last[j] + (isSame ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
        errors = min(errors, beforeLast[j - 1] + 1)
      }
      row.append(errors)
    }
    beforeLast = last
    last = row
  }
  return last[second.count]
}
