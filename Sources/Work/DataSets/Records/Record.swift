import ImportCore
import Session

/// One drawing of the input, before it is read.
package struct Record: Sendable {
  /// The kind of data in a record.
  package enum Content: Sendable {
    /// A line that holds a drawing.
    case line
    /// A whole file that holds a recording or a drawing.
    case file
    /// A drawing of a file of many, which has been read.
    case drawing
    /// A drawing of a file of many that is wrong.
    case invalid
    /// A line longer than `RecordOptions.largestRecord`; its bytes are not kept.
    case tooLong
  }

  /// The number of records before it in the input.
  package var index: Int
  /// The name of the file, for messages.
  package var file: String
  /// The line in the file, from 1; 1 for a whole file.
  package var line: Int
  /// The name of the file without its folder and extensions.
  package var stem: String
  package var content: Content
  package var bytes: [UInt8]
  /// The strokes of a drawing that has been read.
  package var ink: ImportedInk?
  /// The fault of an invalid drawing.
  package var fault: RecordFault?

  package init(
    index: Int = 0, file: String, line: Int = 1, stem: String, content: Content, bytes: [UInt8]
  ) {
    (self.index, self.file, self.line, self.stem) = (index, file, line, stem)
    (self.content, self.bytes) = (content, bytes)
  }
}

/// Where the label of a drawing comes from.
package enum LabelSource: String, Hashable, Sendable, CaseIterable {
  /// The record's own label: `LogHeader.label`, or the word or label of a line.
  case record
  /// The name of the folder in which its file lies.
  case folder
  /// The name of its file without the extensions.
  case file
}

/// How records are read.
package struct RecordOptions: Hashable, Sendable {
  /// Where labels come from. The first source that gives one decides.
  package var labelSources = [LabelSource.record]
  /// The most bytes of a record.
  package var largestRecord = 64 << 20
  /// The most memory for the drawing of a record, in bytes.
  package var memoryLimit = 1 << 30
  /// The format of recordings; nil to recognize it by content.
  package var format: InputFormat?
  /// The pointers whose touches are read; empty for all.
  package var pointers: Set<PointerKind> = []
  /// Whether each line of standard input is a record, even if it is invalid, because a program waits for an answer to
  /// each.
  package var answersLines = false
  /// Whether a record of which a part is left out is bad.
  package var isStrict = false
  /// Whether a record is read from each file in turn. They are then all open at the same time.
  package var interleaves = false

  package init() {}
}

/// The fault of a record.
package struct RecordFault: Error, Hashable, Sendable {
  /// A few words for statistics.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The record is not a drawing of any format.
    case malformed
    case noInk = "no ink"
    /// The record has more bytes than the limit.
    case tooLong = "too long"
    /// The label is missing, or is not one of the classes.
    case unknownLabel = "unknown label"
    /// The drawing takes more memory than the limit.
    case tooLarge = "too large"
    /// Another picture has the same name.
    case sameName = "same name"
    /// A part of the file is left out.
    case incomplete
    /// The drawing contains something that the options cannot draw.
    case unsupported
  }

  package var kind: Kind
  /// What was found and expected, and what to do.
  package var message: String
  /// The line in the file of the record, from 1; 0 in a file that has no lines.
  package var line: Int
  /// The byte in the line, or in a file that has no lines, from 1.
  package var column: Int

  package init(_ kind: Kind, _ message: String, line: Int = 1, column: Int = 1) {
    (self.kind, self.message, self.line, self.column) = (kind, message, line, column)
  }

  package static let noInk = RecordFault(.noInk, "the drawing has no ink")
}
