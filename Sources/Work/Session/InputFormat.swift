import Files
public import ImportCore
import Importers
public import Ink
import TouchLog

/// The formats that a session reads: recordings of touches and saved drawings.
public enum InputFormat: Hashable, Sendable, CaseIterable, RawRepresentable {
  case log(LogFormat)
  case drawing(DrawingFormat)

  public static let allCases = LogFormat.allCases.map(InputFormat.log) + DrawingFormat.allCases.map(InputFormat.drawing)

  public init?(rawValue: String) {
    if let format = LogFormat(rawValue: rawValue) {
      self = .log(format)
    } else if let format = DrawingFormat(rawValue: rawValue) {
      self = .drawing(format)
    } else {
      return nil
    }
  }

  public var rawValue: String {
    switch self {
    case .log(let format): format.rawValue
    case .drawing(let format): format.rawValue
    }
  }

  /// Whether a choice changes how files of the format are read. A saved drawing leaves nothing open.
  package func leavesOpen(_ choice: ImportOptions.Choice) -> Bool {
    if case .log(let format) = self { format.leavesOpen(choice) } else { false }
  }

  /// What the format is, for help texts.
  public var summary: String {
    switch self {
    case .log(let format): format.summary
    case .drawing(.drawing): "saved drawings"
    case .drawing(.drawsana): "drawings of the library Drawsana"
    }
  }
}

extension InputFormat {
  /// The format that the first bytes of a source show, which may be compressed with gzip.
  /// - Parameter name: The file name for messages.
  /// - Returns: Nil if no format is recognized, or if the source is blank.
  /// - Throws: `LogReadError`.
  package static func recognize(_ source: any ByteSource, name: String) throws(LogReadError) -> InputFormat? {
    var source = try UnzippedInput(source, name: name).source
    var start: [UInt8] = []
    let drawing = try rethrowing(as: LogReadError.file) { () throws(FileError) in
      try DrawingFormat.recognize(&source, &start)
    }
    if let drawing { return .drawing(drawing) }
    var input = InputBuffer(ResumedSource(start, source))
    guard let format = try LogFormat.recognize(&input), !Glimpse(input.bytes).isBlank else { return nil }
    return .log(format)
  }
}

/// An input whose format is known.
enum OpenedInput {
  case log(any EventReader, LogFormat)
  case drawing(SavedDrawing, DrawingFormat)

  /// Opens a source, which may be compressed with gzip. Reads a saved drawing to its end, a recording only as far as
  /// needed to recognize its format.
  /// - Parameters:
  ///   - name: The file name for messages, as the user typed it.
  ///   - format: Nil to recognize the format by content.
  /// - Throws: `LogReadError`.
  init(
    _ source: any ByteSource, name: String, format: InputFormat?, options: ImportOptions = ImportOptions()
  ) throws(LogReadError) {
    let input = try UnzippedInput(source, name: name)
    try self.init(uncompressed: input.source, name: name, format: format, options: options)
    if case .log(let reader, let format) = self { self = .log(input.checking(reader), format) }
  }

  private init(
    uncompressed source: any ByteSource, name: String, format: InputFormat?, options: ImportOptions
  ) throws(LogReadError) {
    var source = source
    var start: [UInt8] = []
    var drawingFormat: DrawingFormat?
    var logFormat: LogFormat?
    switch format {
    case .drawing(let format): drawingFormat = format
    case .log(let format): logFormat = format
    case nil:
      drawingFormat = try rethrowing(as: LogReadError.file) { () throws(FileError) in
        try DrawingFormat.recognize(&source, &start)
      }
    }
    let whole = ResumedSource(start, source)
    if let drawingFormat {
      guard options.pointers.isEmpty else {
        throw .malformed(
          LogError(
            location: LogLocation(file: name, line: 1, column: 1),
            reason: .unexpected("a saved drawing, which has none", expected: "touches that say what made them")))
      }
      self = .drawing(
        try SavedDrawing(whole, name: name, format: drawingFormat, options: options), drawingFormat)
    } else {
      let opened = try openRecording(whole, name: name, format: logFormat, options: options)
      self = .log(opened.reader, opened.format)
    }
  }
}

extension DrawingFormat {
  /// A saved drawing is recognized by keys in its first bytes, up to this number.
  private static let recognizedBytes = 1 << 16

  /// The format of a saved drawing; nil if the source is not a saved drawing.
  /// - Parameter start: Receives the bytes that were read from the source.
  fileprivate static func recognize(
    _ source: inout any ByteSource, _ start: inout [UInt8]
  ) throws(FileError) -> DrawingFormat? {
    while true {
      let count = try source.read(into: &start, atMost: recognizedBytes)
      switch recognize(start) {
      case .drawing(let format): return format
      case .other: return nil
      case .undecided: if count == 0 || start.count >= recognizedBytes { return nil }
      }
    }
  }
}

extension SavedDrawing {
  /// Reads a saved drawing to its end.
  /// - Parameters:
  ///   - name: The file name for messages, as the user typed it.
  ///   - format: Nil to recognize the format by its keys.
  /// - Throws: `LogReadError.malformed` if the file is wrong or too large for the memory limit; `.file` if it cannot be
  ///   read.
  init(
    _ source: any ByteSource, name: String, format: DrawingFormat? = nil, options: ImportOptions = ImportOptions()
  ) throws(LogReadError) {
    let text = try InputBuffer(source).readAll(name: name, options: options)
    self = try rethrowing(as: LogReadError.malformed) { () throws(LogError) in
      try SavedDrawing(text, name: name, format: format)
    }
  }
}

/// A reader without events, for saved drawings.
struct NoEvents: EventReader {
  let location: LogLocation

  mutating func next() throws(LogReadError) -> LogEvent? { nil }
}
