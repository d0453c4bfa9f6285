import TouchLog

/// The wash of a drawing by the time at which it ended, and with it what is wet when a stroke begins.
///
/// It follows from the times of the samples and what is present alone, so that each renderer, a saved drawing and a
/// recording agree. Ink of a touch that has not ended is left out: it would change what was drawn before.
package struct WetInk: Sendable {
  private struct Wash {
    let element: ElementIndex
    /// In seconds.
    let end: Double
    let drying: Double
  }

  /// The version of the drawing.
  package let version: Int
  /// By ascending ends.
  private let washes: [Wash]
  private let longestDrying: Double

  package init(of drawing: Drawing) {
    var washes: [Wash] = []
    for element in drawing.elements.indices where drawing.elements[element].isPresent {
      guard let index = drawing.elements[element].stroke, drawing.strokes[index].state == .ended else { continue }
      let drying = drawing.strokes[index].look.drying
      guard drying > 0, let last = drawing.strokes[index].samples.last else { continue }
      washes.append(Wash(element: element, end: last.time, drying: drying))
    }
    version = drawing.version
    self.washes = washes.sorted { ($0.end, $0.element) < ($1.end, $1.element) }
    longestDrying = washes.reduce(0) { Swift.max($0, $1.drying) }
  }

  /// The strokes that were wet when one began, the one that ended first at the front; none unless its own ink is wet.
  ///
  /// The wetness is 1 for ink that was drawn just then, down to 0 for dry ink.
  package func strokes(before stroke: Stroke) -> [(element: ElementIndex, wetness: Double)] {
    guard stroke.look.drying > 0, let start = stroke.samples.first?.time else { return [] }
    var wet: [(element: ElementIndex, wetness: Double)] = []
    for wash in washes[first(after: start - longestDrying)...] {
      let age = start - wash.end
      guard age > 0 else { break }
      if age < wash.drying { wet.append((wash.element, 1 - age / wash.drying)) }
    }
    return wet
  }

  /// The index of the first wash that ended after a time.
  private func first(after time: Double) -> Int {
    var (low, high) = (0, washes.count)
    while low < high {
      let middle = (low + high) / 2
      if washes[middle].end > time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
