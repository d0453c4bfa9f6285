import Files
import Importers
import Ink
import JSON
import TouchLog

extension DrawingSession {
  /// Finds the files that a log names and may read, such as images, and notes them in `options.filesRead`. A log that
  /// is not a regular file is not read.
  /// - Parameter readsBackground: Whether the picture in the log's header counts.
  /// - Returns: Whether the log names a file, which may be missing.
  package static func notesFiles(namedBy path: String, readsBackground: Bool, options: SessionOptions) -> Bool {
    guard path != "-", (try? isFile(path)) == true, (try? mayNameFiles(path)) == true else { return false }
    var options = options
    options.onError = .skip
    options.warnsOfMistakes = false
    guard let session = try? DrawingSession(path: path, options: options) else { return false }
    var namesFile = false
    while let step = try? session.nextStep() {
      guard case .event(let event) = step else { continue }
      if session.files.note(event, readsBackground: readsBackground) { namesFile = true }
    }
    return namesFile
  }

  /// Whether a file has one of the keys before a path. Only a few logs are then read twice.
  private static func mayNameFiles(_ path: String) throws -> Bool {
    var source = try UnzippedInput(InputFile(path: path), name: path).source
    // A key may contain escaped letters.
    let signs = ["\"background\"", "\"font\"", "\"path\"", "filename", "\\u"].map { Array($0.utf8) }
    var bytes: [UInt8] = []
    while try source.read(into: &bytes, atMost: 1 << 16) > 0 {
      // An archive is compressed.
      if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return true }
      for index in bytes.indices
      where bytes[index] == ASCII.quote || bytes[index] == UInt8(ascii: "\\")
        || bytes[index] == UInt8(ascii: "f")
      {
        if signs.contains(where: { bytes[index...].starts(with: $0) }) { return true }
      }
      bytes.removeFirst(max(0, bytes.count - 16))
    }
    return false
  }
}

extension LogFiles {
  /// Notes the files that an event names, as if they had been read.
  /// - Returns: Whether it names one.
  fileprivate mutating func note(_ event: LogEvent, readsBackground: Bool) -> Bool {
    if let font = event.font { return note(font: font) }
    switch event {
    case .header(let header): return readsBackground && note(header)
    case .command(.image(let image), _): return note(image.source)
    case .command(.open(let path), _):
      let saved = try? savedDrawing(path)
      for source in saved?.images ?? [] { _ = note(source) }
      for font in saved?.fonts ?? [] { _ = note(font: font) }
      if readsBackground, let saved { _ = note(saved.header) }
      return true
    default: return false
    }
  }

  private func note(font name: String) -> Bool {
    guard let font = FontName(name) else { return false }
    return note(.path(font.path))
  }

  private func note(_ header: LogHeader) -> Bool {
    guard case .picture(let path) = header.background else { return false }
    return note(.path(path))
  }

  private func note(_ source: NewImage.Source) -> Bool {
    guard case .path(let path) = source else { return false }
    _ = try? open(path)
    return true
  }
}
