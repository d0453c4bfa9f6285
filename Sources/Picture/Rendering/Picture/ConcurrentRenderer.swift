import Files
import Ink
import Raster
import Synchronization

/// Draws a drawing for its final picture on a second thread while the drawing grows on the caller's.
///
/// A drawing is a value: the thread draws a copy, which shares all unchanged parts with the original. When each part is
/// drawn depends on the machine; the picture does not.
package final class ConcurrentRenderer: Sendable {
  private struct State {
    var renderer: FinishingRenderer
    var failure: RenderError?
  }

  private let state: Mutex<State>
  private let background = ThreadGroup()
  private let isBusy = Atomic<Bool>(false)
  /// Whether the drawing has ended. A bake then stops, because `finish` draws on all threads.
  private let isEnding = Atomic<Bool>(false)

  package let layout: CanvasLayout
  private let threads: Int
  private let blank: FinishingRenderer

  /// - Parameters:
  ///   - backdrop: An image of the layout's size between the background and the ink.
  ///   - memoryLimit: The most bytes that the tiles of ink may take.
  ///   - threads: The most threads to draw on, the caller's included. With 1, or if the system gives no more, everything is
  ///     drawn on the caller's.
  package init(
    layout: CanvasLayout, backdrop: ImageSource? = nil, memoryLimit: Int = .max, threads: Int = 2
  ) {
    self.layout = layout
    self.threads = threads
    blank = FinishingRenderer(layout: layout, backdrop: backdrop, memoryLimit: memoryLimit)
    state = Mutex(State(renderer: blank))
  }

  /// Begins to draw the settled ink of a drawing, unless an earlier call is still drawing.
  package func bakeIfIdle(_ drawing: Drawing) {
    guard threads > 1 else { return bake(drawing) }
    let (wasIdle, _) = isBusy.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
    guard wasIdle else { return }
    let work: @Sendable () -> Void = { [self] in
      bake(drawing)
      isBusy.store(false, ordering: .releasing)
    }
    if !background.start(work) { work() }
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

  /// Waits for a bake in progress, and draws the drawing to its end. Another drawing may be drawn afterwards.
  ///
  /// - Throws: `RenderError` if the ink took more memory than the limit, in this call or in an earlier bake.
  package func finish(_ drawing: Drawing) throws(RenderError) -> Picture {
    isEnding.store(true, ordering: .relaxed)
    background.wait()
    defer { isEnding.store(false, ordering: .relaxed) }
    let result = state.withLock { state -> Result<Picture, RenderError> in
      if let failure = state.failure {
        state = State(renderer: blank)
        return .failure(failure)
      }
      do throws(RenderError) {
        return .success(try state.renderer.finish(drawing, threads: threads))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
