import Files
import JSON
import TouchLog

/// A format of recordings: its name, how its files are recognized, and how they are read.
///
/// Each format's file declares one as a static constant. `allCases` is the table of all.
public struct LogFormat: Sendable {
  /// The name for `--from`.
  public let rawValue: String
  /// What the format is, for help texts, such as "strokes of the web library signature_pad".
  public let summary: String
  /// The choices that it leaves to the user.
  let openChoices: Set<ImportOptions.Choice>
  let recognizes: @Sendable (Glimpse) -> Bool
  let open: @Sendable (InputBuffer, String, ImportOptions) throws(LogReadError) -> any EventReader

  /// - Parameters:
  ///   - summary: What the format is, for help texts.
  ///   - choices: The choices that the format leaves to the user.
  ///   - recognizes: Whether a file that begins like this is of the format.
  ///   - open: Makes a reader of a source. The name is the file as the user typed it, for messages.
  package init(
    _ name: String, _ summary: String, leavesOpen choices: Set<ImportOptions.Choice> = [],
    recognizes: @escaping @Sendable (Glimpse) -> Bool,
    open: @escaping @Sendable (InputBuffer, String, ImportOptions) throws(LogReadError) -> any EventReader
  ) {
    (rawValue, self.summary, openChoices) = (name, summary, choices)
    (self.recognizes, self.open) = (recognizes, open)
  }
}

/// Formats are equal if their names are.
extension LogFormat: Hashable, RawRepresentable, CaseIterable {
  /// The table of formats. A file is read by the first one that recognizes it.
  public static let allCases: [LogFormat] = [
    .doodle,
    .remarkable,
    .sketchRNN,
    .inkml,
    .xournal,
    .iam,
    .gesture,
    .unipen,
    .svc,
    .omniglot,
    .evemu,
    .libinput,
    .evtest,
    .getevent,
    .quickDraw,
    .excalidraw,
    .rnote,
    .tldraw,
    .webdriver,
    .pointerEvents,
    .pointerColumns,
    .signaturePad,
    .iink,
    .jspsych,
    .reactSketchCanvas,
    .reactCanvasDraw,
    .fabric,
    .uitouch,
    .points,
    .quickDrawBinary,
  ]

  public init?(rawValue name: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = format
  }

  public static func == (one: LogFormat, other: LogFormat) -> Bool { one.rawValue == other.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension LogFormat {
  /// The touch log: JSON Lines.
  package static let doodle = LogFormat("doodle", "touch logs", leavesOpen: [.page]) { glimpse in
    // The objects of an array can begin lines, too.
    glimpse.isBlank
      || glimpse.first != ASCII.openBracket
        && glimpse.hasJSONLine { $0.keys.contains { LogReader.kinds.contains($0) } }
  } open: { input, name, _ in
    LogReader(input, name: name)
  }
}

/// A recording whose format is known.
package struct OpenedRecording {
  package var reader: any EventReader
  package let format: LogFormat
}

/// Opens a recording, which may be compressed with gzip, for a caller that need not know its format.
///
/// The parameters and the errors are those of `openRecording`.
package func openEventReader(
  _ source: any ByteSource, name: String, format: LogFormat? = nil, options: ImportOptions = ImportOptions()
) throws(LogReadError) -> any EventReader {
  let input = try UnzippedInput(source, name: name)
  return input.checking(try openRecording(input.source, name: name, format: format, options: options).reader)
}

/// Opens a recording that is not compressed.
///
/// - Parameters:
///   - name: The file as the user named it, for messages.
///   - format: Nil to recognize the format by content.
/// - Throws: `LogReadError.malformed` if the format is not recognized, or if a format that is read as a whole is
///   malformed; `.file` if the source cannot be read.
package func openRecording(
  _ source: any ByteSource, name: String, format: LogFormat? = nil, options: ImportOptions = ImportOptions()
) throws(LogReadError) -> OpenedRecording {
  var input = InputBuffer(source)
  let recognized = if let format { format } else { try recognizedFormat(&input, name: name) }
  let open = recognized.open
  return OpenedRecording(reader: try open(input, name, options), format: recognized)
}

/// Reads the first bytes and recognizes the format. All bytes remain in `input`.
private func recognizedFormat(_ input: inout InputBuffer, name: String) throws(LogReadError) -> LogFormat {
  var length = 0
  repeat {
    length = input.bytes.count
    let glimpse = Glimpse(input.bytes)
    // A log that is still being written may have one line.
    if !glimpse.isBlank, LogFormat.doodle.recognizes(glimpse) { return .doodle }
  } while try input.fill(min(length + 1, Glimpse.length)) && length < Glimpse.length
  let glimpse = Glimpse(input.bytes)
  if let format = LogFormat.allCases.first(where: { $0.recognizes(glimpse) }) { return format }
  let location =
    glimpse.isText ? LogLocation(of: glimpse.start, in: input.bytes, file: name) : LogLocation(file: name, byte: 0)
  if let refused = RefusedFormat.all.first(where: { $0.recognizes(glimpse) }) {
    throw .malformed(LogError(location: location, reason: .refused(refused.name, instead: refused.instead)))
  }
  // The reader of logs reports the error in the line.
  if glimpse.first == ASCII.openBrace { return .doodle }
  throw .malformed(
    LogError(location: location, reason: .unrecognized(formats: LogFormat.allCases.map(\.rawValue))))
}

extension InputBuffer {
  /// Reads until at least `count` bytes are in memory.
  /// - Returns: False if the source has fewer.
  mutating func fill(_ count: Int) throws(LogReadError) -> Bool {
    while bytes.count < count, !isAtEnd {
      try rethrowing(as: LogReadError.file) { () throws(FileError) in try read() }
    }
    return bytes.count >= count
  }

  /// Reads the whole source.
  /// - Parameter name: The file as the user named it, for messages.
  /// - Throws: `LogReadError.malformed` if the source is larger than `options.fileLimit`.
  package consuming func readAll(name: String, options: ImportOptions) throws(LogReadError) -> [UInt8] {
    let most = options.fileLimit
    while !isAtEnd, bytes.count <= most {
      try rethrowing(as: LogReadError.file) { () throws(FileError) in try read() }
    }
    guard bytes.count <= most else {
      throw .malformed(
        LogError(
          location: LogLocation(file: name, byte: 0),
          reason: most < LogLimits.documentBytes
            ? .tooMuchMemory("the file", limit: options.memoryLimit) : .fileTooLong(limit: most)))
    }
    return bytes
  }
}
