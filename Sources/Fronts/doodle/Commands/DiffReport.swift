import DoodleKit

/// The report of `doodle diff` on two pictures.
struct DiffReport {
  let comparison: Comparison
  var owners: [Comparison.Owner] = []
  /// The first event after which the pictures differ, as the file and line in each log.
  var firstEvent: [(file: String, line: Int)] = []

  /// The largest number of regions and of elements that the text lists.
  private static let listed = 8

  private var first: Comparison.Side { comparison.first }
  private var second: Comparison.Side { comparison.second }

  // MARK: Text

  var text: String {
    let names = "\(printable(shownName(first.name))) and \(printable(shownName(second.name)))"
    let rule = "rule: \(comparison.rule.wording)\n"
    guard let difference = comparison.difference else {
      return rule + "\(names): the sizes differ: \(first.width)x\(first.height) and \(second.width)x\(second.height)\n"
    }
    guard difference.count > 0 else {
      return rule + "\(names): the same\(Self.smoothed(difference))\n" + delta(difference)
    }
    let all = difference.width * difference.height
    var text = rule + "\(names): \(difference.count) of \(counted(all, "pixel")) "
    text += difference.count == 1 ? "differs" : "differ"
    text += comparison.isSame ? ", which the rule allows" : ""
    text += Self.smoothed(difference) + "\n" + delta(difference)
    if let bounds = difference.bounds { text += "  bounds: \(Self.wording(bounds))\n" }
    if let place = difference.firstDifference {
      let values = [place.first, place.second].map { Self.hexadecimal($0, difference.bitDepth) }
      text += "  first pixel: \(place.x),\(place.y): \(values[0]) and \(values[1])\n"
    }
    text += "  \(counted(difference.regionCount, "region")):\n"
    for region in difference.regions.prefix(Self.listed) {
      text += "    \(counted(region.count, "pixel")) in \(Self.wording(region.bounds))\n"
    }
    if difference.regionCount > Self.listed { text += "    and \(difference.regionCount - Self.listed) more\n" }
    return text + ownersText(difference.count) + eventText
  }

  private static func smoothed(_ difference: PictureDifference) -> String {
    let count = difference.antialiasedCount
    return count == 0 ? "" : ", \(counted(count, "antialiased pixel")) left out"
  }

  private func delta(_ difference: PictureDifference) -> String {
    let delta = difference.largestDelta
    guard delta != SIMD4(repeating: 0) else { return "" }
    let most = difference.bitDepth == 16 ? 65_535 : 255
    return "  largest delta: red \(delta.x), green \(delta.y), blue \(delta.z), alpha \(delta.w) of \(most)\n"
  }

  private func ownersText(_ total: Int) -> String {
    var text = ""
    for owner in owners.prefix(Self.listed) {
      text += "  \(Self.share(owner.count, total)) of them: "
      text += printable(owner.name)
      if let file = owner.file, let line = owner.line { text += ", from \(printable(file)):\(line):1" }
      text += "\n"
    }
    if owners.count > Self.listed {
      text += "  and \(counted(owners.count - Self.listed, "more element", "more elements"))\n"
    }
    return text
  }

  private var eventText: String {
    guard !firstEvent.isEmpty else { return "" }
    return "  first event that differs: "
      + firstEvent.map { "\(printable($0.file)):\($0.line):1" }.joined(separator: " and ") + "\n"
  }

  static func wording(_ box: PixelRect) -> String { "\(box.minX),\(box.minY) \(box.width)x\(box.height)" }

  /// The share in percent, to one decimal.
  static func share(_ count: Int, _ total: Int) -> String {
    let tenths = (count * 1000 + total / 2) / max(1, total)
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// "#" and the channels, with two or four hexadecimal digits each.
  static func hexadecimal(_ channels: SIMD4<Int>, _ bitDepth: Int) -> String {
    let digits = bitDepth / 4
    return "#"
      + (0..<4).map { index in
        let text = String(channels[index], radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
      }.joined()
  }

  // MARK: JSON

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "a", value: .string(first.name)), .init(name: "b", value: .string(second.name)),
      .init(name: "same", value: .bool(comparison.isSame)), .init(name: "rule", value: comparison.rule.json),
      .init(name: "sizes", value: [size(first), size(second)]),
    ]
    if let difference = comparison.difference {
      members += Self.members(difference)
      members.append(
        .init(name: "elements", value: .array(owners.map { owner in Self.json(owner, difference.count) })))
    }
    let events = firstEvent.map { event -> JSON in ["file": .string(event.file), "line": .integer(event.line)] }
    members.append(.init(name: "first_event", value: events.isEmpty ? .null : .array(events)))
    return .object(members)
  }

  private func size(_ side: Comparison.Side) -> JSON { [.integer(side.width), .integer(side.height)] }

  static func members(_ difference: PictureDifference) -> [JSON.Member] {
    func values(_ channels: SIMD4<Int>) -> JSON { .array((0..<4).map { .integer(channels[$0]) }) }
    let place = difference.firstDifference.map { place -> JSON in
      [
        "x": .integer(place.x), "y": .integer(place.y), "a": values(place.first), "b": values(place.second),
      ]
    }
    return [
      .init(name: "bit_depth", value: .integer(difference.bitDepth)),
      .init(name: "pixels", value: .integer(difference.width * difference.height)),
      .init(name: "different_pixels", value: .integer(difference.count)),
      .init(name: "antialiased_pixels", value: .integer(difference.antialiasedCount)),
      .init(name: "largest_delta", value: values(difference.largestDelta)),
      .init(name: "bounds", value: difference.bounds.map(JSON.box) ?? .null),
      .init(name: "first_pixel", value: place ?? .null),
      .init(name: "region_count", value: .integer(difference.regionCount)),
      .init(
        name: "regions",
        value: .array(difference.regions.map { ["pixels": .integer($0.count), "bounds": .box($0.bounds)] })),
    ]
  }

  static func json(_ owner: Comparison.Owner, _ total: Int) -> JSON {
    [
      "id": owner.id.map { .string($0) } ?? .null, "kind": owner.kind.map { .string($0) } ?? .null,
      "pixels": .integer(owner.count), "share": .number(Double(owner.count) / Double(max(1, total))),
      "file": owner.file.map { .string($0) } ?? .null, "line": owner.line.map { .integer($0) } ?? .null,
    ]
  }
}
