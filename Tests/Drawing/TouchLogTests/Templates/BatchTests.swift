import Files
import Foundation
import Importers
import TestSupport
import Testing
import TouchLog

/// Touches that are read in batches, their locations, and the edges of the chunks that are read from the source.
@Suite struct BatchTests {
  private func line(_ i: Int) -> String {
    "{\"phase\":\"moved\",\"id\":\(i / 100),\"x\":\(i % 4096).5,\"y\":\(i % 777),\"t\":\(i).125}"
  }

  private func event(_ i: Int) -> LogEvent {
    .touch(
      TouchEvent(
        phase: .moved, touch: .number(i / 100), point: .init(Double(i % 4096) + 0.5, Double(i % 777)),
        time: Double(i) + 0.125))
  }

  @Test func `a chunk may end anywhere in a line`() throws {
    // A chunk has 128 KiB. Each length of the first line moves its edge by one byte.
    let count = 3500
    let body = (0..<count).map { line($0) + "\n" }.joined()
    let expected = [.command(.undo(count: 1))] + (0..<count).map(event)
    for padding in 0..<80 {
      let first = "{\"command\":\"undo\",\"own\":\"\(String(repeating: "a", count: padding))\"}\n"
      let text = Array((first + body).utf8)
      let batches = try Batches(text)
      #expect(batches.outcomes.map(\.event) == expected)
      #expect(batches.locations.map(\.line) == Array(1...count + 1))
      #expect(batches.count > count - 10)
    }
  }

  @Test(arguments: [1, 2, 47, 48, 49, 63, 64, 65, 1000, 70_000])
  func `chunks of any size give the same events at the same locations`(chunk: Int) throws {
    let lines = (0..<300).map { (index: Int) -> String in
      if index % 50 == 49 { return "" }
      return index % 70 == 69 ? "{\"phase\":\"moved\"}" : line(index)
    }
    let text = Array(lines.joined(separator: "\n").utf8)
    let batches = try Batches(text, chunk: chunk)
    let kept = lines.indices.filter { lines[$0].count > 40 }
    #expect(batches.outcomes.compactMap(\.event) == kept.map(event))
    #expect(batches.locations.map(\.line) == kept.map { $0 + 1 })
    #expect(
      batches.outcomes.compactMap(\.error).map(\.location.line)
        == lines.indices.filter { lines[$0].count == 17 }.map { $0 + 1 })
    for location in batches.locations {
      #expect(location.column == 10)
      #expect(
        String(decoding: location.excerpt.bytes, as: UTF8.self) + "}" == lines[location.line - 1].prefix(69) + "}")
    }
  }

  @Test(arguments: rounds(12))
  func `single touches and batches in turn give the same events at the same locations`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let lines = (0..<2000).map { (index: Int) -> String in index % 97 == 96 ? "{\"command\":\"undo\"}" : line(index) }
    let text = Array(lines.joined(separator: "\n").utf8)
    var reader = LogReader(ChunkedSource(text, chunk: 3000), name: "a.jsonl")
    var (events, locations): ([LogEvent], [LogLocation]) = ([], [])
    var touches: [TouchEvent] = []
    while true {
      if Bool.random(using: &random) {
        reader.nextTouches(into: &touches)
        for (index, touch) in touches.enumerated() {
          events.append(.touch(touch))
          locations.append(reader.location(ofTouch: index))
          #expect(reader.line(ofTouch: index) == locations.last?.line)
        }
        if let last = locations.last, !touches.isEmpty { #expect(reader.location == last) }
      } else {
        guard let event = try reader.next() else { break }
        events.append(event)
        locations.append(reader.location)
        #expect(reader.line == reader.location.line)
      }
    }
    let expected = lines.indices.map { (index: Int) -> LogEvent in
      index % 97 == 96 ? .command(.undo(count: 1)) : event(index)
    }
    #expect(events == expected)
    #expect(locations.map(\.line) == Array(1...2000))
    #expect(reader.location == locations.last)
  }

  @Test func `a reader without batches gives none`() throws {
    let object = "{\"phase\":0,\"location\":[1,2]}"
    var reader = try openEventReader(MemorySource(Array("[\(object),\(object)]".utf8)), name: "a")
    var touches = [TouchEvent(phase: .began, point: .init(0, 0))]
    #expect(try reader.next() != nil)
    reader.nextTouches(into: &touches)
    #expect(touches.isEmpty)
    #expect(reader.location(ofTouch: 0) == reader.location)
    #expect(try reader.next() != nil)
  }

  @Test func `the lines before a read error are given before the error`() throws {
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
