import Files
import Geometry
import Raster

/// Writes a film as an animated PNG (PNG, third edition, 11.3.6: acTL, fcTL and fdAT), frame by frame.
///
/// The first frame is also the picture that programs without support for animation show. Every later frame stores only
/// the rectangle that changes. If the format has a clear color and the result is exact, the rectangle is composited
/// over the frame before, with its unchanged pixels clear; otherwise it replaces the pixels. The frames are shown
/// exactly, including alpha.
package struct APNGWriter<Sink: ByteSink> {
  private var encoder: PNGEncoder
  private let format: PixelFormat
  private let outline: APNGOutline
  private let plays: Int
  private let compression: PNGOptions.Compression
  private let threads: Int
  private var sink: Sink
  private var patcher: FramePatcher
  private var frameCount = 0
  /// The frames that will be compressed together, and the number of their pixels.
  private var waiting: [WaitingFrame] = []
  private var waitingPixels = 0

  /// The most frames and pixels that wait.
  private static var mostWaiting: Int { 64 }
  private static var mostPixels: Int { 1 << 20 }
  /// The sequence number of the next fcTL or fdAT chunk.
  private var sequence: UInt32 = 0

  /// - Parameters:
  ///   - width: The width of all frames in pixels.
  ///   - height: The height of all frames in pixels.
  ///   - outline: The outline of all frames that will be appended.
  ///   - plays: The number of times that the film is played; 0 repeats it forever.
  ///   - threads: The most threads that compress, each a frame.
  /// - Throws: `ImageError.encoding` if a PNG cannot have this size.
  package init(
    width: Int, height: Int, colors: FrameColors, outline: APNGOutline, plays: Int = 0,
    compression: PNGOptions.Compression = .fast, threads: Int = 1, to sink: Sink
  ) throws(ImageError) {
    self.threads = threads
    self.outline = outline
    self.plays = plays
    self.compression = compression
    self.sink = sink
    let (format, hasClear) = outline.format(colors, width: width, height: height)
    self.format = format
    patcher = FramePatcher(mayComposite: hasClear)
    encoder = try PNGEncoder(format: format, width: width, height: height)
  }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - changed: The bounding box of the pixels that differ from the frame before; the whole of the first frame.
  ///   - duration: In frames of the outline's rate, at least 1.
  /// - Throws: `ImageError.file` if the sink fails.
  package mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError) {
    // A frame that lasts longer than the largest delay is followed by frames of one pixel, which does not change.
    var area = changed
    for part in outline.parts(of: duration) {
      try append(frame, area, duration: part)
      area = PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
    }
  }

  private mutating func append(_ frame: Bitmap, _ area: PixelRect, duration: Int) throws(ImageError) {
    let isFirst = frameCount == 0
    if isFirst { try begin() }
    let patch = isFirst ? patcher.whole(frame) : patcher.patch(of: frame, in: area)
    let rate = outline.rate
    let control = FrameControl(
      area: area, delayNumerator: UInt16(duration * rate.seconds), delayDenominator: UInt16(rate.frames),
      isOver: patch.isOver)
    let frameControl = control.bytes(sequence: nextNumber())
    waiting.append(
      WaitingFrame(control: frameControl, number: isFirst ? [] : bigEndian(nextNumber()), pixels: patch.pixels))
    waitingPixels += area.width * area.height
    frameCount += 1
    if threads == 1 || waiting.count == Self.mostWaiting || waitingPixels > Self.mostPixels { try writeWaiting() }
    if threads == 1, !isFirst { patcher.reuse(patch) }
  }

  private mutating func writeWaiting() throws(ImageError) {
    let frames = waiting
    waiting.removeAll(keepingCapacity: true)
    waitingPixels = 0
    let compressor = FrameCompressor(frames, format, CompressionMethod.candidates(compression, for: format))
    let data = try compressor.run(threads: threads)
    for (frame, data) in zip(frames, data) {
      try encoder.writeChunk("fcTL", frame.control.span)
      try encoder.writeChunk(frame.number.isEmpty ? "IDAT" : "fdAT", data.span)
      try encoder.handOutput(to: &sink)
    }
  }

  private mutating func begin() throws(ImageError) {
    try encoder.begin(PNGMetadata(PNGOptions()))
    let control = bigEndian(UInt32(outline.frameCount), UInt32(plays))
    try encoder.writeChunk("acTL", control.span)
  }

  private mutating func nextNumber() -> UInt32 {
    defer { sequence += 1 }
    return sequence
  }

  /// Writes the end of the file.
  ///
  /// - Precondition: All frames of the outline have been appended.
  /// - Throws: `ImageError.file` if the sink fails.
  package mutating func finish() throws(ImageError) {
    precondition(frameCount == outline.frameCount, "all frames of the outline have been appended")
    try writeWaiting()
    try encoder.end()
    try encoder.handOutput(to: &sink)
  }
}

/// The position of a frame in the picture, its duration, and how it is combined with the frame before.
private struct FrameControl {
  var area: PixelRect
  /// The duration in seconds, as a fraction.
  var delayNumerator: UInt16
  var delayDenominator: UInt16
  /// Whether the frame is composited over the frame before, instead of replacing it.
  var isOver: Bool

  /// The data of an fcTL chunk. The frame stays (APNG_DISPOSE_OP_NONE, 0), and either replaces its area
  /// (APNG_BLEND_OP_SOURCE, 0) or is composited over it (APNG_BLEND_OP_OVER, 1).
  func bytes(sequence: UInt32) -> [UInt8] {
    let (width, height, x, y) = (UInt32(area.width), UInt32(area.height), UInt32(area.minX), UInt32(area.minY))
    let delay = UInt32(delayNumerator) << 16 | UInt32(delayDenominator)
    return bigEndian(sequence, width, height, x, y, delay) + [0, isOver ? 1 : 0]
  }
}
