/// The options of `check` and `accept`.
extension OptionTable {
  static let outDirectory = ValueOption<String>(
    "out", .path("DIR", extensions: []), in: .output,
    "put the expected, actual and difference pictures of what failed there",
    details: "NAME.expected.png, NAME.actual.png and NAME.diff.png, in folders like those of the logs.")

  static let report = ValueOption<String>(
    "report", .path("FILE.html", extensions: ["html"]), in: .output, "write a page that shows what failed",
    details: "One file that needs nothing else and no network: side by side, flip, slider, difference and zoom.")

  static let junit = ValueOption<String>(
    "junit", .path("FILE.xml", extensions: ["xml"]), in: .output, "write the results as JUnit's XML")

  static let tap = Flag("tap", in: .output, "print the results in the Test Anything Protocol")

  static let all = Flag("all", in: .goldens, "all that is new or different, from the working directory on")

  static let prune = Flag(
    "prune", in: .goldens, "remove goldens whose logs are gone",
    details: """
      Those that are named, and all in the folders that are. Of pictures, only those that "accept" made of a log of that \
      name, which it notes in them.
      """)

  static let store = ValueOption<GoldenStore>(
    "store", .choice("WHAT"), in: .goldens, "what to keep of a picture: png, hash or both",
    details: """
      "png" writes NAME.png beside the log, "hash" a line of goldens.tsv there. A golden that exists already is \
      brought up to date in either case.
      """, initial: "as those are that there are, or png")

  static let review = Flag(
    "review", in: .goldens, "show each change in the terminal, and ask",
    details: "a accepts, r rejects, s skips, q ends. Where there is no terminal, the commands to run are printed.")
}

/// How goldens are kept.
enum GoldenStore: String, CaseIterable, Sendable {
  case png, hash, both
}
