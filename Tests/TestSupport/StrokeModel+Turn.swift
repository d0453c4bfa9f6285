public import TouchLog

extension StrokeModel {
  /// The model for a round of a test: the newest in every other round, the older ones by turns.
  public static func inTurn(_ seed: UInt64) -> StrokeModel {
    let older = allCases.filter { $0 != newest }
    return seed % 2 == 0 ? newest : older[Int(seed / 2 % UInt64(older.count))]
  }
}
