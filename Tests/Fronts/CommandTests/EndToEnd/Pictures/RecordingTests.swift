import Foundation
import Testing

/// Recordings of real pencils: the picture does not depend on predictions or on the time of revisions.
@Suite(.enabled(if: !ProjectFiles.recordings.isEmpty, "no recordings: DOODLE_CORPUS names the folder with them"))
struct RecordingTests {
  @Test(arguments: ProjectFiles.recordings)
  func `a recording has the same hash as its conversion with and without predictions and revisions`(path: String) throws
  {
    let scratch = try Scratch()
    let converted = try scratch.shell("doodle convert '\(path)' -o log.jsonl")
    try #require(converted.status == 0, "\(converted.errors)")
    let log = try ConvertedLog(scratch.text(of: "log.jsonl"))
    let variants = [
      "final.jsonl": log.withoutPredictions, "settled.jsonl": try log.withRevisionsInPlace,
      "plain.jsonl": try ConvertedLog(log.withoutPredictions).withRevisionsInPlace,
    ]
    for (name, text) in variants { try scratch.write(Data(text.utf8), to: name) }
    let result = try scratch.shell("cp '\(path)' recording.json; doodle hash recording.json *.jsonl")
    #expect(result.status == 0)
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    #expect(hashes.count == 5)
    #expect(Set(hashes).count == 1, "\(result.output)")
  }

  /// The expected numbers count the members of the JSON array by isUpdate and isPrediction.
  @Test(arguments: ProjectFiles.recordings)
  func `a conversion has a line for each event of the recording`(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let events = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    let updates = events.count { $0["isUpdate"] as? Bool == true }
    let predictions = events.count { $0["isPrediction"] as? Bool == true }
    let log = try ConvertedLog(Program.run(Program.doodle, ["convert", path, "-o", "-"]).output)
    #expect(log.lines.count { $0.isRevision } == updates)
    #expect(log.lines.count { $0.isPrediction } == predictions)
    #expect(log.lines.count { $0.object["phase"] != nil && !$0.isPrediction } == events.count - updates - predictions)
    #expect(updates > 0 && predictions > 0)
  }
}

/// The lines of a touch log, and ways to rewrite them that must not change the picture.
private struct ConvertedLog {
  struct Line {
    var object: [String: Any]
    var text: String

    var isRevision: Bool { object["revises"] != nil }
    var isPrediction: Bool { object["predicted"] as? Bool == true }

    /// The value of `key` and the touch: together they name the event that a revision changes.
    func name(_ key: String) -> String? {
      object[key].map { "\($0) of \(object["touch"] ?? 0)" }
    }
  }

  var lines: [Line]

  init(_ text: String) throws {
    lines = try text.split(separator: "\n").map { text in
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      return Line(object: try #require(object as? [String: Any]), text: String(text))
    }
  }

  var withoutPredictions: String {
    ConvertedLog.text(of: lines.filter { !$0.isPrediction })
  }

  /// The log without revisions: their values stand in the last event of the revised index.
  var withRevisionsInPlace: String {
    get throws {
      var result = lines
      var indices: [String: Int] = [:]
      for (number, line) in lines.enumerated() where !line.isPrediction {
        if line.isRevision {
          guard let index = line.name("revises").flatMap({ indices[$0] }) else { continue }
          var object = result[index].object
          object["expects"] = nil
          object.merge(line.object.filter { $0.key != "revises" && $0.key != "touch" }) { $1 }
          let data = try JSONSerialization.data(withJSONObject: object)
          result[index] = Line(object: object, text: String(decoding: data, as: UTF8.self))
        } else if let name = line.name("index") {
          indices[name] = number
        }
      }
      return ConvertedLog.text(of: result.filter { !$0.isRevision })
    }
  }

  private static func text(of lines: [Line]) -> String {
    lines.map { $0.text + "\n" }.joined()
  }
}
