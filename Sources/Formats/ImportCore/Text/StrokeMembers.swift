/// The keys by which JSON files of programs of many kinds name the parts of a stroke.
package enum StrokeMembers {
  package static let points = ["points", "path", "paths", "coords", "coordinates", "samples", "pts", "data", "stroke"]
  package static let colors = ["color", "strokeColor", "stroke", "penColor", "brushColor", "lineColor"]
  package static let widths = ["width", "strokeWidth", "lineWidth", "thickness", "weight", "penWidth", "size"]
  /// Keys that events of web pages and lines of logs have, and points do not.
  package static let events = ["type", "eventType", "event", "name", "action", "phase"]
}
