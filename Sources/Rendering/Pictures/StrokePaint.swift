import Ink
import Raster
import TouchLog

extension StrokeModel {
  /// How the shapes of one stroke share pixels.
  var coverageRule: CoverageRule {
    switch self {
    case .ink1: .maximum
    case .ink2: .union
    }
  }
}

extension ToolStyle {
  /// Whether its ink needs no more than a mask and a paint.
  package var isOneColor: Bool { color != .rainbow || tool == .eraser }

  /// What a stroke of this style does to the canvas: its colour with its opacity, once over all of it.
  package var paint: Paint { paint(in: color.color(atHue: 0)) }

  /// - Parameter color: In place of the style's.
  func paint(in color: Color) -> Paint {
    // Opacity and the colour's own alpha, as bytes rounded to nearest.
    let pixel = Pixel(
      red: color.red, green: color.green, blue: color.blue, alpha: byte(Double(color.alpha) * opacity))
    return switch tool {
    case .marker: Paint(color: pixel, mode: .multiply)
    case .eraser: Paint(color: Pixel(red: 0, green: 0, blue: 0, alpha: byte(opacity * 255)), mode: .erase)
    default: Paint(color: pixel, mode: .over)
    }
  }
}

/// 0...255, rounded to nearest.
package func byte(_ value: Double) -> UInt8 { UInt8(value.rounded(.toNearestOrAwayFromZero)) }

extension InkColor {
  /// The colour, for rainbow ink after so many events.
  ///
  /// The hue turns by 0.005 of a circle with each event; saturation 0.7, brightness 1 (Smith 1978, HSV).
  package func color(atHue events: Int) -> Color {
    switch self {
    case .solid(let color): return color
    case .rainbow:
      // In 200 steps of a circle, whose sixths go up or down by 3 of 100 steps each.
      let turn = (events % 200 + 200) % 200 * 6
      let (sixth, part) = (turn / 200, turn % 200)
      let rising = byte(255 * (0.3 + 0.7 * Double(part) / 200))
      let falling = byte(255 * (1 - 0.7 * Double(part) / 200))
      let low = byte(255 * 0.3)
      switch sixth {
      case 0: return Color(red: 255, green: rising, blue: low)
      case 1: return Color(red: falling, green: 255, blue: low)
      case 2: return Color(red: low, green: 255, blue: rising)
      case 3: return Color(red: low, green: falling, blue: 255)
      case 4: return Color(red: rising, green: low, blue: 255)
      default: return Color(red: 255, green: low, blue: falling)
      }
    }
  }
}
