import Files
import Geometry
import Raster
import Rendering
import TouchLog

/// A part of the canvas on the screen, at a scale of its own.
package struct HostView: Hashable, Sendable {
  /// The upper left corner in points.
  package var origin: Point
  /// The size in pixels.
  package var width: Int
  package var height: Int
  /// Pixels per point.
  package var scale: Double

  package init(origin: Point, width: Int, height: Int, scale: Double) {
    (self.origin, self.width, self.height, self.scale) = (origin, width, height, scale)
  }

  /// The most pixels of a view: more than any window has.
  static let pixelLimit = 1 << 26
}

/// The pixels on the screen.
extension HostDrawing {
  /// The size of the picture on the screen in pixels; 1 × 1 until the canvas is known.
  package var width: Int { screen?.layout.width ?? 1 }
  package var height: Int { screen?.layout.height ?? 1 }

  /// The pixels on the screen after the last update: red, green, blue and straight alpha, rows from the top.
  package var pixels: [UInt32] { screen?.bitmap.pixels ?? Self.blank }
  private static let blank: [UInt32] = [0]

  /// Draws what has changed since the last update.
  /// - Returns: The smallest box that holds all pixels that changed; empty if none did.
  /// - Throws: `HostError` if the canvas is too large.
  package func update() throws(HostError) -> PixelRect {
    beginCall()
    try checkLimits()
    if screen == nil, setup.isKnown { screen = try makeScreen() }
    return try rethrowing(as: HostError.init) { () throws(RenderError) in
      try screen?.update(to: drawing) ?? .none
    }
  }

  /// Shows a part of the canvas from the next update on, or all of it, at its own scale. The finished picture stays.
  /// - Throws: `HostError` if the part is no picture, or there is a picture under the ink, which has pixels for one scale.
  package func show(_ part: HostView?) throws(HostError) {
    if let part {
      guard part.width > 0, part.height > 0, part.width <= HostView.pixelLimit / part.height,
        part.origin.x.magnitude <= LogLimits.coordinate, part.origin.y.magnitude <= LogLimits.coordinate
      else { throw HostError(message: "a view has a corner between -1e7 and 1e7 points and 1 to 67108864 pixels") }
      guard NumberRange.resolution.contains(part.scale) else {
        throw HostError(message: "the scale of a view must be \(NumberRange.resolution) pixels per point")
      }
      guard !setup.hasPicture else { throw HostError(message: "a canvas with a picture is shown as a whole") }
    }
    if part != view { (view, screen) = (part, nil) }
  }

  func makeScreen() throws(HostError) -> DrawingScreen {
    var layout = try layout(of: drawing)
    if let view {
      (layout.width, layout.height) = (view.width, view.height)
      layout.transform = Transform(scale: view.scale, origin: view.origin)
    }
    return try rethrowing(as: HostError.init) { () throws(RenderError) in
      try DrawingScreen(
        layout, backdrop: setup.backdrop(for: layout), showsPredictions: showsPredictions,
        memoryLimit: limits.memory)
    }
  }
}

extension CanvasSetup {
  /// Whether there is a picture under the ink.
  fileprivate var hasPicture: Bool {
    switch header?.background {
    case .picture, .embedded: true
    case .color, .paper, .some(.none), nil: false
    }
  }
}
