import Foundation
import Testing

/// Recordings of real pencils: however one is reported, it is the same picture.
@Suite(.enabled(if: !Places.recordings.isEmpty, "no recordings: DOODLE_CORPUS names the folder with them"))
struct RecordingTests {
  @Test(arguments: Places.recordings)
  func `a recording, its conversion, and that without predictions or revisions have one hash`(path: String) throws {
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

  /// The numbers are those of a count of the array's members by their isUpdate and isPrediction.
  @Test(arguments: Places.recordings)
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

/// The lines of a touch log, to be rewritten as the format's description says.
private struct ConvertedLog {
  struct Line {
    var object: [String: Any]
    var text: String

    var isRevision: Bool { object["revises"] != nil }
    var isPrediction: Bool { object["predicted"] as? Bool == true }

    /// The name under which a line is revised, or which a revision names.
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

  /// Each revision's values in the event that had its index last, and no revisions.
  var withRevisionsInPlace: String {
    get throws {
      var result = lines
      var places: [String: Int] = [:]
      for (number, line) in lines.enumerated() where !line.isPrediction {
        if line.isRevision {
          guard let place = line.name("revises").flatMap({ places[$0] }) else { continue }
          var object = result[place].object
          object["expects"] = nil
          object.merge(line.object.filter { $0.key != "revises" && $0.key != "touch" }) { $1 }
          let data = try JSONSerialization.data(withJSONObject: object)
          result[place] = Line(object: object, text: String(decoding: data, as: UTF8.self))
        } else if let name = line.name("index") {
          places[name] = number
        }
      }
      return ConvertedLog.text(of: result.filter { !$0.isRevision })
    }
  }

  private static func text(of lines: [Line]) -> String {
    lines.map { $0.text + "\n" }.joined()
  }
}
