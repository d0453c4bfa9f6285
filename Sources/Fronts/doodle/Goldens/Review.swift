import DoodleKit

/// Shows changes in a terminal, one by one, and asks about each.
struct Review {
  /// The user's answer.
  enum Answer: Hashable {
    case accept, reject, skip, quit, interrupt

    /// nil for a key without a meaning.
    init?(key: UInt8?) {
      switch key {
      case UInt8(ascii: "a"): self = .accept
      case UInt8(ascii: "r"): self = .reject
      case UInt8(ascii: "s"): self = .skip
      // Control-D, and the end of input.
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

  /// Asks about each change until all are answered or the user quits.
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

  /// The question about a change.
  /// - Parameter position: Such as "1 of 3".
  private func text(of change: Change, _ position: String) throws(CommandError) -> String {
    let result = change.result
    var text = "\(position): \(printable(result.name)): \(result.verdict.rawValue); \(printable(result.details))\n"
    if let images = result.images { text += try pictures(images, result) }
    return text + "a accept, r reject, s skip, q quit: "
  }

  /// The pictures of a change beside one another, as half blocks.
  private func pictures(_ images: CheckResult.Images, _ result: CheckResult) throws(CommandError) -> String {
    let named = images.named
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
      let part = picture.cropped(to: result.changedArea(of: picture))
      columns.append([String(title)] + Self.lines(part, width: width, height: max(2, screen.rows - 6)))
    }
    let blank = String(repeating: " ", count: width)
    let height = columns.map(\.count).max() ?? 0
    let rows = (0..<height).map { row -> String in
      columns.map { $0.indices.contains(row) ? $0[row] : blank }.joined(separator: " ")
    }
    return rows.map { $0 + "\n" }.joined()
  }

  /// The lines of a picture, scaled to fit into `width` by `height` terminal cells.
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
}
