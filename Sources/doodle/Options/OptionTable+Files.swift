import DoodleKit

/// The options about what is read and what is written.
extension OptionTable {
  static var reading: [OptionEntry] { [from.entry, onError.entry] }

  static let from = ValueOption<InputFormat>(
    "from", .choice("FORMAT"), in: .reading,
    "the format of the inputs: \(alternatives(InputFormat.allCases.map(\.rawValue)))",
    initial: "what the content looks like")

  static let onError = ValueOption<ErrorAction>(
    "on-error", .choice("ACTION"), in: .reading,
    "what to do about a bad line: stop or skip",
    details: """
      "stop" writes nothing. "skip" leaves bad lines out, says which and how many, writes the rest, and ends with 3 if \
      there were any.
      """, initial: ErrorAction.stop.rawValue)

  static let output = ValueOption<String>(
    "output", letter: "o", .path("OUT", extensions: []), in: .output,
    "where to write: a file, DIR/, or - (standard output)",
    details: """
      With several inputs, a directory (it ends in /, or exists) gets one file for each, and {stem} in a name stands \
      for the input's name without its directory and extension. A file is replaced when the new one is whole.
      """)

  static let noClobber = Flag("no-clobber", letter: "n", in: .output, "never replace a file")

  static let format = ValueOption<PictureFormat>(
    "format", letter: "f", .choice("FORMAT"), in: .output,
    "the format of the picture: \(alternatives(PictureFormat.allCases.map(\.rawValue)))",
    initial: "the extension of OUT")

  static let compress = ValueOption<PNGOptions.Compression>(
    "compress", .choice("LEVEL"), in: .output,
    "how hard to compress: fast, default or small", initial: PNGOptions.Compression.fast.rawValue)

  static let metadata = Flag(
    "metadata", in: .output, "put the log's hash, the model and the version into the picture",
    details: "As text in the PNG; never a time of day.")

  static let json = Flag("json", in: .output, "print one JSON object a line for each file")

  static let memoryLimit = ValueOption<Int>(
    "memory-limit", .byteCount, in: .output, "end with an error rather than take more memory for ink than this",
    details: "In bytes, or with K, M, G or T for the powers of 1024.", initial: "2G")

  /// In bytes.
  static let defaultMemoryLimit = 2 << 30

  static let threads = ValueOption<Int>(
    "threads", .count(in: 1...1024, of: "threads", placeholder: "N"), in: .output,
    "how many threads to draw and compress with", details: "The picture and its file are the same for any number.",
    initial: "as many as there are processors")

  static let at = ValueOption<Point>(
    "at", .place, in: .output,
    "print which elements are at a place in points, from the top, and the lines that drew them")

  static let centerline = Flag(
    "centerline", in: .output, "print the smoothed centre line of each stroke, one JSON object a line")
}

/// The formats that pictures are written in, by their extensions.
enum PictureFormat: String, CaseIterable, Sendable {
  case png, svg
}
