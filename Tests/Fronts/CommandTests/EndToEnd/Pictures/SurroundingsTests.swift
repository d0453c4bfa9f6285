import Testing

/// The environment of the process changes no pixel.
@Suite struct SurroundingsTests {
  /// Fractions, which German writes with a comma, and color names that Turkish lowercases differently.
  static let log = SmallLog.text(of: [
    #"{"doodle":1,"size":[40.5,20.25],"background":"IVORY"}"#,
    #"{"tool":"pen","color":"IndianRed","width":2.5}"#,
    #"{"phase":"began","touch":1,"point":[5.5,10.25],"time":0.5}"#,
    #"{"phase":"moved","touch":1,"point":[20.125,12],"time":0.51}"#,
    #"{"phase":"ended","touch":1,"point":[35,10.75],"time":0.525}"#,
  ])

  let scratch: Scratch
  let path: String
  let expected: String

  init() throws {
    scratch = try Scratch(["a.jsonl": SurroundingsTests.log])
    path = "\(scratch.path)/a.jsonl"
    expected = "\(try scratch.hash("a.jsonl"))  \(path)\n"
    try #require(expected.count == 64 + 2 + path.count + 1)
  }

  @Test(arguments: [
    [:], ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"], ["LC_ALL": "tr_TR.UTF-8"], ["LC_ALL": "xx_XX.none"],
    ["LC_ALL": "C"], ["HOME": "/none", "XDG_CONFIG_HOME": "/none"], ["NO_COLOR": "1"],
    ["CLICOLOR_FORCE": "1", "TERM": "xterm-256color"], ["TZ": "Asia/Kathmandu"], ["TMPDIR": "/none"],
  ])
  func `no environment variable changes a pixel`(environment: [String: String]) throws {
    let result = try Program.run(Program.doodle, ["hash", path], environment: environment)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output == expected)
  }

  @Test(arguments: [
    ("no environment", "unset PATH HOME"), ("a folder that cannot be written to", "cd /proc"),
    ("a folder that is gone", "mkdir gone; cd gone; rmdir ../gone"), ("no standard error", "exec 2>&-"),
    ("no standard input", "exec <&-"), ("a low priority", "renice -n 10 $$ > /dev/null"),
    ("little stack", "ulimit -s 256"),
  ])
  func `the folder, the streams and the limits of the process change no pixel`(name: String, lines: String) throws {
    let result = try scratch.shell("\(lines)\ndoodle hash '\(path)'")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output == expected)
  }
}
