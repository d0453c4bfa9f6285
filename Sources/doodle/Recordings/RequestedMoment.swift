import DoodleKit

/// The moment at which a recording is to be shown.
struct RequestedMoment: Hashable, Sendable {
  var moment: Moment
  /// Times for touches that have none.
  var syntheticTime: SyntheticTime?
  /// Whether ink goes on to where touches were guessed to go then.
  var showsPredictions: Bool

  /// Nil for the finished picture.
  init?(_ arguments: Arguments) throws(CommandError) {
    guard let moment = try arguments[OptionTable.moment] else {
      for option in [OptionTable.predicted as any Option, OptionTable.synthTime] {
        if let given = arguments.occurrence(of: option) { throw .usage(.without(given.spelling, "--at")) }
      }
      return nil
    }
    self.moment = moment
    syntheticTime = try arguments[OptionTable.synthTime]
    showsPredictions = arguments[OptionTable.predicted]
  }
}
