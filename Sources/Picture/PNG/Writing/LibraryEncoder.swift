import CPNG

typealias PNGEncoder = LibraryEncoder

/// Writes a PNG with libpng, which checks what it is given.
struct LibraryEncoder: PNGEncoding {
  private let format: PixelFormat
  private let writer: LibraryWriter
  var byteCount = 0

  var bytes: [UInt8] {
    get { writer.output }
    set { writer.output = newValue }
  }

  init(format: PixelFormat, width: Int, height: Int) throws(ImageError) {
    try Self.check(width: width, height: height)
    self.format = format
    writer = try LibraryWriter()
    try unsafe writer.check(
      cpng_writer_set_header(
        writer.pointer, UInt32(width), UInt32(height), Int32(format.bitDepth), Int32(format.colorType)))
  }

  mutating func begin(_ metadata: PNGMetadata) throws(ImageError) {
    if case .palette(let colors, _) = format {
      let channels = colors.flatMap { color in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: color >> $0) } }
      try unsafe writer.check(
        cpng_writer_set_palette(writer.pointer, channels, Int32(colors.count), Int32(format.translucentCount)))
    }
    if let number = metadata.pixelsPerMeter {
      try unsafe writer.check(cpng_writer_set_resolution(writer.pointer, number))
    }
    for text in metadata.texts {
      let (keyword, value) = (
        (text.keyword + [0]).map { CChar(bitPattern: $0) }, (text.value + [0]).map { CChar(bitPattern: $0) }
      )
      try unsafe writer.check(cpng_writer_add_text(writer.pointer, keyword, value, text.isUTF8 ? 1 : 0))
    }
    try unsafe writer.check(cpng_writer_write_info(writer.pointer))
  }

  mutating func writeChunk(_ name: String, _ data: Span<UInt8>) throws(ImageError) {
    let message = unsafe data.withUnsafeBufferPointer { bytes in
      unsafe cpng_writer_write_chunk(writer.pointer, name, bytes.baseAddress, bytes.count)
    }
    try unsafe writer.check(message)
  }

  // png_write_end demands rows that libpng compressed itself.
  mutating func end() throws(ImageError) {
    let nothing: [UInt8] = []
    try writeChunk("IEND", nothing.span)
  }
}

/// libpng's writer, and the bytes that it has written.
@safe final class LibraryWriter {
  /// What the functions of CPNG take.
  let pointer: OpaquePointer
  var output: [UInt8] {
    get { collector.bytes }
    set { collector.bytes = newValue }
  }
  private let collector = Collector()

  private final class Collector {
    var bytes: [UInt8] = []
  }

  /// - Throws: `ImageError.outOfMemory`.
  init() throws(ImageError) {
    let append: cpng_write_callback = { context, bytes, count in
      guard let context = unsafe context else { return 1 }
      let collector = unsafe Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
      unsafe collector.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
      return 0
    }
    guard let pointer = unsafe cpng_writer_create(append, Unmanaged.passUnretained(collector).toOpaque()) else {
      throw .outOfMemory
    }
    unsafe self.pointer = pointer
  }

  deinit {
    unsafe cpng_writer_destroy(pointer)
  }

  /// Throws the error behind a message of libpng, if there is one.
  func check(_ message: UnsafePointer<CChar>?) throws(ImageError) {
    if let message = unsafe message { throw unsafe .encoding(String(cString: message)) }
  }
}
