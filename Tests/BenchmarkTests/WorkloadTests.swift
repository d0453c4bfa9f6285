import Foundation
import TestSupport
import Testing

@testable import doodle_bench

@Suite struct WorkloadTests {
  @Test(arguments: [Workload.small, .medium])
  func `a log has the strokes of its workload, all within the canvas`(workload: Workload) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try workload.writeLog(to: path)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let objects = try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects[0]["size"] as? [Int] == [workload.width, workload.height])
    let touches = objects.dropFirst(2)
    #expect(touches.count == workload.events)
    let phases = touches.compactMap { $0["phase"] as? String }
    #expect(phases.count { $0 == "began" } == workload.strokes)
    #expect(phases.count { $0 == "ended" } == workload.strokes)
    for touch in touches {
      let point = try #require(touch["point"] as? [Double])
      let pressure = try #require(touch["pressure"] as? Double)
      try #require(point[0] > 0 && point[0] < Double(workload.width))
      try #require(point[1] > 0 && point[1] < Double(workload.height))
      try #require(pressure >= 0.05 && pressure <= 1)
    }
    let times = touches.compactMap { $0["time"] as? Double }
    #expect(times == times.sorted())
  }

  @Test func `a workload is the same each time`() {
    func strokes() -> [[LoggedTouch]] {
      var strokes: [[LoggedTouch]] = []
      Workload.small.forEachStroke { _, touches in strokes.append(touches) }
      return strokes
    }
    #expect(strokes() == strokes())
  }

  @Test(arguments: [
    (0, 2, "0.00"), (5, 2, "0.05"), (-5, 2, "-0.05"), (-1234, 2, "-12.34"), (1_000_000, 6, "1.000000"),
  ])
  func `a number is written with all its decimal places`(value: Int, places: Int, text: String) {
    #expect(decimal(value, places) == text)
  }
}
