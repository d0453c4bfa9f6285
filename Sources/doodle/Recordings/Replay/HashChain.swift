import DoodleKit

/// What a log's picture was like after each of its strokes: a hash that each stroke continues.
///
/// The first link stands for the paper; each other one for the link before it and all tiles that the log has changed
/// until a touch ended, or the drawing.
struct HashChain: Hashable, Sendable {
  /// So many hexadecimal digits of SHA-256 are kept of a link.
  static let digits = 8

  var links: [String]

  init(links: [String]) {
    self.links = links
  }

  /// A log's strokes as the links count them.
  struct Stroke: Hashable {
    /// From 1.
    var number: Int
    /// Where it begins and where the link ends, from 1.
    var firstLine: Int
    var lastLine: Int
    /// The step with which it ends.
    var lastStep: Int
  }

  init(_ tape: ReplayTape) throws(RenderError) {
    var cursor = ReplayCursor(tape)
    _ = try cursor.advance(to: 0)
    let paper = cursor.picture
    var hash = SHA256()
    hash.update(Array("\(paper.width)x\(paper.height) \(paper.background.word)\n".utf8).span)
    if let backdrop = paper.backdrop { hash.update(littleEndian: backdrop.pixels.span) }
    var last = hash.finalized()
    links = [String(last.prefix(Self.digits))]
    var pixels: [UInt32] = []
    let ends = Self.strokes(of: tape).map { $0.lastStep } + [ReplayCursor.stepCount(tape)]
    for end in ends {
      let changed = try cursor.advance(to: end)
      let picture = cursor.picture
      hash = SHA256()
      hash.update(Array(last.utf8).span)
      for tile in changed.sorted() {
        hash.update(Array("\n\(tile.column),\(tile.row)\n".utf8).span)
        let area = picture.copyPixels(of: tile, into: &pixels)
        hash.update(littleEndian: pixels.span.extracting(first: area.width * area.height))
      }
      last = hash.finalized()
      links.append(String(last.prefix(Self.digits)))
    }
  }

  /// The strokes in the order of their ends; a step with which several end counts as one.
  static func strokes(of tape: ReplayTape) -> [Stroke] {
    var cursor = ReplayCursor(tape)
    var begun: [Int] = []
    var open: Set<Int> = []
    var result: [Stroke] = []
    for step in tape.steps.indices {
      cursor.skip(to: step + 1)
      let drawing = cursor.drawing
      while begun.count < drawing.strokes.count {
        open.insert(begun.count)
        begun.append(tape.line(ofStep: step))
      }
      let ended = open.filter { drawing.strokes[StrokeIndex($0)].state != .active }
      guard let first = ended.min() else { continue }
      open.subtract(ended)
      result.append(
        Stroke(
          number: result.count + 1, firstLine: begun[first], lastLine: tape.line(ofStep: step), lastStep: step + 1))
    }
    return result
  }

  /// The first stroke after which this chain is not as `other` was.
  ///
  /// - Parameter tape: The log of this chain.
  /// - Returns: nil where the chains are the same. Stroke 0 stands for the paper.
  func firstDeparture(from other: HashChain, _ tape: ReplayTape) -> Stroke? {
    let common = zip(links, other.links).prefix { $0 == $1 }.count
    guard common < links.count || common < other.links.count else { return nil }
    guard common > 0 else { return Stroke(number: 0, firstLine: 1, lastLine: 1, lastStep: 0) }
    let strokes = Self.strokes(of: tape)
    if common <= strokes.count { return strokes[common - 1] }
    let end = ReplayCursor.stepCount(tape)
    let line = tape.line(ofStep: end)
    return Stroke(number: strokes.count + 1, firstLine: line, lastLine: line, lastStep: end)
  }
}
