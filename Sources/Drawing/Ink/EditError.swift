import Lettering
import TouchLog

/// Why a drawing refused an event. The drawing is then unchanged.
public enum EditError: Error, Hashable, Sendable {
  /// An event other than `began` of a touch that is not down.
  case touchNotDown(TouchID, TouchEvent.Phase)
  /// A touch began that is already down.
  case touchAlreadyDown(TouchID)
  case unknownTool(String)
  case unknownEraserMode(String)
  case unknownFont(String)
  /// A font file was not added to the drawing.
  case missingFont(String)
  /// The text tool was chosen, and no tool line has given a text yet.
  case missingText
  /// An element with this name exists already, present or not.
  case duplicateID(String)
  /// The command, given by its name, needs a file, which `apply` cannot read.
  case needsFiles(String)
  case unknownModel(String)
  /// A header came after another event.
  case lateHeader
  /// A saved drawing cannot be opened after any event but a header.
  case lateOpen
  /// The pixels of an image in a saved drawing were not given.
  case missingImage(NewImage.Source)
  /// A page begins, which is a drawing of its own.
  case anotherPage
}

/// A warning about an event that was applied.
public enum EditWarning: Hashable, Sendable {
  /// An event of a touch is earlier than the one before. There is one such warning per touch.
  case timeRanBackwards(TouchID)
  /// No event of the touch has the index that a revision names.
  case unknownRevision(TouchID, index: LogInteger)
  /// The drawing ended while the touch was down.
  case neverEnded(TouchID)
  /// No present element has this name.
  case unknownElement(String)
  /// A command, given by its name, has no id, and no element is selected.
  case nothingSelected(String)
  /// The number of steps that could not be undone, because no more were left.
  case nothingToUndo(Int)
  /// The number of steps that could not be redone, because no more were left.
  case nothingToRedo(Int)
  /// `edit` was given an element, by its name, that is not a text.
  case notText(String)
  /// An element that `stretch` cannot change.
  case notStretchable(String)
  /// The font lacks characters of a text. Each is listed with its first line and column, from 1.
  case missingCharacters([TextLayout.MissingCharacter])
  /// The font draws characters apart and from left to right that their script joins, reorders or writes from the right.
  /// It may lack others.
  case unshapedCharacters([TextLayout.MissingCharacter], missing: [TextLayout.MissingCharacter])
}

extension EditError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .touchNotDown(let touch, let phase):
      "touch \(touch) \(phase.rawValue), but it has not begun; expected \"began\" first"
    case .touchAlreadyDown(let touch):
      "touch \(touch) began, but it is already down; expected \"ended\" or \"cancelled\" first, or another touch id"
    case .unknownTool(let name) where Brush(rawValue: name) != nil:
      "\"\(name)\" is a brush, not a tool; write \"tool\":\"pen\",\"brush\":\"\(name)\""
    case .unknownTool(let name):
      unknown("tool", name, Tool.all.map { $0.name })
    case .unknownEraserMode(let mode):
      unknown("eraser mode", mode, EraserMode.allCases.map { $0.rawValue })
    case .unknownFont(let name):
      "the font \"\(name)\" is unknown; expected \"\(Look.builtInFont)\", or the path of a "
        + "\(list(FontName.endings)) file"
    case .missingFont(let name):
      "the font \"\(name)\" has not been read; add it first"
    case .missingText:
      "the text tool has nothing to write; expected \"text\""
    case .duplicateID(let id):
      "an element \"\(id)\" exists already; expected another id"
    case .needsFiles(let command):
      "the command \"\(command)\" needs a file, which cannot be read here"
    case .unknownModel(let name):
      unknown("stroke model", name, StrokeModel.allCases.map { $0.rawValue })
    case .lateHeader:
      "the header comes after other events; expected it in the first line"
    case .lateOpen:
      "a drawing can be opened only at the start; expected \"open\" in the first line after the header"
    case .missingImage(.path(let path)):
      "the image \"\(path)\" of the drawing has not been read"
    case .missingImage(.data):
      "an image of the drawing has not been read"
    case .anotherPage:
      "another page begins, and a drawing is one page; expected a log of one page"
    }
  }
}

extension EditWarning: CustomStringConvertible {
  public var description: String {
    switch self {
    case .timeRanBackwards(let touch):
      "time runs backward within touch \(touch); each such event counts as 0.1 ms after the one before it"
    case .unknownRevision(let touch, let index):
      "no event of touch \(touch) has the index \(index); the revision is ignored"
    case .neverEnded(let touch):
      "touch \(touch) never ended; its ink is drawn to its last point"
    case .unknownElement(let id):
      "there is no element \"\(id)\"; the command is ignored"
    case .nothingSelected(let command):
      "\"\(command)\" has no \"id\", and nothing is selected; the command is ignored"
    case .nothingToUndo(let missing):
      missing == 1 ? "there is nothing to undo" : "\(missing) undo steps had nothing to undo"
    case .nothingToRedo(let missing):
      missing == 1 ? "there is nothing to redo" : "\(missing) redo steps had nothing to redo"
    case .notStretchable(let id):
      "the element \"\(id)\" is no line, arrow, rectangle, ellipse, angle or image, whose sides could be stretched; the "
        + "command is ignored: \"transform\" scales it"
    case .notText(let id):
      "the element \"\(id)\" is not a text; the command is ignored"
    case .unshapedCharacters(let unshaped, let missing):
      "\(unshaped.count) character\(unshaped.count == 1 ? "" : "s") from \"\(unshaped[0].character)\" (line "
        + "\(unshaped[0].line), character \(unshaped[0].column) of the text) on are drawn one by one and from the left, "
        + "because letters are not shaped" + (missing.isEmpty ? "" : "; \(EditWarning.missingCharacters(missing))")
    case .missingCharacters(let missing):
      "the font lacks "
        + missing.map { "\"\($0.character)\" (line \($0.line), character \($0.column) of the text)" }
        .joined(separator: ", ") + "; a box is drawn for each"
    }
  }
}

/// The message for an unknown name.
private func unknown(_ what: String, _ name: String, _ known: [String]) -> String {
  "the \(what) \"\(name)\" is unknown\(suggestion(nearestName(to: name, among: known))) expected \(alternatives(known))"
}

/// Quoted names as `"a", "b" or "c"`.
private func alternatives(_ names: [String]) -> String { list(names.map { "\"\($0)\"" }) }
