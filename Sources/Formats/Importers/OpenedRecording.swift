import Files
import ImportCore
import JSON
import TouchLog

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
  let recognized = if let format { format } else { try recognizedFormat(&input, name: name, options) }
  let open = recognized.open
  return OpenedRecording(reader: try open(input, name, options), format: recognized)
}

extension LogFormat {
  /// Reads the first bytes and recognizes the format. All bytes remain in `input`.
  /// - Parameter limit: The most bytes to read of a file whose end tells what is in it.
  /// - Returns: Nil if no format is recognized; the touch log for a blank file.
  package static func recognize(
    _ input: inout InputBuffer, limit: Int = LogLimits.documentBytes
  ) throws(LogReadError) -> LogFormat? {
    var length = 0
    repeat {
      length = input.bytes.count
      let glimpse = Glimpse(input.bytes)
      // A log that is still being written may have one line.
      if !glimpse.isBlank, doodle.recognizes(glimpse) { return .doodle }
    } while try input.fill(min(length + 1, Glimpse.length)) && length < Glimpse.length
    if Glimpse.endsTell(of: input.bytes) { _ = try input.fill(limit) }
    let glimpse = Glimpse(input.bytes)
    let format = allCases.first { $0.recognizes(glimpse) }
    let isRefused = format == .points && RefusedFormat.all.contains { $0.recognizes(glimpse) }
    return isRefused ? nil : format
  }
}

private func recognizedFormat(
  _ input: inout InputBuffer, name: String, _ options: ImportOptions
) throws(LogReadError) -> LogFormat {
  if let format = try LogFormat.recognize(&input, limit: options.fileLimit) { return format }
  let glimpse = Glimpse(input.bytes)
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
