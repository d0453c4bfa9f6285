public import Files
public import PNG
public import Rendering
public import TouchLog

/// Why a session failed.
public enum SessionError: Error, Hashable, Sendable {
  /// A file operation failed.
  case file(FileError)
  /// A line of the log is invalid. `isLimit` is true if the line only exceeds one of `LogLimits`.
  case log(Diagnostic, isLimit: Bool)
  /// The image under the ink cannot be loaded.
  case background(ImageLoadError)
  /// The canvas has no size, or is too large.
  case layout(LayoutError)
  /// The picture takes too much memory.
  case render(RenderError)
  /// The drawing takes more than this many bytes.
  case memoryLimit(Int)
  /// The picture cannot be written.
  case image(ImageError)
  /// The recording has no such moment.
  case moment(MomentError)
  /// The film cannot be made.
  case film(FilmError)
  /// The file has this many pages, where one was expected.
  case severalPages(count: Int)
  /// The last page of standard input is asked for, which can be read only once.
  case lastPageOfPipe
  /// The name of a picture's file ends in neither ".png" nor ".svg".
  case unknownPictureFormat(path: String)

  /// Whether the error is only that a limit was exceeded.
  public var isLimit: Bool {
    switch self {
    case .log(_, let isLimit): isLimit
    case .background(let error): error.isLimit
    case .image(let error): error.isLimit
    case .layout(.tooLarge), .layout(.tooManyPixels), .layout(.tooManyMarks), .render, .memoryLimit, .film(.tooLong):
      true
    case .file, .layout(.nothingToShow), .layout(.noInk), .moment, .film(.endsBeforeStart), .unknownPictureFormat,
      .severalPages, .lastPageOfPipe:
      false
    }
  }
}

extension SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .log(let diagnostic, _): "\(diagnostic)"
    case .background(let error): "\(error)"
    case .layout(let error): "\(error)"
    case .render(let error): "\(error)"
    case .memoryLimit(let limit):
      "the drawing takes more than the memory limit of \(counted(limit, "byte")); "
        + "draw fewer events, or raise the limit of memory"
    case .image(let error): "\(error)"
    case .moment(let error): "\(error)"
    case .film(.tooLong(let frames, let limit)):
      "\(FilmError.tooLong(frames: frames, limit: limit)); "
        + "shorten pauses, use a larger speed or, except for SVG, fewer frames per second"
    case .film(let error): "\(error)"
    case .severalPages(let count): "the file has \(count) pages; choose one"
    case .lastPageOfPipe:
      "standard input is read once, so its last page is not known before its end; name a file, or give the page's number"
    case .unknownPictureFormat(let path):
      "a picture cannot be written as \(path): its name must end in .png or .svg, or be - for a PNG on standard output"
    }
  }
}

extension ImageLoadError {
  /// Whether the only problem is that the image is too large.
  var isLimit: Bool { if case .image(_, let error) = self { error.isLimit } else { false } }

  /// Whether the image is missing or damaged: not a failure of the system, a limit, or a file that is read later.
  var isOfImage: Bool {
    switch self {
    case .file(let error): !error.isSystemFailure && error.code != FileError.postponed
    case .image(_, .file): false
    case .image: !isLimit
    case .base64: true
    }
  }
}

extension ImageError {
  /// Whether the only problem is that the image is too large.
  package var isLimit: Bool {
    switch self {
    case .tooLarge, .overMemoryLimit, .outOfMemory: true
    default: false
    }
  }
}
