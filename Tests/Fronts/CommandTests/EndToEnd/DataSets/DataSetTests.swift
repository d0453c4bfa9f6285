import Foundation
import Testing

/// `doodle batch` as users and programs run it.
struct DataSetTests {
  private static let line = #"{"word":"cat","key_id":"1","recognized":true,"drawing":[[[0,255,128],[0,20,255]]]}"#

  private func scratch(_ count: Int = 6) throws -> Scratch {
    let lines = (0..<count).map { number in
      Self.line.replacing(#""1""#, with: "\"\(number)\"").replacing("128", with: "\(number % 256)")
    }
    return try Scratch([
      "cat.ndjson": lines.joined(separator: "\n") + "\n", "bad.ndjson": lines[0] + "\n{\n" + lines[1] + "\n",
    ])
  }

  // MARK: Exit codes and messages

  @Test(arguments: [
    ("cat.ndjson -o a.npy", 0, "doodle: 6 records: 6 samples in 2 files; "),
    ("bad.ndjson -o a.npy", 3, "bad.ndjson:2:2: error: "),
    ("--on-error skip bad.ndjson -o a.npy", 3, "doodle: 3 records: 2 samples in 2 files, 1 error (malformed 1); "),
    ("bad.ndjson -o a.ndjson", 0, "1 error (malformed 1)"),
    ("missing.ndjson -o a.npy", 4, "cannot open missing.ndjson"),
    ("cat.ndjson", 2, "no output"), ("cat.ndjson -o a.jpg", 2, ".tar, .npy, .ndjson, .jsonl or .png"),
    ("cat.ndjson -o cat.ndjson", 2, "is an input"),
    ("cat.ndjson -o '{key}.tar'", 2, "{key} differs from picture to picture"),
    ("cat.ndjson -o a.npy --part 0/2", 2, "--part needs {shard} in -o"),
    ("cat.ndjson -o a.npy --on-error record", 2, "JSON lines"),
    ("cat.ndjson -o a.ndjson --fields pixels", 2, "--fields pixels needs -o -"),
    ("cat.ndjson -o '{shard}.tar' --fields pixels", 2, "--fields pixels needs -o -"),
    ("cat.ndjson -o - --fields pixels,json", 2, "cannot be combined"),
    ("cat.ndjson -o - --fields json", 2, "--fields needs a .tar in -o"),
    ("cat.ndjson -o '{split}.tar'", 2, "needs --split"),
    ("cat.ndjson -o '{key}.png' --augment 2", 2, "{copy} in -o"),
    ("cat.ndjson -o a.npy --jitter scale=.1", 2, "--jitter needs --augment"),
    ("cat.ndjson -o '{shard}.tar' --channels ink,time", 2, "a PNG has 1, 3 or 4"),
    ("cat.ndjson -o a.npy --mode rgb --channels ink", 2, "cannot be combined"),
    ("cat.ndjson -o a.npy --size 0", 2, "each from 1 to 8192"), ("cat.ndjson -o a.npy --size 4x", 2, "--size"),
    ("cat.ndjson -o a.npy --padding 5/4", 2, "24/304"), ("cat.ndjson -o a.npy --stroke 0", 2, "more than 0"),
    ("cat.ndjson -o a.npy --split a=.5,b=.4", 2, "sum of 1"),
    ("cat.ndjson -o a.npy --part 2/2", 2, "I from 0 to N - 1"),
    ("cat.ndjson -o a.npy --jitter rotate=200 --augment 1", 2, "scale=, rotate="),
    ("cat.ndjson -o a.npy --channels ink,ink", 2, "each once"),
    ("cat.ndjson -o a.npy --join straight --pressure velocity", 2, "cannot be combined"),
    ("cat.ndjson -o a.npy --max-record 20", 3, "--max-record"),
  ])
  func `a run ends with the documented code and says why`(line: String, status: Int, words: String) throws {
    let scratch = try scratch()
    let result = try scratch.shell("doodle batch \(line)")
    #expect(result.status == Int32(status), "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
    if status == 2 || status == 4 { #expect(scratch.names == ["bad.ndjson", "cat.ndjson"]) }
  }

  @Test func `a picture that is there already is not written again`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      """
      doodle batch -q cat.ndjson -o 'p/{key}.png' && stat -c %i p/*.png > before
      doodle batch -q --overwrite cat.ndjson -o 'p/{key}.png' && stat -c %i p/*.png > after && cmp before after
      doodle batch -q --overwrite --size 9 cat.ndjson -o 'p/{key}.png' && stat -c %i p/*.png > after && ! cmp -s before after
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `errors of an output in one file lie beside it`() throws {
    let scratch = try scratch()
    _ = try scratch.shell("doodle batch --on-error skip bad.ndjson -o a.npy")
    #expect(scratch.names == ["a.errors.ndjson", "a.npy", "a.rows.ndjson", "bad.ndjson", "cat.ndjson"])
    #expect(try scratch.text(of: "a.errors.ndjson").contains(#""file":"bad.ndjson","line":2"#))
  }

  @Test(arguments: ["a.rows.ndjson", "a.errors.ndjson", "p/00.rows.ndjson"])
  func `a file beside an array is replaced only if a run has written it`(name: String) throws {
    let scratch = try scratch()
    let output = name.hasPrefix("p") ? "'p/{shard:02}.npy' --overwrite" : "a.npy"
    let line = "doodle batch -q --on-error skip bad.ndjson -o \(output)"
    #expect(try scratch.shell("mkdir p; \(line); \(line)").status == 3)
    let result = try scratch.shell("echo mine > \(name); \(line)")
    #expect(result.status == 4 && result.errors.contains("\(name): "), "\(result.errors)")
    #expect(try scratch.text(of: name) == "mine\n")
  }

  @Test func `lines that a run has written beside its output are left out of the next run, which says so`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      """
      doodle batch -q --on-error skip bad.ndjson -o a.npy; rm bad.ndjson
      doodle batch *.ndjson -o b.npy && wc -l < b.rows.ndjson; doodle batch a.rows.ndjson -o - --on-error skip
      """)
    #expect(result.status == 3 && result.output.hasPrefix("6\n"), "\(result.output)")
    #expect(
      result.errors.contains("2 files that 'doodle batch' wrote beside its output are left out"), "\(result.errors)")
  }

  @Test func `recordings keep their names beside an array`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      "cp cat.ndjson a.jsonl; doodle batch -q cat.ndjson -o a.npy && cmp cat.ndjson a.jsonl")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `samples that follow lines are the rows of an array`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      """
      options='--size 9x7 --channels ink,order,time,pause,speed,pressure --classes classes'
      echo cat > classes; doodle batch -q bad.ndjson --on-error skip $options -o a.npy
      doodle batch -q bad.ndjson $options -o - --fields pixels > lines
      """)
    #expect(result.status == 0, "\(result.errors)")
    var rest = try scratch.bytes(of: "lines")[...]
    var samples = Data()
    var errors = 0
    while let end = rest.firstIndex(of: 0x0A) {
      let line = try #require(try JSONSerialization.jsonObject(with: rest[..<end]) as? [String: Any])
      rest = rest[(end + 1)...]
      guard let shape = line["shape"] as? [Int] else {
        errors += line["error"] == nil ? 0 : 1
        continue
      }
      #expect(shape == [7, 9, 6] && line["class"] as? Int == 0 && line["png"] == nil)
      samples += rest.prefix(7 * 9 * 6)
      rest = rest.dropFirst(7 * 9 * 6)
    }
    #expect(try scratch.bytes(of: "a.npy").dropFirst(128) == samples)
    #expect(errors == 1 && rest.isEmpty)
  }

  @Test func `parts of lines are the lines of one run`() throws {
    let scratch = try scratch(7)
    let result = try scratch.shell(
      """
      doodle batch -q cat.ndjson -o - | sort > whole
      for part in 0 1 2; do doodle batch -q cat.ndjson --part $part/3 --shard-size 2 -o - > $part; done
      sort 0 1 2 | cmp - whole && wc -l < 0 && wc -l < 1 && wc -l < 2
      """)
    #expect(result.status == 0 && result.output == "3\n2\n2\n", "\(result.output)\(result.errors)")
  }

  @Test func `an empty input writes nothing`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      ": > e; for out in a.npy '{shard}.tar' - a.ndjson; do doodle batch e -o \"$out\" || exit; done")
    #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
    #expect(scratch.names == ["bad.ndjson", "cat.ndjson", "e"])
  }

  @Test func `names of inputs come from a list, a folder and standard input`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      """
      mkdir -p in/dog && doodle convert cat.ndjson -o in/dog/1.jsonl && gzip -c cat.ndjson > in/x.ndjson.gz
      doodle batch cat.ndjson -o 1.npy && doodle batch - -o 2.npy < cat.ndjson && cmp 1.npy 2.npy
      printf 'cat.ndjson\\ncat.ndjson\\n' > list && doodle batch --files-from list -o 3.npy
      doodle batch in -o 'p/{label}/{stem}-{index}.png'
      doodle batch in --label-from folder -o 'f/{label}/{stem}-{index}.png'
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try scratch.text(of: "3.rows.ndjson").split(separator: "\n").count == 12)
    #expect(scratch.names(where: { $0.hasPrefix("f/dog/") }) == ["f/dog/1-0.png"])
    #expect(scratch.names(where: { $0.hasPrefix("f/in/x-") }).count == 6)
    #expect(!scratch.names.contains { $0.hasPrefix("p/dog") })
    #expect(scratch.names.contains("p/cat/1-0.png"))
  }

