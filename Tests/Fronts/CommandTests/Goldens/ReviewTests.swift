import Foundation
import Testing

/// `accept --review` on a pseudoterminal, which Python provides.
@Suite struct ReviewTests {
  private static let terminal = """
    import fcntl, os, pty, select, signal, struct, sys, termios
    signal.alarm(60)
    process, terminal = pty.fork()
    if process == 0:
        os.environ['TERM'] = 'xterm'
        os.execv(sys.argv[2], sys.argv[2:])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
    shown, keys = b'', sys.argv[1].encode()
    while True:
        try: part = os.read(terminal, 1 << 16)
        except OSError: break
        if not part: break
        shown += part
        if shown.endswith(b'quit: ') and keys:
            key, keys = keys[:1], keys[1:]
            os.write(terminal, key)
            if key == b'x': os.write(terminal, keys[:1]); keys = keys[1:]
    sys.stdout.buffer.write(shown)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
    """

  @Test(
    .enabled(if: Program.exists("python3"), "needs python3"),
    arguments: [
      ("aa", ["a", "b"], 0), ("xaa", ["a", "b"], 0), ("sa", ["b"], 0), ("ra", ["b"], 1), ("q", [], 0), ("aq", ["a"], 0),
      ("a\u{3}", [], 130),
    ] as [(String, [String], Int32)])
  func `keys accept, reject, skip and quit`(keys: String, accepted: [String], status: Int32) throws {
    let scratch = try Scratch(["a.jsonl": DiffTests.log(), "b.jsonl": SmallLog.dot, "terminal.py": Self.terminal])
    let result = try scratch.shell("python3 terminal.py '\(keys)' '\(Program.doodle)' accept --review .")
    #expect(result.status == status, "\(result.errors)")
    #expect(scratch.names(where: { $0.hasSuffix(".png") }) == accepted.map { "\($0).png" })
  }

  @Test(.enabled(if: Program.exists("python3"), "needs python3"))
  func `a change is shown in the colors of its pictures`() throws {
    let log = SmallLog.text(of: [##"{"doodle":1,"size":[20,10],"background":"#123456"}"##])
    let scratch = try Scratch(["a.jsonl": log, "terminal.py": Self.terminal])
    let result = try scratch.shell(
      """
      doodle accept --all > accepted; sed -i 's/123456/654321/' a.jsonl
      python3 terminal.py s '\(Program.doodle)' accept --review .
      """)
    #expect(result.output.contains("48;2;18;52;86m") && result.output.contains("48;2;101;67;33m"))
    #expect(result.output.contains("48;2;230;0;30m"), "the whole difference is red")
    #expect(result.output.contains("expected") && result.output.contains("actual"))
  }
}
