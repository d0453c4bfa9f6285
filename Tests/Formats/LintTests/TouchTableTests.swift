import TestSupport
import Testing
import TouchLog

@testable import Lint

@Suite struct TouchTableTests {
  /// Up to 12 touches: more than are found without hashing.
  @Test(arguments: [3, 8, 9, 12]) func `a table is a dictionary`(touches: Int) {
    var table = TouchTable<Int>()
    var dictionary: [TouchID: Int] = [:]
    var random = SeededRandom(seed: 7)
    for step in 0..<5000 {
      let touch = TouchID.number(LogInteger.random(in: 0..<LogInteger(touches), using: &random))
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<6: (table[touch], dictionary[touch]) = (step, step)
      case 6..<9: (table[touch], dictionary[touch]) = (nil, nil)
      case 9..<12: #expect(table.removeValue(forKey: touch) == dictionary.removeValue(forKey: touch))
      case 12..<14:
        table[touch]? += 1
        dictionary[touch]? += 1
      default:
        table[touch, default: 5] += 1
        dictionary[touch, default: 5] += 1
      }
      #expect(table[touch] == dictionary[touch] && table.isEmpty == dictionary.isEmpty)
      #expect(Dictionary(uniqueKeysWithValues: table.elements.map { ($0.touch, $0.value) }) == dictionary)
    }
    #expect(Set(table.keys) == Set(dictionary.keys) && table.values.sorted() == dictionary.values.sorted())
    table.removeAll()
    #expect(table.isEmpty && table.keys.isEmpty)
  }
}
