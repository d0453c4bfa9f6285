import Geometry
import Ink
import Raster
import TouchLog

/// The ink of a span in pixels: round cones, or the tips of a brush.
enum SpanInk: Sendable {
  case cones([PixelCone])
  case tips([PixelTip], TipRule)
}

extension Mask {
  /// Adds the ink of a span.
  mutating func join(_ ink: SpanInk, within clip: PixelRect? = nil) {
    switch ink {
    case .cones(let cones): join(cones, within: clip)
    case .tips(let tips, let rule): join(tips, rule, within: clip)
    }
  }
}

extension CanvasLayout {
  /// The paint of a look's ink on this canvas.
  package func paint(_ look: Look) -> Paint {
    var paint = look.paint
    if let recipe = look.recipe { paint.texture = texture(recipe) }
    return paint
  }

  /// How the ink of a brush shows; nil if its coverage is its ink.
  private func texture(_ recipe: BrushRecipe) -> Texture? {
    guard recipe.hasLevel else { return nil }
    guard let grain = recipe.grain else { return Texture() }
    func pairs(_ octaves: [Grain.Octave]) -> [(wavelength: Double, weight: Double)] {
      octaves.map { ($0.wavelength, $0.weight) }
    }
    guard recipe.depth > 0 else {
      return Texture(
        grain: pairs(grain.octaves), family: grain.family, softness: grain.softness, base: grain.base,
        contrast: grain.contrast, page: transform)
    }
    // The pigment's grain is a fraction of that of the paper.
    let size = grain.octaves[0].wavelength / 3
    return Texture(
      wash: pairs(grain.octaves), pigment: [(1.2 * size, 0.6), (2.4 * size, 0.6)], family: grain.family,
      depth: recipe.depth, hasPigment: recipe.hasPigment, page: transform)
  }

  /// What the tips of a brush have in common.
  package func rule(_ recipe: BrushRecipe, width: Double) -> TipRule {
    var rule = TipRule(isBar: recipe.tip == .bar, hasLevel: recipe.hasLevel)
    rule.edge = SIMD2(recipe.edge.second, recipe.edge.fourth)
    rule.depth = recipe.depth * transform.scale
    rule.hasPigment = recipe.hasPigment
    rule.isMirrored = transform.turn.mirrors
    rule.hairs = recipe.hair > 0 ? width / 2 / recipe.hair : 0
    return rule
  }

  /// A tip of the drawing in pixels.
  /// - Parameter similarity: The map of its element's placement; nil if the element was not moved.
  package func pixels(_ tip: SweptTip, _ similarity: Similarity?, isBar: Bool) -> PixelTip {
    let scale = (similarity?.scale ?? 1) * transform.scale
    let least = isBar ? 0.5 : CanvasLayout.thinnestTip
    guard let similarity else { return PixelTip(tip.mapped(transform.apply, scale: scale, least: least)) }
    return PixelTip(tip.mapped({ transform.apply(similarity.apply($0)) }, scale: scale, least: least))
  }

  /// All ink of a brush, settled or not; nil for other ink.
  package func tips(
    of stroke: Stroke, predicted: Bool, _ options: ModelOptions, _ similarity: Similarity?
  ) -> (spans: [[PixelTip]], recipe: BrushRecipe)? {
    guard let recipe = stroke.look.recipe else { return nil }
    let isBar = recipe.tip == .bar
    let spans = stroke.spanTips(
      predicted: predicted, options: options, within: dashedArea(stroke.look, similarity))
    return (spans.map { $0.map { pixels($0, similarity, isBar: isBar) } }, recipe)
  }

  /// The canvas in the points of an element, and a margin of some pixels; nil if the element has no dashes to look for in
  /// it, or lies where numbers end.
  fileprivate func dashedArea(_ look: Look, _ similarity: Similarity?) -> Rect? {
    guard !look.dash.isEmpty, let points = map(similarity).inverse else { return nil }
    let margin = 4.0
    return points.apply(
      Rect(minX: -margin, minY: -margin, maxX: Double(width) + margin, maxY: Double(height) + margin))
  }

  /// A picture of the ink of a stroke alone, and where it lies; nil if it has no ink on this canvas. Blend modes, which
  /// concern what lies below, are left out.
  /// - Parameters:
  ///   - ink: The paint of its ink.
  ///   - bounds: Of the ink, in pixels.
  package func picture(
    of element: ElementIndex, _ ink: Paint, _ drawing: Drawing, _ similarity: Similarity?, predicted: Bool, bounds: Rect
  ) -> (image: ImageSource, pixels: PixelRect)? {
    let pixels = area.covering(bounds)
    guard !pixels.isEmpty else { return nil }
    var ink = ink
    ink.blend = .over
    var canvas = Canvas(width: width, height: height)
    var painter = ElementPainter(layout: self, showsPredictions: predicted)
    painter.draw(ink, of: element, in: drawing, movedBy: similarity, in: nil, onto: &canvas)
    var words: [UInt32] = []
    words.reserveCapacity(pixels.width * pixels.height)
    for y in pixels.minY..<pixels.maxY {
      for x in pixels.minX..<pixels.maxX { words.append(canvas[x, y].word) }
    }
    return (ImageSource(width: pixels.width, height: pixels.height, pixels: words), pixels)
  }

