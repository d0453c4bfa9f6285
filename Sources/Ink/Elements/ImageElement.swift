import Geometry
import TouchLog

/// The pixels of a picture element, which whoever reads them knows how to draw.
public protocol PictureContent: AnyObject, Sendable {
  /// In pixels, positive.
  var width: Int { get }
  var height: Int { get }
}

/// A picture among the elements.
public struct ImageElement: Sendable {
  public var source: NewImage.Source
  public var content: any PictureContent
  /// Where its pixels are stretched to, in points.
  public var frame: Rect
  /// 0...1.
  public var opacity: Double
}
