extension JSON {
  /// The text on many lines, for people; a newline ends it. Arrays and objects that fit on a line stay on one.
  var indented: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  /// Columns, as the helps have them.
  private static let width = 100

  private func write(to text: inout String, indent: Int) {
    let line = description
    if line.utf8.count + indent <= JSON.width {
      text += line
      return
    }
    switch self {
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + String(repeating: " ", count: indent + 2)
        value.write(to: &text, indent: indent + 2)
      }
      text += "\n" + String(repeating: " ", count: indent) + "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + String(repeating: " ", count: indent + 2)
        text += JSON.string(member.name).description + ": "
        member.value.write(to: &text, indent: indent + 2)
      }
      text += "\n" + String(repeating: " ", count: indent) + "}"
    case .null, .bool, .integer, .number, .string: text += line
    }
  }
}
