import Geometry
import TouchLog

/// A shape between the points of its drags.
public struct ShapeElement: Sendable {
  /// A shape is a tap until its drag has gone so far, in points.
  public static let tapReach = 10.0

  public var pen: ToolStyle
  public var look: ShapeLook
  /// Where the drag began and where it is, in points; of an angle that has its second leg, the end of that too.
  public var points: [Point]
  /// Whether the drag went further than a tap.
  public var isDragged: Bool
  /// The strokes that drag it, one, or of an angle two.
  var legs: [Int]
  /// How far the hue has turned for rainbow ink, in events.
  public var hue: Int
}