  /// The interior of a filled stroke, as a polygon in pixels.
  package func interior(of stroke: Stroke, _ similarity: Similarity?) -> [Point] {
    let scale = (similarity?.scale ?? 1) * transform.scale
    return stroke.interior(tolerance: 0.02 / scale).map { transform.apply(similarity?.apply($0) ?? $0) }
  }

  /// The ink of spans that are not settled.
  func tail(
    of stroke: Stroke, predicted: Bool, _ options: ModelOptions, _ similarity: Similarity?
  ) -> [SpanInk] {
    guard let recipe = stroke.look.recipe else {
      return stroke.tail(predicted: predicted, options: options).map { cones in
        .cones(cones.map { pixels($0, similarity, options.model ?? .newest) })
      }
    }
    let area = dashedArea(stroke.look, similarity)
    let tips = stroke.tipTail(predicted: predicted, options: options, within: area)
    return ink(tips, recipe, stroke.look, similarity)
  }

  /// All ink of a stroke, modeled from its samples.
  func remodeled(
    _ stroke: Stroke, predicted: Bool, _ options: ModelOptions, _ similarity: Similarity?
  ) -> [SpanInk] {
    guard let recipe = stroke.look.recipe else {
      return stroke.remodeled(predicted: predicted, options: options).map { cones in
        .cones(cones.map { pixels($0, similarity, options.model ?? .newest) })
      }
    }
    let area = dashedArea(stroke.look, similarity)
    let tips = stroke.remodeledTips(predicted: predicted, options: options, within: area)
    return ink(tips, recipe, stroke.look, similarity)
  }

  private func ink(
    _ spans: [[SweptTip]], _ recipe: BrushRecipe, _ look: Look, _ similarity: Similarity?
  ) -> [SpanInk] {
    let rule = rule(recipe, width: look.width)
    return spans.map { tips in .tips(tips.map { pixels($0, similarity, isBar: rule.isBar) }, rule) }
  }
}

/// The ink of a settled span in pixels. One value serves many spans, and reuses its memory.
struct SpanCones {
  /// Its cones; for a brush, those that cover its tips.
  private(set) var pixels: [PixelCone] = []
  private var tips: [PixelTip] = []
  private var rule: TipRule?
  /// The same in points.
  private var points: [RoundCone] = []
  private var tipPoints: [SweptTip] = []

  /// Replaces the ink by that of a span.
  /// - Parameter similarity: The map of the stroke's placement; nil if the stroke was not moved.
  mutating func load(
    _ stroke: Stroke, _ span: SpanIndex, _ similarity: Similarity?, _ layout: CanvasLayout, _ model: StrokeModel
  ) {
    points.removeAll(keepingCapacity: true)
    pixels.removeAll(keepingCapacity: true)
    rule = nil
    if stroke.look.isBrushed, let recipe = stroke.look.recipe {
      return load(stroke, span, similarity, layout, layout.rule(recipe, width: stroke.look.width))
    }
    stroke.appendCones(ofSpan: span, to: &points)
    pixels.reserveCapacity(points.count)
    let thinnest = model.rules.thinnestRadius
    for cone in points { pixels.append(layout.pixels(cone, similarity, thinnest: thinnest)) }
  }

  private mutating func load(
    _ stroke: Stroke, _ span: SpanIndex, _ similarity: Similarity?, _ layout: CanvasLayout, _ rule: TipRule
  ) {
    self.rule = rule
    tipPoints.removeAll(keepingCapacity: true)
    stroke.appendTips(ofSpan: span, within: layout.dashedArea(stroke.look, similarity), to: &tipPoints)
    tips = tipPoints.map { layout.pixels($0, similarity, isBar: rule.isBar) }
    pixels.append(contentsOf: tips.map { PixelCone($0.tip.cone) })
  }

  /// The ink.
  var ink: SpanInk { rule.map { .tips(tips, $0) } ?? .cones(pixels) }

  /// Adds the ink to a mask.
  func join(to mask: inout Mask, within clip: PixelRect? = nil) {
    if let rule { mask.join(tips, rule, within: clip) } else { mask.join(pixels, within: clip) }
  }
}
