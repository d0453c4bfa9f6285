import Geometry

/// A pen by name: how its tip follows the hand, and what its ink looks like. `recipe` has a row of constants for each;
/// style keys replace some of them.
package enum Brush: String, Hashable, Sendable, CaseIterable {
  /// A round tip whose ink is solid, and whose width follows pressure or speed.
  case ink
  /// A round tip of constant width.
  case monoline
  case pencil, crayon, charcoal
  /// A broad edge.
  case nib
  case fountain
  /// A pointed brush, whose hairs leave streaks in fast strokes.
  case brush
  /// A highlighter.
  case chisel
  case airbrush, watercolor
}

/// The shape of a pen's tip.
package enum TipShape: String, Hashable, Sendable, CaseIterable {
  case round, ellipse
  /// A line with round ends.
  case bar
}

/// The direction of the longest extent of a tip.
package enum TipAngle: Hashable, Sendable {
  /// Degrees counterclockwise from the x axis on the screen.
  case degrees(Double)
  /// That in which the pen points; a bar lies across it.
  case azimuth
}

/// Values at no pressure and at full pressure; between them, they are in proportion to the pressure.
package struct ByPressure: Hashable, Sendable {
  package var light: Double
  package var firm: Double

  package init(light: Double, firm: Double) { (self.light, self.firm) = (light, firm) }

  package func callAsFunction(_ pressure: Double) -> Double { light + (firm - light) * pressure }
}

/// The grain of paper as a brush shows it.
package struct Grain: Hashable, Sendable {
  /// One octave of noise.
  package struct Octave: Hashable, Sendable {
    /// In points.
    package var wavelength: Double
    package var weight: Double
  }

  package var octaves: [Octave]
  /// How gradually ink appears between the hills and the valleys of the paper; 0 is a hard edge.
  package var softness: Double
  /// The share of the ink that the grain does not change, 0...1.
  package var base: Double
  /// The height of the hills; their standard deviation is about 0.21 of it.
  package var contrast: Double
  /// Grains of other families have nothing in common.
  package var family = 0
}

/// The constants of a brush. Radii are in half widths. z is how flat the pen lies, 0...1, and p is the pressure.
package struct BrushRecipe: Sendable {
  /// The usual width, in points.
  package var width: Double
  package var tip = TipShape.round
  /// The shorter extent of an ellipse by the longer one; for a bar, its thickness by the width.
  package var ratio = 1.0
  package var angle = TipAngle.degrees(0)
  /// The radius.
  package var radius = ByPressure(light: 1, firm: 1)
  /// Whether a brush is soft: its hairs bend more the harder they are pressed.
  package var isSoft = false
  /// How much the radius depends on pressure: the thinning of the pen, which is usually 0.6.
  package var thinning = 0.5
  /// The least radius, in half widths, before the tip swells and ends taper.
  package var minWidth = 0.0
  /// How much wider the tip is when the pen lies flat: the radius grows by this times z.
  package var swell = 0.0
  /// How much ink there is on the paper, 0...1.
  package var flow = ByPressure(light: 1, firm: 1)
  /// The pressure p gives the ink that p(rise − fall · p) has in proportion.
  package var bend = (rise: 1.0, fall: 0.0)
  /// How much ink the finest point adds, which presses harder on what it touches.
  package var point = 0.0
  /// The share of the flow that is lost when the pen lies flat.
  package var fade = 0.0
  /// The share of the flow that is lost in fast strokes.
  package var haste = 0.0
  /// The ink across the tip: 1 − e₂u² − e₄u⁴ at u of the radius.
  package var edge = (second: 0.0, fourth: 0.0)
  package var grain: Grain?
  package var opacity = 1.0
  package var blend = BlendMode.over
  /// The length over which both ends narrow, in widths.
  package var taper = 0.0
  /// The radius of a hair by that of the tip at the usual width, in points; 0 for a tip without hairs.
  package var hair = 0.0
  /// The radii, in widths, between which the hairs spread and dry.
  package var spread = (least: 0.1, most: 0.4)
  /// The depth of the wet edge, in points; 0 for none.
  package var depth = 0.0
  /// Whether the color of a wash depends on the flow.
  package var hasPigment = false
  /// How much of the flow a wash gains in pools: where the pen is slow, and at the ends.
  package var pool = 0.0
  /// The length of the pools at the ends, in widths.
  package var bead = 0.0

  /// Whether the ink depends on the speed.
  package var readsSpeed: Bool { haste > 0 || hair > 0 || pool > 0 }
  /// Whether the amount of ink differs from place to place, so that coverage alone does not tell it.
  package var hasLevel: Bool {
    flow != ByPressure(light: 1, firm: 1) || haste > 0 || fade > 0 || edge.second != 0 || edge.fourth != 0
      || grain != nil || hair > 0 || depth > 0
  }
}

extension Brush {
  /// The usual width of its ink, in points.
  package var width: Double { recipe.width }

