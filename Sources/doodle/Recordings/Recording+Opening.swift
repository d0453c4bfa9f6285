import DoodleKit

/// Drawings that recordings go on from.
extension Recording {
  /// The log's header, if it begins with one, completed by that of the drawing that it goes on from.
  mutating func header() throws(CommandError) -> LogHeader? {
    guard let first = try peek() else { return nil }
    if case .command(.open(let path)) = first { return try drawing(at: path)?.header }
    guard case .header(let header) = first else { return nil }
    guard case .command(.open(let path)) = try peek(behind: 1), let saved = try drawing(at: path) else { return header }
    return header.completed(by: saved.header)
  }

  /// Applies the event last read, which opens a drawing.
  mutating func open(_ path: String, _ drawing: inout Drawing) throws(CommandError) {
    do throws(EditError) {
      try drawing.checkMayOpen()
    } catch {
      return try refuse(place, error.description)
    }
    guard let saved = try self.drawing(at: path) else { return }
    var loaded: [NewImage.Source: any PictureContent] = [:]
    for source in saved.pictures {
      do throws(PictureError) {
        loaded[source] = try pictures.load(source)
      } catch {
        return try refuse(place, error.description)
      }
    }
    do throws(EditError) {
      try drawing.open(saved, pictures: loaded)
    } catch {
      try refuse(place, error.description)
    }
  }

  /// A drawing that the log names; nil where it is not right, which has then been said.
  private mutating func drawing(at path: String) throws(CommandError) -> SavedDrawing? {
    if let opened, opened.path == path { return opened.drawing }
    let file = pictures.path(of: path)
    let input = try withFiles { () throws(FileError) in try InputFile(path: file) }
    opened = (path, nil)
    do throws(LogReadError) {
      var saved = try SavedDrawing(input, name: file)
      let directory = FilePath.directory(of: path)
      saved.changePaths { FilePath.isAbsolute($0) ? $0 : directory + $0 }
      opened = (path, saved)
      return saved
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .malformed(let error):
        try refuse(error.location, error.reason.description, isLimit: error.reason.isLimit)
        return nil
      }
    }
  }
}
