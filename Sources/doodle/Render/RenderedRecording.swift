import DoodleKit

/// A recording that was read to its end, for renderers of any kind.
struct RenderedRecording {
  let recorded: RecordedEvents
  /// As it is at the end, or at the moment that was asked for.
  let drawing: Drawing
  private let showsPredictions: Bool
  private let limits: RenderLimits

  init(_ recorded: RecordedEvents, at moment: RequestedMoment?, limits: RenderLimits) throws(CommandError) {
    var count = recorded.events.count
    if let moment {
      count = try recorded.position(of: moment.moment, in: recorded.timeline(moment.syntheticTime)).events
    }
    var drawing = Drawing(options: recorded.model)
    for event in recorded.events[..<count] { recorded.apply(event, to: &drawing) }
    // What never ended ends with the recording.
    if count == recorded.events.count { _ = drawing.finish() }
    (self.recorded, self.drawing, self.limits) = (recorded, drawing, limits)
    showsPredictions = moment?.showsPredictions ?? false
  }

  /// What a renderer makes of the drawing.
  /// - Parameter notes: What a document is to say beside the picture.
  func output(
    of kind: RendererKind, _ options: RendererOptions, notes: [String] = []
  ) throws(CommandError) -> RendererOutput {
    var setup = RendererSetup(layout: recorded.layout, backdrop: recorded.backdrop)
    setup.showsPredictions = showsPredictions
    setup.memoryLimit = limits.memory
    setup.debugLayers = options.layers
    setup.notes = notes
    if let side = options.thumbnailSide { setup.thumbnailSide = side }
    var renderer = kind.renderer(setup)
    do throws(RenderError) {
      return try renderer.output(of: drawing)
    } catch {
      throw .limit(path: recorded.recording.path, message: error.description)
    }
  }

  /// The picture that a renderer makes; of a kind that makes no picture, the one that it stands for.
  func picture(of kind: RendererKind, _ options: RendererOptions) throws(CommandError) -> Picture {
    guard case .picture(let picture) = try output(of: kind.makesPicture ? kind : .picture, options) else {
      preconditionFailure("pictures are what picture renderers make")
    }
    return picture
  }
}

extension RecordedEvents {
  /// Checks after each event that the picture that follows the recording is the one that is drawn all anew.
  /// - Throws: `CommandError.different`, with the event's place, where it is not.
  func verify(_ limits: RenderLimits, in console: Console) throws(CommandError) {
    var setup = RendererSetup(layout: layout, backdrop: backdrop)
    setup.showsPredictions = true
    setup.memoryLimit = limits.memory
    var comparison = RendererComparison(
      RendererKind.picture.renderer(setup), RendererKind.scratch.renderer(setup))
    var progress = ProgressBar(in: console)
    defer { progress?.finish() }
    var drawing = Drawing(options: model)
    for (number, event) in events.enumerated() {
      apply(event, to: &drawing)
      if number == events.count - 1 { _ = drawing.finish() }
      let difference: PixelDifference?
      do throws(RenderError) {
        difference = try comparison.difference(at: drawing)
      } catch {
        throw .limit(path: recording.path, message: error.description)
      }
      if let difference {
        progress?.finish()
        throw .different(places[number].diagnostic(.error, message: "after this event, \(difference)"))
      }
      progress?.update(fraction: Double(number + 1) / Double(events.count))
    }
  }
}
