import Testing
import TouchLog

@Suite struct LogErrorTests {
  struct Bad: Sendable, CustomTestStringConvertible {
    var text: String
    var column: Int
    /// A part of the message.
    var message: String
    var testDescription: String { text }

    init(_ text: String, _ column: Int, _ message: String) {
      self.text = text
      self.column = column
      self.message = message
    }
  }

  static let bad: [Bad] = [
    // Not JSON.
    Bad("x", 1, "expected a JSON object"),
    Bad("[1]", 1, "expected a JSON object"),
    Bad("{\"phase\":}", 10, "expected a JSON value, found \"}\""),
    Bad("{\"phase\"", 9, "expected \":\" after the key, found the end of the line"),
    Bad("{\"phase", 8, "expected a closing double quote, found the end of the line"),
    Bad("{\"a\":1 \"b\":2}", 8, "expected \",\" or \"}\""),
    Bad("{\"a\":1,}", 8, "expected a key in double quotes, found \"}\""),
    Bad("{'a':1}", 2, "expected a key in double quotes"),
    Bad("{\"a\":[1,]}", 9, "expected a JSON value, found \"]\""),
    Bad("{\"a\":[1 2]}", 9, "expected \",\" or \"]\""),
    Bad("{\"a\":tru}", 6, "found \"tru\""),
    Bad("{\"a\":True}", 6, "found \"True\""),
    Bad("{\"command\":\"undo\"} {\"command\":\"undo\"}", 20, "expected the end of the line, found \"{\""),
    Bad("{\"command\":\"undo\"},", 19, "expected the end of the line, found \",\""),
    Bad("{\"a\":01}", 6, "must not begin with 0"),
    Bad("{\"a\":-01}", 7, "must not begin with 0"),
    Bad("{\"a\":1.}", 8, "expected a digit, found \"}\""),
    Bad("{\"a\":.5}", 6, "expected a JSON value, found \".\""),
    Bad("{\"a\":-}", 7, "expected a digit, found \"}\""),
    Bad("{\"a\":+1}", 6, "expected a JSON value, found \"+\""),
    Bad("{\"a\":1e}", 8, "expected a digit, found \"}\""),
    Bad("{\"a\":1e+}", 9, "expected a digit, found \"}\""),
    Bad("{\"a\":0x10}", 7, "expected \",\" or \"}\""),
    Bad("{\"a\":\"\\x\"}", 8, "after the backslash"),
    Bad("{\"a\":\"\\u12g4\"}", 11, "four hexadecimal digits"),
    Bad("{\"a\":\"\\ud800\"}", 7, "half a surrogate pair"),
    Bad("{\"a\":\"\\udc00\\ud800\"}", 7, "half a surrogate pair"),
    Bad("{\"a\":\"\\ud800\\u0041\"}", 7, "half a surrogate pair"),
    Bad("{\"a\":\"tab\there\"}", 10, "control character U+0009"),
    Bad("{\"a\":é}", 6, "expected a JSON value, found \"é\""),
    Bad("{\"a\":NaN}", 6, "NaN is not a number in JSON"),
    Bad("{\"a\":[Infinity]}", 7, "Infinity is not a number in JSON"),
    Bad("{\"a\":-Infinity}", 6, "-Infinity is not a number in JSON"),
    Bad("{\"phase\":\"moved\",\"x\":nan,\"y\":0}", 22, "nan is not a number in JSON"),
    // Keys.
    Bad("{}", 1, "expected one of the keys \"doodle\", \"phase\", \"revises\", \"tool\" or \"command\""),
    Bad("{\"phse\":\"moved\"}", 1, "expected one of the keys"),
    Bad("{\"tool\":\"pen\",\"phase\":\"moved\",\"x\":0,\"y\":0}", 23, "both \"tool\" and \"phase\""),
    Bad("{\"tool\":\"pen\",\"command\":null}", 25, "both \"tool\" and \"command\""),
    Bad("{\"phase\":\"moved\",\"x\":0,\"y\":0,\"x\":1}", 30, "the key \"x\" appears twice"),
    Bad("{\"command\":\"undo\",\"own\":1,\"own\":1}", 27, "the key \"own\" appears twice"),
    Bad("{\"command\":\"undo\",\"own\":1,\"o\\u0077n\":1}", 27, "appears twice"),
    Bad("{\"command\":\"undo\",\"c\\u006fmmand\":1}", 19, "the key \"command\" appears twice"),
    Bad("{\"command\":\"undo\",\"own\":[{\"a\":1,\"a\":2}]}", 33, "the key \"a\" appears twice"),
    Bad(
      "{\"command\":\"undo\",\"own\":{\"1\":1,\"2\":1,\"3\":1,\"4\":1,\"5\":1,\"6\":1,\"7\":1,\"8\":1,\"9\":1,\"5\":1}}",
      80,
      "the key \"5\" appears twice"),
    Bad("{\"phase\":\"moved\",\"point\":{\"x\":0,\"y\":0,\"x\":0}}", 39, "the key \"x\" appears twice"),
    Bad("{\"phase\":\"moved\",\"x\":0,\"y\":0,\"time\":1,\"t\":1}", 39, "\"t\" cannot be used together with \"time\""),
    Bad(
      "{\"phase\":\"moved\",\"id\":1,\"x\":0,\"y\":0,\"touch\":1}", 37, "\"touch\" cannot be used together with \"id\""),
    Bad("{\"revises\":1,\"pressure\":null,\"force\":1}", 30, "\"force\" cannot be used together with \"pressure\""),
    Bad("{\"phase\":\"moved\",\"x\":0,\"point\":[0,0],\"y\":0}", 32, "\"point\" cannot be used together with \"x\""),
    Bad("{\"phase\":\"moved\",\"point\":[0,0],\"position\":[0,0]}", 32, "\"position\" cannot be used together"),
    Bad("{\"phase\":\"moved\",\"pont\":[1,2]}", 18, "the key \"pont\" is unknown; did you mean \"point\"?"),
    Bad(
      "{\"command\":\"image\",\"pth\":\"a.png\",\"at\":[1,2]}", 20, "the key \"pth\" is unknown; did you mean \"path\"?"
    ),
    Bad("{\"command\":\"text\",\"txt\":\"a\",\"at\":[1,2]}", 19, "the key \"txt\" is unknown; did you mean \"text\"?"),
    Bad("{\"phase\":\"moved\",\"color\":\"red\"}", 10, "\"phase\" must come with \"point\""),
    Bad("{\"phase\":\"moved\"}", 10, "\"phase\" must come with \"point\""),
    Bad("{\"phase\":\"moved\",\"point\":null}", 10, "\"phase\" must come with \"point\""),
    Bad("{\"command\":\"image\",\"path\":\"a\"}", 12, "\"image\" must come with \"at\""),
    Bad("{\"command\":\"move\",\"id\":\"a\"}", 12, "\"move\" must come with \"by\""),
    Bad("{\"phase\":\"moved\",\"x\":1}", 22, "\"x\" must come with \"y\""),
    Bad("{\"phase\":\"moved\",\"y\":1}", 22, "\"y\" must come with \"x\""),
    // Types.
    Bad("{\"phase\":1,\"x\":0,\"y\":0}", 10, "\"phase\" must be a string, not a number"),
    Bad("{\"phase\":null,\"x\":0,\"y\":0}", 10, "\"phase\" must be a string, not null"),
    Bad("{\"phase\":\"moved\",\"x\":\"0\",\"y\":0}", 22, "\"x\" must be a number, not a string"),
    Bad("{\"phase\":\"moved\",\"point\":1}", 26, "\"point\" must be a point, [x,y] or {\"x\":…,\"y\":…}, not a number"),
    Bad("{\"phase\":\"moved\",\"point\":[1]}", 26, "not an array of 1"),
    Bad("{\"phase\":\"moved\",\"point\":[1,2,3]}", 26, "not an array of 3"),
    Bad("{\"phase\":\"moved\",\"point\":[1,\"2\"]}", 29, "\"point\" must be a point"),
    Bad("{\"phase\":\"moved\",\"point\":{\"x\":1}}", 26, "\"point\" must be a point"),
    Bad("{\"phase\":\"moved\",\"x\":0,\"y\":0,\"touch\":1.5}", 38, "\"touch\" must be a whole number, not 1.5"),
    Bad(
      "{\"phase\":\"moved\",\"x\":0,\"y\":0,\"touch\":[]}", 38, "\"touch\" must be an integer or a string, not an array"
    ),
    Bad("{\"phase\":\"moved\",\"x\":0,\"y\":0,\"touch\":9223372036854775808}", 38, "outside the range of integers"),
    Bad("{\"phase\":\"moved\",\"x\":0,\"y\":0,\"predicted\":1}", 42, "\"predicted\" must be true or false"),
    Bad("{\"phase\":\"moved\",\"x\":0,\"y\":0,\"expects\":\"pressure\"}", 40, "must be an array of names"),
    Bad("{\"phase\":\"moved\",\"x\":0,\"y\":0,\"expects\":[1]}", 41, "must be an array of names"),
    Bad("{\"phase\":\"moved\",\"x\":0,\"y\":0,\"pointer\":2}", 40, "\"pointer\" must be a string"),
    Bad("{\"revises\":\"1\"}", 12, "\"revises\" must be an integer, not a string"),
    Bad("{\"doodle\":1,\"size\":{\"x\":1,\"y\":2}}", 20, "\"size\" must be a size, [width,height], not an object"),
    Bad("{\"doodle\":1,\"model\":1}", 21, "\"model\" must be a string"),
    Bad("{\"command\":{}}", 12, "\"command\" must be a string, not an object"),
    // Values.
    Bad(
      "{\"phase\":\"move\",\"x\":0,\"y\":0}", 10,
      "unknown phase \"move\"; did you mean \"moved\"? use began, moved, stationary, ended or cancelled"),
    Bad("{\"phase\":\"moved\",\"x\":1e999,\"y\":0}", 22, "outside the range of Double"),
    Bad("{\"phase\":\"moved\",\"x\":1.1e7,\"y\":0}", 22, "it must be -10000000 to 10000000"),
    Bad("{\"phase\":\"moved\",\"point\":[0,-10000000.1]}", 29, "it must be -10000000 to 10000000"),
    Bad("{\"phase\":\"moved\",\"x\":0,\"y\":0,\"pressure\":-0.1}", 41, "\"pressure\" is -0.1; it must be 0 or more"),
    Bad("{\"doodle\":2}", 11, "version 2 of the format; this program reads version 1"),
    Bad("{\"doodle\":0}", 11, "it must be 1 or more"),
    Bad("{\"doodle\":1,\"size\":[0,1]}", 21, "it must be more than 0 and at most 1000000 pixels"),
    Bad("{\"doodle\":1,\"size\":[1e6,2e6]}", 20, "2000000 pixels on a side; the limit is 1000000"),
    Bad("{\"doodle\":1,\"size\":[1,600000],\"scale\":2}", 20, "1200000 pixels on a side; the limit is 1000000"),
    Bad("{\"doodle\":1,\"scale\":0}", 21, "\"scale\" is 0; it must be 1e-06 to 1000000"),
    Bad("{\"doodle\":1,\"background\":\"whit\"}", 26, "did you mean \"white\"?"),
    Bad("{\"doodle\":1,\"background\":\"nonne\"}", 26, "did you mean \"none\"?"),
    Bad("{\"tool\":\"pen\",\"color\":\"#12345\"}", 23, "#rrggbbaa, a CSS color name or \"rainbow\""),
    Bad("{\"tool\":\"pen\",\"width\":0}", 23, "more than 0 and at most 10000000"),
    Bad("{\"tool\":\"pen\",\"opacity\":1.5}", 25, "it must be 0 to 1"),
    Bad("{\"tool\":\"pen\",\"thinning\":-1}", 26, "it must be 0 to 1"),
    Bad("{\"tool\":\"pen\",\"pressureCurve\":10.5}", 31, "\"pressureCurve\" is 10.5; it must be 0.1 to 10"),
    Bad("{\"tool\":\"pen\",\"minWidth\":1.5}", 26, "it must be 0 to 1"),
    Bad("{\"tool\":\"pen\",\"smoothing\":-1}", 27, "it must be 0 to 10000000"),
    Bad("{\"tool\":\"pen\",\"taper\":[1,-1]}", 26, "it must be 0 to 10000000"),
    Bad("{\"tool\":\"pen\",\"taper\":\"1\"}", 23, "\"taper\" must be a number, or [start,end]"),
    Bad("{\"tool\":\"pen\",\"taper\":[1]}", 23, "not an array of 1"),
    Bad("{\"tool\":\"pen\",\"brush\":\"crayo\"}", 23, "did you mean \"crayon\"?"),
    Bad("{\"tool\":\"pen\",\"flow\":[1,2]}", 25, "it must be 0 to 1"),
    Bad("{\"tool\":\"pen\",\"flow\":[1]}", 22, "not an array of 1"),
    Bad("{\"phase\":\"moved\",\"x\":1,\"y\":2,\"tangentialPressure\":-1.5}", 51, "it must be -1 to 1"),
    Bad("{\"phase\":\"moved\",\"x\":1,\"y\":2,\"contact\":[1]}", 40, "a size, [width,height], not an array of 1"),
    Bad("{\"phase\":\"moved\",\"x\":1,\"y\":2,\"contact\":7}", 40, "must be a size, [width,height], not a number"),
    Bad("{\"revises\":1,\"contact\":[1,-2]}", 27, "\"contact\" is -2; it must be 0 or more"),
    Bad("{\"tool\":\"pen\",\"tipAngle\":\"up\"}", 26, "\"tipAngle\" must be a number, or \"azimuth\""),
    Bad("{\"tool\":\"pen\",\"blend\":\"erase\"}", 23, "use over, multiply, screen, darken or lighten"),
  ]

