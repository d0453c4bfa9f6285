import Geometry
import TouchLog

/// A pen for ink whose unit is unknown and which is larger than a screen, so that the usual pen would be a hairline.
struct SizedPen {
  /// In points.
  let width: Double

  /// The larger side from which ink is larger than a screen, in points.
  private static let largeInk = 2000.0

  /// - Returns: Nil if the ink is not that large, if one of its tools has a width, or if the usual pen is wide enough.
  init?(for ink: InkExtent) {
    if ink.hasSizedTool { return nil }
    let heights = ink.heights
    let side = max(ink.bounds.width, ink.bounds.height)
    guard side > Self.largeInk, side.isFinite, !heights.isEmpty else { return nil }
    // Handwriting has a pen of about a twentieth of its strokes' height; a drawing of a few large strokes has a finer one.
    let width = min(heights.sorted()[heights.count / 2] / 20, side / 200)
    guard width > Self.usual else { return nil }
    self.width = (width * 10).rounded() / 10
  }

  /// The width of the pen that sets none, in points.
  private static let usual = 4.0

  /// Gives the strokes this pen. Their colors stay.
  func apply(to strokes: inout [ImportedStroke]) {
    for index in strokes.indices {
      var tool = strokes[index].tool ?? ToolChange(name: "pen")
      tool.style[StyleKeys.width] = width
      strokes[index].tool = tool
      if index > 0 { _ = strokes[index].shareTool(with: strokes[index - 1]) }
    }
  }
}

/// The extent of strokes, from which the size of the pen for them follows.
package struct InkExtent: Sendable {
  /// The bounds of the points, in points.
  package private(set) var bounds = Rect.empty
  /// The heights of the strokes that have one: dots and dashes tell nothing about the size of letters.
  private(set) var heights: [Double] = []
  /// Whether a tool has a width, or is no pen.
  private(set) var hasSizedTool = false

  mutating func add(_ stroke: ImportedStroke) {
    if !hasSizedTool, stroke.hasTool {
      hasSizedTool = stroke.tool?.name != "pen" || stroke.tool?.style[StyleKeys.width] != nil
      // The heights would tell nothing any more.
      if hasSizedTool { heights = [] }
    }
    var box = Rect.empty
    for point in stroke.points { box.include(Point(point.x, point.y)) }
    if !hasSizedTool, box.height > 0 { heights.append(box.height) }
    bounds = bounds.union(box)
  }
}
