import Geometry
import Ink
import Raster
import Rendering
import TouchLog
import TestSupport
import Testing

@Suite struct DebugRendererTests {
  private static let layout = CanvasLayout(width: 200, height: 190, transform: Transform(scale: 2), background: .white)

  private func setup(_ layers: Set<DebugLayer>) -> RendererSetup {
    var setup = RendererSetup(layout: Self.layout)
    setup.debugLayers = layers
    setup.showsPredictions = true
    return setup
  }

  private func touch(
    _ phase: TouchEvent.Phase, _ x: Double, index: Int? = nil, expects: Bool = false, predicted: Bool = false
  ) -> LogEvent {
    var event = TouchEvent(
      phase: phase, touch: .number(1), point: Point(x, 40), pressure: 0.4, predicted: predicted, index: index)
    if expects { event.expects = .pressure }
    return .touch(event)
  }

  @Test(arguments: rounds(6))
  func `a view that follows a session equals one drawn at its end`(seed: UInt64) throws {
    // The dirty layer shows the last update, so it depends on when the renderer was updated.
    let layers = Set(DebugLayer.allCases).subtracting([.dirty])
    var drawing = Drawing()
    var following = DebugRenderer(setup(layers))
    for (number, event) in RandomSession(seed: seed, steps: 14).events.enumerated() {
      try drawing.apply(event)
      try following.update(to: drawing)
      guard number % 17 == 0 else { continue }
      var fresh = DebugRenderer(setup(layers))
      try fresh.update(to: drawing)
      try #require(Bitmap(copying: following.picture) == Bitmap(copying: fresh.picture), "after event \(number)")
    }
  }

  @Test func `the color of a sample's dot shows its state`() throws {
    var drawing = Drawing()
    try drawing.apply(touch(.began, 10, index: 1, expects: true))
    try drawing.apply(touch(.moved, 30, index: 2, expects: true))
    try drawing.apply(touch(.moved, 50))
    try drawing.apply(.revision(TouchRevision(index: 2, touch: .number(1), pressure: 0.9)))
    try drawing.apply(touch(.moved, 70, predicted: true))
    var setup = setup([.samples])
    // Wide enough for a legend in one row.
    setup.layout.width = 500
    var renderer = DebugRenderer(setup)
    try renderer.update(to: drawing)
    let states: [(x: Int, state: SampleState)] = [(10, .estimated), (30, .revised), (50, .real), (70, .predicted)]
    let legend = strongColors(ofRow: Self.layout.height + 11, in: renderer.picture)
    #expect(Set(legend).count == SampleState.allCases.count)
    for (x, state) in states {
      let index = try #require(SampleState.allCases.firstIndex(of: state))
      #expect(renderer.picture[x * 2, 80] == legend[index], "\(state)")
    }
  }

  /// The saturated colors that two adjacent pixels of a row share, from the left.
  private func strongColors(ofRow y: Int, in picture: Picture) -> [Pixel] {
    var found: [Pixel] = []
    for x in 1..<picture.width {
      let pixel = picture[x, y]
      let channels = [pixel.red, pixel.green, pixel.blue]
      let isStrong = Int(channels.max() ?? 0) - Int(channels.min() ?? 0) > 100
      if isStrong, pixel == picture[x - 1, y], found.last != pixel { found.append(pixel) }
    }
    return found
  }

  @Test func `only the tiles of the last change are tinted`() throws {
    var drawing = Drawing()
    for event in LogEvent.drag([(5, 5), (12, 12)]) { try drawing.apply(event) }
    var renderer = DebugRenderer(setup([.dirty]))
    try renderer.update(to: drawing)
    #expect(renderer.picture[60, 60] != .white)
    #expect(renderer.picture[190, 180] == .white)
    for event in LogEvent.drag([(85, 80), (90, 85)]) { try drawing.apply(event) }
    try renderer.update(to: drawing)
    #expect(renderer.picture[60, 60] == .white)
    #expect(renderer.picture[190, 180] != .white)
  }

  @Test func `the legend makes the picture higher, and without layers there is no legend`() {
    #expect(DebugRenderer(setup([])).layout == Self.layout)
    let all = DebugRenderer(setup(Set(DebugLayer.allCases))).layout
    #expect(all.width == Self.layout.width)
    #expect(all.height > DebugRenderer(setup([.cones])).layout.height)
  }

  @Test(arguments: DebugLayer.allCases)
  func `each layer changes the picture`(layer: DebugLayer) throws {
    var drawing = Drawing()
    for event in LogEvent.drag([(20, 20), (50, 30), (60, 70)]) { try drawing.apply(event) }
    func canvas(_ layers: Set<DebugLayer>) throws -> [UInt32] {
      var renderer = DebugRenderer(setup(layers))
      try renderer.update(to: drawing)
      return Array(Bitmap(copying: renderer.picture).pixels.prefix(200 * 190))
    }
    #expect(try canvas([layer]) != canvas([]))
  }
}
