import Ink
import Raster
import TouchLog

/// A picture that the ink goes onto.
public struct Backdrop: Sendable {
  private let picture: ImageSource
  /// Whether the canvas takes its size; otherwise it is stretched to the canvas.
  private let decidesSize: Bool

  public init(_ picture: ImageSource, decidesSize: Bool = false) {
    self.picture = picture
    self.decidesSize = decidesSize
  }

  /// The canvas in points that `request` is to have: the picture's own size where it decides, or nothing else does.
  public func size(_ request: LayoutRequest, _ header: LogHeader?) -> Size? {
    let known = request.size ?? header?.size
    guard decidesSize || known == nil && request.fit == .canvas else { return request.size }
    let scale = decidesSize ? request.scale ?? header?.scale ?? 1 : 1
    return Size(width: Double(picture.width) / scale, height: Double(picture.height) / scale)
  }

  /// The picture in the layout's size.
  public func source(for layout: CanvasLayout) -> ImageSource {
    if picture.width == layout.width, picture.height == layout.height { return picture }
    return picture.scaled(toWidth: layout.width, height: layout.height)
  }
}

extension PictureLoader {
  /// The picture that the header names as its background; nil where it names none.
  public func backdrop(of header: LogHeader?) throws(PictureError) -> Backdrop? {
    guard case .picture(let name) = header?.background else { return nil }
    return Backdrop(try read(file: path(of: name)))
  }
}

/// Why an event was not taken in.
public enum SessionError: Error, Hashable, Sendable {
  case edit(EditError)
  case picture(PictureError)
}

extension SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .edit(let error): "\(error)"
    case .picture(let error): "\(error)"
    }
  }
}

extension Drawing {
  /// Takes one event in, and the picture that it names.
  /// - Returns: What is odd about the event, if anything is.
  /// - Throws: `SessionError`; the drawing is then as it was.
  @discardableResult
  public mutating func apply(
    _ event: LogEvent, with pictures: inout PictureLoader
  ) throws(SessionError) -> EditWarning? {
    var picture: LoadedPicture?
    if case .command(.image(let image)) = event {
      do throws(PictureError) {
        picture = try pictures.load(image.source)
      } catch {
        throw .picture(error)
      }
    }
    do throws(EditError) {
      guard case .command(.image(let image)) = event, let picture else { return try apply(event) }
      try add(image, picture)
      return nil
    } catch {
      throw .edit(error)
    }
  }
}
