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
