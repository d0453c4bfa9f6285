public import Files
public import Geometry

/// Writes a film as an animated PNG (PNG, third edition, 11.3.6: acTL, fcTL and fdAT).
///
/// The first frame is the file's picture, for programs that know no animation. Each later one is as large as what
/// changes with it, and replaces what is there, alpha and all: what is shown is exact. The number of frames stands
/// before the first, so the compressed frames are held until the last one is known.
public struct APNGWriter<Sink: ByteSink>: FilmWriter {
  private struct Frame {
    var control: FrameControl
    /// Its pixels as a zlib stream.
    var stream: [UInt8]
  }

  private let width: Int
  private let height: Int
  private let format: PixelFormat
  private let rate: FrameRate
  private let plays: Int
  private let compression: PNGOptions.Compression
  private var sink: Sink
  private var frames: [Frame] = []
  /// Of the streams of all frames, in bytes, and how much that may be.
  private var heldBytes = 0
  private let memoryLimit: Int

  /// - Parameters:
  ///   - plays: How often it is played, 0 for ever.
  ///   - memoryLimit: What the compressed frames may take, in bytes.
  public init(
    width: Int, height: Int, colors: FrameColors, rate: FrameRate, plays: Int = 0,
    compression: PNGOptions.Compression = .fast, memoryLimit: Int = .max, to sink: Sink
  ) {
    self.width = width
    self.height = height
    self.rate = rate
    self.plays = plays
    self.compression = compression
    self.memoryLimit = memoryLimit
    self.sink = sink
    format = colors.format(width: width, height: height)
  }

  public mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError) {
    try append(frame, changed, duration: min(duration, longest))
    // A delay has 16 bits. What goes on longer is shown again: one pixel of it, which is as it was.
    var rest = duration - longest
    while rest > 0 {
      try append(frame, PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), duration: min(rest, longest))
      rest -= longest
    }
  }

  /// For how many frames a delay may last.
  private var longest: Int { FrameRate.limit / rate.seconds }

  private mutating func append(_ frame: Bitmap, _ area: PixelRect, duration: Int) throws(ImageError) {
    let stream = try compressedPixels(of: frame.cropped(to: area), as: format, compression)
    heldBytes += stream.count
    guard heldBytes <= memoryLimit else { throw .overMemoryLimit(needed: heldBytes, limit: memoryLimit) }
    let control = FrameControl(
      area: area, delay: (UInt16(duration * rate.seconds), UInt16(rate.frames)))
    frames.append(Frame(control: control, stream: stream))
  }

  public mutating func finish() throws(ImageError) {
    // Frames come as chunks, so that how libpng would compress rows does not matter.
    let encoder = try PNGEncoder(format: format, width: width, height: height, deflation: .runs)
    try encoder.begin(try PNGMetadata(PNGOptions()))
    let animation = bigEndian([UInt32(frames.count), UInt32(plays)])
    try encoder.writeChunk("acTL", animation.span)
    var sequence: UInt32 = 0
    for index in frames.indices {
      let control = frames[index].control.bytes(sequence: sequence)
      try encoder.writeChunk("fcTL", control.span)
      sequence += 1
      // Each is given back as soon as it is written.
      var stream: [UInt8] = []
      swap(&stream, &frames[index].stream)
      if index == 0 {
        try encoder.writeStream(stream.span)
      } else {
        stream.insert(contentsOf: bigEndian([sequence]), at: 0)
        try encoder.writeChunk("fdAT", stream.span)
        sequence += 1
      }
      try encoder.handOutput(to: &sink)
    }
    try encoder.end()
    try encoder.handOutput(to: &sink)
  }
}

/// Where a frame lies in the picture and how long it is shown.
private struct FrameControl {
  var area: PixelRect
  /// A fraction of a second.
  var delay: (numerator: UInt16, denominator: UInt16)

  /// As an fcTL chunk holds it. What is there before stays (APNG_DISPOSE_OP_NONE, 0), and the frame replaces it in its
  /// area (APNG_BLEND_OP_SOURCE, 0).
  func bytes(sequence: UInt32) -> [UInt8] {
    let places = [area.width, area.height, area.minX, area.minY].map { UInt32($0) }
    let delays = [delay.numerator, delay.denominator].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return bigEndian([sequence] + places) + delays + [0, 0]
  }
}

/// Four bytes each, the highest first.
private func bigEndian(_ words: [UInt32]) -> [UInt8] {
  words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
}
