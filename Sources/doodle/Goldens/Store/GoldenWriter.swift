import DoodleKit

/// Makes goldens.
enum GoldenWriter {
  /// What the text of a PNG is called that holds its log's hash.
  static let logHashKey = "Touch log SHA-256"

  /// The PNG of a log that was drawn, with the log's hash in it.
  static func png(of drawn: DrawnRecording, path: String) throws(CommandError) -> [UInt8] {
    var sink = MemorySink()
    do throws(ImageError) {
      let options = PNGOptions(threads: 1, text: [(logHashKey, drawn.recording.hash)])
      try writePNG(drawn.picture, options: options, to: &sink)
    } catch {
      throw .limit(path: path, message: error.description)
    }
    return sink.bytes
  }

  static func row(of drawn: DrawnRecording, named name: String, chain: HashChain) -> GoldenTable.Row {
    GoldenTable.Row(
      name: name, logHash: drawn.recording.hash, model: drawn.drawing.header?.model ?? StrokeModel.newest.rawValue,
      width: drawn.picture.width, height: drawn.picture.height, pixelHash: PixelHash.of(drawn.picture), chain: chain)
  }

  /// Writes a file, whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    try withFiles { () throws(FileError) in
      let file = try OutputFile(path: path)
      try file.write(bytes.span)
      try file.commit()
    }
  }
}
