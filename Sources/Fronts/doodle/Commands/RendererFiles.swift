import DoodleKit

/// Writes the output of renderers to files.
struct RendererFiles {
  let options: PNGOptions
  let replacesFiles: Bool
  let console: Console

  /// - Parameter makesFolders: Whether missing folders are made for a file; they always are for tiles.
  func write(_ output: RendererOutput, to path: String, makesFolders: Bool = false) throws(CommandError) {
    switch output {
    case .picture(let picture): try write(picture, to: path, makesFolders: makesFolders)
    case .document(let document):
      try withFiles { () throws(FileError) in
        var file = try console.create(path, replaces: replacesFiles, makesFolders: makesFolders)
        try document.write(to: &file)
        try file.commit()
      }
    case .tiles(let pyramid): try write(pyramid, to: path)
    }
  }

  func write(_ picture: some PixelSource, to path: String, makesFolders: Bool) throws(CommandError) {
    var file = try withFiles { () throws(FileError) in
      try console.create(path, replaces: replacesFiles, makesFolders: makesFolders)
    }
    try encode(picture, of: path, to: &file)
    try withFiles { () throws(FileError) in try file.commit() }
  }

  /// Writes a PNG.
  /// - Parameter path: The picture's file, for messages.
  func encode(_ picture: some PixelSource, of path: String, to sink: inout some ByteSink) throws(CommandError) {
    do throws(ImageError) {
      try writePNG(picture, options: options, to: &sink)
    } catch {
      if case .file(let error) = error { throw .file(error) }
      throw .limit(path: path, message: error.description)
    }
  }

  /// Writes a file whose bytes are made.
  func write(_ bytes: [UInt8], to path: String, makesFolders: Bool) throws(CommandError) {
    try withFiles { () throws(FileError) in
      let file = try console.create(path, replaces: replacesFiles, makesFolders: makesFolders)
      try file.write(bytes.span)
      try file.commit()
    }
  }

  /// Writes the tiles that have ink, and removes older tiles that now have none.
  private func write(_ pyramid: MapTilePyramid, to folder: String) throws(CommandError) {
    for zoom in 0...pyramid.largestZoom {
      let size = pyramid.size(atZoom: zoom)
      for row in 0..<size.rows {
        for column in 0..<size.columns where !pyramid.hasInk(MapTile(zoom: zoom, column: column, row: row)) {
          let path = "\(folder)/\(zoom)/\(column)/\(row).png"
          if replacesFiles { try withFiles { () throws(FileError) in try remove(path) } }
        }
        try pyramid.forEachTile(ofRow: row, atZoom: zoom) { tile, picture throws(CommandError) in
          try write(picture, to: "\(folder)/\(tile.zoom)/\(tile.column)/\(tile.row).png", makesFolders: true)
        }
      }
    }
    if replacesFiles {
      try withFiles { () throws(FileError) in
        try removeTiles(in: folder, fromZoom: pyramid.largestZoom + 1)
      }
    }
  }

  /// Removes the tiles of an earlier, larger pyramid from zoom level `first` on.
  private func removeTiles(in folder: String, fromZoom first: Int) throws(FileError) {
    var zoom = first
    while try isDirectory("\(folder)/\(zoom)") {
      for column in try Directory.entries(of: "\(folder)/\(zoom)")
      where column.isDirectory && wholeNumber(column.name) != nil {
        let parent = "\(folder)/\(zoom)/\(column.name)"
        for tile in try Directory.entries(of: parent) where tile.name.hasSuffix(".png") && !tile.isDirectory {
          if wholeNumber(String(tile.name.dropLast(4))) != nil { try remove("\(parent)/\(tile.name)") }
        }
      }
      zoom += 1
    }
  }

  private func remove(_ path: String) throws(FileError) {
    try console.filesRead.check(path)
    try removeFile(path)
  }
}
