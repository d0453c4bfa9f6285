import TestSupport
import Testing
import TouchLog

/// Lines of known and unknown templates, valid and invalid.
@Suite struct TemplateTests {
  /// Notations of touch lines. `$p`, `$i`, `$n` and `$o` stand for a phase, a touch, a number and any value.
  static let notations = [
    #"{"phase":$p,"touch":$i,"x":$n,"y":$n,"pressure":$n,"time":$n}"#,
    #"{"time":$n,"pressure":$n,"y":$n,"x":$n,"touch":$i,"phase":$p}"#,
    #"{"phase":$p,"point":[$n,$n],"force":$n,"timestamp":$n,"touchIdentifier":$i}"#,
    #"{"phase": $p, "id": $i, "position": [$n, $n], "t": $n}"#,
    #" { "location" : { "y" : $n , "own" : $o , "x" : $n } , "phase" : $p } "#,
    #"{"phase":$p,"x":$n,"y":$n,"altitude":$n,"azimuth":$n,"own":$o,"estimationUpdateIndex":3,"predicted":true}"#,
    #"{"ph\u0061se":$p,"x":$n,"y":$n,"size":$o,"width":$o,"":$o,"a long key of the app's own":$o}"#,
    #"{"phase":$p,"x":$n,"y":$n,"tangentialPressure":-0.25,"contact":[$n,$n]}"#,
    #"{"phase":$p,"contact":$o,"x":$n,"y":$n,"tangentialPressure":$n}"#,
    #"{"phase":$p,"x":$n,"y":$n,"time":$n,"time":$n}"#,
    #"{"phase":$p,"x":$n,"y":$n,"t":$n,"timestamp":$n}"#,
    #"{"phase":$p,"x":$n,"point":[$n,$n]}"#,
    #"{"phase":$p,"y":$n}"#,
    #"{"phase":$p,"x":$n,"y":$n,"tool":"pen"}"#,
    #"{"revises":2,"touch":$i,"pressure":$n}"#,
    #"{"tool":"pen","width":3}"#,
    #"{"phase":$p,"point":[$n,$n,$n]}"#,
    #"{"phase":$p,"point":[$n,$n},"t":$n}"#,
    #"{"phase":$p,"x":$n,"y":$n,}"#,
    "{\"phase\":$p,\"x\":$n,\"y\":$n,\"t\":$n}\r",
    "",
  ]

  private func fill(_ shape: String, _ random: inout SeededRandom) -> [UInt8] {
    var text = ""
    var rest = shape[...]
    while let mark = rest.firstIndex(of: "$") {
      text += rest[..<mark]
      let kind = rest[rest.index(after: mark)]
      rest = rest[mark...].dropFirst(2)
      let isUsual = Int.random(in: 0..<12, using: &random) > 0
      let number = Double(Int.random(in: -100_000...1_000_000, using: &random)) / 100
      switch (kind, isUsual) {
      case ("p", true): text += ["\"moved\"", "\"moved\"", "\"began\"", "\"stationary\""].pick(&random)
      case ("p", false): text += ["\"up\"", "null", "\"mov\\u0065d\""].pick(&random)
      case ("i", true): text += ["1", "1", "12", "\"a\"", "\"a name of more than 16 bytes\""].pick(&random)
      case ("i", false): text += ["null", "0.5", "\"a\\tb\""].pick(&random)
      case ("n", true): text += ["\(number.magnitude)", "\(number.magnitude / 3)", "7"].pick(&random)
      case ("n", false): text += ["\(number)", "-0", "5e-3", "null", "1e9", "01", "1."].pick(&random)
      case (_, true): text += ["0", "null", "\"é\\n\"", "[1,{\"a\":[]}]", "{\"x\":1,\"y\":2}"].pick(&random)
      case (_, false): text += ["truth", "{\"a\":1,\"a\":1}", "[1,]", "\"\u{1}\""].pick(&random)
      }
    }
    return Array((text + rest).utf8)
  }

