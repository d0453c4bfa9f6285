/// What is known of a sample.
public enum SampleState: String, Hashable, Sendable, CaseIterable {
  /// It is what the device said when the touch was there.
  case real
  /// A later line of the log gave it other values.
  case revised
  /// Its pressure is still to come, or never came.
  case estimated
  /// The touch was guessed to go there; the next real event drops it.
  case predicted
}

extension Stroke {
  /// The real samples and then the guesses, each with what is known of it.
  public var sampleStates: [(sample: Sample, state: SampleState)] {
    samples.indices.map { (samples[$0], track.state(of: $0)) } + guesses.map { ($0, .predicted) }
  }
}
