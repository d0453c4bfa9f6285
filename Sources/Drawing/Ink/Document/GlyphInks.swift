import Geometry
import Lettering
import TouchLog

/// The ink of letters that were modeled with the same options, each once for a size and a pen.
struct GlyphInks: Sendable {
  var kernings = Kernings()

  /// The pen of letters: all that decides their ink.
  struct Pen: Hashable, Sendable {
    var tool: Tool
    /// As in `Look`.
    var width, thinning, smoothing: Double
    /// The em, in points.
    var size: Double
  }

  /// A letter and where it is modeled.
  struct Key: Hashable, Sendable {
    var pen: Pen
    var letter: TextLayout.Letter
    /// Of the text box, in points.
    var origin: Point
  }

  /// What the last texts consist of, and what those before them did.
  private var recent: [Key: [GlyphStroke]] = [:]
  private var older: [Key: [GlyphStroke]] = [:]
  /// Those in `recent`.
  private var discCount = 0

  /// Discs of 32 bytes. A text with more keeps all of them, so that it can be edited.
  private static let limit = 1 << 15

  /// Forgets letters that the last texts did not have, if there are many.
  mutating func beginText() {
    guard discCount > Self.limit else { return }
    (older, recent, discCount) = (recent, [:], 0)
  }

  /// The strokes of a letter.
  /// - Parameter model: Called if the letter is not known.
  mutating func strokes(_ key: Key, model: () -> [GlyphStroke]) -> [GlyphStroke] {
    if let strokes = recent[key] { return strokes }
    let strokes = older[key] ?? model()
    recent[key] = strokes
    // A dictionary's entry takes as much as eight discs.
    discCount += strokes.reduce(8) { $0 + $1.discs.count }
    return strokes
  }
}

/// One stroke of a letter, in points.
struct GlyphStroke: Hashable, Sendable {
  /// Along the stroke: half the memory of its cones.
  let discs: [InkDisc]
  /// Of the cones.
  private(set) var bounds = Rect.empty

  init(_ discs: [InkDisc]) {
    self.discs = discs
    for cone in cones(movedBy: Vector(0, 0)) { bounds.formUnion(cone.bounds) }
  }

  /// Each cone continues where the one before it ended.
  func cones(movedBy step: Vector) -> [RoundCone] {
    var cones: [RoundCone] = []
    if discs.count == 1 {
      cones.append(RoundCone(center: discs[0].center + step, radius: discs[0].radius))
      cones[0].isLast = true
    }
    cones.reserveCapacity(discs.count)
    for (last, disc) in zip(discs, discs.dropFirst()) {
      cones.append(
        RoundCone(
          start: last.center + step, startRadius: last.radius, end: disc.center + step, endRadius: disc.radius,
          bulge: disc.bulge, continues: !cones.isEmpty, isLast: cones.count == discs.count - 2))
    }
    return cones
  }
}