  /// The jobs of Slurm run one after another.
  @Test func `the stories of the guide run as written`() throws {
    let guide = try String(contentsOfFile: ProjectFiles.root + "/Examples/data-sets/README.md", encoding: .utf8)
    let stories = try #require(guide.components(separatedBy: "## Stories\n\n```bash\n").last).components(
      separatedBy: "```")[0]
    let scratch = try scratch()
    let result = try scratch.shell(
      """
      sbatch() { for SLURM_ARRAY_TASK_ID in $(seq 0 15); do eval "$3" || return; done; }
      set -e
      rm bad.ndjson; sed s/cat/dog/ cat.ndjson > dog.ndjson; printf 'cat\\ndog\\n' > categories.txt
      mkdir raw crohme crohme/sum; cp cat.ndjson raw/
      doodle convert -q cat.ndjson -o crohme/sum/1.inkml
      \(stories)
      """)
    #expect(result.status == 0, "\(result.errors)")
    let made = scratch.names
    for name in ["cat.npy", "png/cat/1.png", "rgb/00000.tar", "aug/00000.tar", "out/00000.tar", "out/manifest.json"] {
      #expect(made.contains(name), "\(name)")
    }
    #expect(made.contains { $0.hasPrefix("wds/train-00000") })
    #expect(!made.contains { $0.hasSuffix(".journal") || $0.contains("-of-16") })
  }

  // MARK: As a filter

  /// A program that waits for the answer to a line before it sends the next one.
  @Test(arguments: ["", "--line-buffered"]) func `each line is answered before the next one is sent`(option: String)
    throws
  {
    let script = """
      import subprocess, json, sys
      filter = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
      for number in range(20):
        line = '{"key_id":"%d","drawing":[[[1,2],[3,%d]]]}' % (number, number) if number % 5 else 'no JSON'
        filter.stdin.write((line + '\\n').encode()); filter.stdin.flush()
        answer = json.loads(filter.stdout.readline())
        assert answer['index'] == number and ('png' in answer) == (number % 5 > 0), answer
      filter.stdin.close()
      assert filter.stdout.read() == b'' and filter.wait() == 0
      """
    let scratch = try Scratch(["filter.py": script])
    let result = try scratch.shell(
      "timeout 60 python3 filter.py '\(Program.doodle)' batch -q - -o - --size 16 \(option)")
    #expect(result.status == 0, "\(result.errors)")
  }

  /// None of them may decide how the lines after it are read.
  @Test(arguments: [
    "[]", #"[{"x":1}]"#, #"{"phase":"began","x":1,"y":2}"#, #"{"doodle":1}"#, "<?xml version='1.0'?>", "",
    "\u{1F}\u{8B}abc", "key_id,drawing",
  ])
  func `the first line of standard input is answered like any other`(first: String) throws {
    let scratch = try Scratch(["in": first + "\n" + Self.line + "\n" + Self.line + "\n"])
    let result = try scratch.shell("doodle batch -q - -o - < in")
    let lines = result.output.split(separator: "\n")
    #expect(result.status == 0 && lines.count == 3, "\(result.errors)")
    #expect(lines.map { $0.contains("\"error\"") } == [true, false, false])
  }

  @Test func `a reader that goes away ends the run quietly`() throws {
    let result = try scratch(3000).shell("doodle batch -q cat.ndjson -o - | head -n 1 | wc -l; echo ${PIPESTATUS[0]}")
    #expect(result.output == "1\n0\n" && result.errors.isEmpty, "\(result)")
  }

  @Test func `a full disk ends the run with code 4`() throws {
    let result = try scratch().shell("doodle batch -q cat.ndjson -o - > /dev/full")
    #expect(result.status == 4)
    #expect(result.errors.contains("No space left") || result.errors.contains("no space left"), "\(result.errors)")
  }

  // MARK: Interruptions

  @Test func `a run that is killed fifty times makes the same files`() throws {
    let scratch = try scratch(900)
    let command = "doodle batch -q cat.ndjson --size 24 --shard-size 30 --on-error skip -o"
    var result = try scratch.shell("\(command) 'whole/{shard:03}.tar'")
    #expect(result.status == 0, "\(result.errors)")
    result = try scratch.shell(
      """
      for number in $(seq 50); do
        '\(Program.doodle)' batch -q cat.ndjson --size 24 --shard-size 30 --on-error skip -o 'killed/{shard:03}.tar' &
        sleep 0.0$((RANDOM % 90 + 10)); kill -9 $! 2> /dev/null; wait $! 2> /dev/null
        for file in killed/*.tar; do
          if [ -e "$file" ]; then cmp "$file" "whole/${file#killed/}" || exit 1; fi
        done
      done
      \(command) 'killed/{shard:03}.tar' && diff -r whole killed
      """)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test(arguments: ["TERM", "HUP"]) func `a signal leaves whole shards and the journal`(signal: String) throws {
    let scratch = try scratch(20_000)
    let result = try scratch.shell(
      """
      '\(Program.doodle)' batch -q cat.ndjson --shard-size 50 -j 1 -o 'a/{shard}.tar' &
      while [ ! -e a/0.tar ]; do sleep 0.01; done
      kill -\(signal) $!; wait $!; echo $?
      for file in a/*.tar; do tar -tf "$file" > /dev/null || exit 1; done
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == (signal == "TERM" ? "143\n" : "129\n"))
    #expect(scratch.names.contains("a/batch.journal"))
    #expect(!scratch.names.contains { $0.hasSuffix(".tmp") })
  }

  @Test func `the error of another run names what differs`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      "doodle batch -q cat.ndjson -o 'a/{shard}.tar' && doodle batch -q cat.ndjson --size 32 -o 'a/{shard}.tar'")
    #expect(result.status == 2)
    #expect(result.errors.contains(#""a/manifest.json" tells of a run that differs in --size"#), "\(result.errors)")
    #expect(result.errors.contains("--overwrite"))
  }

  @Test func `a record of a hundred megabytes is a bad record`() throws {
    let scratch = try scratch()
    let result = try scratch.shell(
      """
      { head -n 1 cat.ndjson; printf '{"drawing":[[['; yes 1, | head -c 160000000 | tr -d '\\n'; echo; tail -n 1 cat.ndjson; } |
        doodle batch - -o - | cut -c 1-200
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3, "\(result.errors)")
    #expect(lines.count > 1 && lines[1].contains("--max-record"))
  }
}
