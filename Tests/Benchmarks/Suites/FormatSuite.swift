import DoodleKit

/// The time to read the formats of other programs, on one processor, compared with the readers that Python programs
/// use: json and ElementTree, whose parsers are written in C.
enum FormatSuite {
  static func run(_ run: Run) throws -> [Result] {
    Processors.restrict(to: run.oneProcessor)
    defer { Processors.restrict(to: run.allProcessors) }
    let workload = Workload.large
    var results: [Result] = []
    for file in FormatFile.all {
      let path = try file.write(workload, in: run.work)
      let title = "read \(file.format)" + (file.variant.isEmpty ? "" : ", \(file.variant)")
      let content = try bytes(ofFile: path)
      // A line of an input device is an event; a frame has four.
      let count = file.format == "evemu" ? content.count { $0 == UInt8(ascii: "\n") } : workload.events
      let rate = Benchmark.Rate.nanoseconds(count: count, of: file.format == "evemu" ? "a line" : "a point")
      results += try measure(
        [
          .timed(title, [rate, .millions(count: content.count, of: "MB")]) { try read(content, file) },
          Benchmark("\(title): Python", [rate]) {
            let words = ["python3", "Tests/Benchmarks/Formats/readers.py", file.format, path]
            let output = try ChildProcess.run(words, on: run.oneProcessor).output
            guard let seconds = Double(output.split(separator: "\n").last ?? "") else {
              throw ChildProcess.Failure(description: "readers.py says no time: \(output)")
            }
            return seconds
          },
        ], rounds: run.rounds)
    }
    return results
  }

  /// Reads a file to its end, and discards its events.
  private static func read(_ content: [UInt8], _ file: FormatFile) throws {
    var reader = try openEventReader(
      MemorySource(content), name: file.format, format: LogFormat(rawValue: file.format))
    var touches: [TouchEvent] = []
    while true {
      reader.nextTouches(into: &touches)
      if !touches.isEmpty {
        use(touches.count)
      } else if let event = try reader.next() {
        use(event)
      } else {
        return
      }
    }
  }
}
