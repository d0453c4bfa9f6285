import Compare
import Foundation
import TestSupport
import Testing

@testable import Deflate

/// The result of decompressing a stream.
enum Inflation: Equatable, CustomStringConvertible {
  case done([UInt8])
  /// The stream is truncated.
  case incomplete
  case damaged

  /// Decompresses `stream` with `Inflater`, in pieces of the sizes that `size` returns.
  init(_ stream: [UInt8], piece size: () -> Int = { .max }) {
    var inflater = Inflater()
    var rest = stream[...]
    var bytes: [UInt8] = []
    do throws(InflateError) {
      while true {
        let progress = try inflater.run()
        bytes += inflater.bytes[inflater.take(atMost: .max)]
        switch progress {
        case .isFull: break
        case .isDone:
          self = .done(bytes)
          return
        case .needsInput where rest.isEmpty:
          self = .incomplete
          return
        case .needsInput:
          let piece = rest.prefix(size())
          rest = rest.dropFirst(piece.count)
          inflater.append(piece)
        }
      }
    } catch {
      self = .damaged
    }
  }

  var description: String {
    switch self {
    case .done(let bytes):
      var hash = SHA256()
      hash.update(bytes.span)
      return "done \(bytes.count) \(hash.finalized())"
    case .incomplete: return "incomplete"
    case .damaged: return "damaged"
    }
  }

  /// Decompresses streams with zlib, one byte of output at a time, so that matches can only refer to the window that
  /// the stream states. Returns the descriptions of the results.
  static func ofZlib(_ streams: [[UInt8]]) throws -> [String] {
    let output = try Python.run(
      """
      import hashlib
      for data in blocks:
          stream, out, words = zlib.decompressobj(0), [], 'incomplete'
          try:
              while not stream.eof:
                  some = stream.decompress(data, 1)
                  data = stream.unconsumed_tail
                  out.append(some)
                  if not some and not data: break
          except zlib.error: words = 'damaged'
          out = b''.join(out)
          if stream.eof: words = 'done %d %s' % (len(out), hashlib.sha256(out).hexdigest())
          result.write(words.encode() + b'\\n')
      """, on: streams)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Compresses each of `contents` with zlib, with all levels and strategies and various sizes of the window and of its
  /// memory.
  static func compressed(_ contents: [[UInt8]]) throws -> [(content: Int, stream: [UInt8])] {
    let output = try Python.run(
      """
      for number, data in enumerate(blocks):
          for level in range(10):
              for strategy in range(5):
                  variant = number + level + 3 * strategy
                  stream = zlib.compressobj(level, zlib.DEFLATED, 9 + variant % 7, 1 + variant % 9, strategy)
                  out = stream.compress(data[:len(data) // 3])
                  if variant % 3: out += stream.flush(zlib.Z_SYNC_FLUSH if variant % 3 == 1 else zlib.Z_FULL_FLUSH)
                  out += stream.compress(data[len(data) // 3:]) + stream.flush()
                  result.write(struct.pack('>II', number, len(out)) + out)
      """, on: contents)
    var streams: [(content: Int, stream: [UInt8])] = []
    var rest = output[...]
    func number() -> Int {
      defer { rest = rest.dropFirst(4) }
      return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    while !rest.isEmpty {
      let (content, size) = (number(), number())
      streams.append((content, Array(rest.prefix(size))))
      rest = rest.dropFirst(size)
    }
    return streams
  }
}

private enum Python {
  /// Runs a Python program in which `blocks` has the given value, and returns what it writes to `result`.
  static func run(_ program: String, on blocks: [[UInt8]]) throws -> [UInt8] {
    let python = try #require(ExternalProgram.python)
    let files = ["in", "out"].map { _ in
      FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    try Data(blocks.flatMap { TinyPNG.bigEndian($0.count) + $0 }).write(to: files[0])
    let (_, code) = try ExternalProgram.run(python, ["-c", reader + program, files[0].path, files[1].path])
    try #require(code == 0)
    return Array(try Data(contentsOf: files[1]))
  }

  private static let reader = """
    import sys, zlib, struct
    data, at, blocks = open(sys.argv[1], 'rb').read(), 0, []
    while at < len(data):
        size = struct.unpack('>I', data[at:at + 4])[0]
        blocks.append(data[at + 4:at + 4 + size])
        at += 4 + size
    result = open(sys.argv[2], 'wb')

    """
}

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
