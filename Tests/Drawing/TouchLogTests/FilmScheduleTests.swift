import TestSupport
import Testing
import TouchLog

@Suite struct FilmScheduleTests {
  private func pace(_ fps: Int = 10, _ change: (inout FilmPace) -> Void = { _ in }) throws -> FilmPace {
    var pace = FilmPace(rate: Double(fps))
    change(&pace)
    return pace
  }

  private func schedule(
    _ times: [Double], _ pace: FilmPace, from start: (Int, Double) = (0, 0), to end: (Int, Double)? = nil
  ) throws -> FilmSchedule {
    let end = end ?? (times.count, times.last ?? 0)
    return try FilmSchedule(
      times: times, from: .init(events: start.0, time: start.1), to: .init(events: end.0, time: end.1), pace: pace)
  }

  private func frames(_ schedule: FilmSchedule) -> [[Int]] { schedule.frames.map { [$0.number, $0.events] } }

  @Test func `a frame shows all events up to its time`() throws {
    let schedule = try schedule([0, 0.05, 0.1, 0.1, 0.11, 0.95, 1], try pace())
    #expect(frames(schedule) == [[0, 1], [1, 4], [2, 5], [10, 7]])
    #expect(schedule.count == 11)
  }

  @Test func `speed divides the time`() throws {
    let times = [0, 0.4, 1, 4]
    #expect(frames(try schedule(times, try pace { $0.speed = 2 })) == [[0, 1], [2, 2], [5, 3], [20, 4]])
    #expect(frames(try schedule(times, try pace { $0.speed = 0.5 })) == [[0, 1], [8, 2], [20, 3], [80, 4]])
  }

  @Test func `idle time is cut before the speed is applied`() throws {
    let times: [Double] = [0, 1, 11, 12, 112]
    let schedule = try schedule(
      times,
      try pace {
        $0.idleLimit = 2
        $0.speed = 2
      })
    // The events are at 0, 1, 3, 4 and 6 seconds, played twice as fast.
    #expect(frames(schedule) == [[0, 1], [5, 2], [15, 3], [20, 4], [30, 5]])
    #expect(schedule.count == 31)
  }

  @Test func `an idle limit of 0 leaves one frame`() throws {
    let schedule = try schedule([0, 1, 11], try pace { $0.idleLimit = 0 })
    #expect(frames(schedule) == [[0, 3]])
    #expect(schedule.count == 1)
  }

  @Test func `a selection begins with the events before its start and ends at its end`() throws {
    let schedule = try schedule([0, 1, 2, 3, 4], try pace(), from: (2, 1.5), to: (4, 3.5))
    #expect(frames(schedule) == [[0, 2], [5, 3], [15, 4]])
    #expect(schedule.count == 21)
  }

  @Test func `idle time is also cut at the start and the end of a selection`() throws {
    let schedule = try schedule([0, 10, 20], try pace { $0.idleLimit = 1 }, from: (1, 5), to: (2, 15))
    #expect(frames(schedule) == [[0, 1], [10, 2]])
    #expect(schedule.count == 21)
  }

  @Test(arguments: [(0.0, 11), (0.04, 11), (0.1, 11), (0.25, 13), (1, 20)])
  func `the last frame lasts as long as requested, but at least one frame`(seconds: Double, count: Int) throws {
    #expect(try schedule([0, 1], try pace { $0.lastFrameDuration = seconds }).count == count)
  }

  @Test func `a recording without events is a film of one frame`() throws {
    let schedule = try schedule([], try pace())
    #expect(frames(schedule) == [[0, 0]])
    #expect(schedule.count == 1)
  }

  @Test func `a film that ends before it starts, or is too long, is refused`() throws {
    #expect(throws: FilmError.endsBeforeStart) { try schedule([0, 1], try pace(), from: (2, 1), to: (1, 0)) }
    #expect(throws: FilmError.tooLong(frames: 10_000_001, limit: 10_000_000)) {
      try schedule([0, 1_000_000], try pace())
    }
    #expect(throws: FilmError.tooLong(frames: 2_000_000_000, limit: 10_000_000)) {
      try schedule(
        [0, 1e12],
        try pace(1000) {
          $0.speed = 0.001
          $0.lastFrameDuration = 1e12
        })
    }
  }

  @Test(arguments: rounds(20))
  func `each frame shows the events up to its moment`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var now = 0.0
    let times = (0..<300).map { _ in
      defer { now += random.double(in: 0...1) < 0.1 ? random.double(in: 0...3) : random.double(in: 0...0.02) }
      return (now * 1000).rounded() / 1000
    }
    let speed = random.double(in: 0.2...5)
    let fps = Int.random(in: 1...60, using: &random)
    let schedule = try schedule(times, try pace(fps) { $0.speed = speed })
    try #require(schedule.count > 0)
    for number in 0..<schedule.count {
      let shown = try #require(schedule.frames.last { $0.number <= number })
      let moment = Double(number) / Double(fps) * speed
      let early = times.count { $0 <= moment - 1e-5 }
      let late = times.count { $0 <= moment + 1e-5 }
      #expect((early...late).contains(shown.events), "frame \(number)")
    }
  }
}
