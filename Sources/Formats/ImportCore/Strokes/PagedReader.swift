import TouchLog

/// Reads the pages of a document in memory, one after the other.
package struct PagedReader: EventReader {
  private var page: StrokeReader
  private var number: Int
  private let count: Int
  private let name: String
  /// How the document as a whole was understood. What it lacks counts once, on the first page.
  private var document: ImportReport
  private let open: @Sendable (Int) throws(LogReadError) -> ImportedInk

  /// - Parameters:
  ///   - name: The file as the user named it, for messages.
  ///   - count: The number of pages.
  ///   - report: How the document as a whole was understood.
  ///   - open: Reads the page with a number, from 1.
  /// - Throws: `LogReadError.malformed` if there is no page `first`; the errors of `open`.
  package init(
    _ name: String, count: Int, from first: Int, report: ImportReport,
    open: @escaping @Sendable (Int) throws(LogReadError) -> ImportedInk
  ) throws(LogReadError) {
    guard first <= count else {
      throw .malformed(
        LogError(location: LogLocation(file: name, line: 1, column: 1), reason: .noPart("page", first, count: count)))
    }
    (number, self.count, self.name, document, self.open) = (first, count, name, report, open)
    page = StrokeReader(try open(first), name: name)
  }

  package var report: ImportReport { document.adding(page.report) }
  package var keptParts: [KeptPart] { page.keptParts }

  package mutating func next() throws(LogReadError) -> LogEvent? { page.next() }

  package mutating func nextPage() throws(LogReadError) -> Bool {
    guard number < count else { return false }
    document.forgetOmissions()
    number += 1
    page = StrokeReader(try open(number), name: name)
    return true
  }

  package mutating func nextTouches(into touches: inout [TouchEvent]) { page.nextTouches(into: &touches) }

  package var location: LogLocation { page.location }
  package func line(ofTouch index: Int) -> Int { page.line(ofTouch: index) }
  package func location(ofTouch index: Int) -> LogLocation { page.location(ofTouch: index) }
}
