import Foundation
import Testing

/// The hash of a log, of its picture, and of pictures by other programs.
@Suite struct HashTests {
  @Test(arguments: [
    ("dots", "", "fast"), ("transparent", "", "default"), ("tapers", "--scale 0.7", "small"),
    ("dots", "--background none --fit content", "small"),
    ("dots", "--background '#12345678' --width 100 --height 300", "default"),
    ("transparent", "--pressure none --keep-cancelled", "fast"), ("two-fingers", "--background none", "fast"),
  ])
  func `a log and its picture have the same hash`(example: String, options: String, compression: String) throws {
    let log = "'\(ProjectFiles.root)/Examples/\(example).jsonl' \(options)"
    let result = try Scratch().shell(
      "doodle render \(log) --compress \(compression) --metadata -o a.png; doodle hash a.png; doodle hash \(log)")
    #expect(result.status == 0)
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    #expect(hashes.count == 2 && hashes[0] == hashes[1], "\(result.output)")
  }

  struct Known: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var log: [String]
    var picture: BlankPicture
  }

  @Test(arguments: [
    Known(
      testDescription: "white", log: [#"{"doodle":1,"size":[1,1]}"#],
      picture: BlankPicture(width: 1, height: 1, pixel: [255, 255, 255, 255])),
    Known(
      testDescription: "clear", log: [#"{"doodle":1,"size":[2,1],"background":"none"}"#],
      picture: BlankPicture(width: 2, height: 1, pixel: [0, 0, 0, 0])),
    Known(
      testDescription: "a clear color", log: [##"{"doodle":1,"size":[2,1],"background":"#12345600"}"##],
      picture: BlankPicture(width: 2, height: 1, pixel: [0, 0, 0, 0])),
    Known(
      testDescription: "a translucent color",
      log: [##"{"doodle":1,"size":[1,2],"scale":2,"background":"#11223344"}"##],
      picture: BlankPicture(width: 2, height: 4, pixel: [0x11, 0x22, 0x33, 0x44])),
    Known(
      testDescription: "covered by a dot",
      log: [
        #"{"doodle":1,"size":[3,2]}"#, ##"{"tool":"pen","color":"#1e66f5","width":40}"##,
        #"{"phase":"began","point":[1,1]}"#, #"{"phase":"ended","point":[1,1]}"#,
      ], picture: BlankPicture(width: 3, height: 2, pixel: [0x1E, 0x66, 0xF5, 0xFF])),
    Known(
      testDescription: "a covering dot erased",
      log: [
        #"{"doodle":1,"size":[3,2],"background":"none"}"#, #"{"tool":"pen","width":40}"#,
        #"{"phase":"began","point":[1,1]}"#, #"{"phase":"ended","point":[1,1]}"#, #"{"tool":"eraser","width":60}"#,
        #"{"phase":"began","point":[1,1]}"#, #"{"phase":"ended","point":[1,1]}"#,
      ], picture: BlankPicture(width: 3, height: 2, pixel: [0, 0, 0, 0])),
  ])
  func `the hash is SHA-256 over the size and the pixels`(known: Known) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: known.log)])
    _ = try scratch.shell("doodle render a.jsonl -o a.png")
    let expected = try known.picture.hash()
    #expect(try scratch.hash("a.jsonl") == expected)
    #expect(try scratch.hash("a.png") == expected)
  }

  @Test(arguments: ["a.jsonl", "a b.jsonl", "a\nb.jsonl", "a\\b.jsonl", "a\rb.jsonl", "\u{202E}.jsonl"])
  func `a line is written as sha256sum writes it`(name: String) throws {
    let scratch = try Scratch([name: SmallLog.text])
    let theirs = try Program.run("sha256sum", [name], in: scratch.path).output
    let ours = try Program.run(Program.doodle, ["hash", name], in: scratch.path).output
    let hash = try #require(ours.firstMatch(of: /[0-9a-f]{64}/)).output
    let other = try #require(theirs.firstMatch(of: /[0-9a-f]{64}/)).output
    #expect(ours.replacing(hash, with: "") == theirs.replacing(other, with: ""))
  }

  @Test func `a name cannot command a terminal`() throws {
    let scratch = try Scratch(["a\u{1B}[2J\u{7F}\u{9B}.jsonl": SmallLog.text])
    let result = try scratch.shell("doodle hash *.jsonl")
    #expect(
      result.output.hasPrefix("\\")
        && !result.output.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
  }

  @Test func `one white pixel has the hash of 1x1, a newline and four bytes of 255`() throws {
    let scratch = try Scratch(["a.jsonl": #"{"doodle":1,"size":[1,1]}"#])
    #expect(try scratch.hash("a.jsonl") == "32ab2a7ef81e21e0e4205882d6a0a883a6707ff200980ce742533eb77a8eb6da")
  }

  /// Python writes PNGs of known pixels with its zlib and struct modules.
  @Test(
    .enabled(if: Program.exists("python3"), "needs python3"),
    arguments: [
      (
        "RGBA, clear red and half green", "8, 6", "b'\\xff\\0\\0\\0' + b'\\0\\xff\\0\\x80'",
        "\\0\\0\\0\\0\\0\\377\\0\\200"
      ),
      ("RGB", "8, 2", "b'\\x01\\x02\\x03' + b'\\x04\\x05\\x06'", "\\1\\2\\3\\377\\4\\5\\6\\377"),
      ("gray", "8, 0", "b'\\x01\\xfe'", "\\1\\1\\1\\377\\376\\376\\376\\377"),
      ("gray of one bit", "1, 0", "b'\\x40'", "\\0\\0\\0\\377\\377\\377\\377\\377"),
    ])
  func `a picture by another program has the hash of its pixels`(
    name: String, format: String, row: String, pixels: String
  ) throws {
    let script = """
      import struct, sys, zlib
      def chunk(name, data):
          return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
      sys.stdout.buffer.write(b'\\x89PNG\\r\\n\\x1a\\n'
          + chunk(b'IHDR', struct.pack('>IIBBBBB', 2, 1, \(format), 0, 0, 0))
          + chunk(b'IDAT', zlib.compress(b'\\0' + \(row))) + chunk(b'IEND', b''))
      """
    let scratch = try Scratch(["write.py": script])
    let result = try scratch.shell("python3 write.py | doodle hash; printf '2x1\\n\(pixels)' | sha256sum")
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    #expect(hashes.count == 2 && hashes[0] == hashes[1], "\(result.output)\(result.errors)")
  }
}
