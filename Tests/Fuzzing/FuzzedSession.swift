import Geometry
import Ink
import PNG
import Raster
import Rendering
import Session
import TouchLog

/// A session that is drawn: its events, and how the picture is made.
struct FuzzedSession {
  var events: [LogEvent] = []
  var layout: CanvasLayout
  var options: ModelOptions
  var showsPredictions: Bool

  /// Two tiles, both of them cut.
  private static let (width, height) = (72, 40)

  /// - Parameter decoder: Gives the settings; the events follow.
  init(settings decoder: inout EventDecoder) {
    let settings = decoder.byte()
    let scale = [1, 0.5, 2.7, 1, 1, 100, 1e-3, 1.0][Int(settings & 7)]
    layout = CanvasLayout(
      width: Self.width, height: Self.height, transform: Transform(scale: scale),
      background: settings & 8 == 0 ? .clear : Pixel(red: 250, green: 250, blue: 240))
    options = ModelOptions(
      model: settings & 16 != 0 ? .ink1 : settings & 128 != 0 ? .ink2 : settings & 64 != 0 ? .ink4 : .ink3,
      tolerance: ModelOptions.tolerance(pixelsPerPoint: scale),
      keepsCancelled: settings & 32 != 0)
    showsPredictions = settings & 64 != 0
  }

  /// A session that bytes describe.
  init(_ bytes: [UInt8]) {
    var decoder = EventDecoder(bytes)
    self.init(settings: &decoder)
    while !decoder.isAtEnd { events.append(decoder.event()) }
  }

  /// A blank drawing.
  var drawing: Drawing { Drawing(options: options) }

  /// The events that a drawing accepts in their order.
  var acceptedEvents: [LogEvent] {
    var drawing = drawing
    return events.filter { drawing.accepts($0) }
  }
}

extension Drawing {
  /// Applies an event, unless it is refused.
  mutating func accepts(_ event: LogEvent) -> Bool {
    do throws(EditError) {
      if case .command(.image(let image), _) = event {
        try add(image, FuzzedImage.content)
      } else {
        try apply(event)
      }
      return true
    } catch {
      return false
    }
  }
}

/// The image of all sessions.
enum FuzzedImage {
  static let source = NewImage.Source.data("an image")
  static let content = LoadedImage(
    ImageSource(Bitmap(width: 3, height: 2, pixels: [0xFF00_00FF, 0x8000_FF00, 0, 0xFFFF_0000, 0xFFFF_FFFF, 1])))
}
