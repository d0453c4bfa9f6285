import Files
import JSON

/// Writes the pictures of a shard, a range of records, to a file for each split.
struct ShardWriter {
  private let pattern: OutputPattern
  private let options: BatchOptions
  private let shard: Int
  private let replaces: Bool
  private let filesRead: FilesRead
  /// In the order in which they were begun.
  private var files: [SplitFiles] = []

  /// The files of a split.
  private struct SplitFiles {
    let split: String
    let file: ShardFile
    /// The lines that describe the rows of an array.
    let rows: ShardFile?
    /// The drawings of an .npz.
    let drawings: SketchArchive?
  }

  /// - Parameter replaces: Whether existing files are replaced.
  init(_ pattern: OutputPattern, _ options: BatchOptions, shard: Int, replaces: Bool, keeping filesRead: FilesRead) {
    (self.pattern, self.options, self.shard, self.replaces) = (pattern, options, shard, replaces)
    self.filesRead = filesRead
  }

  /// The bytes that are held in memory until the files are complete.
  var heldBytes: Int { files.reduce(0) { $0 + ($1.drawings?.size ?? 0) } }

  /// Writes a picture.
  mutating func write(_ picture: TrainingPicture) throws(FileError) {
    let files = try files(forSplit: pattern.hasSplits ? picture.split : "")
    if let rows = files.rows {
      if files.file.count == 0, files.drawings == nil {
        try files.file.write([UInt8](repeating: 0, count: NPY.headerSize).span)
      }
      try rows.write(picture.description.span)
      try rows.write([ASCII.newline].span)
    }
    if let drawings = files.drawings {
      drawings.append(picture.bytes, to: picture.split)
    } else {
      try files.file.write(picture.bytes.span)
    }
    files.file.count += 1
  }

  /// Writes a line for a record that is not a drawing.
  mutating func write(_ fault: RecordFault, of record: Record, key: String?, label: String?) throws(FileError) {
    let files = try files(forSplit: "")
    try files.file.write((fault.line(of: record, key: key, label: label) + [ASCII.newline]).span)
  }

  private mutating func files(forSplit split: String) throws(FileError) -> SplitFiles {
    if let known = files.first(where: { $0.split == split }) { return known }
    var values = OutputPattern.Values()
    (values.shard, values.split) = (shard, split)
    let path = pattern.path(values)
    func file(_ path: String, replaces: Bool) throws(FileError) -> ShardFile {
      try ShardFile(path, replaces: replaces, hashes: pattern.hasManyFiles, keeping: filesRead)
    }
    var rows: ShardFile?
    if pattern.kind == .npy || pattern.kind == .npz {
      let path = pattern.rowsPath(values)
      let isOwn = try areLinesOfRecords(path)
      rows = try file(path, replaces: replaces && isOwn)
    }
    let drawings = pattern.kind == .npz ? SketchArchive(options.splits) : nil
    files.append(
      SplitFiles(split: split, file: try file(path, replaces: replaces), rows: rows, drawings: drawings))
    return files[files.count - 1]
  }

  func flush() throws(FileError) {
    for split in files { try split.file.flush() }
  }

  /// Completes the files and puts them in place.
  func commit() throws(FileError) -> [FinishedFile] {
    var finished: [FinishedFile] = []
    for split in files {
      let end = Tar.end
      if pattern.kind == .tar { try split.file.write(end.span) }
      if pattern.kind == .npy {
        let form = options.form
        let shape = [split.file.count, form.height * form.width * form.samplesPerPixel]
        try split.file.overwriteStart(NPY.header(shape: shape).span)
      }
      if let drawings = split.drawings { try split.file.write(drawings.finish().span) }
      if let rows = split.rows { finished.append(try rows.commit(in: pattern.folder)) }
      finished.append(try split.file.commit(in: pattern.folder))
    }
    return finished
  }
}

/// Whether a file may be replaced that no option names: it is missing, or an earlier run wrote it, whose lines begin with
/// the number of a record.
func areLinesOfRecords(_ path: String) throws(FileError) -> Bool {
  guard try isFile(path) else { return true }
  let file = try InputFile(path: path)
  var start: [UInt8] = []
  while start.count < 9, try file.read(into: &start, atMost: 9 - start.count) > 0 {}
  return start.isEmpty || start.starts(with: #"{"index":"#.utf8)
}

extension RecordFault {
  /// The fault of a record, as a line of JSON without its end.
  func line(of record: Record, key: String?, label: String?, withFile: Bool = false) -> [UInt8] {
    var object = JSONObjectWriter(bytes: [])
    object.add("index", record.index)
    object.add("key", key)
    if let label { object.add("label", label) }
    object.add("error", message)
    if withFile {
      object.add("kind", kind.rawValue)
      object.add("file", record.file)
    }
    object.add("line", line)
    object.add("column", column)
    var line = object.close()
    line.removeLast()
    return line
  }
}
