import Foundation
import Testing

/// Checks that several jobs divide among themselves, and their results as those of one.
@Suite struct MergeTests {
  /// A folder with a recording of each verdict, some with rules, spaces, pages or long lists, and goldens made of the
  /// recordings before they changed.
  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    let page = SmallLog.text.replacing(SmallLog.lines[0], with: #"{"command":"page"}"#)
    let result = try scratch.shell(
      """
      mkdir -p d/sub 'd/with space'
      log() { cat > "d/$1"; }
      log same.jsonl << 'END'
      \(SmallLog.text)END
      cp d/same.jsonl d/changed.jsonl; cp d/same.jsonl d/hashed.jsonl; cp d/same.jsonl d/ruled.jsonl
      cp d/same.jsonl d/beyond.jsonl; cp d/same.jsonl d/gone.jsonl; cp d/same.jsonl d/sized.jsonl
      cp d/same.jsonl d/sub/changed.jsonl; cp d/same.jsonl 'd/with space/"quoted".jsonl'; cp d/same.jsonl d/badrule.jsonl
      (cat d/same.jsonl; cat << 'END'
      \(page)END
      ) | tee d/pages.jsonl > d/fewer.jsonl
      doodle accept -q d; doodle accept -q d/hashed --store hash; rm -f d/hashed.png
      cp d/same.jsonl d/new.jsonl; rm d/gone.jsonl; cp d/same.jsonl d/fewer.jsonl
      for name in d/changed d/hashed d/ruled d/beyond d/sub/changed 'd/with space/"quoted"'; do
        sed -i 's/20,12/20,16/' "$name.jsonl"
      done
      sed -i 's/"size":[[][^]]*]/"size":[44,22]/' d/sized.jsonl
      echo '{"phase":' > d/broken.jsonl; echo '{"doodle":1,"size":[999999999,9]}' > d/large.jsonl
      echo '{"max_pixels":5000,"reason":"the nib was changed, \\"on purpose\\""}' > d/ruled.rule
      echo '{"max_delta":1,"max_pixels":2,"reason":"too strict"}' > d/beyond.rule
      echo '{"max_delta":1}' > d/badrule.rule; echo '{"reason":"of nothing"}' > d/stray.rule
      """)
    try #require(result.status == 0, "\(result.errors)")
    return scratch
  }

  /// Each report of a check, with the options that make it.
  private static let reports = """
    reports() {
      folder=$1; shift
      mkdir -p "$folder"
      for form in '' --json --tap '--error-format github'; do doodle check "$@" $form 2>&1; echo "ended with $?"; done \\
        > "$folder/output"
      doodle check -q "$@" --report "$folder/a.html" --junit "$folder/a.xml" --markdown "$folder/a.md" \\
        --out "$folder/out" > "$folder/quiet"
    }
    """

