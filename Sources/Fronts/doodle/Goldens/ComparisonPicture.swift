import DoodleKit

/// The pictures of a failure beside one another, cut to the change and with titles: one picture for a pull request.
struct ComparisonPicture {
  /// The width to which GitHub does not reduce a picture, the width between pictures, and the height of their titles, in
  /// pixels.
  private static let (width, gap, titleHeight) = (860, 10, 28)
  /// The most pixels of the result for a pixel along each axis, and the height up to which pictures are enlarged.
  private static let (mostZoom, mostHeight) = (16, 430)

  /// - Parameter images: Those of `result`.
  static func png(_ images: CheckResult.Images, _ result: CheckResult) throws(CommandError) -> [UInt8] {
    do {
      var panes: [(title: String, picture: Bitmap)] = []
      for (title, bytes) in images.named {
        let picture = try readPNG(from: MemorySource(bytes))
        panes.append((title, picture.cropped(to: result.changedArea(of: picture))))
      }
      var sink = MemorySink()
      try writePNG(
        picture(of: panes), options: PNGOptions(threads: 1, text: [(GoldenWriter.failureKey, result.name)]), to: &sink)
      return sink.bytes
    } catch let error as ImageError {
      throw CommandError(error, of: result.path)
    } catch {
      throw .limit(path: result.path, message: "\(error)")
    }
  }

  private static func picture(of panes: [(title: String, picture: Bitmap)]) throws -> Picture {
    let paneWidth = (width - gap * (panes.count + 1)) / panes.count
    var drawing = Drawing()
    var height = titleHeight
    for (index, pane) in panes.enumerated() {
      let left = gap + index * (paneWidth + gap)
      let zoomed = zoomed(pane.picture, toWidth: paneWidth)
      let image = NewImage(.data(""), at: Point(Double(left), Double(titleHeight)))
      var title = NewText(pane.title, at: Point(Double(left), 6))
      (title.style[StyleKeys.size], title.style[StyleKeys.width]) = (14, 1.3)
      try drawing.add(image, LoadedImage(zoomed))
      try drawing.apply(.command(.text(title)))
      height = max(height, titleHeight + zoomed.height + gap)
    }
    let layout = CanvasLayout(
      width: width, height: height, transform: Transform(scale: 1),
      background: Pixel(red: 238, green: 240, blue: 243, alpha: 255))
    var renderer = PictureRenderer(layout: layout)
    try renderer.drawFrame(drawing)
    return renderer.picture
  }

  /// A picture with each pixel as a square, as large as there is room, or reduced to a width.
  private static func zoomed(_ picture: Bitmap, toWidth width: Int) -> ImageSource {
    guard picture.width <= width else {
      return ImageSource(picture).scaled(toWidth: width, height: max(1, picture.height * width / picture.width))
    }
    let zoom = max(1, min(mostZoom, width / picture.width, mostHeight / picture.height))
    var pixels: [UInt32] = []
    pixels.reserveCapacity(zoom * zoom * picture.pixels.count)
    for y in 0..<picture.height * zoom {
      for x in 0..<picture.width * zoom { pixels.append(picture.pixels[y / zoom * picture.width + x / zoom]) }
    }
    return ImageSource(width: picture.width * zoom, height: picture.height * zoom, pixels: pixels)
  }
}
