import Geometry
import TouchLog

/// What a tip has besides a position and a radius, as spans store it.
struct InkTip: Hashable {
  var direction: SIMD2<Float>
  var ratio: Float
  var flow: Float
  var length: Float
  var wetness: Float

  init(_ tip: PenTip) {
    direction = SIMD2(Float(tip.direction.dx), Float(tip.direction.dy))
    (ratio, flow, length, wetness) = (Float(tip.ratio), Float(tip.flow), Float(tip.length), Float(tip.wetness))
  }

  func tip(at center: Point, radius: Double) -> PenTip {
    PenTip(
      center: center, radius: radius, direction: Vector(Double(direction.x), Double(direction.y)),
      ratio: Double(ratio), flow: Double(flow), length: Double(length), wetness: Double(wetness))
  }
}

/// Turns the path of a brush into tips: the radius, shape and ink of each follow from the pressure, tilt and speed there.
///
/// The stroke model gives the path, and the effect of pressure along it: it models the ink of `Look.guide`, whose radius
/// is the effect.
struct TipModeler {
  private var look: Look
  private let recipe: BrushRecipe
  private let model: StrokeModel
  private let options: ModelOptions
  private let path: PenPath
  private let ends: Tapers.SpanTaper
  /// The direction of a tip that does not follow the pen's azimuth, at no twist.
  private let fixed: Vector
  private var discs: [InkDisc] = []
  private var tips: [InkTip] = []

  /// The most times that a piece of the path is halved.
  private static let mostHalvings = 6
  /// Of the radius, at the ends of a pointed stroke.
  private static let leastTaper = 0.08
  private static let usualThinning = Look().thinning
  /// The radius below which the point of a pencil leaves more ink, in points.
  private static let finest = 1.4

  /// - Parameter ends: The tapers of the span.
  init(
    _ look: Look, _ recipe: BrushRecipe, _ options: ModelOptions, _ path: PenPath, _ ends: Tapers.SpanTaper
  ) {
    (self.look, self.recipe, self.options, self.path, self.ends) = (look, recipe, options, path, ends)
    model = options.model ?? .newest
    (self.look.thinning, self.look.minWidth) = (recipe.thinning, recipe.minWidth)
    // The y axis points down.
    var degrees = 40.0
    if case .degrees(let given) = recipe.angle { degrees = given }
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    fixed = Vector(cosine, -sine)
  }

