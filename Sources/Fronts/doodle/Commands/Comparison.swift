import DoodleKit

/// A comparison of two pictures, each a log or a PNG.
struct Comparison {
  /// One of the pictures: its name in messages, and its size in pixels.
  struct Side: Hashable {
    var name: String
    var width: Int
    var height: Int

    /// The width and the height.
    var sides: [Int] { [width, height] }
  }

  let rule: ComparisonRule
  let first: Side
  let second: Side
  /// nil if the sizes differ.
  private(set) var difference: PictureDifference?
  /// The drawings of the sides that are logs.
  private(set) var drawn: [DrawnLog] = []
  /// The pixels that differ; empty if neither side is a log.
  private(set) var runs: [PixelRun] = []
  /// The picture of the difference, completely written but not yet committed.
  private var picture: OutputFile?

  var isSame: Bool { difference?.passes(rule) ?? false }

  /// - Parameters:
  ///   - other: A log whose ink owns the pixels that differ, beside the pictures that are logs.
  ///   - output: The file for a picture of the difference. `commit` puts it in place, unless the sizes differ.
  /// - Throws: `CommandError` if either picture is damaged, or if the output cannot be written.
  init(
    _ first: PictureInput, named firstName: String, _ second: PictureInput, named secondName: String,
    on other: DrawnLog? = nil, by rule: ComparisonRule, isAhead: Bool, output: OutputFile? = nil
  ) throws(CommandError) {
    self.rule = rule
    let (a, b) = (first.rows(isAhead: isAhead), second.rows(isAhead: isAhead))
    self.first = Side(name: firstName, width: a.width, height: a.height)
    self.second = Side(name: secondName, width: b.width, height: b.height)
    drawn = [first.drawn, second.drawn, other].compactMap { $0 }
    do throws(ImageError) {
      if a.width == b.width, a.height == b.height {
        difference = try compare(a, b, output)
      } else {
        try PictureComparator.verify(a, b)
      }
    } catch {
      if let failure = a.failure { throw CommandError(failure, of: firstName) }
      if let failure = b.failure { throw CommandError(failure, of: secondName) }
      throw CommandError(error, of: "")
    }
  }

  private mutating func compare(
    _ a: RowStream, _ b: RowStream, _ output: OutputFile?
  ) throws(ImageError) -> PictureDifference {
    let (keepsRuns, rule) = (!drawn.isEmpty, self.rule)
    guard keepsRuns || output != nil else { return try PictureComparator.difference(a, b, by: rule) }
    var runs: [PixelRun] = []
    var file = output
    var writer = try output.map { _ throws(ImageError) in try PNGRowWriter(width: a.width, height: a.height) }
    let difference = try PictureComparator.difference(a, b, by: rule) { rows throws(ImageError) in
      if keepsRuns { runs += rows.different }
      guard file != nil, !rows.rows.isEmpty else { return }
      try writer?.write(DifferencePainter.paint(rows, by: rule, width: a.width), to: &file!)
    }
    if file != nil { try writer?.end(to: &file!) }
    picture = file
    self.runs = runs
    return difference
  }

  /// Puts the picture of the difference in place, if there is one.
  func commit() throws(FileError) { try picture?.commit() }

  /// The elements that own the differing pixels, the largest share first.
  /// - Parameter threads: The most threads to look for them on.
  func owners(threads: Int = 1) -> [Owner] {
    guard !runs.isEmpty else { return [] }
    let drawings = drawn.map { InkOwners(of: $0.drawing, layout: $0.layout) }
    return InkOwners.shares(of: runs, in: drawings, threads: threads).map { share in
      guard let owner = share.owner else { return Owner(count: share.count) }
      let drawing = drawn[owner.drawing].drawing
      let element = drawing.elements[owner.element]
      return Owner(
        count: share.count, drawing: owner.drawing, element: owner.element, id: element.id,
        kind: drawing.kind(of: element))
    }
  }

  /// An element and the number of differing pixels that it owns. Without an element: the pixels that none covers.
  struct Owner {
    var count: Int
    /// The index in `drawn`, and the element's index in that drawing.
    var drawing: Int?
    var element: ElementIndex?
    var id: String?
    var kind: String?
    /// The file and line in which the element begins.
    var file: String?
    var line: Int?

    /// Such as "e3, pen"; "no element" if there is none.
    var name: String {
      if let id, let kind { "\(id), \(kind)" } else { "no element" }
    }
  }
}
