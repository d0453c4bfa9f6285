import Files
import TestSupport
import TouchLog

/// The results of a reader whose touches are read in batches where possible.
struct Batches {
  var outcomes: [Outcome] = []
  /// The locations of the events, in order.
  var locations: [LogLocation] = []
  /// The number of events that `nextTouches` gave.
  var count = 0

  init(_ bytes: [UInt8], chunk: Int = .max) throws(FileError) {
    var reader: any EventReader = LogReader(ChunkedSource(bytes, chunk: chunk), name: "a.jsonl")
    var touches: [TouchEvent] = []
    while true {
      reader.nextTouches(into: &touches)
      for (index, touch) in touches.enumerated() {
        outcomes.append(.event(.touch(touch)))
        locations.append(reader.location(ofTouch: index))
      }
      count += touches.count
      if !touches.isEmpty { continue }
      do throws(LogReadError) {
        guard let event = try reader.next() else { return }
        outcomes.append(.event(event))
        locations.append(reader.location)
      } catch {
        switch error {
        case .malformed(let error): outcomes.append(.error(error))
        case .file(let error): throw error
        }
      }
    }
  }

  init(_ lines: [String]) throws { try self.init(Array(lines.joined(separator: "\n").utf8)) }
}

/// The results of reading each line alone, without the templates of lines before it. Line numbers are those in the
/// whole log.
func readAlone(_ lines: [[UInt8]]) throws -> [Outcome] {
  var all: [Outcome] = []
  for (index, line) in lines.enumerated() {
    for outcome in try read(line) {
      guard case .error(var error) = outcome else {
        all.append(outcome)
        continue
      }
      error.location.line = index + 1
      all.append(.error(error))
    }
  }
  return all
}

extension [Outcome] {
  /// A description of the first difference from `others`; nil if all are equal. Tells 0 from -0, unlike `==`.
  func firstDifference(from others: [Outcome]) -> String? {
    for (index, (one, other)) in zip(self, others).enumerated() where "\(one)" != "\(other)" {
      return "\(index): \(one) is not \(other)"
    }
    return count == others.count ? nil : "there are \(count) and not \(others.count)"
  }
}
