import DoodleKit

/// A program that draws recordings: that of the application under test.
struct DrawingProgram: Hashable, Sendable {
  /// The words of its command line, in which `{log}` and `{png}` stand for the paths of a recording and of its picture.
  private let words: [String]
  var name: String { words[0] }
  /// The words as they were given.
  let commandLine: String
  /// How many times it draws each recording.
  var runCount = 1
  /// How long it may take for a recording, in seconds.
  var timeLimit = 60.0

  /// Fails unless the command line names a program, and in other words both paths.
  init?(_ commandLine: String) {
    guard let words = shellWords(commandLine), let program = words.first, !program.isEmpty,
      ["{log}", "{png}"].allSatisfy({ path in words.dropFirst().contains { $0.exchanging(path, for: "") != $0 } })
    else { return nil }
    self.words = words
    self.commandLine = commandLine
  }

  /// What the program made of a recording.
  struct Drawing: Sendable {
    /// What it said, at most `mostWords` bytes of it.
    var words: String
    /// The bytes of the picture.
    fileprivate(set) var picture: Result<[UInt8], CommandError>
  }

  private static let mostWords = 4000

  /// Draws a recording. Without a picture, the program has failed, or taken too long.
  /// - Parameter folder: Where the picture is meanwhile; ends in a slash.
  /// - Throws: `CommandError` if the program cannot be started.
  func draw(_ log: String, in folder: String) throws(CommandError) -> Drawing {
    let number = UInt64.random(in: 0...UInt64.max)
    let png = "\(folder)doodle-\(String(number, radix: 36)).png"
    defer { try? removeFile(png) }
    let arguments = words.dropFirst().map { $0.exchanging("{log}", for: log).exchanging("{png}", for: png) }
    let nothing: [UInt8] = []
    let result = try withFiles { () throws(FileError) in
      try ChildProcess.run(words[0], arguments, input: nothing.span, outputLimit: 1 << 24, timeLimit: timeLimit)
    }
    let said = String(decoding: (result.errors + result.output).prefix(Self.mostWords), as: UTF8.self)
    let first = said.split(separator: "\n").first.map { ": \(printable(String($0)))" } ?? ""
    func failed(_ how: String) -> Drawing {
      Drawing(words: said, picture: .failure(.input(path: log, message: "\(name) \(how)\(first)")))
    }
    if result.isOverTime { return failed("took more than \(JSON.number(timeLimit)) s and was ended") }
    if result.status != 0 { return failed("ended with \(result.status)") }
    guard let bytes = try? InputFile(path: png).readAll() else {
      return failed("ended with 0, but wrote no picture to {png}")
    }
    return Drawing(words: said, picture: .success(bytes))
  }
}
