import Foundation
import Testing

@testable import doodle

/// `check` and `accept` on several processes and threads.
@Suite struct CheckTests {
  @Test func `runs of accept at the same time keep the goldens of each other`() throws {
    let names = ["a", "b", "c", "d"]
    let scratch = try Scratch(Dictionary(uniqueKeysWithValues: names.map { ("\($0).jsonl", SmallLog.text) }))
    for _ in 0..<5 {
      let runs = names.map { "doodle accept \($0).jsonl --store hash > /dev/null &" }.joined(separator: "\n")
      _ = try scratch.shell("rm -f goldens.tsv\n\(runs)\nwait")
      let rows = try scratch.text(of: "goldens.tsv").split(separator: "\n").dropFirst()
      let initials: [Substring] = rows.map { $0.prefix(1) }
      #expect(initials == ["a", "b", "c", "d"])
    }
    #expect(scratch.names == ["a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl", "goldens.tsv"])
  }

  @Test func `results do not depend on the number of threads`() throws {
    let scratch = try Scratch()
    for index in 0..<12 { try scratch.write(Data(DiffTests.log(second: 20 + index).utf8), to: "\(index).jsonl") }
    let result = try scratch.shell(
      """
      doodle accept --all > /dev/null; sed -i 's/,25\\]/,33]/' *.jsonl
      for threads in 1 2 7; do doodle check --json --threads $threads --report r$threads.html . > j$threads; done
      cmp j1 j2 && cmp j1 j7 && cmp r1.html r2.html && cmp r1.html r7.html && echo all
      """)
    #expect(result.output.hasSuffix("all\n"))
  }
}
