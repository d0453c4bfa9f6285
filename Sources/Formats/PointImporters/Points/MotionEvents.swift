import ImportCore
import JSON
import TouchLog

/// The lines that Android's `MotionEvent.toString()` makes, also in a log of logcat:
/// `MotionEvent { action=ACTION_DOWN, id[0]=0, x[0]=20.0, y[0]=30.0, …, eventTime=100 }`.
enum MotionEvents {
  static func recognizes(_ glimpse: Glimpse) -> Bool {
    glimpse.bytes.contains(text: "MotionEvent {") && glimpse.bytes.contains(text: "x[0]=")
  }

  static func rows(_ bytes: [UInt8], name: String, options: ImportOptions) throws(LogReadError) -> PointRows {
    var rows = PointRows(name: name, options)
    let fields = ["action", "id", "x", "y", "pressure", "toolType", "eventTime"].map {
      rows.field($0 == "eventTime" ? "time_ms" : $0)
    }
    var table = TextTable(bytes, name: name)
    while table.nextLine() {
      let line = Array(table.bytes[table.line])
      guard line.contains(text: "MotionEvent {"), let event = line.split(separator: ASCII.openBrace).last else {
        continue
      }
      var values: [Substring: Substring] = [:]
      for pair in String(decoding: event, as: UTF8.self).split(whereSeparator: { $0 == "," || $0 == "}" }) {
        let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { values[parts[0]] = parts[1].split(separator: " ").first ?? "" }
      }
      let action = values["action"] ?? ""
      // One of several fingers goes down or up, the others move.
      let acting = action.hasSuffix(")") ? action.split(separator: "(").last?.dropLast() : nil
      var pointer = 0
      while let x = values["x[\(pointer)]"], let y = values["y[\(pointer)]"] {
        let phase = acting.map { $0 == "\(pointer)" ? action.prefix { $0 != "(" } : "ACTION_MOVE" } ?? action
        let cells: [Substring?] = [
          phase, values["id[\(pointer)]"], x, y, values["pressure[\(pointer)]"],
          values["toolType[\(pointer)]"], values["eventTime"],
        ]
        for (field, text) in zip(fields, cells) {
          if let text { rows.set(field, rows.cell(String(text), in: field)) }
        }
        rows.lines.append(Int32(clamping: table.lineNumber))
        try rows.endRow()
        pointer += 1
      }
    }
    return rows
  }
}
