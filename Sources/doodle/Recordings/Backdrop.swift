import DoodleKit

extension Backdrop {
  /// The picture that the options or the header name; nil where they name none.
  /// - Parameter log: The log's path, beside which the header's picture is.
  static func named(
    by options: PictureOptions, _ header: LogHeader?, log: String, _ limits: RenderLimits
  ) throws(CommandError) -> Backdrop? {
    let images = ImageLimits(maxBytes: limits.memory)
    do throws(PictureError) {
      if let over = options.over {
        return Backdrop(try PictureLoader(besideLog: "", limits: images).read(file: over), decidesSize: true)
      }
      guard let background = options.background else {
        return try PictureLoader(besideLog: log, limits: images).backdrop(of: header)
      }
      guard case .picture(let path) = background else { return nil }
      return Backdrop(try PictureLoader(besideLog: "", limits: images).read(file: path))
    } catch {
      throw CommandError(error, log: log)
    }
  }
}

extension CommandError {
  /// - Parameter log: The path of the log that holds the picture's data, if it does.
  init(_ error: PictureError, log: String) {
    switch error {
    case .file(let error): self = .file(error)
    case .image(let name, let error) where error.isLimit: self = .limit(path: name ?? log, message: error.description)
    case .image(let name, let error): self = .input(path: name ?? log, message: error.description)
    case .base64: self = .input(path: log, message: error.description)
    }
  }
}
