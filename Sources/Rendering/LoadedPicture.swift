import Files
import Images
import Ink
import Raster
import TouchLog

/// The pixels of a picture that a drawing has among its elements.
public final class LoadedPicture: PictureContent {
  public let source: ImageSource

  public init(_ source: ImageSource) { self.source = source }

  public var width: Int { source.width }
  public var height: Int { source.height }
  public var pixels: [UInt32] { source.pixels }
}

/// Reads the pictures that a log names, each once.
public struct PictureLoader {
  /// Where paths begin that do not begin at the root; it ends in a slash, or is empty.
  public let directory: String
  public let limits: ImageLimits
  private var loaded: [NewImage.Source: LoadedPicture] = [:]

  /// - Parameter logPath: The log's; pictures are looked for beside it.
  public init(besideLog logPath: String, limits: ImageLimits = ImageLimits()) {
    directory = logPath.lastIndex(of: "/").map { String(logPath[...$0]) } ?? ""
    self.limits = limits
  }

  /// The picture of a source.
  /// - Throws: `PictureError` where it cannot be had.
  public mutating func load(_ source: NewImage.Source) throws(PictureError) -> LoadedPicture {
    if let known = loaded[source] { return known }
    let picture = LoadedPicture(try read(source))
    loaded[source] = picture
    return picture
  }

  /// Where a file is that the log names.
  public func path(of name: String) -> String { name.hasPrefix("/") ? name : directory + name }

  private func read(_ source: NewImage.Source) throws(PictureError) -> ImageSource {
    switch source {
    case .path(let path): return try read(file: self.path(of: path))
    case .data(let text):
      let bytes: [UInt8]
      do throws(Base64Error) {
        bytes = try Base64.decoded(Array(text.utf8).span)
      } catch {
        throw .base64(error)
      }
      return try decode(MemorySource(bytes), name: nil)
    }
  }

  /// - Parameter file: Its path, as it is.
  public func read(file: String) throws(PictureError) -> ImageSource {
    let input: InputFile
    do throws(FileError) {
      input = try InputFile(path: file)
    } catch {
      throw .file(error)
    }
    return try decode(input, name: file)
  }

  private func decode(_ source: any ByteSource, name: String?) throws(PictureError) -> ImageSource {
    do throws(ImageError) {
      return ImageSource(try readPNG(from: source, limits: limits))
    } catch {
      throw .image(name: name, error)
    }
  }
}

/// Why a picture that a log names is not there.
public enum PictureError: Error, Hashable, Sendable {
  case file(FileError)
  /// What is wrong with a file, or, where there is no name, with the log's own data.
  case image(name: String?, ImageError)
  case base64(Base64Error)
}

extension PictureError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .image(let name, let error): "\(name ?? "the picture's data"): \(error)"
    case .base64(let error): "the picture's data is no base64: \(error)"
    }
  }
}
