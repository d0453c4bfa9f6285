import DoodleKit

/// Writes goldens.
enum GoldenWriter {
  /// The keyword of the PNG text that marks the picture as the golden of a log.
  static let logNameKey = "Golden of"

  /// The keyword of the PNG text that marks a picture of a failure.
  static let failureKey = "Failure of"

  /// The text that marks a golden: its name and the log's extensions, percent-encoded.
  /// - Parameter log: The log's file name.
  static func text(ofGolden name: String, log: String) -> String {
    percentEncoded(name == log ? name : name + log.dropFirst(FilePath.stem(of: log).count))
  }

  /// Whether a text marks the golden with a name, of whatever log.
  static func isMark(_ text: String, ofGolden name: String) -> Bool {
    let name = percentEncoded(name)
    return text == name || text.hasPrefix(name + ".")
  }

  /// The mark of a picture; nil without one, also for a file that cannot be opened or is damaged.
  /// - Throws: `CommandError` if the system fails to read it.
  static func mark(in picture: String, _ key: String = logNameKey) throws(CommandError) -> String? {
    do {
      return try PNGTexts.read(from: InputFile(path: picture))[key]
    } catch let error as FileError where error.isSystemFailure {
      throw .file(error)
    } catch ImageError.file(let error) {
      throw .file(error)
    } catch {
      return nil
    }
  }

  private static func percentEncoded(_ name: String) -> String {
    name.utf8.map { byte in
      (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%")
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// The golden of a drawn log as a PNG, with the log's name and hash as texts.
  static func png(of drawn: DrawnLog, named name: String, path: String) throws(CommandError) -> [UInt8] {
    var sink = MemorySink()
    do throws(ImageError) {
      let mark = text(ofGolden: name, log: FilePath.name(of: drawn.path))
      let options = PNGOptions(threads: 1, text: [(logNameKey, mark), (PictureOrigin.logHashKey, drawn.logHash)])
      try writePNG(drawn.picture, options: options, to: &sink)
    } catch {
      throw .limit(path: path, message: error.description)
    }
    return sink.bytes
  }

  /// A picture that another program drew of a log, with the log's name and hash as texts.
  static func marked(_ png: [UInt8], named name: String, log: String) throws(CommandError) -> [UInt8] {
    let texts = [
      (logNameKey, text(ofGolden: name, log: FilePath.name(of: log))), (PictureOrigin.logHashKey, try logHash(of: log)),
    ]
    do throws(ImageError) {
      return try PNGTexts.adding(texts, to: png)
    } catch {
      throw CommandError(error, of: log)
    }
  }

  /// The hash of a log's bytes.
  static func logHash(of log: String) throws(CommandError) -> String {
    var hash = SHA256()
    let bytes = try withFiles { () throws(FileError) in try InputFile(path: log).readAll() }
    hash.update(bytes.span)
    return hash.finalized()
  }

  /// The golden of a drawn log as a line of the table.
  static func row(of drawn: DrawnLog, named name: String, chain: HashChain) -> GoldenTable.Row {
    GoldenTable.Row(
      name: name, logHash: drawn.logHash, model: drawn.drawing.model.rawValue,
      width: drawn.picture.width, height: drawn.picture.height, pixelHash: PixelHash.of(drawn.picture), chain: chain)
  }

  /// Writes a file, completely or not at all.
  static func write(_ bytes: [UInt8], to path: String, makesFolders: Bool = false, in console: Console)
    throws(CommandError)
  {
    let document = GeneratedDocument { receive throws(FileError) in try receive(bytes) }
    try write(document, to: path, makesFolders: makesFolders, in: console)
  }

  /// Writes a file, completely or not at all, while it is made.
  static func write(_ document: GeneratedDocument, to path: String, makesFolders: Bool = false, in console: Console)
    throws(CommandError)
  {
    try withFiles { () throws(FileError) in
      var file = try console.create(path, makesFolders: makesFolders)
      try document.write(to: &file)
      try file.commit()
    }
  }
}
