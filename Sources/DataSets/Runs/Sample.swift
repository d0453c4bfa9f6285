import JSON

/// A picture of the data set, and what is known about it.
package struct Sample: Sendable {
  /// The index of its record.
  package var index: Int
  /// The number of the copy; 0 for the drawing itself.
  package var copy: Int
  package var key: String
  package var label: String?
  /// Empty if there are no splits.
  package var split: String
  /// The index of the label among the classes; nil without classes.
  package var classIndex: Int?
  /// The name of the record's file without extension.
  package var stem: String
  /// A PNG or the samples of the pixels, as the output needs.
  package var picture: [UInt8]
  /// One line of JSON without its end.
  package var description: [UInt8]
}

/// What became of a record.
package enum Outcome: Sendable {
  case samples([Sample])
  /// The record is left out because `--where` does not hold for it.
  case left
  case fault(RecordFault, key: String?, label: String?)
}
