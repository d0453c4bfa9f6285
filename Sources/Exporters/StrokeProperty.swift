/// A property of strokes that a format may not hold.
enum StrokeProperty {
  case pressures, tilts, times
  /// Colors, widths and markers.
  case looks
  /// What an eraser's stroke removes. Formats without erasers leave the stroke out.
  case erasures
}

extension Losses {
  /// Counts how often a drawing's strokes have these properties.
  mutating func lose(_ properties: StrokeProperty..., of drawing: ExportedDrawing) {
    for property in properties {
      let strokes = drawing.strokes
      switch property {
      case .pressures: lose("pressures", count: strokes.countPoints { $0.pressure != nil })
      case .tilts: lose("tilts", count: strokes.countPoints { $0.altitude != nil || $0.azimuth != nil })
      case .times: lose("times", count: strokes.countPoints { _ in true })
      case .looks: lose("colors and widths", count: strokes.count)
      case .erasures: lose("eraser strokes", count: strokes.count { $0.kind == .eraser })
      }
    }
  }
}

extension [ExportedStroke] {
  fileprivate func countPoints(_ isCounted: (ExportedPoint) -> Bool) -> Int {
    reduce(0) { $0 + $1.points.count(where: isCounted) }
  }
}

extension ExportedStroke {
  /// Whether the ink has the same width everywhere.
  var hasConstantWidth: Bool { points.allSatisfy { $0.radius == points[0].radius } }

  /// Whether the device reported pressure.
  var hasPressure: Bool { points.contains { $0.pressure != nil } }
}

extension ExportedDrawing {
  /// The strokes that leave ink.
  var inkStrokes: [ExportedStroke] { strokes.filter { $0.kind != .eraser } }
}
