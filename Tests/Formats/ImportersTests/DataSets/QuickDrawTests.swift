import Files
import Geometry
import Importers
import TestSupport
import Testing
import TouchLog

@testable import ImportCore
@testable import PointImporters

struct QuickDrawTests {
  static let raw = #"{"word":"cat","key_id":"7","drawing":[[[1,2.5],[3,4],[1,17]],[[9,9],[8,8],[300,300]]]}"#
  static let simplified = #"{"word":"dog","key_id":"8","drawing":[[[0,255],[3,4]]]}"#

  /// The events of a reader in short form: `B`, `M`, `E` for the phases, with the position, and the time in ms if there
  /// is one.
  static func ink(_ text: String, from format: LogFormat? = nil, index: Int = 0, chunk: Int = .max) throws -> [String] {
    var options = ImportOptions()
    options.index = index
    return try imported(text, from: format, options: options, chunk: chunk).compactMap { shortly($0) }
  }

  static func shortly(_ outcome: Outcome) -> String? {
    switch outcome {
    case .event(.touch(let touch)):
      let phase = [TouchEvent.Phase.began: "B", .moved: "M", .ended: "E"][touch.phase] ?? "?"
      let time = touch.time.map { " \(plain(($0 * 1000).rounded()))" } ?? ""
      return "\(phase)\(plain(touch.point.x)),\(plain(touch.point.y))\(time)"
    case .event(.header(let header)): return header.size.map { "size \(plain($0.width)),\(plain($0.height))" }
    default: return nil
    }
  }

