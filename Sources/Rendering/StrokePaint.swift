import Ink
import Raster

extension ToolStyle {
  /// What a stroke of this style does to the canvas: its colour with its opacity, once over all of it.
  var paint: Paint {
    // Opacity and the colour's own alpha, as bytes rounded to nearest.
    let alpha = Double(color.alpha) * opacity
    let pixel = Pixel(
      red: color.red, green: color.green, blue: color.blue, alpha: UInt8((alpha).rounded(.toNearestOrAwayFromZero)))
    return switch tool {
    case .pen: Paint(color: pixel, mode: .over)
    case .marker: Paint(color: pixel, mode: .multiply)
    case .eraser:
      Paint(
        color: Pixel(red: 0, green: 0, blue: 0, alpha: UInt8((opacity * 255).rounded(.toNearestOrAwayFromZero))),
        mode: .erase)
    }
  }
}
