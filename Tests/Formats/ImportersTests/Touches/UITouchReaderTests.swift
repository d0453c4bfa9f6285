import BoardImporters
import Files
import Foundation
import Geometry
import Importers
import TestSupport
import Testing
import TouchLog

@Suite struct UITouchReaderTests {
  private func read(_ text: String, chunk: Int = .max) throws -> [Outcome] {
    try outcomes(UITouchReader(ChunkedSource(Array(text.utf8), chunk: chunk), name: "a.json"))
  }

  /// The report of a pencil, with some keys changed; a nil value removes the key.
  private func object(_ changes: [String: Any?] = [:]) throws -> String {
    var object: [String: Any] = [
      "touchIdentifier": "A", "azimuth": 0.25, "altitudeAngle": 1.5, "timestamp": 10.5, "phase": 1, "type": 2,
      "maximumPossibleForce": 4, "force": 0.5, "location": [1.5, 2], "estimationUpdateIndex": 7,
      "estimatedPropertiesExpectingUpdates": 1, "isUpdate": false, "isPrediction": false, "majorRadius": 0.25,
    ]
    for (key, value) in changes { object[key] = value }
    return String(decoding: try JSONSerialization.data(withJSONObject: object, options: .prettyPrinted), as: UTF8.self)
  }

  private let real = {
    var touch = TouchEvent(
      phase: .moved, touch: .name("A"), point: Point(1.5, 2), pressure: 0.2, time: 10.5, altitude: 1.5, azimuth: 0.25,
      pointer: .pencil, index: 7, expects: .pressure)
    touch.details.contact = Size(width: 0.5, height: 0.5)
    return touch
  }()

  private func expectTouch(_ changes: [String: Any?], _ change: (inout TouchEvent) -> Void) throws {
    var expected = real
    change(&expected)
    #expect(try read("[" + object(changes) + "]") == [.event(.touch(expected))])
  }

  @Test func `a real event gives all properties of the log`() throws {
    try expectTouch([:]) { _ in }
    try expectTouch(["phase": 0, "force": 4.0]) { ($0.phase, $0.pressure) = (.began, 1) }
    try expectTouch(["phase": 2, "azimuth": -0.5]) { ($0.phase, $0.azimuth) = (.stationary, 2 * .pi - 0.5) }
    try expectTouch(["majorRadius": 0]) { $0.details.contact = nil }
    try expectTouch(["majorRadius": nil]) { $0.details.contact = nil }
    try expectTouch(["estimatedPropertiesExpectingUpdates": 15]) {
      $0.expects = [.pressure, .azimuth, .altitude, .point]
    }
  }

  @Test func `a finger has pressure only if the device has a sensor`() throws {
    try expectTouch(["type": 0, "maximumPossibleForce": 0, "force": 0]) { ($0.pointer, $0.pressure) = (.finger, nil) }
    try expectTouch(["type": 0, "maximumPossibleForce": 6.5, "force": 0.75]) {
      ($0.pointer, $0.pressure) = (.finger, 0.75)
    }
    try expectTouch(["type": 3, "maximumPossibleForce": nil]) { ($0.pointer, $0.pressure) = (.mouse, nil) }
    try expectTouch(["type": 1, "force": nil]) { ($0.pointer, $0.pressure) = (nil, nil) }
  }

  @Test(arguments: [(3, TouchEvent.Phase.ended), (4, .cancelled)])
  func `the force of the last event is not measured`(number: Int, phase: TouchEvent.Phase) throws {
    try expectTouch(["phase": number, "force": 0, "estimationUpdateIndex": nil]) {
      ($0.phase, $0.pressure, $0.index, $0.expects) = (phase, nil, nil, [])
    }
  }

  @Test func `a prediction is not revised under the index that it repeats`() throws {
    try expectTouch(["isPrediction": true]) { ($0.predicted, $0.index, $0.expects) = (true, nil, []) }
  }

