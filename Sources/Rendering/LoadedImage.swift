import Ink
import Raster

/// The pixels of an image element.
public final class LoadedImage: ImageContent {
  public let source: ImageSource

  public init(_ source: ImageSource) { self.source = source }

  public var width: Int { source.width }
  public var height: Int { source.height }
  public var pixels: [UInt32] { source.pixels }
}
