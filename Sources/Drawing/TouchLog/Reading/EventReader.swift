import Files
import Geometry

/// Reads the events of a recording, whatever its format.
package protocol EventReader {
  /// The next event; nil at the end.
  ///
  /// - Throws: `LogReadError.malformed` if the event is wrong; the next call continues after it if that is possible.
  ///   `.file` if the source cannot be read.
  mutating func next() throws(LogReadError) -> LogEvent?

  /// Continues with the next page of the document, after `next` gave nil.
  /// - Returns: False if there is none.
  /// - Throws: As `next` does.
  mutating func nextPage() throws(LogReadError) -> Bool

  /// The line of the event returned last, from 1.
  var line: Int { get }

  /// The location of the event returned last.
  var location: LogLocation { get }

  /// Replaces `touches` by the next touches, as many as are available without reading from the source.
  ///
  /// This takes less time per event than `next`. If there are none, `next` gives another kind of event, a touch that is
  /// not available yet, an error, or the end.
  mutating func nextTouches(into touches: inout [TouchEvent])

  /// The line of a touch, from 1. Takes constant time.
  ///
  /// - Parameter index: The index of the touch in the array that the last call, `nextTouches`, gave.
  func line(ofTouch index: Int) -> Int

  /// The location of a touch. Takes time in proportion to the bytes of the touches before it.
  ///
  /// - Parameter index: The index of the touch in the array that the last call, `nextTouches`, gave.
  func location(ofTouch index: Int) -> LogLocation

  /// How the reader understood its input, and what it left out. Complete at the end of the input.
  var report: ImportReport { get }

  /// What a PDF keeps of the page, if `ImportOptions.keepsParts` asks for it. Complete before the first event.
  var keptParts: [KeptPart] { get }

  /// Whether the event that `next` returned last has keys that its format does not know. They are ignored.
  var hasUnknownKeys: Bool { get }

  /// Whether the lines of the events that the last call gave may have keys that are not those of their kind of line.
  var mayHaveOwnKeys: Bool { get }

  /// The keys of an event's line that satisfy a condition, in their order. None if the format has no such lines.
  ///
  /// Scans the line again, so that reading does not become slower.
  /// - Parameter index: The index of a touch in the array that the last call, `nextTouches`, gave; 0 after `next`.
  func keys(ofTouch index: Int, where isMeant: (String) -> Bool) -> [LineKey]
}

/// A part of a document that a PDF keeps as it is, and a log does not.
package struct KeptPart: Sendable {
  package enum Content: Sendable {
    /// A PDF document of one page, which fills the box, and its LaTeX source.
    case formula(picture: [UInt8], source: String)
    /// The address to which the box leads.
    case link(String)
    /// The number of the page, from 1, of the PDF that lies under the ink; the box is the page.
    case pageBelow(Int)
  }

  /// In points.
  package var box: Rect
  package var content: Content

  package init(_ content: Content, in box: Rect) { (self.content, self.box) = (content, box) }
}

/// A key of a line, as it is written there.
package struct LineKey: Hashable, Sendable {
  package var name: String
  package var location: LogLocation
  /// The key and its value as they are written, such as `"app":3`.
  package var member: [UInt8]
  /// The offset of the value in `member`.
  package var valueStart: Int

  package init(name: String, location: LogLocation, member: [UInt8], valueStart: Int) {
    (self.name, self.location, self.member, self.valueStart) = (name, location, member, valueStart)
  }
}

/// A reader that gives single events only.
extension EventReader {
  package mutating func nextPage() throws(LogReadError) -> Bool { false }

  package var keptParts: [KeptPart] { [] }

  package var line: Int { location.line }

  package mutating func nextTouches(into touches: inout [TouchEvent]) {
    touches.removeAll(keepingCapacity: true)
  }

  package func line(ofTouch index: Int) -> Int { line }

  package func location(ofTouch index: Int) -> LogLocation { location }

  package var report: ImportReport { ImportReport() }

  package var hasUnknownKeys: Bool { false }

  package var mayHaveOwnKeys: Bool { false }

  package func keys(ofTouch index: Int, where isMeant: (String) -> Bool) -> [LineKey] { [] }
}
