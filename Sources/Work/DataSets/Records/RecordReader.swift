import Files

/// Reads the records of many files, one after another or a record from each in turn.
package struct RecordReader {
  /// The files that have not been opened, the next one last.
  private var files: [RecordFile]
  /// The files that are read: all of them if they take turns, otherwise at most one.
  private var open: [FileRecords] = []
  /// The index in `open` of the file whose turn it is.
  private var turn = 0
  private let options: RecordOptions
  /// The number of records that have been read.
  package private(set) var count = 0
  /// The bytes of the files that have been read to their ends.
  private var bytesOfFinished = 0
  /// The sizes of all files, in bytes.
  private let size: Int

  /// - Throws: `RecordReadError` if the files take turns and one of them cannot be opened.
  package init(_ files: [RecordFile], _ options: RecordOptions = RecordOptions()) throws(RecordReadError) {
    self.files = files.reversed()
    self.options = options
    size = files.reduce(0) { $0 + ((try? fileSize($1.path)) ?? 0) }
    guard options.interleaves else { return }
    while let file = self.files.popLast() { open.append(try FileRecords(file, options)) }
  }

  /// The share of the input that was read, 0...1; 0 if its size is not known.
  package var fractionRead: Double {
    let bytes = bytesOfFinished + open.reduce(0) { $0 + $1.bytesRead }
    return size > 0 ? Double(bytes) / Double(size) : 0
  }

  /// Whether the next record can be read without waiting for a program that writes it.
  package var isReady: Bool { open.isEmpty || open[turn].isReady }

  /// The next record; nil after the last one.
  package mutating func next() throws(RecordReadError) -> Record? {
    var record = try advance { file throws(RecordReadError) in try file.next() }
    record?.index = count - 1
    return record
  }

  /// Passes the next record without reading it. Returns false after the last one.
  package mutating func skip() throws(RecordReadError) -> Bool {
    try advance { file throws(RecordReadError) in try file.skip() ? true : nil } ?? false
  }

  /// - Parameter body: Gets a record of a file, or nil at its end.
  private mutating func advance<Found>(
    _ body: (inout FileRecords) throws(RecordReadError) -> Found?
  ) throws(RecordReadError) -> Found? {
    while true {
      if open.isEmpty {
        guard let file = files.popLast() else { return nil }
        open = [try FileRecords(file, options)]
        turn = 0
      }
      guard let found = try body(&open[turn]) else {
        bytesOfFinished += open.remove(at: turn).bytesRead
        if turn >= open.count { turn = 0 }
        continue
      }
      turn = (turn + 1) % open.count
      count += 1
      return found
    }
  }
}
