import Geometry
import Raster

/// The pixels of one frame of an animated PNG.
struct FramePatch {
  var pixels: Bitmap
  /// Whether they are composited over the frame before, instead of replacing its pixels.
  var isOver: Bool
}

/// Makes patches of frames. In a patch that is composited over the frame before, unchanged pixels are clear, and long
/// runs of clear pixels compress to almost nothing.
struct FramePatcher {
  private let mayComposite: Bool
  /// The last frame, if patches may be composited over it.
  private var shown: [UInt32] = []
  /// The memory of the last patch, for reuse.
  private var scratch: [UInt32] = []

  /// The number of pixels that are compared at once.
  private static let blockSize = 64

  /// - Parameter mayComposite: Whether patches may be composited, which needs a format with a clear color.
  init(mayComposite: Bool) {
    self.mayComposite = mayComposite
  }

  /// The patch of the first frame, which is all of it.
  mutating func whole(_ frame: Bitmap) -> FramePatch {
    if mayComposite { shown = frame.pixels }
    return FramePatch(pixels: frame, isOver: false)
  }

  /// The patch that turns the last frame into this one.
  ///
  /// - Parameter area: The bounding box of the pixels that differ.
  mutating func patch(of frame: Bitmap, in area: PixelRect) -> FramePatch {
    var pixels: [UInt32] = []
    swap(&pixels, &scratch)
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(0, count: area.width * area.height))
    let isOver = mayComposite && Self.moveChanges(of: frame, in: area, to: &shown, &pixels)
    if !isOver {
      for row in 0..<area.height {
        let first = (area.minY + row) * frame.width + area.minX
        let source = frame.pixels[first..<first + area.width]
        pixels.replaceSubrange(row * area.width..<(row + 1) * area.width, with: source)
        if mayComposite { shown.replaceSubrange(first..<first + area.width, with: source) }
      }
    }
    return FramePatch(pixels: Bitmap(width: area.width, height: area.height, pixels: pixels), isOver: isOver)
  }

  /// Reuses the memory of a patch that has been written, which must not be that of the first frame.
  mutating func reuse(_ patch: FramePatch) {
    scratch = patch.pixels.pixels
  }

  /// Copies the pixels of `frame` that differ from those of `shown` to both `shown` and `pixels`.
  ///
  /// - Returns: False if compositing `pixels` would not give the frame, in which case only some pixels were copied. A
  ///   composited pixel is exact if it is opaque or the pixel below it is clear (PNG, third edition, 13.16).
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
