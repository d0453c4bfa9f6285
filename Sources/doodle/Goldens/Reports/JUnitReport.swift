import DoodleKit

/// A check's results as JUnit's XML, which continuous integration shows.
struct JUnitReport {
  let summary: CheckSummary

  var text: String {
    let failures = summary.count(.different) + summary.count(.new) + summary.count(.stale)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="doodle check" tests="\(summary.results.count)" failures="\(failures)" \
      errors="\(summary.count(.failed))">
        <testsuite name="doodle check" tests="\(summary.results.count)" failures="\(failures)" \
      errors="\(summary.count(.failed))" skipped="0">

      """
    for result in summary.results {
      let (folder, name) = Self.parts(of: result.path)
      let head = "    <testcase classname=\"\(xml(folder))\" name=\"\(xml(name))\" file=\"\(xml(result.path))\""
      let line = result.line.map { " line=\"\($0)\"" } ?? ""
      switch result.verdict {
      case .same: text += "\(head)/>\n"
      case .failed:
        text += "\(head)\(line)>\n      <error message=\"\(xml(result.details))\"/>\n    </testcase>\n"
      case .different, .new, .stale:
        let kind = "type=\"\(result.verdict.rawValue)\" message=\"\(xml(result.details))\""
        text += "\(head)\(line)>\n      <failure \(kind)/>\n    </testcase>\n"
      }
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  /// The folder and the file's name.
  private static func parts(of path: String) -> (String, String) {
    let folder = FilePath.directory(of: path)
    return (folder.isEmpty ? "." : String(folder.dropLast()), FilePath.name(of: path))
  }
}

/// Text as it stands in XML and HTML, in attributes too. What neither can hold is a question mark.
func xml(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\n", "\t", "\r": result += "&#\(scalar.value);"
    case "\u{0}"..."\u{1F}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": result += "?"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
