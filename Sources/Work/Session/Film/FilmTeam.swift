import Files
import Raster
import Rendering
import Synchronization
import TouchLog

/// A frame of a film beside its other frames: the pixels of its changed box.
struct FilmPiece: Sendable {
  var frame: FilmPlayer.Frame
  /// The index of the frame in the schedule.
  var index: Int
  var pixels: [UInt32]
}

/// Threads that draw a film: each plays all of the recording, but with n threads draws only every n-th part of the frames.
/// Playing takes a tenth of the time of drawing, since most of a frame is the ink that is not settled.
///
/// The frames that are drawn ahead are bounded by their bytes.
final class FilmTeam {
  private let channels: [FrameChannel]
  private let threads = ThreadGroup()
  private let partCount: Int
  /// The part of which the next frames are, and those that have been taken from a thread.
  private var part = 0
  private var taken: ArraySlice<FilmPiece> = []
  /// Whether a thread had too little memory. The frames up to there are right.
  private(set) var hasFailed = false

  /// The number of frames of a part. Its thread draws one more, to find what the first of them changes.
  private static let partLength = 16

  /// - Parameters:
  ///   - memoryLimit: The most memory of all threads, in bytes.
  ///   - count: The most threads.
  /// - Returns: Nil if one thread is to draw: the film is short, memory is scarce, or the system has no more threads.
  init?(_ recording: Recording, _ schedule: FilmSchedule, showsPredictions: Bool, memoryLimit: Int, threads count: Int)
  {
    partCount = (schedule.frames.count + Self.partLength - 1) / Self.partLength
    // A frame, and ink of twice its pixels.
    let bytes = 12 * recording.layout.width * recording.layout.height + 2 * FrameChannel.mostBytes
    // A thread with a single part takes as long to begin.
    let count = min(count, partCount / 2, memoryLimit / bytes)
    channels = (0..<count).map { _ in FrameChannel() }
    guard count > 1 else { return nil }
    for (number, channel) in channels.enumerated() {
      let parts = stride(from: number, to: partCount, by: count)
      let isStarted = threads.start {
        do throws(RenderError) {
          var player = try FilmPlayer(
            recording, schedule: schedule, showsPredictions: showsPredictions, memoryLimit: memoryLimit / count)
          for part in parts {
            try player.draw(part: part * Self.partLength..<(part + 1) * Self.partLength, to: channel)
          }
        } catch {
          channel.put(.failure)
        }
      }
      guard isStarted else { return nil }
    }
  }

  deinit {
    for channel in channels { channel.close() }
    threads.wait()
  }

  /// The next frame, with a duration as if it were the last one of its part; nil after the last frame.
  func next() -> FilmPiece? {
    while taken.isEmpty, part < partCount, !hasFailed {
      switch channels[part % channels.count].take() {
      case .frames(let pieces, let endsPart):
        taken = pieces[...]
        if endsPart { part += 1 }
      case .failure: hasFailed = true
      }
    }
    return taken.popFirst()
  }
}

extension FilmPlayer {
  /// Draws a part of the schedule.
  fileprivate mutating func draw(part: Range<Int>, to channel: FrameChannel) throws(RenderError) {
    if channel.isClosed { return }
    try seek(to: part.clamped(to: 0..<schedule.frames.count))
    var pieces: [FilmPiece] = []
    var bytes = 0
    while let index = nextIndex, let frame = try next() {
      pieces.append(FilmPiece(frame: frame, index: index, pixels: bitmap.copy(frame.changed)))
      bytes += 4 * frame.changed.width * frame.changed.height
      // Many at once, so that threads seldom wake each other.
      guard bytes > FrameChannel.mostBytes / 4 else { continue }
      guard channel.put(.frames(pieces, endsPart: false)) else { return }
      (pieces, bytes) = ([], 0)
    }
    channel.put(.frames(pieces, endsPart: true))
  }
}

extension Bitmap {
  /// The pixels of a box, row after row.
  func copy(_ box: PixelRect) -> [UInt32] {
    var copy: [UInt32] = []
    copy.reserveCapacity(box.width * box.height)
    for y in box.minY..<box.maxY { copy += pixels[y * width + box.minX..<y * width + box.maxX] }
    return copy
  }
}

/// Passes the frames of a thread to the one that writes the film.
private final class FrameChannel: Sendable {
  enum Item {
    case frames([FilmPiece], endsPart: Bool)
    case failure

    var byteCount: Int {
      if case .frames(let pieces, _) = self { pieces.reduce(0) { $0 + 4 * $1.pixels.count } } else { 0 }
    }
  }

  private struct State {
    var items: [Item] = []
    /// Of the items.
    var bytes = 0
    var isClosed = false
  }

  /// The bytes of frames that wait, beyond which no more are added.
  static let mostBytes = 4 << 20

  private let state = Mutex(State())
  private let count = Semaphore()
  /// Signaled whenever an item is taken.
  private let room = Semaphore()

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Adds an item, and waits for room before it.
  /// - Returns: False if nobody takes any more.
  @discardableResult func put(_ item: Item) -> Bool {
    while true {
      let isPut: Bool? = state.withLock { state in
        if state.isClosed { return false }
        if state.bytes > Self.mostBytes { return nil }
        state.items.append(item)
        state.bytes += item.byteCount
        return true
      }
      if isPut == true { count.signal() }
      if let isPut { return isPut }
      room.wait()
    }
  }

  /// Waits for an item and removes it.
  func take() -> Item {
    count.wait()
    let item = state.withLock { state in
      let item = state.items.removeFirst()
      state.bytes -= item.byteCount
      return item
    }
    room.signal()
    return item
  }

  func close() {
    state.withLock { $0 = State(isClosed: true) }
    room.signal()
  }
}
