/// How a run converts records to pictures and files.
package struct BatchOptions: Hashable, Sendable {
  /// What happens to a record that is not a drawing.
  package enum ErrorAction: String, Hashable, Sendable, CaseIterable {
    /// The run ends.
    case stop
    /// The record has no picture; the error is listed.
    case skip
    /// A line of output reports the error.
    case record
  }

  /// What is written for each picture in an archive; `pixels` is for lines, each of which its samples follow.
  package enum Field: String, Hashable, Sendable, CaseIterable {
    case cls, json, pixels, png, txt
  }

  package var records = RecordOptions()
  package var form = PictureForm()
  package var fields: Set<Field> = [.png, .json]
  /// The labels in the order of their numbers; nil if labels have no numbers.
  package var classes: [String: Int]?
  package var splits = Splits([])
  /// Whether drawings are left out whose data set says that they were not recognized.
  package var recognizedOnly = false
  /// The parts of a drawing that are drawn, 0...1, a copy for each.
  package var partials = [1.0]
  /// The number of copies with random changes of each drawing and part.
  package var augmentations = 0
  package var seed = 0
  package var jitter = Jitter()
  package var onError = ErrorAction.stop
  /// The number of records of a shard.
  package var shardSize = 10_000

  /// The number of records that are read.
  package var limit = Int.max
  /// Whether each line of output is flushed before the next record is read.
  package var flushesLines = false

  package init() {}

  /// Whether pictures are written as the samples of their pixels.
  package func hasSamples(_ kind: OutputPattern.Kind) -> Bool {
    kind == .npy || kind == .lines && fields.contains(.pixels)
  }

  /// The number of pictures of each record.
  package var copies: Int { partials.count * (augmentations + 1) }
}
