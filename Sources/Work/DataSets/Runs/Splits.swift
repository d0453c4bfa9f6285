/// Shares of the data set, such as a training and a validation set. A drawing's key decides its split, so that all
/// copies of it are in the same split in every run.
package struct Splits: Hashable, Sendable {
  package struct Split: Hashable, Sendable {
    package var name: String
    /// Of all drawings, 0...1.
    package var share: Double

    package init(name: String, share: Double) { (self.name, self.share) = (name, share) }
  }

  package let splits: [Split]

  /// - Parameter splits: Their shares have a sum of about 1.
  package init(_ splits: [Split]) { self.splits = splits }

  /// The splits whose names sketch-rnn reads.
  package static let sketchRNN = Splits([
    Split(name: "train", share: 0.9), Split(name: "valid", share: 0.05), Split(name: "test", share: 0.05),
  ])

  /// The split of a drawing; empty if there are none.
  package func name(ofKey key: String) -> String {
    guard let last = splits.last else { return "" }
    var position = Double(SeededGenerator.number(of: key) >> 11) * 0x1p-53
    for split in splits {
      if position < split.share { return split.name }
      position -= split.share
    }
    return last.name
  }
}
