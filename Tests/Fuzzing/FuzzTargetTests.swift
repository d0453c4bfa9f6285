import DataSets
import Exporters
import Foundation
import Session
import Testing

@testable import doodle

/// The table of fuzz targets, compared with the tables of commands, formats and archives.
@Suite struct FuzzTargetTests {
  /// Everything that must have a target.
  private static let parts: Set<FuzzTarget.Part> = {
    let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Sources/Base/Archive").standardized
    let files = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
    var parts = CommandTable.commands.map { FuzzTarget.Part.command($0.name) }
    parts += InputFormat.allCases.map(FuzzTarget.Part.input)
    parts += ExportFormat.allCases.map(FuzzTarget.Part.export)
    parts += OutputPattern.Kind.allCases.map(FuzzTarget.Part.dataSet)
    return Set(parts + files.map { .archive(String($0.prefix { $0 != "." })) })
  }()

  private static let covered = Set(FuzzTarget.all.flatMap(\.covers))

  @Test func `every command, format and archive has a fuzz target`() {
    #expect(Self.parts.subtracting(Self.covered) == [])
  }

  @Test func `every part that a fuzz target covers exists`() {
    #expect(Self.covered.subtracting(Self.parts) == [])
  }

  @Test func `every command's options are fuzzed`() {
    #expect(Set(FuzzTarget.optionReaders.keys) == Set(CommandTable.commands.map(\.name)))
  }

  @Test func `every target has a name of its own, kept inputs and a row in the README`() throws {
    let names = (FuzzTarget.all + FuzzTarget.formats).map(\.name)
    #expect(Set(names).count == names.count)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let readme = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    for target in FuzzTarget.all {
      #expect(readme.split(separator: "\n").contains { $0.hasPrefix("| ") && $0.contains("`\(target.name)`") })
      let kept = folder.appendingPathComponent("Corpus/\(target.name).tar.gz").path
      #expect(FileManager.default.fileExists(atPath: kept), "make fuzz TARGET=\(target.name), then fuzz-keep")
    }
  }
}
