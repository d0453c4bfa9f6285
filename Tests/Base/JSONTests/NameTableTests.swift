import TestSupport
import Testing

@testable import JSON

@Suite struct NameTableTests {
  /// The index that a table has for a name in JSON.
  private func index(of name: String, in table: NameTable) throws -> Int? {
    let bytes = Array("\"\(name)\"".utf8)
    var json = JSONScanner(spansLines: false)
    let token = try json.scanValue(bytes.span, at: 0, depth: 0)
    return table.index(of: token, in: bytes.span)
  }

  @Test(arguments: rounds(20))
  func `each name is found by its text and in JSON, and no other`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // Few letters and lengths about eight bytes: many names begin with the same eight bytes.
    func name() -> String {
      String(
        (0..<Int.random(in: 1...11, using: &random)).map {
          $0 < 7 ? "a" : ["a", "b", "é"].randomElement(using: &random)!
        })
    }
    var table = NameTable()
    var names: [String] = []
    for _ in 0..<200 where names.count < 128 {
      let name = name()
      #expect(table.insert(name) == !names.contains(name))
      if !names.contains(name) { names.append(name) }
    }
    #expect(table.names == names)
    for other in names + (0..<200).map({ _ in name() }) {
      #expect(table.index(of: other) == names.firstIndex(of: other))
      #expect(try index(of: other, in: table) == names.firstIndex(of: other))
    }
  }

  @Test func `names that differ after their eighth byte are told apart`() throws {
    let table = NameTable(["movementX", "movementY", "movement"])
    for (number, name) in ["movementX", "movementY", "movement"].enumerated() {
      #expect(try index(of: name, in: table) == number)
    }
    #expect(try index(of: "movementZ", in: table) == nil)
    #expect(try index(of: "movement\\u0059", in: table) == 1, "an escape")
  }
}