  package var recipe: BrushRecipe {
    switch self {
    case .ink, .monoline: BrushRecipe(width: 4)
    case .pencil:
      BrushRecipe(
        width: 2.2, tip: .ellipse, angle: .azimuth, radius: ByPressure(light: 0.62, firm: 1.38), swell: 6,
        flow: ByPressure(light: 0.18, firm: 0.96), bend: (1.35, 0.35), point: 0.16, fade: 0.38, edge: (0.15, 0.5),
        grain: Self.graphite,
        opacity: 0.84)
    case .crayon:
      BrushRecipe(
        width: 8, radius: ByPressure(light: 0.8, firm: 1.2), swell: 1.5,
        flow: ByPressure(light: 0.34, firm: 0.9), fade: 0.2, edge: (0, 0.42),
        grain: Self.grain(
          [(0.5, 0.35), (0.9, 0.55), (1.6, 0.7), (4, 0.3)], softness: 0.55, base: 0.07, contrast: 1.5),
        opacity: 0.95)
    case .charcoal:
      BrushRecipe(
        width: 9, radius: ByPressure(light: 0.7, firm: 1.3), swell: 2,
        flow: ByPressure(light: 0.22, firm: 0.97), fade: 0.25, edge: (0.35, 0.4),
        grain: Self.grain(
          [(0.45, 0.4), (0.8, 0.6), (1.4, 0.55), (3, 0.3)], softness: 0.95, base: 0.13, contrast: 1.7),
        opacity: 0.9)
    case .nib:
      BrushRecipe(
        width: 9, tip: .bar, ratio: 0.1, angle: .degrees(40), radius: ByPressure(light: 0.78, firm: 1.22))
    case .fountain:
      BrushRecipe(
        width: 3.4, tip: .ellipse, ratio: 0.45, angle: .degrees(40), radius: ByPressure(light: 0.55, firm: 1.45),
        haste: 0.2, edge: (0, 0.1))
    case .brush:
      BrushRecipe(
        width: 12, radius: ByPressure(light: 0.1, firm: 1.35), isSoft: true,
        grain: Self.grain([(1.4, 0.6), (3, 0.5)], softness: 0.6, base: 0.7, contrast: 0.9), taper: 1.2, hair: 0.95)
    case .chisel:
      BrushRecipe(
        width: 14, tip: .bar, ratio: 0.23, angle: .degrees(70), opacity: 0.55, blend: .multiply)
    case .airbrush:
      BrushRecipe(
        width: 36, flow: ByPressure(light: 0.12, firm: 1), edge: (2, -1),
        grain: Self.grain([(0.55, 1), (0.9, 0.6)], softness: 2.2, base: 0.45, contrast: 1.6), opacity: 0.75)
    case .watercolor:
      BrushRecipe(
        width: 15, radius: ByPressure(light: 0.55, firm: 1.45),
        grain: Self.grain(
          [(3, 0.5), (9, 0.7), (26, 0.6)], softness: 0, base: 0, contrast: 1, family: 3),
        opacity: 0.62, blend: .multiply, depth: 4)
    }
  }

  /// The grain of a pencil, and of brushes that have none of their own.
  package static let graphite = grain(
    [(0.38, 0.35), (0.6, 0.6), (0.95, 0.7), (1.9, 0.35)], softness: 1.2, base: 0.25, contrast: 1.7)

  static func grain(
    _ octaves: [(Double, Double)], softness: Double, base: Double, contrast: Double, family: Int = 0
  ) -> Grain {
    Grain(
      octaves: octaves.map { Grain.Octave(wavelength: $0.0, weight: $0.1) }, softness: softness, base: base,
      contrast: contrast, family: family)
  }
}

/// What pens are where the log does not say it. Small: each stroke's modeler has a copy.
package struct PenStyle: Hashable, Sendable {
  /// Nil for ink.
  package var brush: Brush?
  package var pressureCurve = 1.0
  package var minWidth = 0.0

  package init() {}
}

extension Look {
  /// The constants of the brush with the values that the look replaces; nil if the ink is that of a plain round tip.
  package var recipe: BrushRecipe? {
    guard isBrushed else { return nil }
    let usual = brush.recipe(of: brushes)
    var recipe = usual
    recipe.minWidth = minWidth
    // In the first set, the thinning of brushes was always that of half of the width.
    if brushes != .first { recipe.thinning = thinning }
    if taper != Taper(start: 0, end: 0) { recipe.bead = 0 }
    if let tip {
      recipe.tip = tip
      if tip != usual.tip { recipe.ratio = tip == .bar ? 0.1 : 0.45 }
    }
    recipe.ratio = tipRatio ?? recipe.ratio
    recipe.angle = tipAngle ?? recipe.angle
    if let flow {
      (recipe.flow, recipe.bend, recipe.point) = (flow, (1, 0), 0)
      (recipe.haste, recipe.fade, recipe.pool) = (0, 0, 0)
    }
    if let grain {
      // The rest of the ink is as even as that of a pen.
      var own = recipe.grain ?? Brush.graphite
      own.base = 1 - (1 - own.base) * grain
      recipe.grain = grain > 0 || recipe.depth > 0 ? own : nil
    }
    if let grainSize, let own = recipe.grain {
      let main = own.octaves.reduce(own.octaves[0]) { $1.weight > $0.weight ? $1 : $0 }
      for index in own.octaves.indices { recipe.grain?.octaves[index].wavelength *= grainSize / main.wavelength }
    }
    return recipe
  }

  /// How long the ink stays wet, in seconds; 0 if it dries at once.
  package var drying: Double { tool.isNib ? brush.drying(of: brushes) : 0 }

  /// The flow of a pen whose ink is solid.
  private static let fullFlow = ByPressure(light: 1, firm: 1)

  /// Whether the ink is more than that of a plain round tip.
  package var isBrushed: Bool {
    guard tool.isNib else { return false }
    switch brush {
    case .ink, .monoline:
      return tip ?? .round != .round || flow ?? Self.fullFlow != Self.fullFlow || grain ?? 0 > 0 || !dash.isEmpty
    default: return true
    }
  }

  /// How the ink blends with what lies below it.
  package var blendMode: BlendMode {
    guard tool.makes == .ink else { return tool.blend }
    return blend ?? (isBrushed ? brush.recipe(of: brushes).blend : tool.blend)
  }
}
