package import Archive
package import TouchLog

/// Reads a recording that is compressed with gzip. What precedes damage is read; then the damage is an error, unless
/// the format's reader has noticed itself that the file is cut off.
package struct UnzippedReader: EventReader {
  private var reader: any EventReader
  private let source: GunzipSource
  private let name: String
  private var hasReported = false

  /// - Parameters:
  ///   - reader: The reader of what `source` decompresses.
  ///   - name: The file as the user named it, for messages.
  package init(_ reader: any EventReader, of source: GunzipSource, name: String) {
    (self.reader, self.source, self.name) = (reader, source, name)
  }

  package mutating func next() throws(LogReadError) -> LogEvent? {
    if let event = try reader.next() { return event }
    guard let damage = source.damage, !hasReported, !report.omissions.contains(where: \.isDamage) else { return nil }
    hasReported = true
    let reason: LogError.Reason =
      switch damage {
      case .cutOff: .cutOff(expected: "the rest of the compressed data")
      case .corrupt: .unexpected("damaged data", expected: "compressed data with the right checksum")
      }
    throw .malformed(LogError(location: LogLocation(file: name, byte: source.bytesRead), reason: reason))
  }

  package var line: Int { reader.line }
  package var location: LogLocation { reader.location }
  package var report: ImportReport { reader.report }
  package var hasUnknownKeys: Bool { reader.hasUnknownKeys }

  package mutating func nextTouches(into touches: inout [TouchEvent]) { reader.nextTouches(into: &touches) }

  package func line(ofTouch index: Int) -> Int { reader.line(ofTouch: index) }
  package func location(ofTouch index: Int) -> LogLocation { reader.location(ofTouch: index) }

  package func keys(ofTouch index: Int, where isMeant: (String) -> Bool) -> [LineKey] {
    reader.keys(ofTouch: index, where: isMeant)
  }
}
