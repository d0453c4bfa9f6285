import DoodleKit
import PDF

/// The PDF of `--under`, whose pages lie under the ink.
struct PagesBelow: Sendable {
  let path: String
  private let pages: PDFPages

  /// - Throws: `CommandError` if the file is not a PDF that can be read.
  init(_ path: String, memoryLimit: Int, in console: Console) throws(CommandError) {
    self.path = path
    let input = try withFiles { () throws(FileError) in try InputFile(path: path, notedIn: console.filesRead) }
    var bytes: [UInt8] = []
    while try withFiles({ () throws(FileError) in try input.read(into: &bytes, atMost: 1 << 20) }) > 0 {
      guard bytes.count <= memoryLimit / 4 else {
        throw .limit(
          path: path,
          message:
            "it has more than a quarter of the memory limit of \(counted(memoryLimit, "byte")); raise --memory-limit")
      }
    }
    do throws(EmbeddedPageError) {
      pages = try PDFPages(bytes)
    } catch {
      throw error == .tooLarge
        ? .limit(path: path, message: error.description) : .input(path: path, message: error.description)
    }
  }

  /// The page under the page that a session reads, and its box in points: as large as fits, at the top left.
  /// - Parameter isNamed: Becomes true if the page that is read names one.
  func page(under session: DrawingSession, _ isNamed: inout Bool) -> (page: PDFPage, box: Rect)? {
    var found: (page: PDFPage, box: Rect)?
    for part in session.keptParts {
      guard case .pageBelow(let number) = part.content else { continue }
      isNamed = true
      do throws(EmbeddedPageError) {
        guard let page = try pages.page(number) else {
          session.omit("pages under the ink that \(path), of \(counted(pages.count, "page")), does not have")
          continue
        }
        let scale = min(part.box.width / page.size.width, part.box.height / page.size.height)
        let (x, y) = (part.box.minX, part.box.minY)
        let box = Rect(minX: x, minY: y, maxX: x + page.size.width * scale, maxY: y + page.size.height * scale)
        session.omit("links and notes of \(path)", count: page.annotationCount)
        found = (page, box)
      } catch {
        session.omit("pages of \(path) under the ink (\(error))")
      }
    }
    return found
  }
}
