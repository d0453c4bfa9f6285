import Compare
import Foundation
import TestSupport

@testable import Deflate

/// What comes of a stream.
enum Inflation: Equatable, CustomStringConvertible {
  case done([UInt8])
  /// More bytes are needed.
  case incomplete
  case damaged

  /// What `Inflater` makes of `stream`, which comes in pieces of the sizes that `size` gives.
  init(_ stream: [UInt8], piece size: () -> Int = { .max }) {
    var inflater = Inflater()
    var rest = stream[...]
    var bytes: [UInt8] = []
    do throws(InflateError) {
      while true {
        let progress = try inflater.run()
        bytes += inflater.window.bytes[inflater.window.take(atMost: .max)]
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
          inflater.reader.append(piece)
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

  /// What zlib makes of streams, with the window that each states and a byte at a time, so that none of its output but
  /// the window is within reach; nil where there is no Python.
  static func ofZlib(_ streams: [[UInt8]]) throws -> [String]? {
    try Python.run(
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
      """, on: streams
    ).map { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }
  }

  /// Streams that zlib makes of each of `contents` with all levels, strategies and sizes of its window and its blocks;
  /// nil where there is no Python.
  static func compressed(_ contents: [[UInt8]]) throws -> [(content: Int, stream: [UInt8])]? {
    let output = try Python.run(
      """
      for number, data in enumerate(blocks):
          for level in range(10):
              for strategy in range(5):
                  place = number + level + 3 * strategy
                  stream = zlib.compressobj(level, zlib.DEFLATED, 9 + place % 7, 1 + place % 9, strategy)
                  out = stream.compress(data[:len(data) // 3])
                  if place % 3: out += stream.flush(zlib.Z_SYNC_FLUSH if place % 3 == 1 else zlib.Z_FULL_FLUSH)
                  out += stream.compress(data[len(data) // 3:]) + stream.flush()
                  result.write(struct.pack('>II', number, len(out)) + out)
      """, on: contents)
    guard let output else { return nil }
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
  /// Runs a program to which `blocks` are these and which writes to `result`; returns what it wrote.
  static func run(_ program: String, on blocks: [[UInt8]]) throws -> [UInt8]? {
    guard let python = ExternalProgram.python else { return nil }
    let files = ["in", "out"].map { _ in
      FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    try Data(blocks.flatMap { TinyPNG.bigEndian($0.count) + $0 }).write(to: files[0])
    let (_, code) = try ExternalProgram.run(python, ["-c", reader + program, files[0].path, files[1].path])
    guard code == 0 else { return [] }
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
  /// What zlib makes of zlib streams: for each, how many bytes and their SHA-256; nil where there is no Python.
  static func inflated(_ streams: [[UInt8]]) throws -> [String]? {
    guard let python else { return nil }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(streams.flatMap { TinyPNG.bigEndian($0.count) + $0 }).write(to: file)
    let (output, code) = try run(python, ["-c", inflater, file.path])
    return code == 0 ? output.split(separator: "\n").map(String.init) : []
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
