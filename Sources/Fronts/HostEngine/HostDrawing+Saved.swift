import Files
import Ink
import JSON
import TouchLog

/// Saved drawings, which a log can begin with.
extension HostDrawing {
  /// Adds a saved drawing of `doodle save` or of Drawsana, which later lines open by this path.
  /// - Parameters:
  ///   - path: The path in the log. Paths in the drawing are relative to its folder.
  ///   - bytes: The file.
  /// - Returns: Lines of JSON: the header of the drawing, as a log has it, and for each file that is to be added before it
  ///   is opened its name: `{"picture":PATH}`, `{"font":PATH}`, or `{"data":BASE64}` for an image within the drawing. A
  ///   picture under the ink is named by the header alone.
  /// - Throws: `HostError` at the first fault, with its place in the file.
  package func addDrawing(_ path: String, _ bytes: [UInt8]) throws(HostError) -> [UInt8] {
    beginCall()
    // It takes about four times the file.
    let memory = 4 * bytes.count
    try add(bytes: memory)
    var saved: SavedDrawing
    do throws(LogError) {
      saved = try SavedDrawing(bytes, name: path)
    } catch {
      remove(bytes: memory)
      throw HostError(line: error.location.line, column: error.location.column, message: error.reason.description)
    }
    let folder = FilePath.directory(of: path)
    saved.changePaths { FilePath.isAbsolute($0) ? $0 : folder + $0 }
    files.savedDrawings[path] = saved
    var lines = LogWriter.line(for: .header(saved.header))
    func name(_ key: String, _ name: String) {
      var object = JSONObjectWriter(bytes: lines)
      object.add(key, name)
      lines = object.close()
    }
    for source in saved.images {
      switch source {
      case .path(let path): name("picture", path)
      case .data(let text): name("data", text)
      }
    }
    for font in saved.fonts.sorted() { name("font", font) }
    return lines
  }
}
