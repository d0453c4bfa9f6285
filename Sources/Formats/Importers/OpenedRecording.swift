import BoardImporters
import Files
import ImportCore
import JSON
import PointImporters
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
  let reader = try open(input, name, options)
  return OpenedRecording(
    reader: options.pointers.isEmpty ? reader : PointerReader(reader, kinds: options.pointers), format: recognized)
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
    // UIKit's touches have a location; with x and y instead, a number as phase is that of another logger.
    let isPoint = glimpse.firstObject.map(PointLists.isPoint) ?? false
    let format = allCases.first { $0.recognizes(glimpse) && ($0 != .uitouch || !isPoint) }
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
  if let nearest = nearestKind(glimpse) { throw .malformed(LogError(location: location, reason: nearest)) }
  // The reader of logs reports the error in the line.
  if glimpse.first == ASCII.openBrace { return .doodle }
  throw .malformed(
    LogError(location: location, reason: .unrecognized(formats: LogFormat.allCases.map(\.rawValue))))
}

/// What a file is that no reader and no refusal knows: an object of JSON, by its keys, or a table, by its columns. Nil
/// for other files, and for lines of logs with a mistake.
private func nearestKind(_ glimpse: Glimpse) -> LogError.Reason? {
  func some(_ names: [String]) -> String {
    let shown = names.prefix(6).map { "\"\(printable(String($0.prefix(40))))\"" }.joined(separator: ", ")
    return names.count > 6 ? "\(shown), …" : shown
  }
  if let json = glimpse.json, case .object(let members) = json {
    let keys = members.map(\.key)
    let ofLogs = LogReader.kinds + ["point", "touch", "time", "size"]
    guard !keys.isEmpty, !ofLogs.contains(where: keys.contains) else { return nil }
    return .refused(
      "JSON with the \(keys.count == 1 ? "key" : "keys") \(some(keys))",
      instead: "no ink that is known is in it; lists such as {\"strokes\":[[[x,y],…],…]} are read")
  }
  if glimpse.isText, let columns = PointColumns.others(glimpse.bytes) {
    if columns.allSatisfy({ Double($0) != nil }) {
      return .refused("a table of numbers without names", instead: "begin it with a line of names, such as x y time")
    }
    return .refused("a table with the columns \(some(columns))", instead: "name two of its columns x and y")
  }
  return nil
}
