import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// Points in no format in particular: a table with columns x and y, or arrays of JSON.
  package static let points = LogFormat(
    "points", "points: a table with columns x and y, or arrays of JSON", leavesOpen: [.index, .yAxis]
  ) { glimpse in
    guard let json = glimpse.json else { return PointColumns(ofFile: glimpse.bytes) != nil }
    return json.contains(where: PointLists.isDrawing) && !RefusedFormat.all.contains { $0.recognizes(glimpse) }
  } open: { input, name, options throws(LogReadError) in
    let bytes = JSONDocument.withoutMark(try input.readAll(name: name, options: options))
    let first = bytes.first { !ASCII.isSpace($0) && $0 != ASCII.newline }
    var ink: ImportedInk
    if first == ASCII.openBrace || first == ASCII.openBracket {
      ink = try PointLists.ink(bytes, name: name, options: options)
    } else {
      var table = PointTable(bytes, name: name, options: options)
      try table.read()
      ink = table.ink
    }
    ink.guessUnits(options)
    return StrokeReader(ink, name: name)
  }
}

/// What a number of a point means, by the name of its column or key.
enum PointValue: Hashable, Sendable, CaseIterable {
  case x, y, time, pressure
  /// A value that changes from stroke to stroke.
  case stroke
  /// Whether the pen touches.
  case pen

  /// - Parameter name: In any case, and with other characters than letters, such as "Pos_X [px]".
  init?(named name: String) {
    let letters = name.lowercased().prefix { $0 != "(" && $0 != "[" && $0 != "/" }.filter(\.isLetter)
    guard let value = Self.allCases.first(where: { $0.names.contains(letters) }) else { return nil }
    self = value
  }

  private var names: [String] {
    switch self {
    case .x: ["x", "xpos", "posx", "xcoord", "coordx", "xcoordinate", "pointx", "clientx", "pagex"]
    case .y: ["y", "ypos", "posy", "ycoord", "coordy", "ycoordinate", "pointy", "clienty", "pagey"]
    case .time: ["t", "time", "timestamp", "ts", "ms", "timems", "times", "timestampms", "seconds", "milliseconds"]
    case .pressure: ["p", "pressure", "force", "tippressure", "penpressure"]
    case .stroke:
      [
        "stroke", "strokeid", "strokeindex", "strokenumber", "strokeno", "strokenum", "path", "pathid", "line",
        "lineid", "trace", "traceid", "segment", "segmentid",
      ]
    case .pen: ["pen", "pendown", "penstate", "down", "isdown", "state", "tip", "tipswitch", "contact", "touching"]
    }
  }

  /// Whether the value of a `pen` says that the pen touches.
  static func isDown(_ text: String) -> Bool {
    if let number = Double(text) { return number != 0 }
    return ![
      "", "false", "no", "up", "penup", "pen_up", "off", "air", "hover", "hovering", "end", "ended", "none", "released",
    ].contains(text.lowercased())
  }
}
