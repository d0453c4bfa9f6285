import Importers
import Testing

struct DamageTests {
  @Test func `a damaged touch log is read to its end`() {
    let log = """
      {"doodle":1,"size":[100,100]}
      {"phase":"began","x":1,"y":2,"t":0}
      {"phase":"ended","x":1,"y":2,"t":0.1}

      """
    survivesDamage(Array(log.utf8))
    survivesDamage(Array(log.utf8), from: .doodle)
  }
}
