import Geometry
import TouchLog

/// A pen for ink whose unit is unknown and which is larger than a screen, so that the usual pen would be a hairline.
struct SizedPen {
  /// In points.
  let width: Double

  /// The larger side from which ink is larger than a screen, in points.
  private static let largeInk = 2000.0

  /// - Returns: Nil if the ink is not that large, if one of its tools has a width, or if the usual pen is wide enough.
  init?(of strokes: [ImportedStroke]) {
    var bounds = Rect.empty
    var heights: [Double] = []
    for stroke in strokes {
      if stroke.hasTool, stroke.tool?.name != "pen" || stroke.tool?.style[StyleKeys.width] != nil { return nil }
      var box = Rect.empty
      for point in stroke.points { box.include(Point(point.x, point.y)) }
      // Dots and dashes tell nothing about the size of letters.
      if box.height > 0 { heights.append(box.height) }
      bounds = bounds.union(box)
    }
    let side = max(bounds.width, bounds.height)
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
