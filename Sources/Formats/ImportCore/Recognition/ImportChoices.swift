extension ImportOptions {
  /// Something that some formats leave open, so that the user may choose it.
  package enum Choice: Hashable, Sendable, CaseIterable {
    case page, index, deviceSize, yAxis
  }

  /// The choices that differ from the default. The first page and the first drawing do not count: every file has them.
  package var choices: [Choice] {
    Choice.allCases.filter { choice in
      switch choice {
      case .page: firstPage != 1
      case .index: index ?? 0 != 0
      case .deviceSize: deviceSize != nil
      case .yAxis: yAxis != nil
      }
    }
  }
}

extension LogFormat {
  /// Whether a choice changes how files of the format are read. Formats without pages, for example, ignore the page.
  package func leavesOpen(_ choice: ImportOptions.Choice) -> Bool { openChoices.contains(choice) }
}
