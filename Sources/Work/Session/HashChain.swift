import Compare
import Ink
import Raster
import Rendering

/// Hashes of a recording's picture after each stroke. Comparing two chains finds the first stroke after which two
/// pictures differ.
///
/// The first link is a hash of the background. Each other link is a hash of the previous link and of all tiles that
/// changed up to the end of the next stroke. The last link covers the rest of the drawing.
package struct HashChain: Hashable, Sendable {
  /// The number of hexadecimal digits of SHA-256 that a link keeps.
  private static let digits = 8

  /// The links as hexadecimal digits: that of the background, one per stroke, and that of the rest of the drawing.
  package let links: [String]

  package init(links: [String]) {
    self.links = links
  }

  /// The stroke of a link.
  package struct Stroke: Hashable, Sendable {
    /// The stroke's number from 1; 0 stands for the background.
    package var number: Int
    /// The lines of its first and last events, from 1.
    package var firstLine: Int
    package var lastLine: Int
    /// The step that ends the stroke.
    var lastStep: Int
  }

  /// Plays a recording and hashes its picture after each stroke.
  /// - Throws: `RenderError` if its ink takes too much memory.
  package init(_ recording: Recording) throws(RenderError) {
    var replay = PictureReplay(recording)
    _ = try replay.advance(toStep: 0)
    let paper = replay.picture
    var hash = SHA256()
    hash.update(Array("\(paper.width)x\(paper.height) \(paper.background.word)\n".utf8).span)
    if let backdrop = paper.backdrop { hash.update(littleEndian: backdrop.pixels.span) }
    var last = hash.finalized()
    var links = [String(last.prefix(Self.digits))]
    var pixels: [UInt32] = []
    let ends = Self.strokes(of: recording).map { $0.lastStep } + [recording.stepCount]
    for end in ends {
      let changed = try replay.advance(toStep: end)
      let picture = replay.picture
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
    self.links = links
  }

  /// The strokes, sorted by their ends. Strokes that end in the same step count as one.
  private static func strokes(of recording: Recording) -> [Stroke] {
    var drawing = Drawing(options: recording.model)
    var begun: [Int] = []
    var open: Set<Int> = []
    var result: [Stroke] = []
    for step in recording.steps.indices {
      // When strokes begin and end does not depend on their ink.
      for event in recording.events(ofStep: step) { recording.applyDeferringInk(event, to: &drawing) }
      while begun.count < drawing.strokes.count {
        open.insert(begun.count)
        begun.append(recording.line(ofStep: step))
      }
      let ended = open.filter { drawing.strokes[StrokeIndex($0)].state != .active }
      guard let first = ended.min() else { continue }
      open.subtract(ended)
      result.append(
        Stroke(
          number: result.count + 1, firstLine: begun[first], lastLine: recording.line(ofStep: step), lastStep: step + 1)
      )
    }
    return result
  }

  /// The first stroke after which this chain differs from another; nil if the chains are equal.
  /// - Parameter recording: The recording of this chain.
  package func firstDifference(from other: HashChain, _ recording: Recording) -> Stroke? {
    let common = zip(links, other.links).prefix { $0 == $1 }.count
    guard common < links.count || common < other.links.count else { return nil }
    guard common > 0 else { return Stroke(number: 0, firstLine: 1, lastLine: 1, lastStep: 0) }
    let strokes = Self.strokes(of: recording)
    if common <= strokes.count { return strokes[common - 1] }
    let end = recording.stepCount
    let line = recording.line(ofStep: end)
    return Stroke(number: strokes.count + 1, firstLine: line, lastLine: line, lastStep: end)
  }
}
