import DoodleKit

/// A comparison of one log's pictures by this program and by another doodle.
struct ProgramComparison {
  private let program: String
  private let options: DiffOptions
  /// The picture options, passed to the other program.
  private let picture: [String]

  init(_ program: String, _ options: DiffOptions, _ arguments: Arguments) {
    self.program = program
    self.options = options
    let names = Set((OptionTable.picture + OptionTable.reading).map(\.name))
    picture = arguments.occurrences.filter { names.contains($0.option.name) }.map { occurrence in
      "--\(occurrence.option.name)" + (occurrence.value.map { "=\($0)" } ?? "")
    }
  }

  func run(in console: Console) throws(CommandError) -> ExitCode {
    let log = try withFiles { () throws(FileError) in try InputFile(path: options.first).readAll() }
    let reading = options.reading
    let drawn = try reading.draw(options.first, source: MemorySource(log), in: console)
    let theirs = try theirPicture(of: log)
    let png: RowStream
    do throws(ImageError) {
      png = try RowStream(png: MemorySource(theirs), limits: reading.imageLimits, for: options.rule)
    } catch {
      throw CommandError(error, of: program)
    }
    let comparison = try Comparison(
      .log(drawn), named: options.first, .png(png), named: "\(options.first) by \(program)", by: options.rule,
      isAhead: reading.threads > 1, output: try options.outputFile(ofPage: drawn.page, isPaged: false, in: console))
    var report = DiffReport(comparison: comparison)
    if !comparison.isSame {
      report.owners = comparison.owners()
      if let line = try firstLine(log, in: console) { report.firstEvent = [(options.first, line)] }
    }
    return try report.finish(options, in: console)
  }

  private func theirPicture(of log: [UInt8]) throws(CommandError) -> [UInt8] {
    let result = try withFiles { () throws(FileError) in
      try ChildProcess.run(program, ["render", "-q", "-", "-o", "-"] + picture, input: log.span)
    }
    guard result.status == 0 else {
      let words = String(decoding: result.errors, as: UTF8.self).split(separator: "\n").first.map { ": \($0)" } ?? ""
      throw .input(path: program, message: "it could not draw the log and ended with \(result.status)\(words)")
    }
    return result.output
  }

  /// The first line after which the two programs draw different pictures, found by binary search: both draw the log up
  /// to a line.
  private func firstLine(_ log: [UInt8], in console: Console) throws(CommandError) -> Int? {
    var ends = log.indices.filter { log[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    if ends.last != log.count { ends.append(log.count) }
    var (same, different) = (0, ends.count)
    while different - same > 1 {
      let middle = (same + different) / 2
      if try differs(Array(log[..<ends[middle - 1]]), in: console) { different = middle } else { same = middle }
    }
    return different
  }

  private func differs(_ log: [UInt8], in console: Console) throws(CommandError) -> Bool {
    var quiet = console
    quiet.messages.isQuiet = true
    let ours: String?
    do throws(CommandError) {
      ours = PixelHash.of(try options.reading.draw(options.first, source: MemorySource(log), in: quiet).picture)
    } catch {
      // The beginning of a log may have no ink, and then no picture.
      ours = nil
    }
    guard let bytes = try? theirPicture(of: log) else { return ours != nil }
    do throws(ImageError) {
      return try PixelHash.of(RowStream(png: MemorySource(bytes), limits: options.reading.imageLimits)) != ours
    } catch {
      throw CommandError(error, of: program)
    }
  }
}
