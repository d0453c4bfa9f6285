import Files
import Importers
import Ink
import JSON
import TouchLog

extension DrawingSession {
  /// Finds the files that a log names, such as images, and notes them in `options.filesRead`. A log that is not a regular
  /// file is not read.
  /// - Returns: Whether the log names a file, which may be missing.
  package static func notesFiles(namedBy path: String, options: SessionOptions) -> Bool {
    guard path != "-", (try? isFile(path)) == true, (try? mayNameFiles(path)) == true else { return false }
    var options = options
    options.onError = .skip
    options.warnsOfMistakes = false
    guard let session = try? DrawingSession(path: path, options: options) else { return false }
    while (try? session.nextStep()) != nil {}
    return session.namesFiles
  }

  /// Whether a file has one of the keys before a path. Only a few logs are then read twice.
  private static func mayNameFiles(_ path: String) throws -> Bool {
    var source = try UnzippedInput(InputFile(path: path), name: path).source
    // A key may contain escaped letters.
    let signs = ["\"background\"", "\"font\"", "\"path\"", "\"fileId\"", "filename", "\\u"].map { Array($0.utf8) }
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
  /// Notes the files that an event names, which no output may replace, also if they are not read.
  /// - Returns: Whether it names one.
  mutating func note(_ event: LogEvent) -> Bool {
    var event = event
    var names: [String] = []
    event.changePath { name in
      names.append(name)
      return name
    }
    if case .command(.open(let path), _) = event, var saved = try? savedDrawing(path) {
      saved.changePaths { name in
        names.append(name)
        return name
      }
    }
    for name in names { filesRead.note(path: path(of: name)) }
    return !names.isEmpty
  }
}