  @Test func `an update gives the properties that its event expected`() throws {
    let update: [String: Any?] = ["isUpdate": true, "force": 1.0, "estimatedPropertiesExpectingUpdates": 0]
    let events = try [
      object(), object(update), object(["estimationUpdateIndex": 8, "estimatedPropertiesExpectingUpdates": 9]),
      object(update.merging(["estimationUpdateIndex": 8, "location": [3, 4]]) { $1 }),
    ]
    let revisions = try read("[" + events.joined(separator: ",\n") + "]").compactMap { outcome in
      if case .revision(let revision) = outcome.event { revision } else { nil }
    }
    #expect(
      revisions == [
        TouchRevision(index: 7, touch: .name("A"), pressure: 0.4),
        TouchRevision(index: 8, touch: .name("A"), point: Point(3, 4), pressure: 0.4),
      ])
  }

  @Test(arguments: [
    ("", 1, 1, "a JSON array, […], found the end of the file"), ("{}", 1, 1, "a JSON array"),
    ("[1]", 1, 2, "a JSON object"),
    ("[{},]", 1, 2, "must come with \"phase\""),
    ("[\n {\"phase\": 9, \"location\": [0,0]}]", 2, 12, "it must be 0 to 4"),
    ("[\n\n{\"phase\":1}", 3, 1, "\"phase\" must come with \"location\""),
    ("[{\"phase\":1,\n\"location\":[0,1e8]}]", 2, 15, "it must be -10000000 to 10000000"),
    ("[{\"phase\":1", 1, 12, "found the end of the file"), ("[{\"a\":\"b\n\"}]", 1, 9, "control character U+000A"),
    (
      "[{\"isUpdate\":true,\"phase\":1,\"location\":[0,0]}]", 1, 2,
      "\"isUpdate\" must come with \"estimationUpdateIndex\""
    ),
  ]) func `an error has a line and column`(text: String, line: Int, column: Int, says: String) throws {
    let error = try #require(try read(text).first?.error)
    #expect(error.location.line == line && error.location.column == column, "\(error)")
    #expect(error.description.contains(says), "\(error)")
    for chunk in [1, 3] { #expect(try read(text, chunk: chunk) == read(text)) }
  }

  @Test func `reading continues after a bad object and ends after a bad array`() throws {
    let good = try object()
    let all = try read("[\(good),{\"phase\":},\(good)\n,{\"phase\":1},\(good)]\n x")
    #expect(all.map { $0.event == nil } == [false, true, false, true, false, true])
    #expect(all[5].error?.reason.description == "expected the end of the file, found \"x\"")
    #expect(try read("[\(good) \(good)]").map { $0.event == nil } == [false, true])
  }

  @Test func `an event is located at its phase`() throws {
    var reader = UITouchReader(
      ChunkedSource(Array("[{\"location\":[0,0],\n  \"phase\":1},\n{\"phase\":0, \"location\":[0,0]}]".utf8), chunk: 4),
      name: "a")
    _ = try reader.next()
    #expect(reader.location.line == 2 && reader.location.column == 11)
    _ = try reader.next()
    #expect(reader.location.line == 3 && reader.location.column == 10)
    #expect(try reader.next() == nil)
    #expect(reader.location.line == 3 && reader.location.column == 10)
  }

  static let corpus = ProcessInfo.processInfo.environment["DOODLE_CORPUS"]

  /// An object of a recording. (JSONDecoder rounds numbers correctly; JSONSerialization does not.)
  struct Recorded: Decodable {
    var touchIdentifier: String
    var location: [Double]
    var timestamp, force, maximumPossibleForce, altitudeAngle: Double
    var isPrediction: Bool
    var estimationUpdateIndex: Int?
  }

  struct Recording: Sendable {
    var name: String
    var real, updates, predictions, touches: Int
  }

  @Test(
    .enabled(if: corpus != nil, "DOODLE_CORPUS does not name the recordings"),
    arguments: [
      Recording(name: "events", real: 102, updates: 95, predictions: 80, touches: 1),
      Recording(name: "pencil-antigrain", real: 129, updates: 124, predictions: 107, touches: 1),
      Recording(name: "unknown-polyline-index", real: 142, updates: 139, predictions: 158, touches: 2),
    ])
  func `a recording reads as Foundation reads it`(recording: Recording) throws {
    let path = "\(try #require(Self.corpus))/uitouch/\(recording.name).json"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let objects = try JSONDecoder().decode([Recorded].self, from: data)
    var reader = try openEventReader(ChunkedSource(Array(data), chunk: 1000), name: path)
    var (real, updates, predictions, touches) = (0, 0, 0, 0)
    for object in objects {
      let maximum = object.maximumPossibleForce
      let pressure: Double? = maximum > 0 ? min(1, 1.6 * object.force / maximum) : nil
      switch try reader.next() {
      case .touch(let touch):
        #expect(touch.point == Point(object.location[0], object.location[1]) && touch.time == object.timestamp)
        #expect(touch.predicted == object.isPrediction && touch.altitude == object.altitudeAngle)
        #expect(touch.pressure == (touch.phase == .ended ? nil : pressure))
        if touch.predicted { predictions += 1 } else { real += 1 }
        if touch.phase == .began && !touch.predicted { touches += 1 }
      case .revision(let revision):
        let index = try #require(object.estimationUpdateIndex)
        #expect(revision == TouchRevision(index: index, touch: .name(object.touchIdentifier), pressure: pressure))
        updates += 1
      case let event: Issue.record("\(String(describing: event))")
      }
    }
    #expect(try reader.next() == nil)
    #expect(real == recording.real && updates == recording.updates && predictions == recording.predictions)
    #expect(touches == recording.touches)
  }
}
