import Files
import Ink
import Raster
import Rendering
import TestSupport
import TouchLog

extension FuzzTarget {
  /// Sessions of valid events: the picture that follows the events, the one drawn from scratch, the one drawn at the
  /// end, and the one of the saved drawing are equal.
  static let picture = FuzzTarget("picture", longest: 64) { bytes in
    checkPicture(of: FuzzedSession(bytes))
  }

  /// The same for touch logs. The first byte of an input decides the settings.
  static let drawnLog = FuzzTarget("drawn-log", longest: 384) { bytes in
    var decoder = EventDecoder(bytes)
    var session = FuzzedSession(settings: &decoder)
    let text = Array(bytes.dropFirst())
    session.events = ((try? outcomes(LogReader(MemorySource(text), name: "a"))) ?? []).compactMap(\.event)
    checkPicture(of: session)
  }

  /// Saved drawings.
  static let saved = FuzzTarget("saved", longest: 1024, covers: [.input(.drawing(.drawing))]) {
    checkSavedDrawing($0, .drawing)
  }

  /// Drawings of the library Drawsana.
  static let drawsana = FuzzTarget("drawsana", longest: 1024, covers: [.input(.drawing(.drawsana))]) {
    checkSavedDrawing($0, .drawsana)
  }
}

// MARK: Properties

private func checkPicture(of session: FuzzedSession) {
  let scratch = ScratchRenderer(layout: session.layout, showsPredictions: session.showsPredictions)
  var drawing = session.drawing
  var renderer = PictureRenderer(layout: session.layout, showsPredictions: session.showsPredictions)
  var finishing = FinishingRenderer(layout: session.layout)
  var accepted: [LogEvent] = []
  func checkFrame() {
    draws { () throws(RenderError) in try renderer.drawFrame(drawing) }
    expectEqual(renderer.picture, scratch.picture(of: drawing), "the picture that follows \(accepted)")
  }

  for event in session.events where drawing.accepts(event) {
    accepted.append(event)
    if accepted.count % 3 != 0 { draws { () throws(RenderError) in try renderer.drawFrame(drawing) } }
    if accepted.count % 16 == 0 { checkFrame() }
    if accepted.count % 5 == 0 { draws { () throws(RenderError) in try finishing.bake(drawing) } }
  }
  checkFrame()
  let version = drawing.version
  _ = drawing.finish()
  if drawing.version != version { checkFrame() }
  draws { () throws(RenderError) in
    expectEqual(try finishing.finish(drawing), renderer.picture, "the picture at the end of \(accepted)")
  }
  let again = reopened(drawing)
  expectEqual(scratch.picture(of: again), renderer.picture, "the picture of the saved drawing of \(accepted)")
}

private func draws(_ draw: () throws(RenderError) -> Void) {
  do throws(RenderError) {
    try draw()
  } catch {
    fatalError("there is no limit: \(error)")
  }
}

private func expectEqual(_ picture: Picture, _ expected: Picture, _ name: @autoclosure () -> String) {
  if let difference = PixelDifference(picture, expected) { fatalError("\(name()): \(difference)") }
}

/// The drawing after it is saved and opened, which gives the same file.
private func reopened(_ drawing: Drawing) -> Drawing {
  let text = SavedDrawing(drawing).text
  func shown(_ text: [UInt8]) -> String { String(reflecting: String(decoding: text, as: UTF8.self)) }
  do throws(LogError) {
    let again = opened(try SavedDrawing(text, name: "a"), drawing.options)
    let second = SavedDrawing(again).text
    expect(second == text, "saved again, \(shown(second)) was \(shown(text))")
    return again
  } catch {
    fatalError("what is saved is read again: \(error): \(shown(text))")
  }
}

private func opened(_ saved: SavedDrawing, _ options: ModelOptions) -> Drawing {
  var drawing = Drawing(options: options)
  let images = saved.images.map { ($0, FuzzedImage.content as any ImageContent) }
  do throws(EditError) {
    try drawing.open(saved, images: Dictionary(uniqueKeysWithValues: images))
  } catch {
    fatalError("a blank drawing opens a saved one: \(error)")
  }
  return drawing
}

/// Checks that a drawing that can be read is the same after it is saved and read again.
private func checkSavedDrawing(_ bytes: [UInt8], _ format: DrawingFormat) {
  do throws(LogError) {
    let drawing = opened(try SavedDrawing(bytes, name: "a", format: format), ModelOptions())
    _ = drawing.inkBounds
    _ = reopened(drawing)
  } catch {
    expect(
      error.location.file == "a" && error.location.line >= 1 && error.location.column >= 1,
      "an error has a location: \(error)")
    expect(!error.diagnostic.description.isEmpty, "an error has a message")
  }
}