  @Test(arguments: [
    (1, ""), (2, ""), (3, "--max-delta 3 --ignore 0,0,4,4"), (5, "--skip 'new*'"), (7, "--metric yiq"), (40, ""),
  ])
  func `merged parts have the reports of one check, byte for byte`(count: Int, options: String) throws {
    let scratch = try Self.folder()
    let result = try scratch.shell(
      """
      \(Self.reports)
      reports whole d \(options)
      for i in $(seq \(count)); do
        doodle check d \(options) --shard $i/\(count) --out part-$i --json > $i.json || true; mv $i.json part-$i/results.json
      done
      reports merged --merge part-*/results.json
      diff -r whole merged && grep -c verdict whole/output
      """)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test func `the parts of a check by another program are merged, with its words and its runs`() throws {
    let scratch = try Self.folder()
    let result = try scratch.shell(
      """
      cat > draw.sh << 'END'
      echo "drawing <$1>"
      case $1 in
        *same*) cp "${1%.jsonl}.png" "$2";;
        *sub*) exit 7;;
        *) n=$(cat count || echo 0); echo $((n + 1)) > count
          echo '{"doodle":1,"size":[40,20],"background":"#0000'$((n % 2 + 1))'0"}' | doodle render -q - -o "$2";;
      esac
      END
      \(Self.reports)
      program='sh draw.sh {log} {png}'
      check() { rm -f count; doodle check --threads 1 d --with "$program" --repeat 2 --json "$@"; }
      check --out part > results.json || true; mv results.json part
      check --report whole.html > whole.json || true
      doodle check --merge part/results.json --report merged.html --json > merged.json || true
      cmp whole.json merged.json && cmp whole.html merged.html
      grep -c '"runs":{"count":2,"pictures":2' whole.json
      grep -o 'ended with 7: drawing &lt;d/sub/changed.jsonl&gt;' whole.html
      """)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test(arguments: [
    ("a.json b.json a.json", "checked for a.json, too"), ("a.json b.json", "part 3 of 3 is missing"),
    ("a.json b.json c.json other.json", "by another rule or program"), ("cut.json", "last line"),
    ("d/same.jsonl", "line 1 is no line of check --json"), ("a.json b.json c.json whole.json", "checked for"),
    ("", "name logs or folders"), ("absent.json", "no such file"),
  ])
  func `parts that do not make a whole are refused`(operands: String, message: String) throws {
    let scratch = try Self.folder()
    let result = try scratch.shell(
      """
      part() { doodle check d --json "${@:2}" > $1 || true; }
      part a.json --shard 1/3; part b.json --shard 2/3; part c.json --shard 3/3; part whole.json
      part other.json --only 'nothing' --max-delta 1; head -n 2 whole.json > cut.json
      doodle check --merge \(operands); test $? -gt 1
      """)
    #expect(result.status == 0 && result.errors.contains(message), "\(result.output)\(result.errors)")
    #expect(result.output.isEmpty)
  }

  /// Option by option: a part was checked by its own.
  @Test(arguments: ["--max-delta 2", "--with 'x {log} {png}'", "--against d", "--shard 1/2", "--only a", "--scale 2"])
  func `what each job decides is refused when jobs are merged`(option: String) throws {
    let result = try Scratch().shell("doodle check --merge a.json \(option)")
    #expect(result.status == 2 && result.errors.contains("--merge"), "\(result.errors)")
  }

  /// Each member of each line, also within others, with values that no check writes.
  @Test func `results with hostile values end with a documented exit code`() throws {
    let scratch = try Self.folder()
    let text = try scratch.shell("doodle check d --json --out p").output
    let hostile: [Any] = [-1, 0, Int.max, Int.min, 1e300, 0.5, "", "x", NSNull(), [Any](), [-1, Int.max, 1, 300], [:]]
    var count = 0
    func write(_ lines: [Substring], _ object: Any, at number: Int) throws {
      let line = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
      let all = lines.enumerated().map { $0.offset == number ? line : String($0.element) }
      try scratch.write(Data((all.joined(separator: "\n") + "\n").utf8), to: "hostile-\(count).json")
      count += 1
    }
    let lines = text.split(separator: "\n")
    for (number, line) in lines.enumerated() {
      var object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for (key, value) in object {
        for other in hostile {
          object[key] = other
          try write(lines, object, at: number)
          guard var inner = value as? [String: Any] else { continue }
          for name in inner.keys {
            let old = inner[name]
            inner[name] = other
            object[key] = inner
            try write(lines, object, at: number)
            inner[name] = old
          }
        }
        object[key] = value
      }
    }
    try #require(count > 1000)
    let result = try scratch.shell(
      """
      for file in hostile-*.json; do
        doodle check --merge $file --report a.html --markdown a.md --junit a.xml > out 2> errors; code=$?
        if [ $code -gt 4 ]; then echo "$code: $(cat $file)"; fi
      done
      """)
    #expect(result.output.isEmpty, "\(result.output.prefix(2000))")
  }

  @Test func `pictures that are not beside the results are missed in one line`() throws {
    let scratch = try Self.folder()
    let result = try scratch.shell(
      "doodle check d --json > a.json; doodle check --merge a.json --report a.html > out; doodle check --merge a.json > out"
    )
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("a.json: warning: the pictures of") && result.errors.contains("are not beside it"))
  }
}
