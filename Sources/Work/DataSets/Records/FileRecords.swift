import Archive
import Files
import ImportCore
import Importers
import JSON
import PointImporters
import Session
import TouchLog

/// An error of the input as a whole, after which no further record can be read.
package enum RecordReadError: Error, Hashable, Sendable {
  case file(FileError)
  /// An archive is damaged.
  case damagedArchive(path: String, offset: Int)
  /// A gzip file is damaged or cut off.
  case damagedGzip(path: String)
  /// A file of many drawings is damaged; the drawings after the damage cannot be read.
  case damaged(Diagnostic)
}

/// The records of one file: its lines if each is a drawing, the members of an archive, or the file itself.
struct FileRecords {
  private enum Form {
    case lines
    case archive(TarReader)
    case drawings(SketchFile)
    case whole
    case ended
  }

  private let file: RecordFile
  /// The name of the file without its folder and its extensions.
  private let stem: String
  private let options: RecordOptions
  private var buffer: RecordBuffer
  private var form = Form.whole
  private var line = 0
  private let progress = ReadProgress()
  /// Whether each line gets an answer. Then no line may decide how the others are read.
  private let answersLines: Bool
  /// Nil if lines have answers.
  private var unzipped: UnzippedInput?
  /// Standard input, for which the reader may have to wait; nil for files.
  private var pipe: InputFile?

  init(_ file: RecordFile, _ options: RecordOptions) throws(RecordReadError) {
    (self.file, stem) = (file, Self.stem(file.path))
    self.options = options
    let source: InputFile
    do throws(FileError) { source = try InputFile(path: file.path) } catch { throw .file(error) }
    if file.path == "-" { pipe = source }
    var content: any ByteSource = CountedSource(source, progress)
    answersLines = options.answersLines && file.path == "-" && options.format == nil
    if !answersLines {
      let unzipped = try Self.unzipped(content, of: file)
      (self.unzipped, content) = (unzipped, unzipped.source)
    }
    do throws(FileError) {
      var beginning: [UInt8] = []
      if !answersLines { _ = try content.read(into: &beginning, atMost: 4096) }
      // Files of many drawings begin with a line of names, or with a mark.
      if !answersLines, unzipped?.isCompressed == true || beginning.first != ASCII.openBrace {
        while beginning.count < 4096, try content.read(into: &beginning, atMost: 4096) > 0 {}
        if let drawings = try Self.drawings(beginning, content, of: file, options) {
          form = .drawings(drawings)
          buffer = RecordBuffer(MemorySource([]))
          return
        }
      }
      buffer = RecordBuffer(ResumedSource(beginning, content))
      let isNamedForLines = file.path == "-" || file.path.has(".ndjson")
      form = answersLines ? .lines : try Self.form(&buffer, options, isNamedForLines: isNamedForLines)
    } catch {
      throw .file(error)
    }
  }

