import BoardImporters
import DocumentImporters
public import ImportCore
import JSON
import PointImporters
import TouchLog

extension LogFormat: RawRepresentable, CaseIterable {
  /// The table of formats. A file is read by the first one that recognizes it.
  public static let allCases: [LogFormat] = [
    .doodle,
    .remarkable,
    .sketchRNN,
    .inkml,
    .xournal,
    .iam,
    .gesture,
    .unipen,
    .svc,
    .omniglot,
    .evemu,
    .libinput,
    .evtest,
    .getevent,
    .quickDraw,
    .excalidraw,
    .rnote,
    .tldraw,
    .webdriver,
    .pointerEvents,
    .pointerColumns,
    .signaturePad,
    .iink,
    .jspsych,
    .reactSketchCanvas,
    .reactCanvasDraw,
    .fabric,
    .uitouch,
    .stroke5,
    .points,
    .stroke3,
    .quickDrawBinary,
  ]

  public init?(rawValue name: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = format
  }
}

extension LogFormat {
  /// The touch log: JSON Lines.
  package static let doodle = LogFormat("doodle", "touch logs", leavesOpen: [.page]) { glimpse in
    // The objects of an array can begin lines, too.
    glimpse.isBlank
      || glimpse.first != ASCII.openBracket && !(glimpse.json.map(isOfAnotherLogger) ?? false)
        && glimpse.hasJSONLine { $0.keys.contains { LogReader.kinds.contains($0) } }
  } open: { input, name, _ in
    LogReader(input, name: name)
  }

  /// Whether a line is a point that has other keys than those of a touch, or a phase that is no word of touch logs.
  private static func isOfAnotherLogger(_ line: JSONGlimpse) -> Bool {
    guard !line.has("point") else { return false }
    let isPhase = line["phase"]?.text.flatMap { TouchEvent.Phase(rawValue: $0) } != nil
    // In this order, because what a point is takes most time to tell, and most logs have touches.
    let isTouch = isPhase && line.has("x", "y") && LogReader.touchKeys.isSuperset(of: line.keys)
    return !isTouch && PointLists.isPoint(line)
  }
}
