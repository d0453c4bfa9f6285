import Files
import Foundation
import PointImporters
import Session
import TestSupport
import Testing
import TouchLog

@testable import DataSets

/// What a file lacks is the same to those who draw it and to those who make a data set of it.
struct LossTests {
  /// The cases of the importers, and files of drawings in lines.
  private static let files: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let cases = root.appending(path: "Formats/ImportersTests/Cases").path
    let files = FileManager.default.enumerator(atPath: cases)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.contains(".") && !$0.hasSuffix(".jsonl") }.map { "\(cases)/\($0)" }.sorted()
  }()

  private static let lines = [
    #"{"drawing":[[[0,9],[0,9],[0,8],[1,1]]]}"#, #"{"drawing":[[[0,0],[9,0],[9,9],[0,9],[null,1]]]}"#,
    #"{"label":"a","strokes":[[[0,0],[90,9],[null,1]]]}"#, #"{"word":"a","drawing":[[[0,9],[0,9]]]}"#,
    #"{"strokes":[[[0,0,-3],[90,9,5],[9,90,-1]]]}"#,
  ]

  /// The parts that are left out when a picture is drawn.
  private func lossOfDrawing(_ bytes: [UInt8], _ path: String) throws -> String? {
    var options = SessionOptions()
    // Records name no files.
    options.fileAccess = .noFiles
    let session = try DrawingSession(MemorySource(bytes), path: path, options: options)
    while try session.advance() {}
    session.finish()
    return session.summary.loss
  }

  /// The parts that are left out of a record, or the fault that makes it a bad one.
  private func lossOfRecord(_ path: String, isStrict: Bool) throws -> Result<String?, RecordFault> {
    var options = RecordOptions()
    options.isStrict = isStrict
    var reader = try RecordReader([RecordFile(path: path)], options)
    let record = try #require(try reader.next())
    var decoder = RecordDecoder(PictureForm(), options)
    do throws(RecordFault) {
      try decoder.read(record)
      return .success(decoder.result.loss)
    } catch {
      return .failure(error)
    }
  }

  private func check(_ path: String) throws {
    let bytes = try InputFile(path: path).readAll()
    // Which of several drawings is drawn is no loss of a record.
    let drawn = Result { try lossOfDrawing(bytes, path)?.components(separatedBy: "another; ").last }
    let loss = try? drawn.get()
    if loss?.hasPrefix("drawing ") == true { return }
    switch try lossOfRecord(path, isStrict: false) {
    case .success(let found):
      #expect(found == loss)
      switch try lossOfRecord(path, isStrict: true) {
      case .success: #expect(loss == nil)
      case .failure(let fault): #expect(loss.map(fault.message.hasPrefix) == true, "\(fault)")
      }
    case .failure(let fault):
      // A bad record is one that cannot be drawn either, has no ink, or is drawn with a loss.
      if case .success(nil) = drawn { #expect([.noInk, .unsupported].contains(fault.kind), "\(fault)") }
    }
  }

  @Test(arguments: files) func `a file lacks the same in a picture and in a data set`(path: String) throws {
    try check(path)
  }

  @Test(arguments: lines) func `a line lacks the same in a picture and in a data set`(line: String) throws {
    let folder = ScratchFolder()
    try check(try folder.write("a.ndjson", line + "\n"))
  }

  @Test func `the files are found`() { #expect(Self.files.count > 50) }
}
