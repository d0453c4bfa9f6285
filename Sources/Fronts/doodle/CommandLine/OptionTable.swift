import DoodleKit

/// All options of all commands. An option that several commands take means the same in each.
///
/// This file has the options that most commands take and the groups in which commands take them.
enum OptionTable {}

// MARK: Every command

extension OptionTable {
  static var global: [OptionEntry] {
    [help.entry, version.entry, quiet.entry, verbose.entry, color.entry, errorFormat.entry]
  }

  static let help = Flag("help", letter: "h", in: .help, "show help: -h in short, --help with examples")

  static let version = Flag(
    "version", letter: "V", in: .help, "show the version",
    details: """
      With -v it also shows the stroke models and the versions of libpng, zlib and Swift. 'doodle version' does the same.
      """)

  static let quiet = Flag("quiet", letter: "q", in: .messages, "show errors only")

  static let verbose = Flag(
    "verbose", letter: "v", in: .messages,
    "report each file that is written, and how files of other formats were understood")

  static let color = ValueOption<ColorChoice>(
    "color", .choice("WHEN"), in: .messages, "color in messages: auto, always or never",
    details: """
      "auto" uses color on a terminal, unless NO_COLOR is set or TERM is "dumb". CLICOLOR_FORCE turns color on \
      elsewhere.
      """, initial: ColorChoice.auto.rawValue)

  static let errorFormat = ValueOption<ErrorFormat>(
    "error-format", .choice("FORMAT"), in: .messages,
    "format of errors and warnings: text or github",
    details: "\"github\" prints workflow commands, which GitHub Actions shows beside the lines of a file.",
    initial: ErrorFormat.text.rawValue)
}

/// When messages are colored.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The format of errors and warnings.
enum ErrorFormat: String, CaseIterable, Sendable {
  case text, github
}

// MARK: Reading

extension OptionTable {
  /// Options for reading inputs.
  static var reading: [OptionEntry] {
    [
      from.entry, page.entry, pages.entry, index.entry, deviceSize.entry, yAxis.entry, pointer.entry, fileAccess.entry,
      onError.entry, strict.entry, memoryLimit.entry, timeLimit.entry,
    ]
  }

  static let from = ValueOption<InputFormat>(
    "from", .choice("FORMAT"), in: .reading,
    "format of the inputs: \(alternatives(InputFormat.allCases.map(\.rawValue)))",
    details: "Each may be compressed with gzip. 'doodle convert --help' describes them.",
    initial: "recognized by content")

  static let page = ValueOption<Int>(
    "page", .count(in: 1...1_000_000, of: "pages", placeholder: "N"), in: .reading,
    "page of a document that has several, from 1", initial: "all pages")

  static let pages = ValueOption<PageSelection>(
    "pages", .pages("LIST"), in: .reading, "pages of a document: numbers and ranges, such as 2-5,8,12-,last",
    details: "They are read in the order of the document. Pages that are left out take no memory.",
    initial: "all pages")

  static let index = ValueOption<Int>(
    "index", .count(in: 0...1_000_000_000, of: "drawings", placeholder: "N"), in: .reading,
    "drawing of a file that has several, from 0", initial: "0")

  static let deviceSize = ValueOption<Size>(
    "device-size", .size(in: 0.001...LogLimits.coordinate), in: .reading,
    "size in points of a device that does not report its resolution",
    details: "It is meant for recordings of Linux and Android input devices.",
    initial: "one point per unit of the device, or 1000 points for the longer side of more than 3840 units")

  static let yAxis = ValueOption<ImportOptions.YAxis>(
    "y", .choice("DIRECTION"), in: .reading,
    "direction in which y grows, if the format does not define it: up or down",
    initial: "the format's usual one")

  static let pointer = ValueOption<[PointerKind]>(
    "pointer", .choices("KIND"), in: .reading, "read only the touches of these: pen, touch, mouse or eraser",
    details: """
      Several are joined by commas. A palm that lay on the screen is left out by "pen", which includes the pen's eraser \
      end; "eraser" is that end alone. The recording says which touch is whose, as "pointer" in a log or pointerType. \
      Touches that do not say it are left out, and a recording in which none says it is an error. A line says how many \
      touches of each kind were left out. Commands such as undo are about the touches that are read.
      """, initial: "all")

  static let fileAccess = ValueOption<FileAccess>(
    "files", .choice("ACCESS"), in: .reading,
    "which files a log may read for its images, backgrounds and drawings: below, none or any",
    details: """
      "below" allows those in its folder and below it, links resolved; a log from standard input may read none. "any" \
      allows every file, for logs that you trust. Files that the command line names are always read.
      """, initial: FileAccess.belowLog.rawValue)

  static let onError = ValueOption<ErrorAction>(
    "on-error", .choice("ACTION"), in: .reading,
    "what to do about an invalid line: stop or skip",
    details: """
      "stop" writes nothing, or nothing after the pages before. "skip" leaves invalid lines out, reports them, writes \
      the rest and exits with code 3 if there were any.
      """, initial: ErrorAction.stop.rawValue)

  static let strict = Flag(
    "strict", in: .reading, "fail if a part of the file is left out",
    details: """
      The formulas of a document are an example. Otherwise a warning says what was left out, one line for each file. \
      'doodle convert' also fails if the format that it writes does not hold a part of the drawing.
      """)
}

// MARK: Writing

extension OptionTable {
  /// Options for the files that are written.
  static var files: [OptionEntry] { [output.entry, noClobber.entry, failFast.entry] }

