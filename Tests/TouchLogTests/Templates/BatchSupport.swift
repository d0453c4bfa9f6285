import Files
import TouchLog

/// What a reader said where touches were read together as far as it had them at hand.
struct Together {
  var outcomes: [Outcome] = []
  /// Of the events, in order.
  var places: [LogLocation] = []
  /// How many of the events `nextTouches` gave.
  var count = 0

  init(_ bytes: [UInt8], chunk: Int = .max) throws(FileError) {
    var reader: any EventReader = LogReader(MemorySource(bytes, chunk: chunk), name: "a.jsonl")
    var touches: [TouchEvent] = []
    while true {
      reader.nextTouches(into: &touches)
      for (index, touch) in touches.enumerated() {
        outcomes.append(.event(.touch(touch)))
        places.append(reader.location(ofTouch: index))
      }
      count += touches.count
      if !touches.isEmpty { continue }
      do throws(LogReadError) {
        guard let event = try reader.next() else { return }
        outcomes.append(.event(event))
        places.append(reader.location)
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

/// What each line says by itself, which no line before it can have prepared; the places are those in the whole.
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
  /// Where they first differ from others, and how; 0 and -0 differ too, which `==` does not tell apart.
  func firstDifference(from others: [Outcome]) -> String? {
    for (index, (one, other)) in zip(self, others).enumerated() where "\(one)" != "\(other)" {
      return "\(index): \(one) is not \(other)"
    }
    return count == others.count ? nil : "there are \(count) and not \(others.count)"
  }
}
