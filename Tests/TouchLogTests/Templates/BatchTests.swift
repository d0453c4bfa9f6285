import Files
import Foundation
import TestSupport
import Testing
import TouchLog

/// Touches that are read together, their places, and the edges of what is read from the source at a time.
@Suite struct ReadAheadTests {
  private func line(_ i: Int) -> String {
    "{\"phase\":\"moved\",\"id\":\(i / 100),\"x\":\(i % 4096).5,\"y\":\(i % 777),\"t\":\(i).125}"
  }

  private func event(_ i: Int) -> LogEvent {
    .touch(
      TouchEvent(
        phase: .moved, touch: .number(i / 100), point: .init(Double(i % 4096) + 0.5, Double(i % 777)),
        time: Double(i) + 0.125))
  }

  @Test func `a line may end at any place of what is read at a time`() throws {
    // About 128 KiB are asked for at a time: each length of the first line moves the edges by one byte.
    let count = 3500
    let body = (0..<count).map { line($0) + "\n" }.joined()
    let expected = [.command(.undo(count: 1))] + (0..<count).map(event)
    for padding in 0..<80 {
      let first = "{\"command\":\"undo\",\"own\":\"\(String(repeating: "a", count: padding))\"}\n"
      let text = Array((first + body).utf8)
      let together = try Together(text)
      #expect(together.outcomes.map(\.event) == expected)
      #expect(together.places.map(\.line) == Array(1...count + 1))
      #expect(together.count > count - 10)
    }
  }

  @Test(arguments: [1, 2, 47, 48, 49, 63, 64, 65, 1000, 70_000])
  func `pieces of any size give the same events at the same places`(chunk: Int) throws {
    let lines = (0..<300).map { $0 % 50 == 49 ? "" : $0 % 70 == 69 ? "{\"phase\":\"moved\"}" : line($0) }
    let text = Array(lines.joined(separator: "\n").utf8)
    let together = try Together(text, chunk: chunk)
    let kept = lines.indices.filter { lines[$0].count > 40 }
    #expect(together.outcomes.compactMap(\.event) == kept.map(event))
    #expect(together.places.map(\.line) == kept.map { $0 + 1 })
    #expect(
      together.outcomes.compactMap(\.error).map(\.location.line)
        == lines.indices.filter { lines[$0].count == 17 }.map { $0 + 1 })
    for place in together.places {
      #expect(place.column == 10)
      #expect(String(decoding: place.excerpt.bytes, as: UTF8.self) + "}" == lines[place.line - 1].prefix(69) + "}")
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `touches one by one and together, in turns, are the same events at the same places`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let lines = (0..<2000).map { $0 % 97 == 96 ? "{\"command\":\"undo\"}" : line($0) }
    let text = Array(lines.joined(separator: "\n").utf8)
    var reader = LogReader(MemorySource(text, chunk: 3000), name: "a.jsonl")
    var (events, places): ([LogEvent], [LogLocation]) = ([], [])
    var touches: [TouchEvent] = []
    while true {
      if Bool.random(using: &random) {
        reader.nextTouches(into: &touches)
        for (index, touch) in touches.enumerated() {
          events.append(.touch(touch))
          places.append(reader.location(ofTouch: index))
        }
        if let last = places.last, !touches.isEmpty { #expect(reader.location == last) }
      } else {
        guard let event = try reader.next() else { break }
        events.append(event)
        places.append(reader.location)
      }
    }
    #expect(
      events == lines.indices.map { $0 % 97 == 96 ? .command(.undo(count: 1)) : event($0) })
    #expect(places.map(\.line) == Array(1...2000))
    #expect(reader.location == places.last)
  }

  @Test func `a format without it gives no touches together`() throws {
    let object = "{\"phase\":0,\"location\":[1,2]}"
    var reader = try openEventReader(MemorySource(Array("[\(object),\(object)]".utf8)), name: "a")
    var touches = [TouchEvent(phase: .began, point: .init(0, 0))]
    #expect(try reader.next() != nil)
    reader.nextTouches(into: &touches)
    #expect(touches.isEmpty)
    #expect(reader.location(ofTouch: 0) == reader.location)
    #expect(try reader.next() != nil)
  }

  @Test func `lines of a source that fails are given before its error`() throws {
    struct Failing: ByteSource {
      var good: [UInt8]
      mutating func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
        if good.isEmpty { throw FileError(operation: .read, path: "-", code: 5) }
        buffer += good
        defer { good = [] }
        return good.count
      }
    }
    var reader = LogReader(Failing(good: Array((0..<10).map { line($0) + "\n" }.joined().utf8)), name: "-")
    var events: [LogEvent] = []
    #expect(throws: LogReadError.file(FileError(operation: .read, path: "-", code: 5))) {
      while let event = try reader.next() { events.append(event) }
    }
    #expect(events == (0..<10).map(event))
    #expect(reader.location.line == 10)
  }
}
