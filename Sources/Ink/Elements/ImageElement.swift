import Geometry
import TouchLog

/// The pixels of an image element. They never change.
public protocol PictureContent: AnyObject, Sendable {
  /// In pixels, positive.
  var width: Int { get }
  var height: Int { get }
  /// `width * height` pixels of straight alpha, row by row from the top. Each has red in its lowest byte, then green,
  /// blue and alpha.
  var pixels: [UInt32] { get }
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