  static let skipEmpty = Flag("skip-empty", in: .output, "leave out the pages of a document that have no ink")

  static let output = ValueOption<String>(
    "output", letter: "o", .output("OUT", extensions: [], words: OutputTemplate.words), in: .output,
    "where to write: a file, DIR/, or - (standard output)",
    details: """
      For several inputs, give a directory (it ends in /, or exists), which gets one file per input, or a name with \
      {stem}, which stands for the input's name without directory and extension, and {dir}, for its directory. For \
      the pages of a document, give a name with {page}, for the page's number, or {page:03}, for three digits; no \
      other word may stand in braces. An existing file is replaced only once the new one is complete.
      """)

  static let to = ValueOption<ConvertTarget>(
    "to", .choice("FORMAT"), in: .output,
    "format to write: \(alternatives(ConvertTarget.allCases.map(\.rawValue)))",
    initial: "by the extension of OUT, or doodle")

  static let noClobber = Flag(
    "no-clobber", letter: "n", in: .output, "never replace a file",
    details: "Inputs are left out whose outputs exist, if OUT is a directory or has {stem} or {dir}.")

  static let failFast = Flag(
    "fail-fast", in: .reading, "stop at the first input that fails",
    details: "Otherwise the failure is reported, the other inputs are done, and the highest exit code is returned.")

  static let format = ValueOption<PictureFormat>(
    "format", letter: "f", .choice("FORMAT"), in: .output,
    "format of the picture: \(alternatives(PictureFormat.allCases.map(\.rawValue)))",
    initial: "by the extension of OUT")

  static let compress = ValueOption<PNGOptions.Compression>(
    "compress", .choice("LEVEL"), in: .output,
    "PNG compression: fast, default or small",
    details: """
      \(PNGOptions.Compression.small) tries every way to compress and keeps the smallest file, which may be that of fast: \
      it takes about 15 times as long.
      """, initial: PNGOptions.Compression.fast.rawValue)

  static let metadata = Flag(
    "metadata", in: .output, "store the log's hash, the stroke model and the version in the picture",
    details: "They are text chunks of the PNG. The time of day is never stored.")

  static let json = Flag("json", in: .output, "print one JSON object per file, each on a line")

  /// Options for the resources of drawing.
  static var resources: [OptionEntry] { [pixelLimit.entry, threads.entry] }

  static let memoryLimit = ValueOption<Int>(
    "memory-limit", .byteCount, in: .reading, "fail rather than use more memory than this",
    details: """
      The number is in bytes, or has K, M, G or T for powers of 1024. The limit covers the whole process. The process itself gets \
      32M more, or 96M if no limit is given, and 16M for each thread, most of which is not used.
      """, initial: "2G, or less if the system gives less")

  /// The memory that a process with a limit may have in all, in bytes, with what it needs for itself and its threads; nil
  /// for no limit. Without a given limit, the heap grows in steps of 64 MB.
  static func processLimit(for memoryLimit: Int, threads: Int, isGiven: Bool) -> Int? {
    let (total, isBeyond) = memoryLimit.addingReportingOverflow(((isGiven ? 32 : 96) + 16 * threads) << 20)
    return isBeyond ? nil : total
  }

  /// In bytes. Leaves a quarter of what the system gives to the rest of the process.
  static let defaultMemoryLimit = min(2 << 30, ProcessMemory.available() / 4 * 3)

  static let pixelLimit = ValueOption<Int>(
    "pixel-limit", .pixelCount, in: .output, "refuse to draw a larger picture",
    details: "The number is in pixels, or has K, M, G or T for powers of 1024: 16M is 4096 by 4096.", initial: "1G")

  static let timeLimit = ValueOption<Double>(
    "time-limit", .duration, in: .reading, "end with code 4 if the run takes longer", initial: "no limit")

  static let threads = ValueOption<Int>(
    "threads", .count(in: 1...1024, of: "threads", placeholder: "N"), in: .output,
    "number of threads that draw and compress",
    details: "Of several inputs, small files are read at the same time. The output is the same for any number.",
    initial: "number of processors")
}

/// The formats of pictures, named as their file extensions.
enum PictureFormat: String, CaseIterable, Sendable {
  case png, svg, pdf
}

// MARK: Inspecting and help

extension OptionTable {
  static let at = ValueOption<Point>(
    "at", .position, in: .output,
    "print which elements are at a position in points from the top left, and the lines that drew them there",
    details: "For a stroke, it prints the lines of its touches near the position, and then those of all its touches.")

  static let centerline = Flag(
    "centerline", in: .output, "print the smoothed center line of each stroke, one JSON object per line")

  static let man = Flag(
    "man", in: .output, "print a man page: doodle(1), or that of a command or file format",
    details: "\"doodle help --man render\" prints doodle-render(1), \"doodle help --man log\" doodle-log(5).")

  static let completions = ValueOption<Shell>(
    "completions", .choice("SHELL"), in: .output, "print completions for a shell: bash, zsh or fish")

  static let schema = ValueOption<SchemaSubject>(
    "schema", .choice("WHAT"), in: .output,
    "print the JSON Schema of a log's lines, or of a saved drawing: log, drawing")
}

/// The formats that have a JSON Schema.
enum SchemaSubject: String, CaseIterable, Sendable {
  /// A line of a touch log.
  case log
  /// A saved drawing.
  case drawing
}

/// The shells that completions are written for.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
