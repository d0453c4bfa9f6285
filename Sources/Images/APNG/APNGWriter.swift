public import Files
public import Raster

/// Writes a film as an animated PNG (PNG, third edition, 11.3.6: acTL, fcTL and fdAT), each frame as it comes.
///
/// The first frame is the file's picture, for programs that know no animation. Each later one is as large as what
/// changes with it, and replaces what is there or, where that takes less, holds nothing but the pixels that change.
/// What is shown is exact, alpha and all.
public struct APNGWriter<Sink: ByteSink>: FilmWriter {
  private let encoder: PNGEncoder
  private let format: PixelFormat
  private let outline: APNGOutline
  private let plays: Int
  private let compression: PNGOptions.Compression
  private var sink: Sink
  private var patcher: FramePatcher
  private var frameCount = 0
  /// Of the next fcTL or fdAT chunk.
  private var sequence: UInt32 = 0

  /// - Parameters:
  ///   - outline: Of all the frames that will come.
  ///   - plays: How often it is played, 0 for ever.
  /// - Throws: `ImageError` where PNG has no such size.
  public init(
    width: Int, height: Int, colors: FrameColors, outline: APNGOutline, plays: Int = 0,
    compression: PNGOptions.Compression = .fast, to sink: Sink
  ) throws(ImageError) {
    self.outline = outline
    self.plays = plays
    self.compression = compression
    self.sink = sink
    let (format, hasClear) = outline.format(colors, width: width, height: height)
    self.format = format
    patcher = FramePatcher(laysOver: hasClear)
    // Frames come as chunks, so that how libpng would compress rows does not matter.
    encoder = try PNGEncoder(format: format, width: width, height: height, deflation: .runs)
  }

  public mutating func append(_ frame: Bitmap, changed: PixelRect, duration: Int) throws(ImageError) {
    // What goes on longer than a delay can say is shown again: one pixel of it, which is as it was.
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
      area: area, delay: (UInt16(duration * rate.seconds), UInt16(rate.frames)), isOver: patch.isOver)
    let frameControl = control.bytes(sequence: nextNumber())
    try encoder.writeChunk("fcTL", frameControl.span)
    let number = isFirst ? [] : bigEndian([nextNumber()])
    let data = try compressedPixels(of: patch.pixels, as: format, compression, after: number)
    try encoder.writeChunk(isFirst ? "IDAT" : "fdAT", data.span)
    try encoder.handOutput(to: &sink)
    if !isFirst { patcher.reuse(patch) }
    frameCount += 1
  }

  private func begin() throws(ImageError) {
    try encoder.begin(try PNGMetadata(PNGOptions()))
    let control = bigEndian([UInt32(outline.frameCount), UInt32(plays)])
    try encoder.writeChunk("acTL", control.span)
  }

  private mutating func nextNumber() -> UInt32 {
    defer { sequence += 1 }
    return sequence
  }

  /// - Precondition: There were as many frames as the outline has.
  public mutating func finish() throws(ImageError) {
    precondition(frameCount == outline.frameCount, "all frames have come that the file says it has")
    try encoder.end()
    try encoder.handOutput(to: &sink)
  }
}

/// Where a frame lies in the picture, how long it is shown, and what becomes of what is there.
private struct FrameControl {
  var area: PixelRect
  /// A fraction of a second.
  var delay: (numerator: UInt16, denominator: UInt16)
  var isOver: Bool

  /// As an fcTL chunk holds it. What is there before stays (APNG_DISPOSE_OP_NONE, 0), and the frame replaces it in its
  /// area or is laid over it (APNG_BLEND_OP_SOURCE, 0, and APNG_BLEND_OP_OVER, 1).
  func bytes(sequence: UInt32) -> [UInt8] {
    let places = [area.width, area.height, area.minX, area.minY].map { UInt32($0) }
    let delays = [delay.numerator, delay.denominator].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return bigEndian([sequence] + places) + delays + [0, isOver ? 1 : 0]
  }
}

/// Four bytes each, the highest first.
private func bigEndian(_ words: [UInt32]) -> [UInt8] {
  words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
}
