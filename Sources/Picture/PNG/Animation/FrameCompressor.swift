import Files
import Raster
import Synchronization

/// A frame of an animated PNG that is not compressed yet.
struct WaitingFrame: Sendable {
  /// The data of its fcTL chunk.
  var control: [UInt8]
  /// The bytes of its fdAT chunk before the pixels; empty for the first frame.
  var number: [UInt8]
  var pixels: Bitmap
}

/// Compresses frames on several threads, each a frame at a time.
final class FrameCompressor: Sendable {
  private let frames: [WaitingFrame]
  private let format: PixelFormat
  private let methods: [CompressionMethod]
  /// The index of the first frame that no thread has taken.
  private let next = Atomic(0)
  private let results: Mutex<[Result<[UInt8], ImageError>?]>

  /// The pixels that are worth a thread.
  private static let pixelsOfThread = 1 << 16

  init(_ frames: [WaitingFrame], _ format: PixelFormat, _ methods: [CompressionMethod]) {
    (self.frames, self.format, self.methods) = (frames, format, methods)
    results = Mutex([Result<[UInt8], ImageError>?](repeating: nil, count: frames.count))
  }

  /// The data of the chunk of each frame's pixels. May be called once.
  func run(threads: Int) throws(ImageError) -> [[UInt8]] {
    let pixels = frames.reduce(0) { $0 + $1.pixels.width * $1.pixels.height }
    parallel(min(threads, frames.count, methods.count * pixels / Self.pixelsOfThread)) { [self] in work() }
    var data: [[UInt8]] = []
    for result in results.withLock({ $0 }) { if let result { data.append(try result.get()) } }
    return data
  }

  private func work() {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < frames.count else { return }
      let result: Result<[UInt8], ImageError>
      do throws(ImageError) { result = .success(try compress(frames[index])) } catch { result = .failure(error) }
      results.withLock { $0[index] = result }
    }
  }

  /// The smallest zlib stream of the pixels, after the frame's number.
  private func compress(_ frame: WaitingFrame) throws(ImageError) -> [UInt8] {
    let pixels = CompressedPixels(source: frame.pixels, format: format, threads: 1)
    return try CompressionMethod.smallest(of: methods) { method, limit throws(ImageError) in
      var bytes = frame.number
      let isWhole = try pixels.make(method) { piece throws(ImageError) in
        bytes.append(piece)
        return bytes.count <= limit
      }
      return isWhole ? bytes : nil
    }
  }
}
