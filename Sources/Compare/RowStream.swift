public import PNG
import Dispatch
public import Files
public import Raster
import Synchronization

/// A picture that is read once from the top, row by row, ahead of its use on a thread of its own.
///
/// However high the picture is, a few bands of rows are held, unless it is an interlaced PNG. Pixels are words of
/// `Pixel`.
public final class RowStream {
  /// In pixels.
  public let width: Int
  public let height: Int
  private let feeder: Feeder
  /// How many rows were handed out.
  private var taken = 0
  private let isAhead: Bool
  /// What is wrong with the file, once that was found.
  public private(set) var failure: ImageError?

  var has16Bits: Bool { feeder.has16Bits }

  /// - Parameters:
  ///   - source: A PNG.
  ///   - rule: What the rows are wanted for; nil where 8 bits a channel are wanted, clear pixels as 0.
  ///   - isAhead: Whether to read on a thread of its own.
  /// - Throws: `ImageError`, as `PNGRowReader` does.
  public convenience init(
    png source: sending any ByteSource, limits: ImageLimits = ImageLimits(), for rule: ComparisonRule? = nil,
    isAhead: Bool = true
  ) throws(ImageError) {
    let comparesChannels = rule?.keeps16Bits ?? false
    let reader = try PNGRowReader(
      source, limits: limits, keeping16Bits: comparesChannels, keepingClearColors: rule != nil && !comparesChannels)
    self.init(Feeder(reader), isAhead: isAhead)
  }

  public convenience init(_ picture: some PixelSource, isAhead: Bool = true) {
    self.init(Feeder(picture), isAhead: isAhead)
  }

  private init(_ feeder: Feeder, isAhead: Bool) {
    (width, height) = (feeder.width, feeder.height)
    self.feeder = feeder
    self.isAhead = isAhead
    if isAhead { feeder.start() }
  }

  deinit {
    if isAhead { feeder.cancel() }
  }

  /// Puts the next rows in place of what is in `band`; false after the last.
  /// - Throws: `ImageError` where the file is damaged, with the last rows also where what follows them is.
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

  /// The next rows of 8 bits in place of what is in `pixels`; false after the last.
  /// - Precondition: The stream is for no rule.
  /// - Throws: `ImageError`, as `next(into:)` does.
  public func nextRows(into pixels: inout [UInt32]) throws(ImageError) -> Bool {
    var band = PixelBand()
    swap(&band.pixels, &pixels)
    let hasRows = try next(into: &band)
    swap(&band.pixels, &pixels)
    return hasRows
  }

  /// Reads what is left, for its errors.
  func drain() throws(ImageError) {
    var band = PixelBand()
    while try next(into: &band) {}
  }
}

/// Reads bands into a few places that go round.
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
  /// Count the slots that are free and those that are full.
  private let room = DispatchSemaphore(value: 0)
  private let ready = DispatchSemaphore(value: 0)
  private let isCancelled = Atomic(false)
  private let taken = Atomic(0)

  init(_ reader: sending PNGRowReader) {
    (width, height, has16Bits) = (reader.width, reader.height, reader.has16Bits)
    reading = Mutex(Reading(source: .png(reader)))
  }

  init(_ picture: some PixelSource) {
    (width, height, has16Bits) = (picture.width, picture.height, false)
    reading = Mutex(Reading(source: .picture(picture)))
  }

  func start() {
    for _ in slots { room.signal() }
    DispatchQueue(label: "doodle.rows").async { [self] in
      let step = PixelBand.rowCount(width: width)
      for number in 0..<(height + step - 1) / step {
        room.wait()
        if isCancelled.load(ordering: .acquiring) { return }
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
    isCancelled.store(true, ordering: .releasing)
    room.signal()
  }

  func take(_ band: inout PixelBand) throws(ImageError) {
    ready.wait()
    let number = taken.add(1, ordering: .relaxed).oldValue
    try slots[number % slots.count].content.withLock { content throws(ImageError) in
      if let failure = content.failure {
        // Whoever asks again is told again.
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
