import Lettering
import TouchLog

/// Why a drawing refused an event. The drawing is then as it was before.
public enum EditError: Error, Hashable, Sendable {
  /// A touch moved, rested, ended or was cancelled that is not down.
  case touchNotDown(TouchID, TouchEvent.Phase)
  /// A touch began that is down already.
  case touchAlreadyDown(TouchID)
  case unknownTool(String)
  case unknownEraserMode(String)
  case unknownFont(String)
  /// The text tool without a text.
  case missingText
  /// An element of that name exists already.
  case duplicateID(String)
  /// Files that a command names are for the reader of the log to get.
  case needsFiles(String)
  case unknownModel(String)
  /// A header after other events.
  case lateHeader
  /// A saved drawing is to be opened after other events than a header.
  case lateOpen
  /// A saved drawing was to be opened without the pixels of a picture in it.
  case missingPicture(NewImage.Source)
}

/// What is odd about an event that was applied all the same.
public enum EditWarning: Hashable, Sendable {
  /// Time ran backwards within a touch; said once a touch.
  case timeRanBackwards(TouchID)
  /// A revision names an event that is not known.
  case unknownRevision(TouchID, index: Int)
  /// The recording ends while the touch is down.
  case neverEnded(TouchID)
  /// No element of that name is there.
  case unknownElement(String)
  /// A command without an id, and no element is selected.
  case nothingSelected(String)
  /// Of the steps asked for, so many are not there.
  case nothingToUndo(Int)
  case nothingToRedo(Int)
  /// The element has no wording that could be edited.
  case notText(String)
  /// Characters that the font lacks, with where they first stand in the text, from 1.
  case missingCharacters([TextLayout.MissingCharacter])
}

extension EditError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .touchNotDown(let touch, let phase):
      "touch \(touch) \(phase.rawValue), but it has not begun; expected \"began\" first"
    case .touchAlreadyDown(let touch):
      "touch \(touch) began, but it is down already; expected \"ended\" or \"cancelled\" first, or another touch id"
    case .unknownTool(let name):
      "the tool \"\(name)\" is unknown; expected \(alternatives(Tool.allCases.map(\.rawValue)))"
    case .unknownEraserMode(let mode):
      "the eraser mode \"\(mode)\" is unknown; expected \(alternatives(EraserMode.allCases.map(\.rawValue)))"
    case .unknownFont(let name):
      "the font \"\(name)\" is unknown; expected \"\(TextElement.font)\", or no font"
    case .missingText:
      "the text tool has nothing to write; expected \"text\""
    case .duplicateID(let id):
      "there is an element \"\(id)\" already; expected another id"
    case .needsFiles(let command):
      "the command \"\(command)\" takes a file, which cannot be read here"
    case .unknownModel(let name):
      "the stroke model \"\(name)\" is unknown; expected \(alternatives(StrokeModel.allCases.map(\.rawValue)))"
    case .lateHeader:
      "a header after other events; expected it as the first line"
    case .lateOpen:
      "a drawing can be opened only at the start; expected \"open\" as the first line after the header"
    case .missingPicture(.path(let path)):
      "the drawing's picture \"\(path)\" has not been read"
    case .missingPicture(.data):
      "a picture of the drawing has not been read"
    }
  }
}

extension EditWarning: CustomStringConvertible {
  public var description: String {
    switch self {
    case .timeRanBackwards(let touch):
      "time runs backwards within touch \(touch); such events count as 0.1 ms after the last"
    case .unknownRevision(let touch, let index):
      "no event of touch \(touch) has the index \(index); the revision is ignored"
    case .neverEnded(let touch):
      "touch \(touch) never ended; its ink is drawn to its last point"
    case .unknownElement(let id):
      "there is no element \"\(id)\"; the command is ignored"
    case .nothingSelected(let command):
      "\"\(command)\" has no \"id\", and nothing is selected; the command is ignored"
    case .nothingToUndo(let missing):
      "there is nothing \(missing == 1 ? "" : "for \(missing) of the steps ")to undo"
    case .nothingToRedo(let missing):
      "there is nothing \(missing == 1 ? "" : "for \(missing) of the steps ")to redo"
    case .notText(let id):
      "the element \"\(id)\" is no text; the command is ignored"
    case .missingCharacters(let missing):
      "the font lacks "
        + missing.map { "\"\($0.character)\" (line \($0.line), character \($0.column) of the text)" }
        .joined(separator: ", ") + "; a box stands for each"
    }
  }
}

private func alternatives(_ names: [String]) -> String {
  let quoted = names.map { "\"\($0)\"" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}
