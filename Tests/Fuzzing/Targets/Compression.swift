import Archive
import CFuzzer
import Files
import PNG
import TestSupport

extension FuzzTarget {
  /// The source that decompresses gzip files.
  static let gzip = FuzzTarget("gzip", longest: 256, covers: [.archive("Gzip"), .archive("ZlibCoder")]) { bytes in
    let whole = unzipped(bytes, piece: .max, count: 1 << 16)
    let pieces = unzipped(bytes, piece: 3, count: 100)
    expect(whole == pieces, "the sizes of pieces change nothing")
  }

  /// Zip archives.
  static let zip = FuzzTarget("zip", longest: 512, covers: [.archive("ZipArchive")]) { bytes in
    let limit = 1 << 16
    var total = 0
    do throws(ZipError) {
      for member in try ZipArchive(bytes).members {
        do throws(ZipError) {
          let contents = try ZipArchive(bytes).contents(of: member, limit: limit)
          expect(contents.count == member.size && contents.count <= limit, "the directory gives the size")
          total += contents.count
        } catch {
          expect(0...bytes.count ~= error.offset, "an error has a location: \(error)")
        }
      }
    } catch {
      expect(0...bytes.count ~= error.offset, "an error has a location: \(error)")
    }
    // DEFLATE's longest match has 258 bytes in 2 bits.
    expect(total <= 1032 * bytes.count, "no byte is unpacked twice")
    if ZipArchive.begins(bytes) { _ = ZipArchive.firstName(bytes) }
  }

  /// Reading pictures, as they are and with correct checksums.
  static let png = FuzzTarget("png", longest: 384) { bytes in
    let repaired = withChecksums(bytes)
    checkPicture(bytes)
    if repaired != bytes { checkPicture(repaired) }
  }
}

// MARK: Properties

/// The number of bytes after which zlib stops: more than any distance in a stream, but few enough to be fast.
private let mostContents = 40_000

/// The result of zlib for a stream, whose checksum is corrected if everything else is valid.
private func judgedByZlib(_ bytes: [UInt8]) -> (stream: [UInt8], verdict: cfuzzer_verdict, contents: [UInt8]) {
  var room = mostContents
  var used = bytes.count
  var verdict = CFUZZER_INCOMPLETE
  let contents = [UInt8](unsafeUninitializedCapacity: room) { output, count in
    if let start = output.baseAddress { verdict = cfuzzer_inflate(bytes, &used, start, &room) }
    count = room
  }
  var stream = bytes
  if verdict == CFUZZER_DONE {
    stream = bytes.prefix(used - 4) + TinyPNG.bigEndian(Int(cfuzzer_adler32(contents, contents.count)))
  }
  return (stream, verdict, contents)
}

private func unzipped(_ bytes: [UInt8], piece: Int, count: Int) -> Unzipped {
  let source = GunzipSource(ChunkedSource(bytes, chunk: piece))
  var output: [UInt8] = []
  while (try? source.read(into: &output, atMost: count)) ?? 0 > 0 {}
  return Unzipped(output: output, damage: source.damage)
}

private struct Unzipped: Equatable {
  var output: [UInt8]
  var damage: GunzipSource.Damage?
}

/// A picture with corrected checksums of its chunks and, if it has a single chunk of pixel data, of its stream.
private func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
  var result = Array(bytes.prefix(8))
  var rest = bytes.dropFirst(8)
  while rest.count >= 12 {
    let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard length <= rest.count - 12 else { break }
    var chunk = Array(rest.dropFirst(4).prefix(4 + length))
    if chunk.starts(with: "IDAT".utf8) {
      chunk = Array(chunk.prefix(4)) + judgedByZlib(Array(chunk.dropFirst(4))).stream
    }
    result += TinyPNG.bigEndian(chunk.count - 4) + chunk
    result += TinyPNG.bigEndian(Int(cfuzzer_crc32(chunk, chunk.count)))
    rest = rest.dropFirst(12 + length)
  }
  return result + rest
}

/// Checks that a picture is the same read row by row, read as a whole, and after it is written and read again.
private func checkPicture(_ file: [UInt8]) {
  let limits = ImageLimits(maxWidth: 64, maxHeight: 64, maxBytes: 1 << 14)
  do throws(ImageError) {
    let bitmap = try readPNG(from: MemorySource(file), limits: limits)
    expect(rows(of: file, limits) == bitmap.pixels, "the rows are those of the picture")
    var sink = MemorySink()
    try writePNG(bitmap, options: PNGOptions(threads: 1), to: &sink)
    expect(try readPNG(from: MemorySource(sink.bytes)) == bitmap, "what is written is read again")
  } catch {
    expect(rows(of: file, limits) == nil, "the rows are damaged, too: \(error)")
    switch error {
    case .truncated(let offset), .corrupt(_, let offset):
      expect(0...file.count ~= offset, "damage has a location: \(error)")
    case .notPNG, .tooLarge, .overMemoryLimit: break
    case .notPicture, .unsupportedJPEG, .file, .outOfMemory, .encoding, .invalidResolution, .invalidKeyword,
      .invalidText:
      fatalError("the picture is to blame: \(error)")
    }
  }
}

/// The pixels of a picture that is read by rows; nil if it is damaged.
private func rows(of file: [UInt8], _ limits: ImageLimits) -> [UInt32]? {
  var pixels: [UInt32] = []
  var some: [UInt32] = []
  do throws(ImageError) {
    let reader = try PNGRowReader(ChunkedSource(file, chunk: 11), limits: limits)
    while try reader.readRows(atMost: 5, into: &some) > 0 { pixels += some }
  } catch {
    return nil
  }
  return pixels
}
