import DoodleKit

/// A picture that the ink goes onto.
struct Backdrop {
  private let picture: ImageSource
  /// Whether the canvas takes its size; otherwise it is stretched to the canvas.
  private let decidesSize: Bool

  /// The picture that the options or the header name; nil where they name none.
  /// - Parameter log: The log's path, beside which the header's picture is.
  init?(
    _ options: PictureOptions, _ header: LogHeader?, log: String, _ limits: RenderLimits
  ) throws(CommandError) {
    let images = ImageLimits(maxBytes: limits.memory)
    let path: String
    if let over = options.over {
      path = over
      decidesSize = true
    } else if let background = options.background {
      guard case .picture(let named) = background else { return nil }
      path = named
      decidesSize = false
    } else {
      guard case .picture(let named) = header?.background else { return nil }
      path = PictureLoader(besideLog: log, limits: images).path(of: named)
      decidesSize = false
    }
    do throws(PictureError) {
      picture = try PictureLoader(besideLog: "", limits: images).read(file: path)
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .image(_, let error) where error.isLimit: throw .limit(path: path, message: error.description)
      case .image(_, let error): throw .input(path: path, message: error.description)
      case .base64: throw .input(path: path, message: error.description)
      }
    }
  }

  /// The canvas in points: the picture's own size where it decides, or nothing else does.
  func size(_ request: LayoutRequest, _ header: LogHeader?) -> Size? {
    let known = request.size ?? header?.size
    guard decidesSize || known == nil && request.fit == .canvas else { return request.size }
    let scale = decidesSize ? request.scale ?? header?.scale ?? 1 : 1
    return Size(width: Double(picture.width) / scale, height: Double(picture.height) / scale)
  }

  /// The picture in the layout's size.
  func source(for layout: CanvasLayout) -> ImageSource {
    if picture.width == layout.width, picture.height == layout.height { return picture }
    return picture.scaled(toWidth: layout.width, height: layout.height)
  }
}