  private static func unzipped(
    _ source: some ByteSource, of file: RecordFile
  ) throws(RecordReadError) -> UnzippedInput {
    do throws(LogReadError) {
      return try UnzippedInput(source, name: shown(file.path))
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .malformed(let error): throw .damaged(error.diagnostic)
      }
    }
  }

  /// The drawings of a file of many; nil if it is of another kind.
  private static func drawings(
    _ beginning: [UInt8], _ content: any ByteSource, of file: RecordFile, _ options: RecordOptions
  ) throws(FileError) -> SketchFile? {
    var format: LogFormat?
    switch options.format {
    case .log(let log): format = log
    case .drawing: return nil
    case nil: break
    }
    var imports = ImportOptions()
    imports.memoryLimit = options.memoryLimit
    do throws(LogReadError) {
      return try SketchFile(format, start: beginning, content, name: shown(file.path), options: imports)
    } catch {
      // The session that reads the whole file reports the error.
      if case .file(let error) = error { throw error }
      return nil
    }
  }

  private static func shown(_ path: String) -> String { path == "-" ? "<stdin>" : path }

  private static func form(
    _ buffer: inout RecordBuffer, _ options: RecordOptions, isNamedForLines: Bool
  ) throws(FileError) -> Form {
    guard try buffer.fill(1) else { return .ended }
    if options.format == InputFormat.log(.quickDraw) { return .lines }
    // A program that waits for the answer to a short line sends no more.
    if buffer.bytes.first != ASCII.openBrace, try buffer.fill(512), TarReader.recognizes(buffer.bytes[...]) {
      return .archive(TarReader(buffer, limit: options.largestRecord))
    }
    guard options.format == nil else { return .whole }
    return try holdsLines(&buffer, options, isNamedForLines) ? .lines : .whole
  }

  /// Whether each line is a drawing, judged by the first line.
  /// - Parameter isNamedForLines: Whether the file is taken for lines unless its content shows otherwise.
  private static func holdsLines(
    _ buffer: inout RecordBuffer, _ options: RecordOptions, _ isNamedForLines: Bool
  ) throws(FileError) -> Bool {
    var end: Int
    repeat {
      end = buffer.bytes.span.offset(of: ASCII.newline, in: 0..<buffer.bytes.count)
      guard end == buffer.bytes.count, end <= options.largestRecord else { break }
    } while try buffer.fill()
    let first = buffer.bytes.first { !ASCII.isSpace($0) && $0 != ASCII.newline }
    guard first == ASCII.openBrace, let line = try? JSONDocument(scanning: Array(buffer.bytes[..<end]), name: "").root
    else {
      // Text that is neither XML nor a JSON array: a damaged line must not hide those after it.
      return isNamedForLines && first != ASCII.openBracket && first != UInt8(ascii: "<")
    }
    if line["drawing"] != nil || line["log"] != nil { return true }
    let glimpse = JSONGlimpse(Array(buffer.bytes[..<min(end, Glimpse.length)]))
    if PointLists.isPoint(glimpse) { return false }
    if PointLists.isRecord(glimpse) {
      // One line alone may be a file of its own.
      while buffer.bytes.count <= end + 1, try buffer.fill() {}
      if buffer.bytes.count > end + 1, buffer.bytes[end + 1] == ASCII.openBrace { return true }
    }
    return isNamedForLines && !LogReader.kinds.contains { line[$0] != nil }
  }

  /// The number of bytes of the file that have been read.
  var bytesRead: Int { progress.bytes }

  /// Whether the next record can be read without waiting. Waits for the end of a line that has begun.
  var isReady: Bool {
    guard let pipe else { return true }
    return pipe.isReady || buffer.hasLine
  }

  /// The next record; nil at the end of the file. Its index is 0.
  mutating func next() throws(RecordReadError) -> Record? {
    if let record = try read() { return record }
    try checkEnd()
    return nil
  }

  /// Passes the next record, of which only the end is found: a file of one record is not read, and a drawing of a file of
  /// many not made. Returns false at the end of the file.
  mutating func skip() throws(RecordReadError) -> Bool {
    if try pass() { return true }
    try checkEnd()
    return false
  }

  private func checkEnd() throws(RecordReadError) {
    if unzipped?.damage != nil { throw .damagedGzip(path: file.path) }
  }

  private mutating func pass() throws(RecordReadError) -> Bool {
    switch form {
    case .ended: return false
    case .lines: return try nextLine() != nil
    case .whole:
      form = .ended
      return true
    case .drawings, .archive: return try read(isKept: false) != nil
    }
  }

  /// Where the next line is in the buffer that is a record.
  private mutating func nextLine() throws(RecordReadError) -> (range: Range<Int>, isTooLong: Bool)? {
    do throws(FileError) {
      while let (range, isTooLong) = try buffer.takeLine(atMost: options.largestRecord) {
        line += 1
        if isTooLong || answersLines || buffer.hasText(in: range) { return (range, isTooLong) }
      }
      form = .ended
      return nil
    } catch {
      throw .file(error)
    }
  }

  private mutating func read(isKept: Bool = true) throws(RecordReadError) -> Record? {
    switch form {
    case .ended: return nil
    case .lines:
      guard let (range, isTooLong) = try nextLine() else { return nil }
      return record(file.path, line, isTooLong ? .tooLong : .line, buffer.bytes.span.array(range))
    case .whole:
      form = .ended
      do throws(FileError) {
        while buffer.count <= options.largestRecord, try buffer.fill() {}
        let isTooLong = buffer.count > options.largestRecord
        return record(file.path, 1, isTooLong ? .tooLong : .file, isTooLong ? [] : buffer.take(buffer.count))
      } catch {
        throw .file(error)
      }
    case .drawings(var drawings):
      defer { form = drawings.isLost ? .ended : .drawings(drawings) }
      var record = record(file.path, 1, .drawing, [])
      do throws(LogReadError) {
        if isKept { record.ink = try drawings.next() }
        guard try isKept ? record.ink != nil : drawings.skip() else { return nil }
      } catch {
        switch error {
        case .file(let error): throw .file(error)
        case .malformed(let error):
          if drawings.isLost { throw .damaged(error.location.diagnostic(.error, message: error.reason.description)) }
          record.content = .invalid
          record.fault = RecordFault(
            .malformed, error.reason.description, line: error.location.line, column: error.location.column)
        }
      }
      return record
    case .archive(var archive):
      defer { form = .archive(archive) }
      do throws(TarReader.Fault) {
        guard let member = try archive.next(isKept: isKept) else { return nil }
        guard isKept else { return record(file.path, 1, .file, []) }
        return record("\(file.path)/\(member.name)", 1, member.bytes == nil ? .tooLong : .file, member.bytes ?? [])
      } catch {
        switch error {
        case .file(let error): throw .file(error)
        case .damaged(let offset): throw .damagedArchive(path: file.path, offset: offset)
        }
      }
    }
  }

  private func record(_ path: String, _ line: Int, _ content: Record.Content, _ bytes: [UInt8]) -> Record {
    Record(
      file: path, line: line, stem: path == file.path ? stem : Self.stem(path), content: content, bytes: bytes)
  }

  /// The name of a file without its folder and its extensions.
  private static func stem(_ path: String) -> String {
    if path == "-" { return "stdin" }
    let name = FilePath.name(of: path)
    let stem = name.prefix { $0 != "." }
    return stem.isEmpty ? name : String(stem)
  }
}

/// How far a file has been read.
private final class ReadProgress {
  var bytes = 0
}

/// A source that counts its bytes.
private struct CountedSource: ByteSource {
  private let source: InputFile
  private let progress: ReadProgress

  init(_ source: InputFile, _ progress: ReadProgress) { (self.source, self.progress) = (source, progress) }

  func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
    let got = try source.read(into: &buffer, atMost: count)
    progress.bytes += got
    return got
  }
}
