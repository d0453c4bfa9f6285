import PNG
import Files
import Raster
import Synchronization

/// Reads a picture once, row by row from the top, on a separate thread that reads ahead.
///
/// Only a few bands of rows are in memory at a time, unless the picture is an interlaced PNG. Pixels have the layout of
/// `Pixel.word`.
package final class RowStream {
  /// The size in pixels.
  package let width: Int
  package let height: Int
  private let feeder: Feeder
  /// The number of rows that have been returned.
  private var taken = 0
  private let isAhead: Bool
  /// The error that damage in the file has caused; nil as long as none has been found.
  package private(set) var failure: ImageError?

  var has16Bits: Bool { feeder.has16Bits }

  /// Reads a PNG.
  ///
  /// - Parameters:
  ///   - source: At the start of the file.
  ///   - rule: The rule by which the rows will be compared; nil for 8 bits per channel with clear pixels as 0.
  ///   - isAhead: Whether to read ahead on a separate thread, if the system gives one.
  /// - Throws: `ImageError` if the file is not a PNG, is damaged or exceeds the limits.
  package convenience init(
    png source: sending any ByteSource, limits: ImageLimits = ImageLimits(), for rule: ComparisonRule? = nil,
    isAhead: Bool = true
  ) throws(ImageError) {
    let comparesChannels = rule?.keeps16Bits ?? false
    let reader = try PNGRowReader(
      source, limits: limits, keeping16Bits: comparesChannels, keepingClearColors: rule != nil && !comparesChannels)
    self.init(Feeder(reader), isAhead: isAhead)
  }

  /// Reads a picture in memory.
  ///
  /// - Parameter isAhead: Whether to read ahead on a separate thread, if the system gives one.
  package convenience init(_ picture: some PixelSource, isAhead: Bool = true) {
    self.init(Feeder(picture), isAhead: isAhead)
  }

  private init(_ feeder: Feeder, isAhead: Bool) {
    (width, height) = (feeder.width, feeder.height)
    self.feeder = feeder
    self.isAhead = isAhead && feeder.start()
  }

  deinit {
    if isAhead { feeder.cancel() }
  }

  /// Replaces the contents of `band` by the next rows. Returns false after the last row.
  ///
  /// - Throws: `ImageError` if the file is damaged. Damage after the pixels is found with the last row. All later calls
  ///   throw the same error.
  func next(into band: inout PixelBand) throws(ImageError) -> Bool {
    guard taken < height else { return false }
    do throws(ImageError) {
      if isAhead { try feeder.take(&band) } else { try feeder.read(into: &band) }
    } catch {
      failure = error
      throw error
    }
    taken = band.rows.upperBound
    return true
  }

  /// Replaces the contents of `pixels` by the next rows, 8 bits per channel. Returns false after the last row.
  ///
  /// - Precondition: The stream was created without a rule, so that its rows have 8 bits per channel.
  /// - Throws: `ImageError` if the file is damaged. Damage after the pixels is found with the last row. All later calls
  ///   throw the same error. `pixels` is empty after an error.
  package func nextRows(into pixels: inout [UInt32]) throws(ImageError) -> Bool {
    var band = PixelBand()
    swap(&band.pixels, &pixels)
    let hasRows = try next(into: &band)
    swap(&band.pixels, &pixels)
    return hasRows
  }

  /// Reads the remaining rows, to find damage.
  func drain() throws(ImageError) {
    var band = PixelBand()
    while try next(into: &band) {}
  }
}

/// Some consecutive rows of a picture, in one of two bit depths.
struct PixelBand: Sendable {
  /// The indices of the rows, counted from the top of the picture.
  var rows = 0..<0
  /// The pixels with 8 bits per channel, in the layout of `Pixel.word`; empty if there are deep pixels.
  var pixels: [UInt32] = []
  /// The pixels with 16 bits per channel, red in the low 16 bits.
  var deepPixels: [UInt64] = []

  /// The number of rows that are read together in a picture of this width.
  static func rowCount(width: Int) -> Int {
    max(1, min(256, (1 << 17) / width))
  }

  /// Red, green, blue and alpha of a pixel.
  func levels(_ index: Int, isDeep: Bool) -> SIMD4<Int> {
    isDeep ? Compare.levels(of: deepPixels[index]) : Compare.levels(of: pixels[index])
  }
}

/// Reads bands into a ring of slots.
private final class Feeder: Sendable {
  let width: Int
  let height: Int
  let has16Bits: Bool

  private enum Source {
    case png(PNGRowReader)
    case picture(any PixelSource)
  }

  private struct Reading: ~Copyable {
    let source: Source
    var nextRow = 0
  }

  private final class Slot: Sendable {
    let content = Mutex<(band: PixelBand, failure: ImageError?)>((PixelBand(), nil))
  }

  private let reading: Mutex<Reading>
  private let slots = (0..<3).map { _ in Slot() }
  /// Counts the free slots.
  private let room: Semaphore
  /// Counts the full slots.
  private let ready = Semaphore()
  private let isCanceled = Atomic(false)
  /// The number of bands that were taken.
  private let taken = Atomic(0)

  init(_ reader: sending PNGRowReader) {
    (width, height, has16Bits) = (reader.width, reader.height, reader.has16Bits)
    room = Semaphore(count: UInt32(slots.count))
    reading = Mutex(Reading(source: .png(reader)))
  }

  init(_ picture: some PixelSource) {
    (width, height, has16Bits) = (picture.width, picture.height, false)
    room = Semaphore(count: UInt32(slots.count))
    reading = Mutex(Reading(source: .picture(picture)))
  }

  /// Begins to read on another thread. Returns false if the system gives this process no more threads.
  func start() -> Bool {
    ThreadGroup().start { [self] in
      let step = PixelBand.rowCount(width: width)
      for number in 0..<(height + step - 1) / step {
        room.wait()
        if isCanceled.load(ordering: .acquiring) { return }
        let failed = slots[number % slots.count].content.withLock { content in
          do throws(ImageError) {
            try read(into: &content.band)
            return false
          } catch {
            content.failure = error
            return true
          }
        }
        ready.signal()
        if failed { return }
      }
    }
  }

  func cancel() {
    isCanceled.store(true, ordering: .releasing)
    room.signal()
  }

  func take(_ band: inout PixelBand) throws(ImageError) {
    ready.wait()
    let number = taken.add(1, ordering: .relaxed).oldValue
    try slots[number % slots.count].content.withLock { content throws(ImageError) in
      if let failure = content.failure {
        // The slot stays full, so that the next call throws the error again.
        taken.subtract(1, ordering: .relaxed)
        ready.signal()
        throw failure
      }
      swap(&content.band, &band)
    }
    room.signal()
  }

  func read(into band: inout PixelBand) throws(ImageError) {
    try reading.withLock { reading throws(ImageError) in
      let rows = reading.nextRow..<min(height, reading.nextRow + PixelBand.rowCount(width: width))
      switch reading.source {
      case .png(let reader) where has16Bits: _ = try reader.readRows(atMost: rows.count, into: &band.deepPixels)
      case .png(let reader): _ = try reader.readRows(atMost: rows.count, into: &band.pixels)
      case .picture(let picture): picture.copyRows(rows, into: &band.pixels)
      }
      band.rows = rows
      reading.nextRow = rows.upperBound
    }
  }
}
