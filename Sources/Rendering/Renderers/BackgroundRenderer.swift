import Dispatch
import Ink
import Raster
import Synchronization

/// Keeps a picture up to date on a thread of its own, where it may, while the drawing goes on.
///
/// A drawing is a value: the thread draws a copy, which shares all that has not changed since. When it draws how much
/// depends on the machine; the picture does not.
public final class BackgroundRenderer: Sendable {
  private struct State {
    var renderer: PictureRenderer
    var failure: RenderError?
  }

  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "doodle.renderer")
  private let isBusy = Atomic<Bool>(false)
  /// Whether the drawing is at its end, and what is left of it is better drawn on all threads.
  private let isEnding = Atomic<Bool>(false)

  public let layout: CanvasLayout
  private let threads: Int
  private let blank: PictureRenderer

  /// - Parameters:
  ///   - backdrop: A picture between the background and the ink, of the layout's size.
  ///   - memoryLimit: What the tiles of ink may take, in bytes.
  ///   - threads: How many threads may be at work, the caller's included: with 1, all is drawn on that.
  public init(
    layout: CanvasLayout, backdrop: ImageSource? = nil, memoryLimit: Int = .max, threads: Int = 2
  ) {
    self.layout = layout
    self.threads = threads
    blank = PictureRenderer(layout: layout, backdrop: backdrop, memoryLimit: memoryLimit)
    state = Mutex(State(renderer: blank))
  }

  /// Begins to draw what has settled, unless it is still busy with what was there before.
  public func bakeIfIdle(_ drawing: Drawing) {
    guard threads > 1 else { return bake(drawing) }
    let (wasIdle, _) = isBusy.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
    guard wasIdle else { return }
    queue.async { [self] in
      bake(drawing)
      isBusy.store(false, ordering: .releasing)
    }
  }

  private func bake(_ drawing: Drawing) {
    state.withLock { state in
      guard state.failure == nil else { return }
      do throws(RenderError) {
        try state.renderer.bake(drawing) { self.isEnding.load(ordering: .relaxed) }
      } catch {
        state.failure = error
      }
    }
  }

  /// Waits for what was begun, and draws a drawing to its end. Another one may then be drawn from its beginning.
  ///
  /// - Throws: `RenderError` where this or an earlier bake takes more memory than it may.
  public func finish(_ drawing: Drawing) throws(RenderError) -> Picture {
    isEnding.store(true, ordering: .relaxed)
    queue.sync {}
    defer { isEnding.store(false, ordering: .relaxed) }
    let result = state.withLock { state -> Result<Picture, RenderError> in
      defer { state = State(renderer: blank) }
      if let failure = state.failure { return .failure(failure) }
      do throws(RenderError) {
        try state.renderer.finish(drawing, threads: threads)
        return .success(state.renderer.picture)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
