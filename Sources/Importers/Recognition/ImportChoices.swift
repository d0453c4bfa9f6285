extension ImportOptions {
  /// What a user may choose where a format leaves it open.
  public enum Choice: Hashable, Sendable, CaseIterable {
    case page, index, deviceSize, yAxis
  }

  /// The choices that are not the usual ones. The first page and the first drawing are what every file has.
  public var choices: [Choice] {
    Choice.allCases.filter { choice in
      switch choice {
      case .page: page ?? 1 != 1
      case .index: index ?? 0 != 0
      case .deviceSize: deviceSize != nil
      case .yAxis: yAxis != nil
      }
    }
  }
}

extension LogFormat {
  /// Whether a choice changes how files of the format are read. Formats without pages, for example, ignore the page.
  public func leavesOpen(_ choice: ImportOptions.Choice) -> Bool { openChoices.contains(choice) }
}
