import Foundation
import Testing

/// Messages that depend on the user and on the width of the terminal.
@Suite struct HintTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["sketch.jsonl": SmallLog.text])
  }

  @Test(.enabled(if: geteuid() == 0, "only root may become another user"))
  func `a folder that cannot be made says why`() throws {
    let result = try scratch.shell(
      """
      mkdir ro; chmod 755 . ro
      setpriv --reuid 65534 '\(Program.doodle)' render sketch.jsonl -o ro/sub/
      """)
    #expect(result.errors == "doodle: error: cannot create ro/sub/sketch.png: permission denied\n", "\(result.errors)")
    #expect(result.status == 4)
  }

  @Test(.enabled(if: Program.exists("python3"), "needs python3"))
  func `the line of an error is cut to fit the terminal`() throws {
    let long = #"{"note":"\#(String(repeating: "abcdefghij", count: 30))","phase":"begin","point":[1,1],"time":0.25}"#
    let scratch = try Scratch([
      "a.jsonl": SmallLog.text(of: [SmallLog.lines[0], long]),
      "run.py": """
      import fcntl, os, pty, struct, subprocess, sys, termios
      ours, theirs = pty.openpty()
      fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(sys.argv[1]), 0, 0))
      child = subprocess.Popen(['\(Program.doodle)', 'hash', 'a.jsonl'], stderr=theirs, stdout=subprocess.DEVNULL)
      os.close(theirs)
      text = b''
      try:
          while part := os.read(ours, 4096): text += part
      except OSError: pass
      sys.stdout.buffer.write(text.replace(b'\\r', b''))
      """,
    ])
    for columns in [40, 60] {
      let lines = try scratch.shell("TERM=dumb python3 run.py \(columns)").output.split(separator: "\n").dropFirst()
      try #require(lines.count == 2, "\(lines)")
      #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
      let (text, caret) = (Array(lines[1]), Array(lines[2]))
      #expect(String(text[(caret.count - 1)...].prefix(7)) == "\"begin\"", "\(lines)")
    }
  }
}
