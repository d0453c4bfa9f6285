import Compare
import Files
import Geometry
import Ink
import PNG
import Raster
import Rendering
import SVG
import TouchLog

/// The finished drawing, and its files.
extension HostDrawing {
  /// The drawing if it ended now, and the layout of its picture.
  /// - Throws: `HostError` if there is nothing to show, or the canvas is too large.
  func finished() throws(HostError) -> (drawing: Drawing, layout: CanvasLayout) {
    endPreview()
    beginCall()
    var finished = drawing
    _ = finished.finish()
    let layout = try layout(of: finished)
    finished.refine(tolerance: ModelOptions.tolerance(pixelsPerPoint: layout.transform.scale))
    try checkLimits()
    return (finished, layout)
  }

  /// The picture of the drawing if it ended now.
  /// - Throws: `HostError` if there is nothing to show, or the canvas is too large.
  package func finishedPicture() throws(HostError) -> Picture {
    let (finished, layout) = try finished()
    var renderer = PictureRenderer(
      layout: layout, backdrop: setup.backdrop(for: layout), memoryLimit: limits.memory)
    try rethrowing(as: HostError.init) { () throws(RenderError) in _ = try renderer.drawFrame(finished) }
    return renderer.picture
  }

  /// The finished picture as a PNG, as `doodle render` writes it.
  /// - Parameters:
  ///   - hasMetadata: Whether the file names the version, the stroke model and the SHA-256 of `log`, as `--metadata`
  ///     does.
  ///   - dpi: The resolution in dots per inch that the file states; nil for none. It changes no pixel.
  /// - Throws: `HostError` if there is nothing to show, the canvas is too large, or a PNG cannot state the resolution.
  package func png(hasMetadata: Bool = false, dpi: Double? = nil) throws(HostError) -> [UInt8] {
    var options = PNGOptions(dpi: dpi)
    if hasMetadata {
      var hash = SHA256()
      hash.update(log.bytes().span)
      options.text = PictureOrigin.texts(model: drawing.model, logHash: hash.finalized())
    }
    var file = MemorySink()
    let picture = try finishedPicture()
    try rethrowing(as: HostError.init) { () throws(ImageError) in
      try writePNG(picture, options: options, to: &file)
    }
    return file.bytes
  }

  /// The drawing if it ended now as an SVG document, in UTF-8, as `doodle render -o x.svg` writes it, but for
  /// how images in it are compressed.
  /// - Throws: `HostError` if there is nothing to show, or the canvas is too large.
  package func svg() throws(HostError) -> [UInt8] {
    let (finished, layout) = try finished()
    var renderer = SVGRenderer(layout: layout, backdrop: setup.backdrop(for: layout))
    return renderer.document(of: finished).bytes
  }

  /// The hash of the finished picture, as `doodle hash` prints it for the log.
  package func hash() throws(HostError) -> String { PixelHash.of(try finishedPicture()) }

  func layout(of drawing: Drawing) throws(HostError) -> CanvasLayout {
    try rethrowing(as: HostError.init) { () throws(LayoutError) in try setup.layout(ink: drawing.inkBounds) }
  }
}
