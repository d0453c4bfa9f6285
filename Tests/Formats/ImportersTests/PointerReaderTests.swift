import Files
import Geometry
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

@Suite struct PointerReaderTests {
  /// A log of touches that take turns, each with events that a revision names; `isKept` tells which lines remain.
  private static func log(seed: UInt64, isKept: (Substring?) -> Bool) -> (all: String, kept: String) {
    var random = SeededRandom(seed: seed)
    let pointers: [Substring?] = ["pencil", "eraser", "finger", "mouse", nil]
    var (all, kept) = ("", "")
    var down: [Int: Substring?] = [:]
    func add(_ line: String, _ pointer: Substring?) {
      all += line + "\n"
      if isKept(pointer) { kept += line + "\n" }
    }
    for index in 0..<400 {
      let touch = Int.random(in: 0..<4, using: &random)
      let place = #""touch":\#(touch),"point":[\#(index),\#(touch)],"index":\#(index)}"#
      if let pointer = down[touch] {
        if Bool.random(using: &random) {
          // Only the beginning of a touch need name its pointer.
          add(#"{"phase":"moved",\#(place)"#, pointer)
          add(#"{"revises":\#(index),"touch":\#(touch),"pressure":0.5}"#, pointer)
        } else {
          add(#"{"phase":"\#(index % 2 == 0 ? "ended" : "cancelled")",\#(place)"#, pointer)
          down[touch] = nil
          if index % 3 == 0 { add(#"{"revises":\#(index),"touch":\#(touch),"pressure":0.7}"#, pointer) }
        }
      } else {
        let pointer = pointers[Int.random(in: 0..<5, using: &random)]
        down[touch] = .some(pointer)
        add(#"{"phase":"began",\#(pointer.map { #""pointer":"\#($0)","# } ?? "")\#(place)"#, pointer)
      }
    }
    return (all, kept)
  }

  private static let choices: [(Set<PointerKind>, Set<Substring>)] = [
    ([.pen], ["pencil", "eraser"]), ([.eraser], ["eraser"]), ([.touch], ["finger"]),
    ([.mouse, .touch], ["mouse", "finger"]),
  ]

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the touches of a pointer are those of a log without the lines of others`(seed: UInt64) throws {
    let (kinds, names) = Self.choices[Int(seed % 4)]
    let (all, kept) = Self.log(seed: seed) { $0.map(names.contains) ?? false }
    var options = ImportOptions()
    options.pointers = kinds
    let expected = try imported(kept).compactMap(\.event)
    #expect(try imported(all, options: options).compactMap(\.event) == expected)

    // In batches, with the line of each event in the file.
    var reader = try openEventReader(ChunkedSource(Array(all.utf8), chunk: 700), name: "a", options: options)
    let lines = all.split(separator: "\n").map { String($0) + "\n" }
    var events: [LogEvent] = []
    while true {
      var touches: [TouchEvent] = []
      reader.nextTouches(into: &touches)
      for (index, touch) in touches.enumerated() {
        events.append(.touch(touch))
        let line = reader.line(ofTouch: index)
        #expect(lines[line - 1].contains("[\(Int(touch.point.x)),"))
        #expect(reader.location(ofTouch: index).line == line)
      }
      if !touches.isEmpty { continue }
      guard let event = try reader.next() else { break }
      events.append(event)
    }
    #expect(events == expected)
  }

  @Test func `a line counts the touches that are left out by what made them`() throws {
    let log = ["finger", "pencil", "finger", "eraser", "mouse"].map { #""pointer":"\#($0)","# } + [""]
    let text = log.enumerated().map { touch, pointer in
      #"{"phase":"began",\#(pointer)"touch":\#(touch),"point":[1,1]}"#
    }
    .joined(separator: "\n")
    var options = ImportOptions()
    options.pointers = [.pen]
    let (touches, report) = try readTouches(text, options: options)
    #expect(touches.map(\.pointer) == [.pencil, .eraser])
    #expect(report.decision == "only pen: 2 touches; left out: touch (2), mouse (1), unknown (1)")
    #expect(report.loss == nil, "what was asked for is no loss")
  }

  @Test func `where no touch says what made it, that is an error after the last one`() throws {
    var options = ImportOptions()
    options.pointers = [.pen]
    let outcomes = try imported("x,y\n1,2\n3,4\n", options: options)
    #expect(outcomes.compactMap(\.event).isEmpty)
    #expect(
      outcomes.compactMap(\.error).map { "\($0.location.line): \($0.reason.description)" } == [
        #"2: expected touches that say what made them, as "pointer":"pencil" does, found 1 touch that does not"#
      ])
  }

  @Test func `words of tables and of Android name pointers`() throws {
    let words = ["pen", "Stylus", "TOOL_TYPE_STYLUS", "touch", "TOOL_TYPE_FINGER", "palm", "mouse", "eraser"]
    let rows = words.enumerated().map { "\($0),1,\($0),\($1)\n\($0),99,\($0),\($1)\n" }.joined()
    for name in ["tool", "pointerType", "type", "device", "tool_type", "Input"] {
      let (touches, _) = try readTouches("x,y,stroke,\(name)\n" + rows)
      let began = touches.filter { $0.phase == .began }
      #expect(
        began.map(\.pointer) == [.pencil, .pencil, .pencil, .finger, .finger, .finger, .mouse, .eraser], "\(name)")
    }
  }

  @Test func `a column with other words says nothing about pointers`() throws {
    let (touches, _) = try readTouches("x,y,tool\n1,2,pen\n3,400,pen\n5,6,highlighter\n700,8,highlighter\n")
    #expect(touches.allSatisfy { $0.pointer == nil })
  }
}
