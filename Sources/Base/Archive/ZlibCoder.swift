import CZlib

/// Compresses or decompresses bytes with zlib, which holds the state between the calls.
@safe final class ZlibCoder {
  enum Kind {
    /// Decompresses one member of a gzip file (RFC 1952).
    case gunzip
    /// Decompresses DEFLATE data (RFC 1951), as in a zip archive.
    case inflate
    /// Compresses to a gzip file.
    case gzip
    /// Compresses to zlib data (RFC 1950).
    case zlib
  }

  enum Progress {
    /// More input is needed.
    case needsInput
    /// The output limit was reached.
    case isFull
    /// The compressed data has ended.
    case isDone
    /// The compressed data is damaged.
    case isDamaged
  }

  private let stream: OpaquePointer
  /// The input that has not been used yet.
  private(set) var input: ArraySlice<UInt8> = []

  /// - Returns: Nil if there is no memory for zlib's window, about 40 KiB.
  init?(_ kind: Kind) {
    let kind =
      switch kind {
      case .gunzip: CZLIB_GUNZIP
      case .inflate: CZLIB_INFLATE
      case .gzip: CZLIB_GZIP
      case .zlib: CZLIB_ZLIB
      }
    guard let stream = unsafe czlib_open(kind) else { return nil }
    unsafe self.stream = stream
  }

  deinit { unsafe czlib_close(stream) }

  /// Appends bytes to the input.
  func append(_ bytes: ArraySlice<UInt8>) {
    if input.isEmpty { input = bytes } else { input += bytes }
  }

  /// Begins another stream of the same kind with the rest of the input.
  func reset() { unsafe czlib_reset(stream) }

  /// Converts as much of the input as possible.
  /// - Parameters:
  ///   - output: Receives at most `limit` bytes.
  ///   - isLast: Whether no input follows.
  func run(into output: inout [UInt8], atMost limit: Int, isLast: Bool = false) -> Progress {
    var progress = Progress.needsInput
    output.append(addingCapacity: limit) { span in
      unsafe span.withUnsafeMutableBufferPointer { bytes, initialized in
        guard let out = bytes.baseAddress else { return }
        var used = input.count
        var written = limit
        let status = unsafe input.withUnsafeBufferPointer { input in
          unsafe czlib_run(stream, input.baseAddress, &used, out, &written, isLast ? 1 : 0)
        }
        input = input.dropFirst(used)
        initialized = written
        switch status {
        case CZLIB_END: progress = .isDone
        case CZLIB_DAMAGED: progress = .isDamaged
        default: progress = written == limit ? .isFull : .needsInput
        }
      }
    }
    return progress
  }
}

/// The CRC-32 of bytes.
package func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer { unsafe czlib_crc32(0, $0.baseAddress, $0.count) }
}
