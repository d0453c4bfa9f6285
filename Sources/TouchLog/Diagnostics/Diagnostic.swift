/// Something to tell about a place in a log.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Sendable {
    case error, warning
  }

  public var severity: Severity
  public var place: LogPlace
  /// One sentence, without the place.
  public var message: String

  public init(severity: Severity, place: LogPlace, message: String) {
    self.severity = severity
    self.place = place
    self.message = message
  }

  /// `FILE:LINE:COLUMN: error: MESSAGE`, the line, and a caret under the place; no newline at the end.
  public var description: String {
    let head = visible("\(place.file):\(place.line):\(place.column): \(severity.rawValue): \(message)")
    return place.excerpt.bytes.isEmpty ? head : "\(head)\n\(place.excerpt.description)"
  }

  /// The same as a workflow command of GitHub Actions, which puts it beside the line; no newline at the end.
  public var github: String {
    let file = Self.escaped(place.file, inProperty: true)
    return "::\(severity.rawValue) file=\(file),line=\(place.line),col=\(place.column)::"
      + Self.escaped(message, inProperty: false)
  }

  /// Escaped as the runner undoes it: `%`, CR and LF everywhere, `:` and `,` in properties.
  private static func escaped(_ text: String, inProperty: Bool) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped.append(contentsOf: "%25".unicodeScalars)
      case "\r": escaped.append(contentsOf: "%0D".unicodeScalars)
      case "\n": escaped.append(contentsOf: "%0A".unicodeScalars)
      case ":" where inProperty: escaped.append(contentsOf: "%3A".unicodeScalars)
      case "," where inProperty: escaped.append(contentsOf: "%2C".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