  /// One to three bytes changed, inserted or removed.
  private func mutate(_ line: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    let alphabet = Array("{}[]\":,\\/utn0123456789eE+-. \tabxy\r\u{1}".utf8) + [0x80, 0xC3, 0xFF]
    var line = line
    for _ in 0..<Int.random(in: 1...3, using: &random) where !line.isEmpty {
      let index = Int.random(in: 0..<line.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: line[index] = alphabet.randomElement(using: &random)!
      case 1: line.insert(alphabet.randomElement(using: &random)!, at: index)
      default: line.remove(at: index)
      }
    }
    return line
  }

  @Test(arguments: rounds(24))
  func `a line gives the same result after other lines as alone, to the last bit and column`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let shapes = (0..<4).map { _ in Self.notations.randomElement(using: &random)! } + Self.notations.prefix(3)
    let lines = (0..<400).map { _ in
      let line = fill(shapes.randomElement(using: &random)!, &random)
      return Int.random(in: 0..<6, using: &random) == 0 ? mutate(line, &random) : line
    }
    let alone = try readAlone(lines)
    let text = Array(lines.joined(separator: [0x0A]))
    for chunk in [.max, 1000, 61] {
      #expect(try read(text, chunk: chunk).firstDifference(from: alone) == nil)
      let batches = try Batches(text, chunk: chunk)
      #expect(batches.outcomes.firstDifference(from: alone) == nil)
      // Otherwise the comparison would be empty.
      if chunk == .max { #expect(batches.count >= 20) }
    }
  }

  @Test(arguments: ["", " ", "\r", " \t\r"])
  func `white space between values is part of the template`(end: String) throws {
    for (colon, comma) in [("", ""), (" ", ""), (" ", " "), ("  ", "\t"), ("     ", String(repeating: " ", count: 50))]
    {
      let lines = (0..<40).map { i in
        "{\"phase\":\(colon)\"moved\",\(comma)\"x\":\(colon)\(i),\(comma)\"y\":\(colon)\(i).25}\(end)"
      }
      let batches = try Batches(lines)
      let events = (0..<40).map { (i: Int) -> LogEvent in
        .touch(TouchEvent(phase: .moved, point: .init(Double(i), Double(i) + 0.25)))
      }
      #expect(batches.outcomes == events.map(Outcome.event))
      #expect(batches.count >= 30)
    }
  }

  @Test func `keys in a different order on each line are read`() throws {
    var random = SeededRandom(seed: 7)
    let lines = (0..<5000).map { i in
      let members = [
        "\"phase\":\"moved\"", "\"id\":\(i)", "\"x\":\(i % 1000)", "\"y\":0.5", "\"t\":\(i)", "\"pressure\":0.25",
        "\"own\":[]", "\"altitude\":1",
      ]
      return "{" + members.shuffled(using: &random).joined(separator: ",") + "}"
    }
    let all = try Batches(lines).outcomes
    #expect(
      all
        == (0..<5000).map { i in
          .event(
            .touch(
              TouchEvent(
                phase: .moved, touch: .number(i), point: .init(Double(i % 1000), 0.5), pressure: 0.25, time: Double(i),
                altitude: 1)))
        })
  }

  @Test func `a line of a known template can be too long`() throws {
    func line(_ count: Int) -> String {
      let empty = "{\"phase\":\"moved\",\"own\":\"\",\"x\":1,\"y\":2}"
      return empty.replacing("\"\"", with: "\"" + String(repeating: "a", count: count - empty.utf8.count) + "\"")
    }
    let limit = LogLimits.lineBytes
    let all = try Batches([line(100), line(100), line(limit), line(limit + 1), line(100), line(100)]).outcomes
    #expect(all.map { $0.event != nil } == [true, true, true, false, true, true])
    #expect(all[3].error?.reason == .lineTooLong(limit: limit))
    #expect(all[3].error?.location.line == 4 && all[3].error?.location.column == 1)
  }
}

extension [String] {
  fileprivate func pick(_ random: inout SeededRandom) -> String { randomElement(using: &random)! }
}
