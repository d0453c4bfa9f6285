import DoodleKit

/// How the pictures differ that a program draws of one recording in several runs.
struct RepeatedRuns: Hashable, Sendable {
  /// The number of runs, and of different pictures.
  var count: Int
  var pictureCount = 1
  /// Either of them is the smallest that makes all the same: so many levels, or so many pixels. Nil if some pictures have
  /// other sizes.
  var maxDelta: Int? = 0
  var maxPixels: Int? = 0

  /// What is said of pictures that differ; nil if they are all the same.
  var wording: String? {
    if pictureCount == 1 { return nil }
    let found = "\(count) runs drew \(pictureCount) pictures"
    guard let maxDelta, let maxPixels else { return "\(found), of several sizes" }
    return "\(found), which a rule with max_delta \(maxDelta) or max_pixels \(maxPixels) would allow"
  }

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "count", value: .integer(count)), .init(name: "pictures", value: .integer(pictureCount)),
    ]
    if let maxDelta { members.append(.init(name: "max_delta", value: .integer(maxDelta))) }
    if let maxPixels { members.append(.init(name: "max_pixels", value: .integer(maxPixels))) }
    return .object(members)
  }

  /// Reads what `json` writes.
  init?(_ json: JSON) {
    guard let count = json["count"]?.whole, let pictureCount = json["pictures"]?.whole else { return nil }
    (self.count, self.pictureCount) = (count, pictureCount)
    (maxDelta, maxPixels) = (json["max_delta"]?.whole, json["max_pixels"]?.whole)
  }

  /// - Parameters:
  ///   - pictures: One for each run.
  ///   - expected: The golden. If one of the runs drew it, the others are compared with it, else with the first.
  init(of pictures: [PicturePairs.Picture], expected: PicturePairs.Picture?, by checker: Checker) throws(CommandError) {
    count = pictures.count
    var different = [pictures[0]]
    for picture in pictures.dropFirst() where try !checker.arePixelsEqual(picture, toOneOf: different) {
      different.append(picture)
    }
    pictureCount = different.count
    guard pictureCount > 1 else { return }
    var reference = different[0]
    if let expected, try checker.arePixelsEqual(expected, toOneOf: different) { reference = expected }
    for picture in different {
      let comparison = try checker.comparison(reference, picture, by: ComparisonRule())
      guard let difference = comparison.difference else {
        (maxDelta, maxPixels) = (nil, nil)
        return
      }
      let unit = difference.bitDepth == 16 ? 257 : 1
      maxDelta = max(maxDelta ?? 0, (difference.largestDelta.max() + unit - 1) / unit)
      maxPixels = max(maxPixels ?? 0, difference.count)
    }
  }
}

extension Checker {
  fileprivate func arePixelsEqual(
    _ picture: PicturePairs.Picture, toOneOf others: [PicturePairs.Picture]
  ) throws(CommandError) -> Bool {
    for other in others where try comparison(other, picture, by: ComparisonRule()).isSame { return true }
    return false
  }
}
