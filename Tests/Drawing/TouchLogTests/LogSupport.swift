import Files
import TestSupport
import TouchLog

func read(_ bytes: [UInt8], chunk: Int = .max) throws -> [Outcome] {
  try outcomes(LogReader(ChunkedSource(bytes, chunk: chunk), name: "a.jsonl"))
}

func read(_ text: String, chunk: Int = .max) throws -> [Outcome] {
  try read(Array(text.utf8), chunk: chunk)
}

/// The one event of a text.
func onlyEvent(_ text: String) throws -> LogEvent? {
  let all = try read(text)
  return all.count == 1 ? all[0].event : nil
}

/// The one error of a text.
func onlyError(_ text: String) throws -> LogError? {
  let all = try read(text)
  return all.count == 1 ? all[0].error : nil
}
