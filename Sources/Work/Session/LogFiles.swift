public import Files
internal import Fonts
internal import JPEG
import Ink
public import JSON
public import PNG
import Raster
import Rendering
import TouchLog

/// The images, fonts and saved drawings that a log names. Each file is read once and kept.
///
/// Sessions apply events through this type, because an event may need a file. Applying the events of a log to a second
/// drawing reads no file again.
package struct LogFiles: Sendable {
  /// The folder to which paths in the log are relative: ends in a slash, or is empty.
  private let directory: String
  private let access: FileAccess
  private let limits: ImageLimits
  /// Whether no file and no image may be read yet.
  private let isPostponing: Bool
  /// Receives each file that is opened.
  let filesRead: FilesRead
  private var images: [NewImage.Source: LoadedImage] = [:]
  /// The images by their files, because a log may name a file by several paths.
  private var imageFiles: [FileIdentity: LoadedImage] = [:]
  /// The memory for the images so far, in bytes.
  private var imageBytes = 0
  private var fonts: [FontName: OutlineFont] = [:]
  /// The fonts by their files, because a log may name a file by several paths and numbers.
  private var fontFiles: [FileIdentity: OutlineFont] = [:]
  /// The sizes of the files of fonts so far, in bytes.
  private var fontBytes = 0
  private var savedDrawings: [String: SavedDrawing] = [:]
  /// The sizes of the files of saved drawings so far, in bytes.
  private var savedBytes = 0

  /// An estimate of the memory for all of them, in bytes. A saved drawing in memory takes about four times its file.
  var memory: Int { imageBytes + fontBytes + 4 * savedBytes }

  /// - Parameters:
  ///   - logPath: The log's path. Paths in the log are relative to its folder.
  ///   - access: Which files the log may name; nil for those below its folder, or none for standard input.
  ///   - limits: The largest image that may be read. The memory is for all images together.
  package init(besideLog logPath: String, access: FileAccess? = nil, limits: ImageLimits = ImageLimits()) {
    self.init(besideLog: logPath, access: access, limits: limits, isPostponing: false, filesRead: FilesRead())
  }

  init(
    besideLog logPath: String, access: FileAccess?, limits: ImageLimits, isPostponing: Bool, filesRead: FilesRead
  ) {
    (self.isPostponing, self.filesRead) = (isPostponing, filesRead)
    directory = FilePath.directory(of: logPath)
    // Standard input has no folder.
    let isBelowNone = logPath == "-" && access != .anywhere
    self.access = isBelowNone ? .noFiles : access ?? .belowLog
    self.limits = limits
  }

  /// Applies an event to a drawing.
  /// - Returns: A warning if the event is odd but was applied; else nil.
  /// - Throws: `EventError`. The drawing is then unchanged.
  @discardableResult
  package mutating func apply(_ event: LogEvent, to drawing: inout Drawing) throws(EventError) -> EditWarning? {
    defer { drawing.updateInk() }
    return try applyDeferringInk(event, to: &drawing)
  }

  /// Applies an event as `Drawing.applyDeferringInk` does.
  mutating func applyDeferringInk(_ event: LogEvent, to drawing: inout Drawing) throws(EventError) -> EditWarning? {
    if let font = event.font { try addFont(font, to: &drawing) }
    switch event {
    case .command(.image(let image), _):
      let picture = try load(image.source)
      try edit { () throws(EditError) in try drawing.add(image, picture) }
      return nil
    case .command(.open(let path), _):
      try edit { () throws(EditError) in try drawing.checkMayOpen() }
      let saved = try savedDrawing(path)
      var contents: [NewImage.Source: any ImageContent] = [:]
      for source in saved.images { contents[source] = try load(source) }
      for name in saved.fonts.sorted() { try addFont(name, to: &drawing) }
      try edit { () throws(EditError) in try drawing.open(saved, images: contents) }
      return nil
    default:
      return try edit { () throws(EditError) in try drawing.applyDeferringInk(event) }
    }
  }

  private func edit<Result>(_ body: () throws(EditError) -> Result) throws(EventError) -> Result {
    try rethrowing(as: EventError.edit, body)
  }

  /// Stores a saved drawing that has already been read as the file that the command `open` finds at `path`.
  mutating func keep(_ saved: SavedDrawing, as path: String) {
    savedDrawings[path] = saved
  }

  /// The saved drawing at a path that the log names.
  mutating func savedDrawing(_ path: String) throws(EventError) -> SavedDrawing {
    if let known = savedDrawings[path] { return known }
    do throws(LogReadError) {
      let input = try rethrowing(as: LogReadError.file) { () throws(FileError) in try open(path) }
      savedBytes += input.size ?? 0
      var saved = try SavedDrawing(input, name: self.path(of: path))
      // Image paths in the drawing are relative to its folder, not to the log's.
      let folder = FilePath.directory(of: path)
      saved.changePaths { FilePath.isAbsolute($0) ? $0 : folder + $0 }
      savedDrawings[path] = saved
      return saved
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .malformed(var error):
        // A log may name any file, so no error quotes it.
        error.location.excerpt = Excerpt()
        if case .syntax = error.reason { error.reason = .notDrawing }
        throw .savedDrawing(error)
      }
    }
  }

  /// Opens a file that the log names.
  func open(_ name: String) throws(FileError) -> InputFile {
    let path = path(of: name)
    if isPostponing { throw FileError(operation: .open, path: path, code: FileError.postponed) }
    let input = try access.open(name, from: directory, path: path)
    filesRead.note(input.identity)
    return input
  }

  /// The background image that a log's header names; nil if it names none.
  func background(of header: LogHeader?, limits: ImageLimits) throws(ImageLoadError) -> ImageSource? {
    switch header?.background {
    case .picture(let name):
      let input = try rethrowing(as: ImageLoadError.file) { () throws(FileError) in try open(name) }
      return try ImageSource(reading: input, name: path(of: name), limits)
    case .embedded(let data):
      try checkMayReadData()
      return try ImageSource(base64: data, limits)
    case .color, .paper, .some(.none), nil: return nil
    }
  }

  private mutating func load(_ source: NewImage.Source) throws(EventError) -> LoadedImage {
    if let known = images[source] { return known }
    let image: LoadedImage
    do throws(ImageLoadError) {
      switch source {
      case .path(let name): image = try imageFile(name)
      case .data(let text): image = try self.image(base64: text)
      }
    } catch {
      throw .image(error)
    }
    images[source] = image
    return image
  }

  /// Adds a font file to a drawing by its name in the log.
  private mutating func addFont(_ name: String, to drawing: inout Drawing) throws(EventError) {
    guard !drawing.hasFont(name), let file = FontName(name) else { return }
    if fonts[file] == nil {
      do throws(FontLoadError) {
        let input = try rethrowing(as: FontLoadError.file) { () throws(FileError) in try open(file.path) }
        fonts[file] = try font(input, path: path(of: file.path), index: file.index)
      } catch {
        throw .font(error)
      }
    }
    var known = drawing.options.fonts
    known[name] = fonts[file]
    drawing.use(known)
  }

  private mutating func font(
    _ input: InputFile, path: String, index: Int
  ) throws(FontLoadError) -> OutlineFont {
    if let known = fontFiles[input.identity] {
      do throws(FontError) {
        return try known.font(at: index)
      } catch {
        throw .font(path: path, error)
      }
    }
    let limit = min(OutlineFont.fileLimit, max(0, limits.maxBytes - imageBytes - fontBytes))
    let font = try OutlineFont(input, path: path, index: index, limit: limit)
    fontBytes += font.byteCount
    fontFiles[input.identity] = font
    return font
  }

  func path(of name: String) -> String { FilePath.isAbsolute(name) ? name : directory + name }

  private mutating func imageFile(_ name: String) throws(ImageLoadError) -> LoadedImage {
    let input = try rethrowing(as: ImageLoadError.file) { () throws(FileError) in try open(name) }
    if let known = imageFiles[input.identity] { return known }
    let image = try image(input, name: path(of: name))
    imageFiles[input.identity] = image
    return image
  }

  private func checkMayReadData() throws(ImageLoadError) {
    guard isPostponing else { return }
    throw .file(FileError(operation: .open, path: "the image's data", code: FileError.postponed))
  }

  private mutating func image(base64 text: String) throws(ImageLoadError) -> LoadedImage {
    try checkMayReadData()
    return try image(try ImageSource.bytes(ofBase64: text), name: nil)
  }

  private mutating func image(_ source: any ByteSource, name: String?) throws(ImageLoadError) -> LoadedImage {
    var limits = limits
    limits.maxBytes = max(0, limits.maxBytes - imageBytes)
    let image = LoadedImage(try ImageSource(reading: source, name: name, limits))
    imageBytes += image.memory
    return image
  }
}

