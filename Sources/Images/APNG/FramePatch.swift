import Geometry
import Raster

/// The pixels of one frame of an animated PNG.
struct FramePatch {
  var pixels: Bitmap
  /// Whether they are laid over what is there, and else replace it.
  var isOver: Bool
}

/// Makes patches of frames. In one that is laid over the frame before, what does not change is clear: a long run of
/// that takes next to nothing.
struct FramePatcher {
  private let laysOver: Bool
  /// What was shown last, where patches may be laid over it.
  private var shown: [UInt32] = []
  /// The last patch's memory.
  private var scratch: [UInt32] = []

  /// So many pixels in a row are compared at once.
  private static let blockSize = 64

  /// - Parameter laysOver: Whether the frames' format has a clear colour.
  init(laysOver: Bool) {
    self.laysOver = laysOver
  }

  /// All of the film's first frame.
  mutating func whole(_ frame: Bitmap) -> FramePatch {
    if laysOver { shown = frame.pixels }
    return FramePatch(pixels: frame, isOver: false)
  }

  /// The patch that makes the last frame this one.
  ///
  /// - Parameter area: The box of the pixels that differ.
  mutating func patch(of frame: Bitmap, in area: PixelRect) -> FramePatch {
    var pixels: [UInt32] = []
    swap(&pixels, &scratch)
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(0, count: area.width * area.height))
    let isOver = laysOver && Self.moveChanges(of: frame, in: area, to: &shown, &pixels)
    if !isOver {
      for row in 0..<area.height {
        let first = (area.minY + row) * frame.width + area.minX
        let source = frame.pixels[first..<first + area.width]
        pixels.replaceSubrange(row * area.width..<(row + 1) * area.width, with: source)
        if laysOver { shown.replaceSubrange(first..<first + area.width, with: source) }
      }
    }
    return FramePatch(pixels: Bitmap(width: area.width, height: area.height, pixels: pixels), isOver: isOver)
  }

  /// Takes the memory of a patch that is done with, not that of the first frame.
  mutating func reuse(_ patch: FramePatch) {
    scratch = patch.pixels.pixels
  }

  /// Puts the pixels of `frame` that differ from those shown into both `shown` and `pixels`.
  ///
  /// - Returns: False where that does not give the frame, and not all is done. What is laid over something comes out as
  ///   it went in where it is opaque, or lies on what is clear (PNG, third edition, 13.16).
  private static func moveChanges(
    of frame: Bitmap, in area: PixelRect, to shown: inout [UInt32], _ pixels: inout [UInt32]
  ) -> Bool {
    let now = frame.pixels.span
    var before = shown.mutableSpan
    var output = pixels.mutableSpan
    for row in 0..<area.height {
      let first = (area.minY + row) * frame.width + area.minX
      for start in stride(from: 0, to: area.width, by: blockSize) {
        let end = min(start + blockSize, area.width)
        let block = first + start..<first + end
        if areEqual(before.span.extracting(block), now.extracting(block)) { continue }
        for x in start..<end {
          let (old, new) = (before[first + x], now[first + x])
          guard old != new else { continue }
          guard new >> 24 == 255 || old >> 24 == 0 else { return false }
          before[first + x] = new
          output[row * area.width + x] = new
        }
      }
    }
    return true
  }

  private static func areEqual(_ old: Span<UInt32>, _ new: Span<UInt32>) -> Bool {
    var difference: UInt32 = 0
    for index in new.indices { difference |= old[index] ^ new[index] }
    return difference == 0
  }
}
