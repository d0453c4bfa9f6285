import Files
import Foundation
import Testing

@testable import DataSets

struct OutputTests {
  // MARK: Names

  @Test(arguments: [
    ("x/{shard:05}.tar", "x/00012.tar"), ("{split}-{shard}.tar", "train-12.tar"), ("a.npy", "a.npy"),
    ("{label}/{key}.png", "a_b/k_1.png"), ("{index:09}_{copy}.png", "000000034_5.png"),
    ("{stem}-{index}.png", "f-34.png"),
  ])
  func `placeholders are replaced`(pattern: String, path: String) throws {
    var values = OutputPattern.Values()
    (values.shard, values.split, values.index, values.copy) = (12, "train", 34, 5)
    (values.key, values.label, values.stem) = ("k.1", "a/b", "f")
    #expect(try OutputPattern(pattern).path(values) == path)
  }

  @Test(arguments: [
    ("", "_"), ("..", "__"), ("../x", "___x"), ("a\nb\u{7F}", "a_b_"), ("/etc/passwd", "_etc_passwd"), ("Ä ö", "Ä ö"),
  ])
  func `a key names a file in the folder, whatever it is`(key: String, name: String) {
    #expect(OutputPattern.name(key) == name)
  }

  @Test func `long keys keep their beginning`() {
    #expect(OutputPattern.name(String(repeating: "ab", count: 300)).utf8.count <= 200)
    #expect(OutputPattern.name(String(repeating: "漢", count: 300)).utf8.count <= 200)
  }

  @Test(arguments: [
    ("a.jpg", OutputPattern.Fault.unknownExtension("a.jpg")), ("{what}.tar", .unknownPlaceholder("{what}")),
    ("{shard:5}.tar", .unknownPlaceholder("{shard:5}")), ("{shard.tar", .unknownPlaceholder("{shard.tar")),
    ("{key}.tar", .misplaced("key")), ("{index}.npy", .misplaced("index")), ("{label}.png", .needsName),
  ])
  func `other patterns are refused`(pattern: String, fault: OutputPattern.Fault) {
    #expect(throws: fault) { try OutputPattern(pattern) }
  }

  // MARK: Files

  /// By NumPy's format specification: magic, version, length of the rest little endian, a dictionary, spaces, newline.
  @Test func `the header of an array has 128 bytes and its shape`() throws {
    let header = NPY.header(shape: [8600, 784])
    #expect(header.count == 128)
    let start: [UInt8] = [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59, 1, 0, 118, 0]
    #expect(header.starts(with: start))
    let text = String(decoding: header[10...], as: UTF8.self)
    #expect(text.hasPrefix("{'descr': '|u1', 'fortran_order': False, 'shape': (8600, 784), }"))
    #expect(text.hasSuffix(" \n"))
    #expect(NPY.header(shape: [Int.max, Int.max]).count == 128)
  }

  /// By POSIX.1-1988: octal numbers, the sum of all bytes with spaces for itself, blocks of 512 bytes.
  @Test func `a member of an archive has no time, no owner, and mode 0644`() throws {
    var archive: [UInt8] = []
    Tar.append("000000001.png", Array("hello".utf8).span, to: &archive)
    #expect(archive.count == 1024)
    func field(_ range: Range<Int>) -> String { String(decoding: archive[range].prefix { $0 != 0 }, as: UTF8.self) }
    #expect(field(0..<100) == "000000001.png")
    #expect(field(100..<108) == "0000644")
    #expect(field(108..<116) == "0000000" && field(116..<124) == "0000000")
    #expect(field(124..<136) == "00000000005")
    #expect(field(136..<148) == "00000000000")
    #expect(archive[156] == UInt8(ascii: "0"))
    let magic: [UInt8] = Array("ustar\u{0}00".utf8)
    #expect(archive[257..<265].elementsEqual(magic))
    var sum = 0
    for index in 0..<512 { sum += 148..<156 ~= index ? 32 : Int(archive[index]) }
    let octal = String(sum, radix: 8)
    #expect(field(148..<156) == String(repeating: "0", count: 6 - octal.count) + octal)
    #expect(field(512..<1024) == "hello")
  }

  @Test func `GNU tar reads the archives`() throws {
    let folder = ScratchFolder()
    let input = try folder.write("a.ndjson", drawingLines(5).joined(separator: "\n"))
    try runBatch([input], smallOptions(), folder.path + "/{shard}.tar")
    let list = try shell("TZ=UTC tar -tvf \(folder.path)/0.tar")
    #expect(list.split(separator: "\n").count == 10)
    for line in list.split(separator: "\n") {
      #expect(line.hasPrefix("-rw-r--r-- 0/0") && line.contains("1970-01-01 00:00"))
    }
    _ = try shell("cd \(folder.path) && tar -xf 0.tar")
    #expect(try folder.text("000000003.json").hasPrefix(#"{"index":3,"key":"k3","label":"cat","#))
    #expect(try folder.bytes("000000003.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `the rows of an array are the pixels of the PNGs`() throws {
    let folder = ScratchFolder()
    let input = try folder.write("a.ndjson", drawingLines(7).joined(separator: "\n"))
    try runBatch([input], smallOptions(20), folder.path + "/a.npy")
    try runBatch([input], smallOptions(20), folder.path + "/p/{index}.png")
    let array = try folder.bytes("a.npy")
    #expect(array.count == 128 + 7 * 400)
    for row in 0..<7 {
      let pixels = try grays(ofPNG: Array(try folder.bytes("p/\(row).png")))
      let start = 128 + row * 400
      #expect(pixels == Array(array[start..<start + 400]), "row \(row)")
    }
    #expect(try folder.text("a.rows.ndjson").split(separator: "\n").count == 7)
  }

  /// A program that takes a shard as soon as it is in place may empty its file at that moment.
  @Test func `the checksum is that of the bytes written, whatever happens to the file in its place`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/0.npy"
    let row = [UInt8](repeating: 7, count: 1 << 20)
    let rows = 48
    let header = NPY.header(shape: [rows, row.count])
    let thread = Thread {
      while truncate(path, 0) != 0 { usleep(100) }
    }
    thread.start()
    let file = try ShardFile(path, replaces: false, hashes: true, keeping: FilesRead())
    try file.write([UInt8](repeating: 0, count: header.count).span)
    for _ in 0..<rows { try file.write(row.span) }
    try file.overwriteStart(header.span)
    let finished = try file.commit(in: folder.path + "/")
    let expected = folder.path + "/expected"
    try Data(header + Array([[UInt8]](repeating: row, count: rows).joined())).write(to: URL(filePath: expected))
    #expect(finished.hash == String(try shell("sha256sum \(expected)").prefix(64)))
    #expect(finished.size == header.count + rows * row.count)
  }
}
