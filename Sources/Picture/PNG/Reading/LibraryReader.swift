import CPNG
import Files

/// A file that libpng reads, of which everything before the pixels has been read.
@safe final class LibraryReader {
  /// What the functions of CPNG take.
  let pointer: OpaquePointer
  private(set) var header = cpng_header()
  private let input: PNGInput

  /// - Parameter keepingTexts: Whether `text` may be called.
  /// - Throws: `ImageError` if the file is not a PNG, is damaged or ends before the pixels.
  init(_ source: any ByteSource, keepingTexts: Bool = false) throws(ImageError) {
    input = PNGInput(source)
    try input.checkSignature()
    let fetch: cpng_read_callback = { context, bytes, count in
      guard let context = unsafe context else { return 0 }
      let input = unsafe Unmanaged<PNGInput>.fromOpaque(context).takeUnretainedValue()
      return unsafe input.copy(to: UnsafeMutableRawBufferPointer(start: bytes, count: count))
    }
    let context = unsafe Unmanaged.passUnretained(input).toOpaque()
    guard let pointer = unsafe cpng_reader_create(fetch, context, keepingTexts ? 1 : 0) else { throw .outOfMemory }
    unsafe self.pointer = pointer
    try unsafe check(cpng_reader_open(pointer, &header))
  }

  deinit {
    unsafe cpng_reader_destroy(pointer)
  }

  /// Throws the error behind a message of libpng, if there is one.
  func check(_ message: UnsafePointer<CChar>?) throws(ImageError) {
    try unsafe input.check(message)
  }

  var textCount: Int { unsafe Int(cpng_reader_text_count(pointer)) }

  func text(_ index: Int) -> (keyword: String, value: String) {
    var value: UnsafePointer<CChar>?
    let keyword = unsafe cpng_reader_text(pointer, Int32(index), &value)
    return unsafe (Self.latin1(keyword), Self.latin1(value))
  }

  private static func latin1(_ text: UnsafePointer<CChar>?) -> String {
    var string = ""
    guard var byte = unsafe text else { return string }
    while unsafe byte.pointee != 0 {
      unsafe string.unicodeScalars.append(UnicodeScalar(UInt8(bitPattern: byte.pointee)))
      unsafe byte += 1
    }
    return string
  }
}