  @Test(arguments: bad) func `a bad line is refused at the right byte`(bad: Bad) throws {
    let error = try #require(try onlyError(bad.text))
    #expect(error.location.line == 1 && error.location.column == bad.column, "\(error)")
    #expect(error.reason.description.contains(bad.message), "\(error)")
  }

  @Test func `reading continues after every bad line, with chunks of any size`() throws {
    let undo = "{\"command\":\"undo\"}\n"
    let all = Self.bad.filter { !$0.text.contains("doodle") }
    let text = all.map { $0.text + "\n" + undo }.joined() + "{\"command"
    let whole = try read(text)
    #expect(whole.count == 2 * all.count + 1)
    for (index, bad) in all.enumerated() {
      #expect(whole[2 * index].error?.location.line == 2 * index + 1)
      #expect(whole[2 * index].error?.location.column == bad.column)
      #expect(whole[2 * index + 1].event == .command(LogCommand.undo(count: 1)))
    }
    for chunk in [1, 2, 3, 7, 4096] {
      #expect(try read(text, chunk: chunk) == whole, "chunks of \(chunk)")
    }
  }

  @Test func `only the first line that is not blank can be a header`() throws {
    let error = try read("\n{\"doodle\":1}\n\n{\"doodle\":1}\n")[1].error
    #expect(error?.reason == .headerNotFirst)
    #expect(error?.location.line == 4 && error?.location.column == 11)
  }

  @Test(
    arguments: [
      ([0x80], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xE0, 0x9F, 0xBF], 0), ([0xED, 0xA0, 0x80], 0),
      ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xFF], 0),
      ([0xE2, 0x82], 0), ([0x41, 0xF0, 0x9F, 0x98], 1),
    ] as [([UInt8], Int)])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8], offset: Int) throws {
    let line = Array("{\"command\":\"".utf8) + bytes + Array("\"}".utf8)
    let error = try #require(try read(line).first?.error)
    #expect(error.reason == .syntax(.notUTF8(bytes[offset])))
    #expect(error.location.column == 13 + offset)
    #expect(error.description.utf8.allSatisfy { $0 != 0 })
  }
}
