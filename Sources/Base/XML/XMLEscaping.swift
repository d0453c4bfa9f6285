/// A text for elements and the values of attributes. Characters with a meaning in XML become references, and so do line
/// breaks and tabs, which attributes would turn into spaces. Characters that XML 1.0 forbids become U+FFFD.
package func xmlEscaped(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  // Not by `Character`: a bracket and a combining mark after it are one character.
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result.append(contentsOf: "&amp;".unicodeScalars)
    case "<": result.append(contentsOf: "&lt;".unicodeScalars)
    case ">": result.append(contentsOf: "&gt;".unicodeScalars)
    case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
    case "'": result.append(contentsOf: "&#39;".unicodeScalars)
    case "\t": result.append(contentsOf: "&#9;".unicodeScalars)
    case "\n": result.append(contentsOf: "&#10;".unicodeScalars)
    case "\r": result.append(contentsOf: "&#13;".unicodeScalars)
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
    default: result.append(scalar)
    }
  }
  return String(result)
}
