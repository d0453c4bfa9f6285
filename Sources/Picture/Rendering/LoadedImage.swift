public import Ink
public import Raster

/// The pixels of an image element.
public final class LoadedImage: ImageContent {
  package let source: ImageSource

  public init(_ source: ImageSource) { self.source = source }

  public var width: Int { source.width }
  public var height: Int { source.height }
  public var pixels: [UInt32] { source.pixels }

  /// The memory for the pixels and the reduced versions, of which each has at most half as many pixels as the one
  /// before, in bytes.
  package var memory: Int { 2 * MemoryLayout<UInt32>.stride * width * height }
}
