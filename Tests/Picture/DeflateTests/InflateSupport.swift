import Foundation
import TestSupport
import Testing

extension ExternalProgram {
  /// Decompresses streams with zlib. Returns the number of bytes and their SHA-256 for each.
  static func inflated(_ streams: [[UInt8]]) throws -> [String] {
    let python = try #require(python)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(streams.flatMap { TinyPNG.bigEndian($0.count) + $0 }).write(to: file)
    let (output, code) = try run(python, ["-c", inflater, file.path])
    try #require(code == 0)
    return output.split(separator: "\n").map(String.init)
  }

  private static let inflater = """
    import sys, zlib, struct, hashlib
    data, at = open(sys.argv[1], 'rb').read(), 0
    while at < len(data):
        size = struct.unpack('>I', data[at:at + 4])[0]
        stream = zlib.decompressobj()
        out = stream.decompress(data[at + 4:at + 4 + size])
        assert stream.eof and not stream.unused_data
        print(len(out), hashlib.sha256(out).hexdigest())
        at += 4 + size
    """
}
