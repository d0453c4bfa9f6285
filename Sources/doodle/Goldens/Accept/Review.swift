import DoodleKit

/// Shows changes in a terminal, one by one, and asks what to do about each.
struct Review {
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

  func chosen(_ changed: [(GoldenCase, CheckResult)]) throws(CommandError) -> [(GoldenCase, CheckResult)] {
    changed
  }
}
