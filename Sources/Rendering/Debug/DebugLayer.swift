import Ink
import Raster
import TouchLog

/// What a debug view shows over the ink.
public enum DebugLayer: String, Hashable, Sendable, CaseIterable {
  /// A dot for each sample, in a colour for what is known of it.
  case samples
  /// Where the middle of the tip goes.
  case centerline
  /// The round cones that ink is made of.
  case cones
  /// The grid of tiles.
  case tiles
  /// The tiles that the last change touched.
  case dirty
  /// The numbers of the elements, from 1, in the order of drawing.
  case order
  /// The versions of the drawing in which the elements last changed.
  case versions

  /// What the legend shows of the layer: its marks and what they mean.
  var legend: [(mark: DebugMark, text: String)] {
    switch self {
    case .samples: SampleState.allCases.map { (.dot(DebugLayer.color(of: $0)), $0.rawValue) }
    case .centerline: [(.line(color), "centre line")]
    case .cones: [(.ring(color), "cones")]
    case .tiles: [(.line(color), "tiles")]
    case .dirty: [(.square(color), "last change")]
    case .order: [(.text("3", color), "order")]
    case .versions: [(.text("v9", color), "version")]
    }
  }

  var color: Pixel {
    switch self {
    case .samples: DebugLayer.color(of: .real)
    case .centerline: Pixel(red: 33, green: 37, blue: 41)
    case .cones: Pixel(red: 134, green: 142, blue: 150)
    case .tiles: Pixel(red: 173, green: 181, blue: 189)
    case .dirty: Pixel(red: 255, green: 212, blue: 59, alpha: 110)
    case .order: Pixel(red: 201, green: 42, blue: 42)
    case .versions: Pixel(red: 11, green: 114, blue: 133)
    }
  }

  static func color(of state: SampleState) -> Pixel {
    switch state {
    case .real: Pixel(red: 30, green: 102, blue: 245)
    case .revised: Pixel(red: 47, green: 158, blue: 68)
    case .estimated: Pixel(red: 240, green: 90, blue: 0)
    case .predicted: Pixel(red: 190, green: 75, blue: 219)
    }
  }
}

/// A sign in the legend.
enum DebugMark {
  case dot(Pixel)
  case line(Pixel)
  case ring(Pixel)
  case square(Pixel)
  case text(String, Pixel)
}