extension ImageSource {
  /// Reads a PNG or JPEG file.
  /// - Throws: `ImageLoadError` if the file cannot be read, is neither, or exceeds `limits`.
  package init(file: String, limits: ImageLimits = ImageLimits()) throws(ImageLoadError) {
    try self.init(file: file, limits: limits, notedIn: nil)
  }

  /// - Parameter files: Receives the file.
  init(file: String, limits: ImageLimits, notedIn files: FilesRead?) throws(ImageLoadError) {
    let input = try rethrowing(as: ImageLoadError.file) { () throws(FileError) in
      try InputFile(path: file, notedIn: files)
    }
    try self.init(reading: input, name: file, limits)
  }

  /// - Parameter base64: A PNG or JPEG file.
  init(base64 text: String, _ limits: ImageLimits) throws(ImageLoadError) {
    try self.init(reading: try Self.bytes(ofBase64: text), name: nil, limits)
  }

  fileprivate static func bytes(ofBase64 text: String) throws(ImageLoadError) -> MemorySource {
    try rethrowing(as: ImageLoadError.base64) { () throws(Base64Error) in
      MemorySource(try Base64.decoded(Array(text.utf8).span))
    }
  }

  fileprivate init(reading source: any ByteSource, name: String?, _ limits: ImageLimits) throws(ImageLoadError) {
    do throws(ImageError) {
      self.init(try readPicture(from: source, limits: limits))
    } catch {
      throw .image(name: name, error)
    }
  }
}

