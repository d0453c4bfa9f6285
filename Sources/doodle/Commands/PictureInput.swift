import DoodleKit

/// A picture: a PNG, or the picture of a log or a saved drawing.
enum PictureInput {
  case png(RowStream)
  case log(DrawnLog)

  /// The first byte of every PNG. No recording begins with it.
  private static let pngFirstByte: UInt8 = 0x89

  /// Opens a log, a saved drawing or a PNG. A name that ends in ".png" must be a PNG; else the first byte decides.
  /// - Parameters:
  ///   - path: The file; "-" is standard input.
  ///   - rule: The rule by which the pixels are compared; nil if they are hashed.
  init(
    _ path: String, _ reading: PictureReading, for rule: ComparisonRule? = nil, in console: Console
  ) throws(CommandError) {
    let file = try withFiles { () throws(FileError) in try InputFile(path: path) }
    let size = file.size
    var start: [UInt8] = []
    _ = try withFiles { () throws(FileError) in try file.read(into: &start, atMost: 1 << 16) }
    guard start.first == Self.pngFirstByte || OutputPlan.fileExtension(of: path) == "png" else {
      self = .log(try reading.draw(path, source: ResumedSource(start, file), size: size, in: console))
      return
    }
    do throws(ImageError) {
      self = .png(
        try RowStream(
          png: ResumedSource(start, file), limits: reading.imageLimits, for: rule, isAhead: reading.threads > 1))
    } catch {
      throw CommandError(error, of: path)
    }
  }

  /// The rows of pixels, which can be read once.
  func rows(isAhead: Bool) -> RowStream {
    switch self {
    case .png(let stream): stream
    case .log(let drawn): RowStream(drawn.picture, isAhead: isAhead)
    }
  }

  var drawn: DrawnLog? {
    if case .log(let drawn) = self { drawn } else { nil }
  }
}
