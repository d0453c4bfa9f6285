import JSON
import Testing

@testable import TouchLog

@Suite struct SchemaTests {
  static let lines = LogSchema(tools: ["pen"], eraserModes: ["pixel"], models: ["ink-2"]).lines

  @Test(arguments: lines.map(\.name)) func `a line and each of its keys have a description`(name: String) throws {
    let line = try #require(Self.lines.first { $0.name == name })
    #expect(!line.meaning.isEmpty)
    for field in line.line.fields {
      #expect(!field.meaning.isEmpty && !field.meaning.hasSuffix("."), "\(field.names)")
      #expect(!field.value.description.isEmpty)
      let isAlternative = (line.line.oneOf + line.line.anyOf).contains { $0.contains(field.names[0]) }
      #expect(
        field.isRequired || isAlternative || field.defaultValue != nil || ["x", "y"].contains(field.names[0]),
        "\(field.names) has no default")
    }
  }

  @Test func `the reader knows each key of the schema and no others`() {
    let described = Set(Self.lines.flatMap { $0.line.fields.flatMap(\.names) })
    #expect(described == Set(LogSlot.keys.map(\.name) + LogHeader.labelNames + LogHeader.keyNames))
  }

  @Test(arguments: [
    (ValueSchema.number(.unit), "a number, 0 to 1"), (.integer(.steps), "an integer, 1 to 1000000"),
    (.number(.positiveLength), "a number, more than 0 and at most 10000000"),
    (.pair(.atLeast(0)), "an array of 2, each a number, 0 or more"), (.names(["a", "b"]), "\"a\" or \"b\""),
    (.either([.string, .null]), "a string or null"), (.color(also: ["none"]), "a color or \"none\""),
  ])
  func `a type is described in words`(value: ValueSchema, words: String) {
    #expect(value.description == words)
  }

  @Test func `saved styles are read as those of log lines`() throws {
    let text = #"{"width":3,"taper":[1,2],"color":"rainbow","dash":[4,2],"cap":"butt","sides":2}"#
    let root = try JSONDocument(Array(text.utf8), name: "a").root
    #expect(try root.value(of: StyleKeys.width) == 3)
    #expect(try root.value(of: StyleKeys.taper) == Taper(start: 1, end: 2))
    #expect(try root.value(of: StyleKeys.color) == .rainbow)
    #expect(try root.value(of: StyleKeys.dash) == [4, 2])
    #expect(try root.value(of: StyleKeys.cap) == .butt)
    #expect(try root.value(of: StyleKeys.opacity) == nil)
    let error = try #require(throws: LogError.self) { try root.value(of: StyleKeys.sides) }
    #expect(error.reason == .outOfRange(key: "sides", value: 2, allowed: .corners))
    #expect(!error.reason.isLimit && error.location.column == text.utf8.count - 1)
  }

  @Test(arguments: [-1e300, -1, 0, 1e9, 1e300])
  func `a number outside its range is invalid, and no limit, whatever the key`(value: Double) {
    for range in [
      NumberRange.coordinate, .length, .resolution, .corners, .steps, .ordinal, .rotation, .scaling, .unit,
    ] {
      #expect(!LogError.Reason.outOfRange(key: "x", value: value, allowed: range).isLimit)
    }
  }
}
