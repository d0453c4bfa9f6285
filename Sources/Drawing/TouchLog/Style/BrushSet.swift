import Geometry

/// The constants of all brushes. A model keeps its set, so that recordings keep their look.
package enum BrushSet: Hashable, Sendable {
  /// That of `Brush.recipe`.
  case first
  /// Crayons have a core of wax, pencils a tooth and a dark line, brush pens a line at usual pressures, and washes have
  /// pools, tones and edges that vary. The thinning of a pen counts.
  case second
}

extension Brush {
  /// The constants of the brush in a set.
  package func recipe(of set: BrushSet) -> BrushRecipe {
    switch set {
    case .first: recipe
    case .second: second ?? recipe
    }
  }

  /// How long the ink of the brush stays wet, in seconds; 0 if it dries at once.
  package func drying(of set: BrushSet) -> Double { self == .watercolor && set == .second ? 5 : 0 }

  /// The constants in the second set; nil if they are those of the first.
  private var second: BrushRecipe? {
    switch self {
    case .pencil:
      BrushRecipe(
        width: 2.2, tip: .ellipse, angle: .azimuth, radius: ByPressure(light: 0.62, firm: 1.38), swell: 6,
        flow: ByPressure(light: 0.24, firm: 0.96), bend: (1.7, 0.7), point: 0.12, fade: 0.45, edge: (0, 0.55),
        grain: Self.grain(
          [(0.5, 0.45), (0.8, 0.65), (1.25, 0.55), (2.4, 0.25)], softness: 0.85, base: 0.3, contrast: 1.5),
        opacity: 0.9)
    case .crayon:
      BrushRecipe(
        width: 8, radius: ByPressure(light: 0.88, firm: 1.28), swell: 1.5,
        flow: ByPressure(light: 0.46, firm: 1), bend: (1.5, 0.5), fade: 0.3, edge: (0.05, 0.7),
        grain: Self.grain(
          [(0.7, 0.45), (1.2, 0.65), (2, 0.55), (5, 0.35)], softness: 1.15, base: 0.36, contrast: 1.65),
        opacity: 0.92)
    case .brush:
      BrushRecipe(
        width: 12, radius: ByPressure(light: 0.1, firm: 1.35), grain: recipe.grain, taper: 1.2, hair: 0.95,
        spread: (0.12, 0.52))
    case .watercolor:
      BrushRecipe(
        width: 15, radius: ByPressure(light: 0.55, firm: 1.45), flow: ByPressure(light: 0.26, firm: 0.6),
        bend: (1.2, 0.2), edge: (0.3, 0), grain: recipe.grain, opacity: 0.9, blend: .multiply, depth: 7,
        hasPigment: true, pool: 0.38,
        bead: 1.1)
    default: nil
    }
  }
}
