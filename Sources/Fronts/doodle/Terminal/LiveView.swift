import DoodleKit

/// Shows a drawing in the terminal while its log is still being written.
final class LiveView {
  private let screen: TerminalScreen
  private let path: String
  private let write: ([UInt8]) throws(CommandError) -> Void
  /// Nil until the log's beginning has been read.
  private var picture: LivePicture?
  /// The reason why `showProgress` returned false.
  private(set) var failure: CommandError?

  /// - Parameters:
  ///   - path: The log's path.
  ///   - write: Writes bytes to the terminal immediately.
  init(on screen: TerminalScreen, path: String, write: @escaping ([UInt8]) throws(CommandError) -> Void) {
    (self.screen, self.path, self.write) = (screen, path, write)
  }

  /// Begins a page.
  func begin(_ picture: LivePicture) { self.picture = picture }

  /// Shows what has been drawn so far.
  /// - Returns: False if that failed; `failure` says why.
  func showProgress() -> Bool {
    do throws(CommandError) {
      if let picture { try show(withSession(path, picture.update)) }
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Leaves the terminal as it was.
  func end() throws(CommandError) { try write(screen.end(height: picture?.bitmap.height ?? 0)) }

  func show(_ change: LivePicture.Change?) throws(CommandError) {
    guard let change, let picture else { return }
    let bytes: [UInt8]
    do throws(ImageError) {
      bytes = try screen.update(picture.bitmap, changed: change.area, isNew: change.isResized)
    } catch {
      throw .limit(path: path, message: error.description)
    }
    try write(bytes)
  }
}
