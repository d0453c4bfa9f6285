import TouchLog

/// A stream of touches as a device or a web page reported them. `TouchReader` converts them to events of a log.
package protocol TouchSource {
  /// Appends the next touches, at least one unless the source has ended.
  ///
  /// Times are in seconds from any origin. A `moved` of a pointer that is not down is hovering. A reader of numbers in
  /// another unit subtracts the first time before it divides, so that the division loses nothing.
  ///
  /// - Throws: `LogReadError.malformed` if a record is wrong; the next call continues after it. `.file` if the source
  ///   cannot be read.
  mutating func read(into touches: inout [ImportedTouch]) throws(LogReadError)

  /// How the source was understood, and what it left out so far.
  var report: ImportReport { get }

  /// The header of the log, known after the first call of `read`.
  var header: LogHeader { get }
}

/// A touch that an importer has read.
package struct ImportedTouch: Sendable {
  /// The phase is `began`, `moved`, `ended` or `cancelled`. A point without valid coordinates is NaN; a touch that ends
  /// there ends at its last position.
  package var event: TouchEvent
  /// Whether the touch erases.
  package var isEraser: Bool
  /// Whether the source says that the pointer is on the surface: a `moved` that is down begins a touch if none is down,
  /// and one that is not ends it. Nil if only the phases show it.
  package var isDown: Bool?
  /// The location of its record in the file, from 1.
  package var line: Int
  package var column: Int

  package init(_ event: TouchEvent, isEraser: Bool = false, isDown: Bool? = nil, line: Int, column: Int = 1) {
    (self.event, self.isEraser, self.isDown) = (event, isEraser, isDown)
    (self.line, self.column) = (line, column)
  }
}
