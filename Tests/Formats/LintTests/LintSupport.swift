import Files
import Lint
import TouchLog

/// The findings in a touch log.
func lint(_ text: String, disabled: Set<LintRule> = []) throws(LogReadError) -> [Finding] {
  var reader = LogReader(MemorySource(Array(text.utf8)), name: "a.jsonl")
  var linter = Linter(disabled: disabled)
  while let event = try reader.next() {
    linter.add(event, keys: { reader.keys(ofTouch: 0, where: $0) }, at: { reader.location })
  }
  linter.finish()
  return linter.takeFindings()
}

/// The findings in events, each of which has a line of its own.
func lint(_ events: [LogEvent]) -> [Finding] {
  var linter = Linter()
  for (index, event) in events.enumerated() {
    linter.add(event) { LogLocation(file: "a.jsonl", line: index + 1, column: 1) }
  }
  linter.finish()
  return linter.takeFindings()
}

/// The events of a touch log.
func events(_ text: String) throws(LogReadError) -> [LogEvent] {
  var reader = LogReader(MemorySource(Array(text.utf8)), name: "a.jsonl")
  var events: [LogEvent] = []
  while let event = try reader.next() { events.append(event) }
  return events
}

/// The text of a fixed log.
func fixed(_ text: String, disabled: Set<LintRule> = []) -> String {
  String(decoding: LogCleaner(disabled: disabled).clean(Array(text.utf8)), as: UTF8.self)
}
