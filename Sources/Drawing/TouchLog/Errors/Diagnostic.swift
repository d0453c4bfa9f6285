/// An error or warning about a location in a log.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Sendable {
    case error, warning
  }

  public var severity: Severity
  public var location: LogLocation
  /// One sentence, without the location.
  public var message: String

  package init(severity: Severity, location: LogLocation, message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  /// `FILE:LINE:COLUMN: error: MESSAGE` or `FILE: byte OFFSET: error: MESSAGE`, the line, and a caret under the location,
  /// without a newline at the end.
  public var description: String { description(columns: nil) }

  /// The same, with the line cut to fit into a number of columns.
  /// - Parameter columns: At least 10; nil for no limit.
  public func description(columns: Int?) -> String {
    let head = printable("\(location.text): \(severity.rawValue): \(message)")
    return location.excerpt.bytes.isEmpty ? head : "\(head)\n\(location.excerpt.description(columns: columns))"
  }

  /// The message as a workflow command of GitHub Actions, which shows it beside the line; without a newline at the end.
  package var github: String {
    let file = Self.escaped(location.file, inProperty: true)
    let place = location.line == 0 ? "" : ",line=\(location.line),col=\(location.column)"
    return "::\(severity.rawValue) file=\(file)\(place)::" + (location.line == 0 ? "byte \(location.column - 1): " : "")
      + Self.escaped(message, inProperty: false)
  }

  /// Escapes text for a workflow command: `%`, CR and LF everywhere, `:` and `,` also in properties. Other characters
  /// that are not printable become printable.
  package static func escaped(_ text: String, inProperty: Bool) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped.append(contentsOf: "%25".unicodeScalars)
      case "\r": escaped.append(contentsOf: "%0D".unicodeScalars)
      case "\n": escaped.append(contentsOf: "%0A".unicodeScalars)
      case ":" where inProperty: escaped.append(contentsOf: "%3A".unicodeScalars)
      case "," where inProperty: escaped.append(contentsOf: "%2C".unicodeScalars)
      default: escaped.append(contentsOf: printable(String(scalar)).unicodeScalars)
      }
    }
    return String(escaped)
  }
}