  /// The tips of a span along the arcs between the discs of its guide.
  mutating func lay(along guide: [InkDisc]) -> (discs: [InkDisc], tips: [InkTip]) {
    guard let first = guide.first else { return ([], []) }
    var lengths = [0.0]
    for (a, b) in zip(guide, guide.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.center.distance(to: b.center))
    }
    let whole = lengths[lengths.count - 1]
    func place(_ index: Int) -> Place {
      let share = whole > 0 ? lengths[index] / whole : 0
      return Place(share: share, after: lengths[index], before: whole - lengths[index])
    }
    var start = tip(at: first.center, guide: first.radius, place(0))
    add(start)
    for index in guide.indices.dropFirst() {
      let disc = guide[index]
      let end = tip(at: disc.center, guide: disc.radius, place(index))
      let cone = RoundCone(
        start: guide[index - 1].center, startRadius: guide[index - 1].radius, end: disc.center,
        endRadius: disc.radius, bulge: disc.bulge)
      addPieces(of: cone, start, end, place(index - 1), place(index), depth: 0)
      start = end
    }
    return (discs, tips)
  }

  /// A position on the span's path.
  private struct Place {
    /// The part of the span's length before it.
    var share: Double
    /// The lengths from the span's start and to its end, in points.
    var after: Double
    var before: Double

    static func middle(_ a: Place, _ b: Place) -> Place {
      Place(share: (a.share + b.share) / 2, after: (a.after + b.after) / 2, before: (a.before + b.before) / 2)
    }
  }

  private mutating func add(_ tip: PenTip) {
    discs.append(InkDisc(center: tip.center, radius: tip.radius, bulge: 0))
    tips.append(InkTip(tip))
  }

  /// Adds tips after `start`, so that straight pieces between them are within the tolerance of the path, and halfway
  /// between two the tip is nearly what is halfway between them.
  private mutating func addPieces(
    of cone: RoundCone, _ start: PenTip, _ end: PenTip, _ from: Place, _ to: Place, depth: Int
  ) {
    guard depth < Self.mostHalvings, cone.start != cone.end else { return add(end) }
    let (first, second) = cone.halves
    let place = Place.middle(from, to)
    let middle = tip(at: first.end, guide: first.endRadius, place)
    let between = PenTip.middle(start, end, at: first.end)
    guard Swift.abs(cone.bulge) > options.tolerance * 2 || !isNear(middle, between) || !isNear(start, end, turned: true)
    else { return add(end) }
    addPieces(of: first, start, middle, from, place, depth: depth + 1)
    addPieces(of: second, middle, end, place, to, depth: depth + 1)
  }

  private func isNear(_ a: PenTip, _ b: PenTip, turned: Bool = false) -> Bool {
    // An edge of a tip moves by the radius times the angle.
    let turn =
      recipe.tip == .round
      ? 0 : Swift.abs(a.direction.dx * b.direction.dy - a.direction.dy * b.direction.dx) * (a.radius + b.radius) / 2
    // Less than an eighth of a percent of a wide tip is not seen.
    let reach = Swift.max(options.tolerance * 2, a.radius / 800)
    if turned { return turn <= reach * 4 }
    return turn <= reach && Swift.abs(a.radius - b.radius) <= reach && Swift.abs(a.flow - b.flow) <= 0.01
      && Swift.abs(a.ratio - b.ratio) * (a.radius + b.radius) / 2 <= reach && Swift.abs(a.wetness - b.wetness) <= 0.02
  }

  // MARK: One tip

  /// - Parameter guide: The radius of the guide, in points.
  private func tip(at center: Point, guide radius: Double, _ place: Place) -> PenTip {
    let state = path.state(at: place.share)
    let effect = radius / (look.width / 2) - 0.5
    let isPressed = state.hasPressure && (options.widthSource == .auto || options.widthSource == .recorded)
    let p =
      isPressed
      ? model.pressure(forEffect: Swift.min(1, Swift.max(model.leastEffect, effect)))
      : Swift.min(1, Swift.max(0, effect))
    let half = look.width / 2
    let z = state.flatness
    var narrow: Double
    switch look.brush {
    case .ink: narrow = StrokeWidth.radius(effect: effect, look: look, model)
    case .monoline: narrow = half
    default:
      // A brush's own curves are those of the usual thinning.
      let share = look.thinning / Self.usualThinning
      narrow = half * Swift.max(look.minWidth, curve(0.5) + share * (curve(p) - curve(0.5)))
    }
    narrow *= taper(place)
    let long = narrow * (1 + recipe.swell * z * z * (3 - 2 * z))
    var tip = PenTip(center: center, radius: long)
    (tip.direction, tip.ratio) = shape(state, narrow, long)
    tip.flow = flow(p, state, narrow, place)
    tip.length = state.length
    if recipe.hair > 0 { tip.wetness = wetness(state, narrow) }
    return tip
  }

  /// The radius at a pressure, in half widths.
  private func curve(_ p: Double) -> Double { recipe.radius(recipe.isSoft ? p * p * (1.6 - 0.6 * p) : p) }

  /// The part of the radius that is left where the pen is lifted: that of ink with the brush's thinning. Where the tool
  /// itself tapers, nothing of the guide is left.
  private var rest: Double {
    guard model.rules.tipsKeepRest, ends.taper.rest > 0 else { return 0 }
    let loss = (1 - ends.taper.rest) * Self.usualThinning / Look.guideThinning
    return 1 - loss * Swift.min(1, look.thinning / Self.usualThinning)
  }

  private func taper(_ place: Place) -> Double {
    guard recipe.bead == 0 else { return 1 }
    var factor = 1.0
    if look.taper.start > 0 || recipe.taper > 0, ends.taper.start > 0 {
      factor = StrokeWidth.taper(distance: ends.afterStart + place.after, length: ends.taper.start)
    }
    if look.taper.end > 0 || recipe.taper > 0, ends.taper.end > 0 {
      let taper = StrokeWidth.taper(distance: ends.beforeEnd + place.before, length: ends.taper.end)
      factor = Swift.min(factor, rest + (1 - rest) * taper)
    }
    return recipe.taper > 0 ? Self.leastTaper + (1 - Self.leastTaper) * factor : factor
  }

  private func shape(_ state: PenPath.State, _ narrow: Double, _ long: Double) -> (Vector, Double) {
    switch (recipe.tip, recipe.angle) {
    case (.round, _): return (Vector(1, 0), 1)
    case (.ellipse, .azimuth):
      // The side of the lead touches the paper only as far as the pen is tilted.
      let ratio = Swift.max(1 - (1 - recipe.ratio) * state.flatness, long > 0 ? narrow / long : 1)
      return (state.azimuth == Vector(0, 0) ? Vector(1, 0) : state.azimuth, Swift.min(1, ratio))
    case (.bar, .azimuth) where state.azimuth != Vector(0, 0):
      return (Vector(-state.azimuth.dy, state.azimuth.dx), recipe.ratio)
    case (.bar, _), (.ellipse, _):
      let turned = state.turned
      guard turned != Vector(0, 0) else { return (fixed, recipe.ratio) }
      return (
        Vector(fixed.dx * turned.dx - fixed.dy * turned.dy, fixed.dx * turned.dy + fixed.dy * turned.dx), recipe.ratio
      )
    }
  }

  private func flow(_ p: Double, _ state: PenPath.State, _ narrow: Double, _ place: Place) -> Double {
    var flow = recipe.flow(p * (recipe.bend.rise - recipe.bend.fall * p))
    if recipe.point > 0 { flow += recipe.point * (1 - Swift.min(1, narrow / Self.finest)) }
    flow *= 1 - recipe.fade * state.flatness
    if recipe.pool > 0 { flow *= 1 + recipe.pool * pool(state, place) }
    if recipe.haste > 0 { flow *= 1 - recipe.haste * Swift.min(1, state.speed / (250 * look.width)) }
    return Swift.min(1, flow)
  }

  /// How much of a pool is there, 0...1: where the pen is slow, and near the ends.
  private func pool(_ state: PenPath.State, _ place: Place) -> Double {
    func near(_ distance: Double, _ length: Double) -> Double {
      let share = length > 0 ? Swift.max(0, 1 - distance / length) : 0
      return share * share
    }
    let speed = state.isTimed ? state.speed / (6 * look.width) : .infinity
    let start = near(ends.afterStart + place.after, ends.taper.start)
    let end = near(ends.beforeEnd + place.before, ends.taper.end)
    return Swift.max(1 / (1 + speed * speed), 0.6 * start, end)
  }

  /// A brush is wet at first and where it is slow; it dries where its hairs are spread.
  private func wetness(_ state: PenPath.State, _ radius: Double) -> Double {
    func part(_ value: Double, _ low: Double, _ high: Double) -> Double {
      Swift.min(1, Swift.max(0, (value - low * look.width) / ((high - low) * look.width)))
    }
    let dry = 0.6 * part(state.speed, 30, 120) + 0.2 * part(state.length, 15, 90)
    return Swift.min(1, Swift.max(0.3, 1.02 - dry * part(radius, recipe.spread.least, recipe.spread.most)))
  }
}

extension Look {
  /// Whether ink depends on how far it is from the start of the stroke.
  var readsLength: Bool { isBrushed && (brush == .brush || !dash.isEmpty) }

  fileprivate static let guideThinning = 0.5

  /// The ink that the stroke model makes for this look. For a brush, the radius is half the width times the effect of
  /// pressure or speed plus ½.
  @inline(__always) var guide: Look {
    guard brush != .ink || isBrushed else { return self }
    var look = self
    if let recipe {
      (look.thinning, look.minWidth) = (Self.guideThinning, 0)
      let ends = Swift.max(recipe.taper, recipe.bead) * width
      if ends > 0, taper == Taper(start: 0, end: 0) { look.taper = Taper(start: ends, end: ends) }
    } else if brush == .monoline, tool.isNib {
      look.thinning = 0
    }
    return look
  }
}
