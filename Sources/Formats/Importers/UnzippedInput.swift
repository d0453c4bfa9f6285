import Archive
import Files
import ImportCore
import TouchLog

/// An input, decompressed if it is compressed with gzip.
package struct UnzippedInput {
  /// The uncompressed bytes.
  package let source: any ByteSource
  private let gunzip: GunzipSource?
  private let name: String

  /// - Parameter name: The file as the user named it, for messages.
  /// - Throws: `LogReadError.file` if the source cannot be read; `.malformed` if it is compressed twice, since each level
  ///   takes more memory.
  package init(_ source: any ByteSource, name: String) throws(LogReadError) {
    self.name = name
    var input = InputBuffer(source)
    guard try input.fill(2), GunzipSource.recognizes(input.bytes) else {
      (self.source, gunzip) = (input, nil)
      return
    }
    let gunzip = GunzipSource(input)
    var contents = InputBuffer(gunzip)
    if try contents.fill(2), GunzipSource.recognizes(contents.bytes) {
      throw .malformed(
        LogError(
          location: LogLocation(file: name, byte: 0),
          reason: .refused("a file that is compressed twice", instead: "decompress it with gunzip")))
    }
    (self.source, self.gunzip) = (contents, gunzip)
  }

  package var isCompressed: Bool { gunzip != nil }

  /// The damage of the compressed data, known once `source` has ended.
  package var damage: GunzipSource.Damage? { gunzip?.damage }

  /// A reader that ends with an error where the compression is damaged.
  package func checking(_ reader: any EventReader) -> any EventReader {
    gunzip.map { UnzippedReader(reader, of: $0, name: name) } ?? reader
  }
}

/// Reads a recording that is compressed with gzip. Everything before damage is read; then the damage is an error,
/// unless the format's reader has noticed that the file is cut off.
private struct UnzippedReader: EventReader {
  private var reader: any EventReader
  private let source: GunzipSource
  private let name: String
  private var hasReported = false

  /// - Parameters:
  ///   - reader: The reader of the bytes that `source` decompresses.
  ///   - name: The file as the user named it, for messages.
  init(_ reader: any EventReader, of source: GunzipSource, name: String) {
    (self.reader, self.source, self.name) = (reader, source, name)
  }

  mutating func next() throws(LogReadError) -> LogEvent? {
    if let event = try reader.next() { return event }
    let isNoticed = hasReported || report.omissions.contains { $0.kind == .damage }
    guard let damage = source.damage, !isNoticed else { return nil }
    hasReported = true
    let reason: LogError.Reason =
      switch damage {
      case .cutOff: .cutOff(expected: "the rest of the compressed data")
      case .corrupt: .unexpected("damaged data", expected: "compressed data with the right checksum")
      }
    throw .malformed(LogError(location: LogLocation(file: name, byte: source.bytesRead), reason: reason))
  }

  mutating func nextPage() throws(LogReadError) -> Bool { try reader.nextPage() }

  var line: Int { reader.line }
  var location: LogLocation { reader.location }
  var report: ImportReport { reader.report }
  var keptParts: [KeptPart] { reader.keptParts }
  var hasUnknownKeys: Bool { reader.hasUnknownKeys }
  var mayHaveOwnKeys: Bool { reader.mayHaveOwnKeys }

  mutating func nextTouches(into touches: inout [TouchEvent]) { reader.nextTouches(into: &touches) }

  func line(ofTouch index: Int) -> Int { reader.line(ofTouch: index) }
  func location(ofTouch index: Int) -> LogLocation { reader.location(ofTouch: index) }

  func keys(ofTouch index: Int, where isMeant: (String) -> Bool) -> [LineKey] {
    reader.keys(ofTouch: index, where: isMeant)
  }
}
