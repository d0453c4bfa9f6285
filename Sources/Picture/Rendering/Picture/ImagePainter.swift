import Geometry
import Ink
import Raster
import Synchronization
import TouchLog

/// Draws the images of a drawing, a tile at a time.
struct ImagePainter: Sendable {
  private let sources: ImageSources
  /// The image drawn last, because it is most often in the next tile too. `image` is nil if the placement draws
  /// nothing.
  private var last: (content: any ImageContent, placement: ImagePlacement, image: PlacedImage?)?

  init(_ sources: ImageSources) { self.sources = sources }

  /// Draws an image over a tile of a canvas.
  /// - Parameters:
  ///   - paint: Its opacity.
  ///   - similarity: The map of the image's placement; nil if the image was not moved.
  ///   - transform: From points to the canvas' pixels.
  mutating func draw(
    _ image: ImageElement, _ paint: Paint, movedBy similarity: Similarity?, through transform: Transform,
    in tile: Tile, onto canvas: inout Canvas
  ) {
    let (width, height) = (Double(image.content.width), Double(image.content.height))
    let placement = Affine(
      a: image.frame.width / width, b: 0, c: 0, d: image.frame.height / height, tx: image.frame.minX,
      ty: image.frame.minY
    ).concatenating(similarity?.affine ?? .identity).concatenating(Affine(transform))
    if last?.placement != placement || last?.content !== image.content {
      last = (image.content, placement, PlacedImage(sources[image.content], placement))
    }
    guard let placed = last?.image else { return }
    canvas.draw(placed, opacity: paint.opacity, in: tile)
  }
}

/// The sources of images, each made once. Copies of a renderer share them.
final class ImageSources: Sendable {
  /// By the identity of the content. The content is kept, so that no other object can get the same identity.
  private let known = Mutex<[ObjectIdentifier: (content: any ImageContent, source: ImageSource)]>([:])

  /// The pixels of an image, ready to be placed on a canvas.
  subscript(content: any ImageContent) -> ImageSource {
    known.withLock { known in
      if let entry = known[content.identity] { return entry.source }
      let source = ImageSource(content)
      known[content.identity] = (content, source)
      return source
    }
  }
}

extension ImageSource {
  /// The pixels of an image in a drawing.
  package init(_ content: any ImageContent) {
    self.init(width: content.width, height: content.height, pixels: content.pixels)
  }
}
