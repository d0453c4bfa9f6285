import DoodleKit

/// Shows changes in a terminal, one by one, and asks what to do about each.
struct Review {
  /// What somebody answered.
  enum Answer: Hashable {
    case accept, reject, skip, quit, interrupt

    /// nil for a key that means nothing.
    init?(key: UInt8?) {
      switch key {
      case UInt8(ascii: "a"): self = .accept
      case UInt8(ascii: "r"): self = .reject
      case UInt8(ascii: "s"): self = .skip
      // Control-D, and the end of the input.
      case UInt8(ascii: "q"), 4, nil: self = .quit
      // Control-C.
      case 3: self = .interrupt
      default: return nil
      }
    }
  }

  typealias Change = (golden: GoldenCase, result: CheckResult)

  private let console: Console
  private(set) var accepted: [Change] = []
  private(set) var rejectedCount = 0
  private(set) var isInterrupted = false

  init(_ changes: [Change], in console: Console) throws(CommandError) {
    self.console = console
    for (index, change) in changes.enumerated() {
      var question = try text(of: change, "\(index + 1) of \(changes.count)")
      var answer: Answer?
      while answer == nil {
        answer = try withFiles { () throws(FileError) in Answer(key: try Terminal.readKey(after: question)) }
        question = ""
      }
      try console.print("\(answer.map { "\($0)" } ?? "")\n\n")
      switch answer {
      case .accept: accepted.append(change)
      case .reject: rejectedCount += 1
      case .skip, nil: break
      case .quit: return
      case .interrupt:
        isInterrupted = true
        return
      }
    }
  }

  private func text(of change: Change, _ place: String) throws(CommandError) -> String {
    let result = change.result
    var text = "\(place): \(printable(result.path)): \(result.verdict.rawValue); \(printable(result.details))\n"
    if let images = result.images { text += try pictures(images, result) }
    return text + "a accept, r reject, s skip, q quit: "
  }

  private func pictures(_ images: CheckResult.Images, _ result: CheckResult) throws(CommandError) -> String {
    let named = [("expected", images.expected), ("actual", images.actual), ("difference", images.difference)]
      .compactMap { name, bytes in bytes.map { (name, $0) } }
    let screen = TerminalSize(of: 1) ?? TerminalSize(columns: 80, rows: 24)
    let width = max(4, (screen.columns - named.count - 1) / named.count)
    var columns: [[String]] = []
    for (name, bytes) in named {
      let picture: Bitmap
      do throws(ImageError) {
        picture = try readPNG(from: MemorySource(bytes))
      } catch {
        throw CommandError(error, of: result.path)
      }
      let title = name.prefix(width) + String(repeating: " ", count: max(0, width - name.count))
      let part = picture.cropped(to: Self.area(result, picture))
      columns.append([String(title)] + Self.lines(part, width: width, height: max(2, screen.rows - 6)))
    }
    return (0..<(columns.map(\.count).max() ?? 0)).map { row in
      columns.map { $0.indices.contains(row) ? $0[row] : String(repeating: " ", count: width) }
        .joined(separator: " ") + "\n"
    }.joined()
  }

  /// A picture as large as it fits into so many cells.
  private static func lines(_ picture: Bitmap, width: Int, height: Int) -> [String] {
    let isWide = picture.width * 2 * height > picture.height * width
    let columns = isWide ? width : max(1, picture.width * 2 * height / picture.height)
    let rows = isWide ? max(1, picture.height * width / picture.width) : 2 * height
    let scaled = ImageSource(picture).scaled(toWidth: columns, height: rows)
    let cells = Bitmap(width: columns, height: rows, pixels: scaled.pixels)
    return (0..<HalfBlocks.rows(height: rows)).map { row in
      var text: [UInt8] = []
      HalfBlocks.append(cells, row: row, columns: 0..<columns, to: &text)
      return String(decoding: text, as: UTF8.self) + String(repeating: " ", count: width - columns)
    }
  }

  /// The change and something around it; all of a picture where that is not much more.
  private static func area(_ result: CheckResult, _ picture: Bitmap) -> PixelRect {
    let whole = PixelRect(minX: 0, minY: 0, maxX: picture.width, maxY: picture.height)
    guard let bounds = result.difference?.bounds else { return whole }
    let margin = max(8, max(bounds.width, bounds.height) / 4)
    return PixelRect(
      minX: bounds.minX - margin, minY: bounds.minY - margin, maxX: bounds.maxX + margin, maxY: bounds.maxY + margin
    ).intersection(whole)
  }
}
