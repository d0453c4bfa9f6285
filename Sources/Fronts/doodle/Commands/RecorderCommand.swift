import DoodleKit
import Files
import JPEG
import JSON
import Recorder

/// `doodle recorder`: writes the page that records drawings.
enum RecorderCommand {
  static let entry = Command(
    name: "recorder",
    summary: "write a web page that records drawings",
    description: """
      Writes one HTML file, which works from a disk and without a network. In a browser it records a mouse, a pen and \
      fingers, and shows the ink with the pixels that 'doodle render' draws of the saved log. It has pens, erasers, \
      shapes, texts, selection and pages, undoes, replays, and saves the log as .jsonl, PNG or SVG. The browser keeps \
      each drawing until the user deletes it from the list of earlier drawings.
      """,
    operands: "",
    operandCompletion: .nothing,
    standardInput: .refused,
    tables: [Command.Table(title: "On the page", rows: handling)],
    options: [
      OptionTable.recorderOutput.entry, OptionTable.keepPage.entry, OptionTable.canvas.entry,
      OptionTable.pageBackground.entry, OptionTable.firstTool.entry,
    ],
    examples: [
      Command.Example(line: "doodle recorder -o recorder.html", effect: "Make a page that is as large as its window."),
      Command.Example(
        line: "doodle recorder --canvas 800x600 --tool marker -o recorder.html",
        effect: "Record drawings of one size, and begin with the marker."),
      Command.Example(
        line: "doodle recorder --background plan.png -o markup.html",
        effect: "Mark up a picture, which the saved logs hold."),
    ],
    run: run)

  /// What keys and pointers do.
  private static let handling: [(name: String, meaning: String)] = [
    ("Esc", "takes back what is being drawn; the log has it as canceled"),
    ("Shift", "makes lines of 15 degrees, squares and circles; drags go straight, and turn by 15 degrees"),
    (
      "Select",
      "takes an element by a click, more with Shift, or all within a rectangle or a lasso; drags move them, handles "
        + "scale and turn them or move an end of a line, and the bars beside and below restyle, duplicate, order and "
        + "delete them, by commands of the log that one undo takes back; so does the menu of the right button"
    ),
    (
      "Font",
      "in the bar of texts, takes font files, also those that are dropped on the page, and fonts of the computer where the "
        + "browser gives them; the browser keeps them, and the log names their files, which must lie beside it"
    ),
    ("Alt and a drag", "move copies of what is selected"),
    ("Ctrl+A", "selects all"),
    ("arrows", "move what is selected by a point, with Shift by ten"),
    (
      "Ctrl+D",
      "duplicates what is selected, with the holes of erasers; Ctrl+C copies and Ctrl+X cuts it, Ctrl+V pastes it, also "
        + "on other pages, without such holes"
    ),
    (
      "Open",
      "goes on from a log or a saved drawing, together with the pictures and fonts that it names; files that are dropped are "
        + "opened, too"
    ),
    (
      "Ctrl+V",
      "lays a picture on the page that another program has copied, and selects it; words become a text. Pictures can be "
        + "dropped, too, and the message and the menu of the right button make one the background"
    ),
    ("] and [", "bring it to the front and to the back"),
    (
      "Ctrl+wheel",
      "zooms about the pointer, as two fingers do; ink is drawn for the zoom, and a picture under it keeps its pixels"
    ),
    (
      "wheel",
      "moves the page, as do two fingers, the space bar with a drag and the middle button; in the menu, two fingers "
        + "can be made to draw two strokes instead"
    ),
    (
      "Pages",
      "the button shows all pages, and more buttons, which add, move and delete pages; drags move them, too, and undo takes "
        + "it back; the saved log and the print have all of them, other files the page that is shown"
    ),
    (
      "the border of the page",
      "is moved by drags of the handles beside it, where the window shows them: zoomed out or moved; the arrow keys move it, "
        + "too, once Tab has come to it from the page; elements beyond it are seen there, and stay out of the picture"
    ),
    ("Page Up, Page Down", "show the page before and the next one"),
    ("Ctrl+0", "shows the page at 100 %; Ctrl+9 shows all of it"),
    ("?", "lists all keys"),
    ("Ctrl+P", "prints the drawing alone, a paper for each page"),
    (", and .", "show one event of a replay after another; < and > change its speed"),
    (
      "Save as video",
      "of the button Save, plays the drawing once into a video, with the speed and the pauses of the replay, if the browser "
        + "encodes any, and with the sound unless pauses are cut"
    ),
    (
      "Save as animated PNG, Save as SVG that draws itself",
      "make a film without playing it, in any browser, as \"doodle replay\" does"
    ),
    (
      "Record sound",
      "in the menu, records the microphone on the clock of the ink until it is chosen again; Save as log then saves the "
        + "sound as a file of its own, which the log names and which is opened together with it"
    ),
  ]

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    if let operand = arguments.operands.first { throw .usage(.tooManyOperands(operand)) }
    let output = try arguments[OptionTable.recorderOutput] ?? "-"
    if output == "-", console.surroundings.terminals.contains(.output) {
      throw .usage(.binaryToTerminal(example: "recorder.html"))
    }
    var page = RecorderPage()
    page.size = try arguments[OptionTable.canvas]
    page.tool = try arguments[OptionTable.firstTool]?.line
    switch try arguments[OptionTable.pageBackground] {
    case .picture(let path)?:
      if output != "-" { try ReadFiles([path], in: console.surroundings).check(output, in: console.surroundings) }
      page.picture = try picture(path, try withFiles { () throws(FileError) in try InputFile(path: path) })
    case .embedded(let data)?:
      let bytes = try decoded(data)
      page.picture = try picture("picture.png", MemorySource(bytes))
    case let color?: page.background = color.text
    case nil: break
    }
    guard RecorderPage.hasEngine else { throw .usage(.noEngine) }
    let bytes = page.bytes
    let replaces = !arguments[OptionTable.keepPage]
    try withFiles { () throws(FileError) in
      let file = try console.create(output, replaces: replaces)
      try file.write(bytes.span)
      try file.commit()
    }
    return .done
  }

  private static func decoded(_ base64: String) throws(CommandError) -> [UInt8] {
    do throws(Base64Error) {
      return try Base64.decoded(Array(base64.utf8).span)
    } catch {
      throw .input(path: "--background", message: "the data is not base64: \(error)")
    }
  }

  /// Reads the picture to draw over.
  private static func picture(
    _ path: String, _ source: any ByteSource
  ) throws(CommandError) -> RecorderPage.NamedPicture {
    do throws(ImageError) {
      return RecorderPage.NamedPicture(name: FilePath.name(of: path), bitmap: try readPicture(from: source))
    } catch {
      throw CommandError(error, of: path)
    }
  }
}

