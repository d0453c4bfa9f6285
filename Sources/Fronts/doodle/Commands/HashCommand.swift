import DoodleKit

/// `doodle hash`: prints the hash of each picture's pixels.
enum HashCommand {
  static let entry = Command(
    name: "hash",
    summary: "print the SHA-256 of a picture's pixels",
    description: """
      Prints a line for each FILE, which is a log, a saved drawing or a PNG: the SHA-256 of its size and pixels, two \
      spaces and its name. The hash does not depend on compression: files with the same hash have the same pixels. A \
      document of several pages has a line for each, NAME#1 and so on, and one for all: the SHA-256 of the pages' \
      hashes, one on each line.
      """,
    operands: "FILE…",
    operandCompletion: .files(["jsonl", "json", "png"]),
    options: [OptionTable.json.entry, OptionTable.failFast.entry] + PictureReading.entries,
    examples: [
      Command.Example(line: "doodle hash sketch.jsonl sketch.png", effect: "Check that the picture is up to date."),
      Command.Example(line: "doodle hash *.jsonl > goldens.txt", effect: "Store the hashes of all recordings."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try HashOptions(arguments, in: console.surroundings)
    var batch = try Batch(arguments, "hashed", in: console)
    try batch.run(options.inputs, share: options.reading.share, job: { Job(input: $0, output: "") }) {
      (path, share, console) throws(CommandError) in
      var own = options
      own.reading = options.reading.sharing(share)
      return try printHash(of: path, own, in: console)
    }
    return batch.finish()
  }

  private static func printHash(
    of path: String, _ options: HashOptions, in console: Console
  ) throws(CommandError) -> ExitCode {
    var pictures = try PictureInputs(path, options.reading, in: console)
    var code = ExitCode.done
    var hashes: [String] = []
    while let picture = try pictures.next() {
      switch picture.input {
      case .png(let rows): try printHash(of: rows, path, options, in: console)
      case .log(let drawn):
        if options.printsJSON {
          try console.print("\(drawn.json(named: path).onPage(pictures.arePages ? drawn.page : nil))\n")
        } else {
          hashes.append(PixelHash.of(drawn.picture))
          try console.print(line(hashes[hashes.count - 1], picture.name))
        }
        code = .afterReading(drawn.summary)
      }
    }
    if hashes.count > 1, options.reading.input.pages == nil {
      var whole = SHA256()
      whole.update(Array(hashes.map { "\($0)\n" }.joined().utf8).span)
      try console.print(line(whole.finalized(), path))
    }
    return code
  }

  private static func printHash(
    of rows: RowStream, _ path: String, _ options: HashOptions, in console: Console
  ) throws(CommandError) {
    let hash: String
    do throws(ImageError) {
      hash = try PixelHash.of(rows)
    } catch {
      throw CommandError(error, of: path)
    }
    guard options.printsJSON else { return try console.print(line(hash, path)) }
    let summary: JSON = [
      "file": .string(path), "width": .integer(rows.width), "height": .integer(rows.height),
      "pixels_sha256": .string(hash),
    ]
    try console.print("\(summary)\n")
  }
}

extension HashCommand {
  /// A line of output. If the name would break it, it begins with a backslash and the name is escaped, as GNU sha256sum
  /// does; what a terminal would obey is written as in messages.
  private static func line(_ hash: String, _ path: String) -> String {
    let name = path.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case _ where scalar.properties.generalCategory == .control: printable(String(scalar))
      default: String(scalar)
      }
    }.joined()
    return (name == path ? "" : "\\") + "\(hash)  \(name)\n"
  }
}

/// The options of `doodle hash`.
struct HashOptions: Hashable, Sendable {
  /// Logs or PNGs, distinguished by their first bytes; "-" is standard input.
  var inputs: [String]
  var reading: PictureReading
  var printsJSON: Bool

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    reading = try PictureReading(arguments)
    printsJSON = arguments[OptionTable.json]
    inputs = try arguments.inputs(in: surroundings)
  }
}
