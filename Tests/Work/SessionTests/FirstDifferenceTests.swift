import Geometry
import Ink
import Raster
import Rendering
import Session
import TestSupport
import Testing
import TouchLog

/// The first event that sets two pictures apart, compared with the pictures after each event, each drawn from scratch.
@Suite struct FirstDifferenceTests {
  private static let layout = CanvasLayout(
    width: 100, height: 100, transform: Transform(scale: 1), background: .white)

  private func recording(_ events: [LogEvent]) -> Recording { Recording(events, layout: Self.layout) }

  private func events(seed: UInt64, steps: Int) -> [LogEvent] {
    var drawing = Drawing()
    return RandomSession(seed: seed, steps: steps).events.filter { (try? drawing.apply($0)) != nil }
  }

  /// The picture after each number of events; the last one is that of the ended drawing.
  private func pictures(of recording: Recording) -> [Bitmap] {
    var drawing = Drawing(options: recording.model)
    var result = [MemoryLog.pixels(of: drawing)]
    for event in recording.events {
      recording.apply(event, to: &drawing)
      result.append(MemoryLog.pixels(of: drawing))
    }
    _ = drawing.finish()
    return result + [MemoryLog.pixels(of: drawing)]
  }

  @Test(arguments: rounds(24), [6, 60])
  func `two recordings part at the event after which their pictures differ`(seed: UInt64, steps: Int) {
    let events = events(seed: seed, steps: steps)
    var random = SeededRandom(seed: seed)
    for _ in 0..<4 {
      var others = events
      guard
        let changed = events.indices.filter({ if case .touch = events[$0] { true } else { false } })
          .randomElement(using: &random), case .touch(var touch) = events[changed]
      else { return }
      touch.point.x += Double.random(in: 0...30, using: &random)
      others[changed] = .touch(touch)
      let (one, other) = (recording(events), recording(others))
      let pairs = Array(zip(pictures(of: one), pictures(of: other)))
      let different = pairs.indices.filter { pairs[$0].0 != pairs[$0].1 }
      for threads in [1, 8] {
        guard let parting = Parting(one, other, threads: threads) else {
          // A long recording is played in strides, at whose ends the pictures may be equal.
          if steps < 10 { #expect(different.isEmpty) }
          continue
        }
        #expect(parting.firstLine == parting.secondLine)
        #expect(different.contains { min($0, events.count) == parting.firstLine })
        if parting.firstLine < events.count { #expect(!different.contains(parting.firstLine - 1)) }
        if steps < 10 { #expect(parting.firstLine == min(different[0], events.count)) }
      }
    }
  }

  @Test(arguments: rounds(24))
  func `a picture parts from a recording at the event that first gives a pixel its last value`(seed: UInt64) {
    let recording = recording(events(seed: seed, steps: 10))
    let pictures = pictures(of: recording)
    var drawing = Drawing()
    let resting = recording.events.enumerated().filter { _, event in
      _ = try? drawing.apply(event)
      return !drawing.isTouched
    }
    let rests = [0] + resting.map { $0.offset + 1 } + [pictures.count - 1]
    var random = SeededRandom(seed: seed)
    for _ in 0..<8 {
      let runs = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        let first = Int.random(in: 0..<90, using: &random)
        return PixelRun(row: Int.random(in: 0..<100, using: &random), columns: first..<first + 10)
      }
      // At rest first, because what a stroke shows only while it is drawn is no final value.
      func changes(_ numbers: [Int], _ pixels: [(x: Int, y: Int)]) -> [(Range<Int>, pixel: (x: Int, y: Int))] {
        let pairs = Array(zip(numbers, numbers.dropFirst()))
        return pixels.compactMap { pixel in
          pairs.last { pictures[$0.0][pixel.x, pixel.y] != pictures[$0.1][pixel.x, pixel.y] }.map {
            ($0.0..<$0.1, pixel)
          }
        }
      }
      let pixels = runs.flatMap { run in run.columns.map { (x: $0, y: run.row) } }
      let atRest = changes(rests, pixels)
      let first = atRest.map(\.0.upperBound).min()
      let within = first.flatMap { first in
        let last = atRest.filter { $0.0.upperBound == first }
        return changes(Array(last[0].0) + [first], last.map(\.pixel)).map(\.0.upperBound).min()
      }
      for threads in [1, 8] {
        #expect(
          recording.lineOfFirstFinalChange(of: runs, threads: threads)
            == within.map { min($0, recording.events.count) })
      }
    }
  }

  @Test(arguments: rounds(24))
  func `a chain of hashes parts from another at the stroke after which the pictures differ`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func place() -> Double { Double(Int.random(in: 5...75, using: &random)) }
    let strokes = (1...Int.random(in: 1...8, using: &random)).map { _ in
      LogEvent.drag((0...Int.random(in: 1...6, using: &random)).map { _ in (place(), place()) })
    }
    let recording = recording(strokes.flatMap { $0 })
    let chain = try HashChain(recording)
    #expect(chain.firstDifference(from: chain, recording) == nil)
    for (index, stroke) in strokes.enumerated() {
      var others = strokes
      guard case .touch(var touch) = stroke[0] else { return }
      touch.point.x += 20
      others[index][0] = .touch(touch)
      let other = try HashChain(self.recording(others.flatMap { $0 }))
      let found = try #require(chain.firstDifference(from: other, recording))
      let before = strokes[..<index].reduce(0) { $0 + $1.count }
      #expect(found.number == index + 1)
      #expect((found.firstLine, found.lastLine) == (before + 1, before + stroke.count))
    }
    var black = Self.layout
    black.background = Pixel(word: 0xff00_0000)
    let found = chain.firstDifference(from: try HashChain(Recording(recording.events, layout: black)), recording)
    #expect(found?.number == 0)
  }
}
