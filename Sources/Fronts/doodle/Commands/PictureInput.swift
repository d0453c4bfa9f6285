import DoodleKit

/// A picture: a PNG, or the picture of a page of a log, a saved drawing or a document.
enum PictureInput {
  case png(RowStream)
  case log(DrawnLog)

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

extension JSON {
  /// An object whose first member names a file, with the number of a page after it; unchanged if there is none.
  func onPage(_ page: Int?) -> JSON {
    guard let page, case .object(let members) = self else { return self }
    return .object([members[0], .init(name: "page", value: .integer(page))] + members.dropFirst())
  }
}

/// The pictures of a file: a PNG, or each page of a log, a saved drawing or a document.
struct PictureInputs {
  /// A picture and its name in messages.
  struct Picture {
    var input: PictureInput
    /// That of the file; if it has several pages, with the number of this one, such as "notes.xopp#2".
    var name: String
    var page: Int
  }

  private let path: String
  private let reading: PictureReading
  private var png: RowStream?
  private var reporter: SessionReporter?
  /// Whether the file has several pages, or some were chosen. Known from the first picture on.
  private(set) var arePages: Bool

  /// The first byte of every PNG. No recording begins with it.
  private static let pngFirstByte: UInt8 = 0x89

  /// Opens a log, a saved drawing or a PNG. A name that ends in ".png" must be a PNG; else the first byte decides.
  /// - Parameters:
  ///   - path: The file; "-" is standard input.
  ///   - rule: The rule by which the pixels are compared; nil if they are hashed.
  init(
    _ path: String, _ reading: PictureReading, for rule: ComparisonRule? = nil, in console: Console
  ) throws(CommandError) {
    (self.path, self.reading, arePages) = (path, reading, reading.input.pages != nil)
    let file = try withFiles { () throws(FileError) in try InputFile(path: path) }
    let size = file.size
    var start: [UInt8] = []
    _ = try withFiles { () throws(FileError) in try file.read(into: &start, atMost: 1 << 16) }
    guard start.first == Self.pngFirstByte || FilePath.fileExtension(of: path) == "png" else {
      reporter = try reading.open(path, source: ResumedSource(start, file), size: size, isPaged: true, in: console)
      return
    }
    do throws(ImageError) {
      png = try RowStream(
        png: ResumedSource(start, file), limits: reading.imageLimits, for: rule, isAhead: reading.threads > 1)
    } catch {
      throw CommandError(error, of: path)
    }
  }

  /// Whether `next` gives another page.
  var hasMore: Bool { reporter != nil }

  /// The error if one picture was expected.
  var severalPages: CommandError { .usage(.severalPages(input: path, count: nil, example: nil)) }

  /// Draws the next page.
  /// - Returns: Nil after the last one.
  mutating func next() throws(CommandError) -> Picture? {
    if let png {
      self.png = nil
      return Picture(input: .png(png), name: path, page: 1)
    }
    guard var reporter else { return nil }
    let drawn = try reading.drawPage(&reporter)
    let hasMore = try reporter.nextPage()
    self.reporter = hasMore ? reporter : nil
    if hasMore { arePages = true }
    return Picture(input: .log(drawn), name: arePages ? "\(path)#\(drawn.page)" : path, page: drawn.page)
  }
}
