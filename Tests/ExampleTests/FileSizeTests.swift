import DoodleKit
import Foundation
import TestSupport
import Testing

/// The sizes of PNGs beside those of zlib.
struct FileSizeTests {
  /// Prints the size of a PNG's pixel data, and that of the same rows, not filtered, after zlib at a level.
  private static let sizes = """
    import sys, zlib
    level = int(sys.argv[1])
    for path in sys.argv[2:]:
        file, data, at = open(path, 'rb').read(), b'', 8
        while at < len(file):
            count = int.from_bytes(file[at:at + 4], 'big')
            if file[at + 4:at + 8] == b'IDAT': data += file[at + 8:at + 8 + count]
            at += 12 + count
        print(len(data), len(zlib.compress(zlib.decompress(data), level)))
    """

  @Test(
    .enabled(if: ExternalProgram.python != nil, "needs python3"),
    arguments: [(PNGOptions.Compression.fast, 1), (.default, 6), (.small, 9)])
  func `no example is larger than with zlib`(compression: PNGOptions.Compression, level: Int) throws {
    let python = try #require(ExternalProgram.python)
    let folder = FileManager.default.temporaryDirectory.appending(path: "doodle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let blank = Bitmap(width: 597, height: 796, pixels: [UInt32](repeating: .max, count: 597 * 796))
    let pictures =
      try Example.all.map { ($0.name, try readPNG(from: try InputFile(path: $0.golden.path))) } + [("blank", blank)]
    // Unfiltered rows give the sizes of zlib, whatever the method that is tested has done.
    let files = try pictures.flatMap { name, picture in
      try [PNGOptions.Compression.fast, compression].enumerated().map { number, compression in
        let file = folder.appending(path: "\(name)\(number).png")
        var sink = MemorySink()
        try writePNG(picture, options: PNGOptions(compression: compression), to: &sink)
        try Data(sink.bytes).write(to: file)
        return file.path
      }
    }
    let (output, code) = try ExternalProgram.run(python, ["-c", Self.sizes, "\(level)"] + files)
    #expect(code == 0)
    let sizes = output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    try #require(sizes.count == files.count)
    for (index, (name, _)) in pictures.enumerated() {
      #expect(sizes[2 * index + 1][0] <= sizes[2 * index][1], "\(name)")
    }
  }
}