/// Why an image could not be loaded.
public enum ImageLoadError: Error, Hashable, Sendable {
  case file(FileError)
  /// The file `name` is not a usable picture; nil stands for data embedded in the log.
  case image(name: String?, ImageError)
  case base64(Base64Error)
}

extension ImageLoadError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .image(let name, let error): "\(name ?? "the image's data"): \(error)"
    case .base64(let error): "the image's data is not base64: \(error)"
    }
  }
}

/// Why an event was not applied.
package enum EventError: Error, Hashable, Sendable {
  case edit(EditError)
  case image(ImageLoadError)
  case font(FontLoadError)
  /// The saved drawing that the event opens is invalid. The error has a location in that file.
  case savedDrawing(LogError)
  /// The saved drawing that the event opens cannot be read.
  case file(FileError)
}

extension EventError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .edit(.touchAlreadyDown(let touch)):
      "\(EditError.touchAlreadyDown(touch)); if its stroke was cut off, lint mends the log"
    case .edit(let error): "\(error)"
    case .image(let error): "\(error)"
    case .font(let error): "\(error)"
    case .savedDrawing(let error): "\(error)"
    case .file(let error): "\(error)"
    }
  }
}

/// Which files a log may name: images, backgrounds, fonts and saved drawings.
///
/// Only regular files are opened, so that a log cannot make the process wait for a pipe or read a device.
public enum FileAccess: String, Hashable, Sendable, CaseIterable {
  /// Files in the log's folder and in the folders below it, after symbolic links are resolved. None for a log from
  /// standard input, which has no folder.
  case belowLog = "below"
  /// No file. Images embedded in the log as base64 are still read.
  case noFiles = "none"
  /// Every file that the process may read.
  case anywhere = "any"

  /// Opens a file that a log names.
  /// - Parameters:
  ///   - name: The path in the log, relative to the log's folder.
  ///   - directory: The log's folder with a trailing slash; empty for the current directory.
  ///   - path: The path relative to the process' current directory, for errors.
  /// - Throws: `FileError` if the log may not read the file, or if it is missing, no regular file, or cannot be opened.
  func open(_ name: String, from directory: String, path: String) throws(FileError) -> InputFile {
    switch self {
    case .noFiles: throw FileError(operation: .open, path: path, code: FileError.mayReadNone)
    case .anywhere: return try InputFile(regularFile: path, named: path)
    case .belowLog: return try InputFile(regularFile: name, below: directory, named: path)
    }
  }
}
