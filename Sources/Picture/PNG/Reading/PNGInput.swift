import Files

/// The bytes of a PNG file for libpng. They are counted, because libpng does not say where damage is.
final class PNGInput {
  private var source: any ByteSource
  private var buffer: [UInt8] = []
  private var position = 0
  /// The number of bytes that have been copied.
  private var offset = 0
  /// The error that ended the input.
  private var failure: ImageError?

  private static let readSize = 1 << 18

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Reads the signature, which libpng then does not get.
  ///
  /// - Throws: `ImageError.notPNG`, or the error of the source.
  func checkSignature() throws(ImageError) {
    var bytes = [UInt8](repeating: 0, count: PNGChunks.signature.count)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe copy(to: $0) }
    if let failure, case .file = failure { throw failure }
    guard count == bytes.count, bytes == PNGChunks.signature else { throw .notPNG }
  }

  /// Throws the error behind a message of libpng, if there is one.
  func check(_ message: UnsafePointer<CChar>?) throws(ImageError) {
    guard let message = unsafe message else { return }
    throw unsafe failure ?? .corrupt(String(cString: message), offset: offset)
  }

  /// Copies the next bytes. Returns their number, which is less than asked only at the end or after an error.
  func copy(to bytes: UnsafeMutableRawBufferPointer) -> Int {
    var copied = 0
    do throws(ImageError) {
      while copied < bytes.count {
        try fill()
        let some = buffer[position...].prefix(bytes.count - copied)
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[copied...]).copyBytes(from: some)
        position += some.count
        offset += some.count
        copied += some.count
      }
    } catch {
      failure = error
    }
    return copied
  }

  /// Reads from the source if the buffer is used up.
  private func fill() throws(ImageError) {
    guard position == buffer.count else { return }
    buffer.removeAll(keepingCapacity: true)
    position = 0
    do throws(FileError) {
      if try source.read(into: &buffer, atMost: Self.readSize) > 0 { return }
    } catch {
      throw .file(error)
    }
    throw .truncated(offset: offset)
  }
}
