import Foundation
import Testing

/// Runs with little memory and without threads.
@Suite struct MemoryTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["a.jsonl": SmallLog.text, "a.png": "older"])
  }

  @Test func `with little address space a run ends with 0 or 4 and one line, and never hangs`() throws {
    // The loader needs some: the smallest limits are those with which the version is printed.
    let result = try scratch.shell(
      """
      for limit in $(seq 8000 1777 130000); do
        if (ulimit -v $limit; doodle --version) > version 2>&1 && [ "$(wc -l < version)" = 1 ]; then
          (ulimit -v $limit; timeout 20 '\(Program.doodle)' render a.jsonl -o a.png --scale 40 --threads 4) > out 2> errors
          echo "$? $(wc -l < errors) $(head -c 14 errors)"
        fi
      done
      """)
    let lines = Set(result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
    #expect(lines.contains("0 0"))
    #expect(lines.isSubset(of: ["0 0", "4 1 doodle: error:", "4 1 a.jsonl: error", "4 1 a.png: error:"]), "\(lines)")
    #expect(!scratch.names.contains { $0.hasSuffix(".tmp") })
  }

  @Test(.enabled(if: Program.exists("setpriv") && geteuid() == 0, "only root can change to a user without processes"))
  func `a run that gets no other thread draws the same picture`() throws {
    let result = try scratch.shell(
      """
      doodle render a.jsonl -o all.png --scale 40 --threads 4; chmod 777 .
      (ulimit -u 1
       timeout 20 setpriv --reuid 65533 --clear-groups '\(Program.doodle)' render a.jsonl -o one.png --scale 40 --threads 4)
      cmp all.png one.png
      """)
    #expect(result.status == 0, "\(result.errors)")
  }
}
