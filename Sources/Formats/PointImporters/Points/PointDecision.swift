import TouchLog

/// The line that says how the rows were divided.
extension PointStrokes {
  var decision: String {
    let dividers = [PointRole.device, .touch, .stroke, .phase, .pen, .end].compactMap { role in
      roles.fields[role].flatMap { roles.varies($0) ? rows.fields[$0].name.text : nil }
    }
    let unread = roles.unread
    let count = groups.count { !$0.stroke.points.isEmpty }
    var sentence: String
    if count == 1, rows.count > 200, dividers.isEmpty, !unread.isEmpty {
      sentence =
        "all \(grouped(rows.count)) rows are one stroke; a column such as stroke, action or pen would divide them"
    } else {
      let reasons = dividers + cuts
      sentence = counted(count, "stroke") + (reasons.isEmpty ? "" : " by \(list(reasons))")
    }
    if inks.count > 1 {
      let names = roles.samples.filter(roles.varies).map { rows.fields[$0].name.text }
      sentence = "\(counted(inks.count, "drawing"))\(names.isEmpty ? "" : " by \(list(names))"), " + sentence
    }
    if !unread.isEmpty {
      let rest = unread.count - Self.mostNames
      let names = unread.prefix(Self.mostNames).map { String($0.prefix(40)) }
      sentence += "; not read: " + names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
    if looksLikeOffsets { sentence += "; the points look like offsets, which the format stroke-3 reads" }
    return sentence
  }

  private static var mostNames: Int { 8 }

  private func list(_ names: [String]) -> String {
    names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")" }

  /// Whether the numbers of lists may be differences: the ends of strokes are marked, and numbers of both signs occur.
  private var looksLikeOffsets: Bool {
    guard let end = roles.fields[.end], rows.fields[end].position != nil, let x = roles[.x], let y = roles[.y] else {
      return false
    }
    return (x.values + y.values).contains { $0 < 0 } && offsets == nil
  }
}
