import DataSets
import Exporters
import ImportCore
import Importers
import Session

/// A part of the project that is fuzzed: a function that ends the process with a trap if a property does not hold for
/// an input.
struct FuzzTarget: Sendable {
  /// A part of doodle that must have a target.
  enum Part: Hashable, Sendable {
    /// A command, by its name.
    case command(String)
    case input(InputFormat)
    case export(ExportFormat)
    case dataSet(OutputPattern.Kind)
    /// A file of the module Archive, by its name without extension.
    case archive(String)
  }

  let name: String
  /// The longest input, in bytes. Short inputs run faster, and reach nearly all code.
  let longest: Int
  /// The parts that the inputs reach.
  let covers: [Part]
  let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, longest: Int, covers: [Part] = [], run: @escaping @Sendable ([UInt8]) -> Void) {
    (self.name, self.longest, self.covers, self.run) = (name, longest, covers, run)
  }
}

extension FuzzTarget {
  /// The targets that `make fuzz` runs.
  static let all: [FuzzTarget] = [
    log, importers, session, picture, drawnLog, svg, exporters, saved, drawsana, lint, batch, png, jpeg, gzip, zip,
    font, embeddedPage, arguments, commands, goldens,
  ]

  /// A target for each format of recordings, to fuzz it alone.
  static let formats = LogFormat.allCases.filter { $0 != .doodle }.map(FuzzTarget.init(reading:))

  /// The target that the command line names.
  static let chosen: FuzzTarget? = {
    let option = "--target="
    let names = CommandLine.arguments.filter { $0.hasPrefix(option) }.map { $0.dropFirst(option.count) }
    return (all + formats).first { names.last == $0.name[...] }
  }()
}

/// Ends the process, which libFuzzer reports together with the input, unless a property holds.
func expect(_ holds: Bool, _ property: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line) {
  if !holds { fatalError(property(), file: file, line: line) }
}
