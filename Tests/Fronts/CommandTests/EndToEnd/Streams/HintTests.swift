import Foundation
import Testing

/// Hints to a user who typed something close to a valid command line.
@Suite struct HintTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["sketch.jsonl": SmallLog.text, "my log.jsonl": SmallLog.text])
  }

  @Test(arguments: [
    ("doodle sketch.jsonl", "doodle render sketch.jsonl -o sketch.png"),
    ("doodle 'my log.jsonl'", "doodle render 'my log.jsonl' -o 'my log.png'"),
    ("doodle ./sketch.jsonl -o a.png", "doodle render ./sketch.jsonl -o sketch.png"),
    (#"doodle $'a\x1bb.jsonl'"#, #"doodle render 'a\u{1B}b.jsonl' -o 'a\u{1B}b.png'"#),
    ("doodle rendr sketch.jsonl", "did you mean render?"),
    ("doodle render sketch.jsonl out.png", "give -o out.png"),
    ("doodle replay sketch.jsonl out.apng", "give -o out.apng"),
    ("doodle render sketch.jsonl -o x.gif", "'doodle replay --help' shows how ffmpeg makes videos"),
    ("doodle replay sketch.jsonl -o x.mp4", "'doodle replay --help' shows how ffmpeg makes videos"),
    ("doodle render sketch.jsonl -o x.apng", "'doodle replay' makes films"),
    ("doodle render sketch.jsonl -o x.jpg", "write a PNG or an SVG, and convert it"),
    ("doodle check", "doodle check ."),
    ("doodle render sketch.jsonl -o a.png; doodle diff --first a.png a.png", "two PNGs have none"),
  ])
  func `a message names the command to type`(line: String, hint: String) throws {
    let result = try scratch.shell(line)
    #expect(result.status == 2)
    #expect(result.errors.contains(hint), "\(result.errors)")
  }

  @Test(arguments: [
    (#"{"tool":"pen","colour":"red"}"#, 0, #"2:15: warning: the key "colour" is not read; did you mean "color"?"#),
    (#"{"tool":"pne"}"#, 3, #"the tool "pne" is unknown; did you mean "pen"? expected"#),
    (#"{"command":"undp"}"#, 3, #"unknown command "undp"; did you mean "undo"? use"#),
    (#"{"phase":"begun","point":[1,1]}"#, 3, #"unknown phase "begun"; did you mean "began"? use"#),
    (
      #"{"tool":"eraser","mode":"storke"}"#, 3,
      #"the eraser mode "storke" is unknown; did you mean "stroke"? expected"#
    ),
    (#"{"tool":"zzzzzz"}"#, 3, #"the tool "zzzzzz" is unknown; expected"#),
  ])
  func `an unknown name is reported with the nearest known one`(line: String, code: Int32, message: String) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [SmallLog.lines[0], line] + SmallLog.lines.dropFirst())])
    let result = try scratch.shell("doodle render a.jsonl -o a.png")
    #expect(result.status == code)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `a misspelled key is reported once for each kind of line, and an app's own keys never`() throws {
    let touches = (0..<50).map { #"{"phase":"moved","point":[\#($0),5],"presure":0.5,"app":{"a":1},"no\#($0)":2}"# }
    let log = SmallLog.text(
      of: [#"{"doodle":1,"size":[60,60],"scael":2}"#, #"{"phase":"began","point":[1,1],"presure":1}"#] + touches
        + [#"{"phase":"ended","point":[9,9]}"#])
    let scratch = try Scratch(["a.jsonl": log])
    let result = try scratch.shell("doodle hash a.jsonl")
    #expect(result.errors.components(separatedBy: "warning:").count == 3, "\(result.errors)")
    #expect(result.errors.contains(#"a.jsonl:1:28: warning: the key "scael" is not read; did you mean "scale"?"#))
    #expect(result.errors.contains(#"a.jsonl:2:32: warning: the key "presure" is not read; did you mean "pressure"?"#))
  }

  @Test func `a drawing that a log opens and that is missing is an error of its line`() throws {
    let scratch = try Scratch(["a.jsonl": "{\"doodle\":1}\n{\"command\":\"open\",\"path\":\"none.json\"}\n"])
    let result = try scratch.shell("doodle render a.jsonl -o a.png")
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix("a.jsonl:2:12: error: cannot open none.json: no such file or directory\n"))
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

  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func `the names of standard output work as a dash does`(name: String) throws {
    #expect(
      try scratch.shell("doodle render sketch.jsonl -o \(name) | doodle hash -").output
        == scratch.shell("doodle render sketch.jsonl -o - | doodle hash -").output)
  }

  @Test func `a film without transparency says so`() throws {
    let film = try scratch.shell("doodle replay sketch.jsonl --background none -f y4m -o a.y4m")
    #expect(film.status == 0)
    #expect(film.errors.contains("y4m has no transparency"), "\(film.errors)")
    let rgba = try scratch.shell("doodle replay sketch.jsonl --background none -f rgba -o a.rgba")
    #expect(rgba.errors.isEmpty)
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
