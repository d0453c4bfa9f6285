import Files

/// Writes a PNG file for each picture.
struct PictureFolder {
  private let pattern: OutputPattern
  private let replaces: Bool
  private let filesRead: FilesRead
  /// Hashes of the paths of this run, because two records may have the same key. 64 bits tell a billion apart.
  private var paths: Set<UInt64> = []

  /// - Parameter replaces: Whether existing files with other contents are replaced.
  init(_ pattern: OutputPattern, replaces: Bool, keeping filesRead: FilesRead) {
    (self.pattern, self.replaces, self.filesRead) = (pattern, replaces, filesRead)
  }

  /// Writes the pictures of a record.
  /// - Returns: What is wrong if another record has the same name; nothing is then written.
  mutating func write(_ pictures: [TrainingPicture], shard: Int) throws(FileError) -> RecordFault? {
    let named = pictures.map { (path: path(of: $0, shard: shard), picture: $0) }
    var missing: [(path: String, picture: TrainingPicture)] = []
    for (path, picture) in named {
      let isNew = paths.insert(SeededGenerator.number(of: path)).inserted
      if !isNew { return Self.fault(path) }
      // An equal file is not replaced: replacing needs a temporary file, which would stay if the process is killed.
      let size = try fileSize(path)
      if let size, try isSame(path, size: size, picture.bytes) { continue }
      if !replaces, size != nil { return Self.fault(path) }
      missing.append((path, picture))
    }
    for (path, picture) in missing {
      let file = try ShardFile(path, replaces: true, hashes: false, keeping: filesRead)
      try file.write(picture.bytes.span)
      _ = try file.commit(in: "")
    }
    return nil
  }

  private static func fault(_ path: String) -> RecordFault {
    RecordFault(
      .sameName,
      "the file \(path) is there already, of another drawing; number the files, or give each label a folder; the name of the input's folder can be the label"
    )
  }

  private func path(of picture: TrainingPicture, shard: Int) -> String {
    var values = OutputPattern.Values()
    (values.shard, values.split, values.index, values.copy) = (shard, picture.split, picture.index, picture.copy)
    (values.key, values.label, values.stem) = (picture.key, picture.label ?? "", picture.stem)
    return pattern.path(values)
  }

  /// Whether a file has these contents already, because an interrupted run has written it.
  private func isSame(_ path: String, size: Int, _ contents: [UInt8]) throws(FileError) -> Bool {
    guard size == contents.count else { return false }
    return try InputFile(path: path).readAll() == contents
  }
}