  /// The error with which a text is refused, without the line.
  static func error(
    _ text: String, from format: LogFormat? = .quickDraw, index: Int = 0, chunk: Int = .max, memoryLimit: Int = 1 << 30
  ) -> LogError? {
    var options = ImportOptions()
    options.index = index
    options.memoryLimit = memoryLimit
    let error = #expect(throws: LogReadError.self) {
      _ = try imported(text, from: format, options: options, chunk: chunk)
    }
    if case .malformed(let error) = error { return error }
    return nil
  }

  static func report(_ text: String, index: Int = 0) throws -> ImportReport {
    var options = ImportOptions()
    options.index = index
    return try openEventReader(MemorySource(Array(text.utf8)), name: "a", options: options).report
  }

  static let rawInk = ["B1,3 0", "E2.5,4 16", "B9,8 299", "E9,8 299"]
  static let simplifiedInk = ["size 256,256", "B0,3 0", "E255,4"]

  @Test func `raw drawings have times in milliseconds from the first, simplified ones a size`() throws {
    let text = "\(Self.raw)\n\(Self.simplified)\n"
    for chunk in [1, 7, 1000] {
      #expect(try Self.ink(text, chunk: chunk) == Self.rawInk)
      #expect(try Self.ink(text, index: 1, chunk: chunk) == Self.simplifiedInk)
    }
    let report = try Self.report(text)
    #expect(report.format == "Quick, Draw!, raw" && report.timeBase == "milliseconds, per point")
    #expect(
      report.assumptions == [
        "the drawing is cat, 7", "drawing 0, counted from 0, is read; an index picks another",
      ])
    #expect(try Self.report(text, index: 1).assumptions == ["the drawing is dog, 8"])
  }

  @Test func `a drawing without times that is no simplified one has no size`() throws {
    #expect(try Self.ink(#"{"word":"a","drawing":[[[0,256],[3,4]]]}"#) == ["B0,3 0", "E256,4"])
  }

  @Test(arguments: [
    ("\(raw)\n\(simplified)", "lines"), ("\(raw)\r\n\(simplified)\r\n", "CRLF"),
    ("\n\n\(raw)\n \n\(simplified)", "blanks"),
    ("[\(raw),\(simplified)]", "an array"), ("[\n  \(raw),\n  \(simplified)\n]\n", "an array on lines"),
    ("\u{FEFF}\(raw)\n\(simplified)", "a byte-order mark"), ("\(raw),\n\(simplified)", "commas"),
    (raw.replacing(",", with: ",\n ") + "\n" + simplified.replacing("{", with: "{\n  "), "an indented text"),
  ]) func `drawings may be separated in any way`(text: String, way: String) throws {
    for chunk in [1, 100] {
      #expect(try Self.ink(text, chunk: chunk) == Self.rawInk)
      #expect(try Self.ink(text, index: 1, chunk: chunk) == Self.simplifiedInk)
    }
    #expect(Self.error(text, index: 2)?.reason == .noPart("drawing", 3, count: 2))
  }

  @Test(arguments: [
    #"{"drawing":[[[1],[2]]],"word":"a"}"#, #"{"recognized":true,"word":"{\"","drawing":[[[1],[2]]],"key_id":5}"#,
    #"{"word":"a","other":{"drawing":[1,{}]},"drawing": [ [ [ 1 ] , [ 2 ] ] ] }"#,
  ]) func `keys may have any order, and others are ignored`(text: String) throws {
    #expect(try Self.ink("\(text)\n\(Self.raw)") == ["size 256,256", "B1,2 0", "E1,2 0"])
    #expect(try Self.ink("\(text)\n\(Self.raw)", index: 1) == Self.rawInk)
  }

  @Test(arguments: [
    #"{"word":"a","drawing":"[[[1, 2], [3, 4]]]"}"#, #"{"drawing":"[[[1, 2], [3, 4]]]","word":"a"}"#,
    #"{"word":"a","drawing":"\u005b[[1,2],\n[3,4]]]"}"#,
  ]) func `a drawing may be a string of JSON`(text: String) throws {
    #expect(try Self.ink("\(text)\n\(Self.raw)") == ["size 256,256", "B1,3 0", "E2,4"])
    #expect(try Self.ink("\(text)\n\(Self.raw)", index: 1) == Self.rawInk)
  }

  @Test func `a long string of JSON is recognized by its beginning`() throws {
    let numbers = [String](repeating: "1", count: 3000).joined(separator: ", ")
    #expect(try Self.ink("{\"drawing\":\"[[[\(numbers)],[\(numbers)]]]\",\"word\":\"a\"}").count == 3001)
  }

  @Test func `tables as Kaggle has them`() throws {
    let text = """
      countrycode,drawing,key_id,recognized,timestamp,word
      US,"[[[1, 2.5], [3, 4], [1, 17]], [[9, 9], [8, 8], [300, 300]]]",7,True,2017-02-23 20:28:13.255270,cat
      ,"[[[0, 255], [3, 4]]]",8,False,"2017-02-23 ""20:28"".",dog

      """
    for text in [text, text.replacing("\n", with: "\r\n"), String(text.dropLast())] {
      for chunk in [1, 1000] {
        #expect(try Self.ink(text, chunk: chunk) == Self.rawInk)
        #expect(try Self.ink(text, index: 1, chunk: chunk) == Self.simplifiedInk)
      }
      #expect(Self.error(text, index: 2)?.reason == .noPart("drawing", 3, count: 2))
      #expect(try Self.report(text, index: 1).assumptions == ["the drawing is dog, 8"])
    }
    #expect(try Self.ink("key_id,countrycode,drawing\n1,US,\"[[[1],[2]]]\"") == ["size 256,256", "B1,2 0", "E1,2 0"])
    let cut = Self.error("word,drawing\ncat")
    #expect(cut?.location.line == 2 && cut?.location.column == 4)
    let wrong = Self.error("word,drawing\ncat,\"[[[1],[true]]]\"")
    #expect(wrong?.location.line == 2 && wrong?.location.column == 13)
  }

  @Test(arguments: [
    ("1", 1.0), ("-1", -1), ("12345678", nil), ("1234567", 1_234_567), ("0.5", 0.5), ("-0.25e1", -2.5), ("1E2", 100),
    ("412.4324951171875", 412.4324951171875), ("0.1", 0.1), (" 7 ", 7),
  ]) func `numbers of every notation`(text: String, value: Double?) throws {
    let ink = try Self.ink("{\"word\":\"a\",\"drawing\":[[[\(text)],[\(text)],[5]]]}")
    let expected: [String] =
      value.map(plain).map { number in ["B\(number),\(number) 0", "E\(number),\(number) 0"] } ?? []
    #expect(ink == expected)
  }

  @Test(arguments: [
    (#"{"word":"a"}"#, 1, 1), (#"{"word":"a","drawing":5}"#, 1, 23), (#"{"word":"a","drawing":[[[1],[true]]]}"#, 1, 30),
    (#"{"word":"a","drawing":[[1,[2]]]}"#, 1, 25), (#"{"word":"a","drawing":[[[1 2]]]}"#, 1, 28),
    (#"{"word":"a","drawing":[[[1],[2"#, 1, 31), ("{\"word\":\"a\",\n\"drawing\":[[[1],\n[x]]]}", 3, 2),
    (#"{"drawing":[],"drawing":[]}"#, 1, 15), ("5", 1, 1), ("\n[5]", 2, 2),
    (#"{"word":"a","drawing":"[[[1],[2]]x"}"#, 1, 34),
    (#"{"word":"\u005b","drawing":"\u005bx"}"#, 1, 28), ("", 1, 1),
  ]) func `an error has its line and column`(text: String, line: Int, column: Int) throws {
    let error = Self.error(text)
    #expect(error?.location.line == line && error?.location.column == column, "\(error as Any)")
  }

  @Test func `an error counts the lines of all chunks before it`() throws {
    let text = [String](repeating: Self.raw, count: 5000).joined(separator: "\n") + "\n{\"word\":5,\"drawing\":[x]}"
    for chunk in [1000, .max] {
      let error = Self.error(text, index: 5000, chunk: chunk)
      #expect(error?.location.line == 5001 && error?.location.column == 22)
      let excerpt = String(decoding: error?.location.excerpt.bytes ?? [], as: UTF8.self)
      #expect(excerpt == "{\"word\":5,\"drawing\":[x]}")
    }
  }

  @Test func `a line that is cut off does not change the number of the next one`() throws {
    let text = "{\"word\":\"a\",\"drawing\":[[[1],[2\n\(Self.raw)\n{\"word\":\"\n\(Self.simplified)\n"
    #expect(try Self.ink(text, from: .quickDraw, index: 1) == Self.rawInk)
    #expect(try Self.ink(text, from: .quickDraw, index: 3) == Self.simplifiedInk)
  }

  @Test func `drawings are read one after another, and the rest of the file is not read`() throws {
    let text = [String](repeating: "\(Self.raw)\n\(Self.simplified)\n", count: 3000).joined()
    var drawings = QuickDrawText(
      InputBuffer(ChunkedSource(Array(text.utf8), chunk: 100)), name: "a", options: ImportOptions())
    var count = 0
    while let ink = try drawings.nextDrawing() {
      #expect(ink.strokes.count == 2 - count % 2 && ink.strokes[0].line == count + 1)
      if count % 3 == 0, try drawings.skipDrawing() { count += 1 }
      count += 1
    }
    #expect(count == 6000)
    // Behind the drawing, the source fails.
    var failing = QuickDrawText(InputBuffer(FailingSource(text)), name: "a", options: ImportOptions())
    #expect(try failing.drawing(at: 5999).strokes.count == 1)
  }

  /// Gives a text, and then an error.
  struct FailingSource: ByteSource {
    var text: MemorySource
    init(_ text: String) { self.text = MemorySource(Array(text.utf8)) }

    mutating func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
      let got = text.read(into: &buffer, atMost: count)
      if got == 0 { throw FileError(operation: .read, path: "a", code: 5) }
      return got
    }
  }

  @Test func `more memory than the limit is refused`() throws {
    let numbers = [String](repeating: "1", count: 100).joined(separator: ",")
    let text = "{\"word\":\"a\",\"drawing\":[[[\(numbers)],[\(numbers)]]]}"
    guard case .tooMuchMemory(_, limit: 2000) = Self.error(text, memoryLimit: 2000)?.reason else {
      Issue.record("no error")
      return
    }
  }

  /// A drawing of more than a megabyte, which is read by its strokes: 30,000 strokes of 3 points.
  static func long(_ edit: (inout [String]) -> Void = { _ in }, rest: String = "") -> String {
    var strokes = (0..<30_000).map { stroke in
      let time = 100 + stroke * 1000
      return "[[\(stroke),1,2.5],[3,4,5],[\(time),\(time + 10),\(time + 20)]]"
    }
    edit(&strokes)
    return "{\"key_id\":\"7\",\"drawing\":[\(strokes.joined(separator: ","))]\(rest),\"word\":\"cat\"}\n\(Self.raw)\n"
  }

  @Test func `a long drawing is read by its strokes, to the same events`() throws {
    let text = Self.long()
    for chunk in [5000, .max] {
      var options = ImportOptions()
      options.memoryLimit = 2 << 20
      let source = ChunkedSource(Array(text.utf8), chunk: chunk)
      let reader = try openEventReader(source, name: "a", options: options)
      #expect(reader is QuickDrawStrokes)
      let ink = try outcomes(reader).compactMap(Self.shortly)
      #expect(ink.count == 90_000)
      for stroke in [0, 1, 2, 777, 29_999] {
        let time = stroke * 1000
        let expected: [String] = ["B\(stroke),3 \(time)", "M1,4 \(time + 10)", "E2.5,5 \(time + 20)"]
        #expect(Array(ink[(stroke * 3)..<(stroke * 3 + 3)]) == expected)
      }
    }
    var reader = try openEventReader(MemorySource(Array(text.utf8)), name: "a")
    var touches: [TouchEvent] = []
    var count = 0
    repeat {
      reader.nextTouches(into: &touches)
      count += touches.count
      if !touches.isEmpty { continue }
      guard try reader.next() != nil else { break }
      count += 1
    } while true
    let last = try #require(text.firstRange(of: "[[29999,")).lowerBound
    #expect(count == 90_000 && reader.location.line == 1)
    #expect(reader.location.column == text.utf8.distance(from: text.startIndex, to: last) + 1)
    #expect(
      reader.report.assumptions == [
        "the drawing is cat, 7", "drawing 0, counted from 0, is read; an index picks another",
      ])
    #expect(try Self.ink(text, index: 1) == Self.rawInk)
  }

  @Test func `an error in a long drawing follows the strokes before it`() throws {
    let chunk = 3001
    for (stroke, bad) in [(20_000, "[[1],[x]]"), (20_000, "5"), (20_000, "[[1 2]]"), (29_999, "[[1,2],[3,4],[5,6")] {
      let all = try imported(Self.long({ $0[stroke] = bad }), chunk: chunk)
      #expect(all.count == stroke * 3 + 1)
      #expect(all.last?.error?.location.line == 1)
    }
    let rest = try imported(Self.long(rest: ",\"drawing\":[]"), chunk: chunk)
    #expect(rest.count == 90_001 && rest.last?.error?.reason == .syntax(.duplicateKey("drawing")))
    let cut = Array(Self.long().utf8.prefix(1_200_000))
    let end = try outcomes(openEventReader(MemorySource(cut), name: "a")).last?.error
    #expect(end?.location.column == 1_200_001)
  }

  @Test func `strokes of a long drawing may be written in any way`() throws {
    let text = Self.long {
      $0[1] = "[ [1 , 2],\n[3,4], [150, null] ]"
      $0[2] = "[]"
      $0[3] = "[[1,2],[3]]"
      $0[4] = "[[1],[2],[3],[4]]"
      $0[5] = "[[12345678,9],[1,2],[5000,4990]]"
    }
    let ink = try Self.ink(text)
    #expect(
      ink[3..<12] == [
        "B1,3 50", "E2,4", "B1,3", "E1,3", "B1,2 -97", "E1,2 -97", "B9,2 4890", "E9,2 4890", "B6,3 6000",
      ])
  }

  @Test(arguments: [
    #"{"drawing":5}"#, #"{"phase":"began","point":[1,2],"drawing":[[[1],[2]]],"word":"x"}"#, "[]", "{}",
    #"[{"phase":1,"drawing":3}]"#, "a,b,c\n1,2,3", "my drawing, and words\n", #"{"actions":[],"drawing":{}}"#,
  ]) func `other texts are not recognized`(text: String) {
    #expect(
      !LogFormat.quickDraw.recognizes(Glimpse(Array(text.utf8)))
        || LogFormat.doodle.recognizes(Glimpse(Array(text.utf8))))
  }
}
