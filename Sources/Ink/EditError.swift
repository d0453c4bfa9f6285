import TouchLog

/// Why a drawing refused an event. The drawing is then as it was before.
public enum EditError: Error, Hashable, Sendable {
  /// A touch moved, rested, ended or was cancelled that is not down.
  case touchNotDown(TouchID, TouchEvent.Phase)
  /// A touch began that is down already.
  case touchAlreadyDown(TouchID)
  case unsupportedTool(String)
  case unsupportedEraserMode(String)
  case unsupportedColor(String)
  case unsupportedCommand(String)
  case unknownModel(String)
  /// A header after other events.
  case lateHeader
}

/// What is odd about an event that was applied all the same.
public enum EditWarning: Hashable, Sendable {
  /// Time ran backwards within a touch; said once a touch.
  case timeRanBackwards(TouchID)
  /// A revision names an event that is not known.
  case unknownRevision(TouchID, index: Int)
  /// The recording ends while the touch is down.
  case neverEnded(TouchID)
}

extension EditError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .touchNotDown(let touch, let phase):
      "touch \(touch) \(phase.rawValue), but it has not begun; expected \"began\" first"
    case .touchAlreadyDown(let touch):
      "touch \(touch) began, but it is down already; expected \"ended\" or \"cancelled\" first, or another touch id"
    case .unsupportedTool(let name):
      "the tool \"\(name)\" is not supported; expected \(alternatives(Tool.allCases.map(\.rawValue)))"
    case .unsupportedEraserMode(let mode):
      "the eraser mode \"\(mode)\" is not supported; expected \"pixel\""
    case .unsupportedColor(let name):
      "the colour \"\(name)\" is not supported; expected a CSS colour name, #rgb, #rgba, #rrggbb or #rrggbbaa"
    case .unsupportedCommand(let name):
      "the command \"\(name)\" is not supported; expected no command lines"
    case .unknownModel(let name):
      "the stroke model \"\(name)\" is unknown; expected \(alternatives(StrokeModel.allCases.map(\.rawValue)))"
    case .lateHeader:
      "a header after other events; expected it as the first line"
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
    }
  }
}

private func alternatives(_ names: [String]) -> String {
  let quoted = names.map { "\"\($0)\"" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}
