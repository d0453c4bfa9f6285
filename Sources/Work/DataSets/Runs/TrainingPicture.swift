import JSON

/// A picture of the data set, and its properties.
package struct TrainingPicture: Sendable {
  /// The index of its record.
  package var index: Int
  /// The number of the copy; 0 for the drawing itself.
  package var copy: Int
  /// The number of the page, from 1; nil for a drawing of one page.
  package var page: Int?
  package var key: String
  package var label: String?
  /// Empty if there are no splits.
  package var split: String
  /// The index of the label among the classes; nil without classes.
  package var classIndex: Int?
  /// The name of the record's file without extension.
  package var stem: String
  /// Its bytes in the output: a PNG, the samples of the pixels, a line, or members of an archive.
  package var bytes: [UInt8]
  /// For an array, the line of JSON that describes its row, without the line's end.
  package var description: [UInt8]
  /// What the reader of points decided about the record, as a phrase; nil if there was nothing to decide.
  package var decision: String?
  /// What the drawing has and an array of points does not hold, in the plural.
  package var lacks: [String] = []
}

/// The result of drawing a record.
package enum RecordOutcome: Sendable {
  /// - Parameter loss: The parts of the file that the pictures lack, as a phrase; nil if they lack nothing.
  case pictures([TrainingPicture], loss: String?)
  /// The record is left out because `--where` does not hold for it.
  case left
  case fault(RecordFault, key: String?, label: String?)

  /// Adds the pictures of another page.
  mutating func add(_ other: RecordOutcome) {
    guard case .pictures(let pictures, let loss) = self, case .pictures(let more, let moreLoss) = other else { return }
    self = .pictures(pictures + more, loss: loss ?? moreLoss)
  }
}