/// The options of `recorder` alone.
extension OptionTable {
  static let recorderOutput = ValueOption<String>(
    "output", letter: "o", .output("FILE.html", extensions: ["html"]), in: .output,
    "where to write the page, or - (standard output)", initial: "-")

  static let keepPage = Flag("no-clobber", letter: "n", in: .output, "fail instead of replacing a page")

  static let pageBackground = ValueOption<Background>(
    "background", .background, in: .page, "background: a color, none, paper, or a .png or .jpg file",
    details: "The page contains the picture, stretched to the canvas, and so do the logs that it saves.",
    initial: "white")

  static let canvas = ValueOption<Size>(
    "canvas", .size(in: 0.001...LogLimits.coordinate), in: .page, "size of the canvas in points",
    initial: "that of the window, or of the background's picture")

  static let firstTool = ValueOption<FirstTool>(
    "tool", .firstTool, in: .page, "the first tool, or a line of a log that sets it",
    details: """
      Examples are marker and '{"tool":"pen","color":"crimson","width":6}'. The tools are \
      \(alternatives(FirstTool.names)).
      """, initial: "pen")
}

/// The tool with which a recorder begins.
struct FirstTool: Hashable, Sendable {
  /// The tools of the page: all of the log.
  static let names = Tool.all.map(\.name)

  /// A line of a log.
  let line: String

  /// Reads a name, or a line of a log that sets one of the tools; nil for other text.
  init?(_ text: String) {
    if Self.names.contains(text) {
      line = "{\"tool\":\"\(text)\"}"
      return
    }
    line = text
    var reader = LogReader(MemorySource(Array(text.utf8)), name: "")
    do throws(LogReadError) {
      guard case .tool(let change)? = try reader.next(), Self.names.contains(change.name), try reader.next() == nil
      else {
        return nil
      }
    } catch {
      return nil
    }
  }
}

extension ValueType where Value == FirstTool {
  static var firstTool: Self {
    ValueType(
      placeholder: "TOOL",
      expected: "\(alternatives(FirstTool.names)), or a line such as {\"tool\":\"pen\",\"width\":6}",
      completion: .words(FirstTool.names), read: FirstTool.init)
  }
}
