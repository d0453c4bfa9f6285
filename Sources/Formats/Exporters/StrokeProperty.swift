import TouchLog

/// A property of strokes that a format may not hold.
enum StrokeProperty {
  case pressures, tilts, times
  /// What sensors report besides the pressure, the tilt and the time.
  case details
  /// Colors, widths and markers of strokes that the default pen did not draw.
  case looks
  /// Translucent ink of pens and erasers, and of markers unless it is as translucent as a highlighter's of Xournal++.
  case opacities
  /// A background other than plain white paper.
  case background
  /// The lines of the paper.
  case ruling
  /// A missing background.
  case transparency
  /// The size of the canvas, if the recording gives it.
  case size
  /// The order in which strokes are drawn, if it is not the order in which they began.
  case order
  /// The effect of an eraser's stroke. Formats without erasers leave the stroke out.
  case erasures
  /// The layers of a document.
  case layers
  /// What the drawing shows.
  case label
  /// The header's resolution and its spacing of positions.
  case resolution
}

extension Losses {
  /// The alpha that Xournal++ gives to all highlighters, of 255.
  private static let highlighterAlpha: UInt8 = 120

  /// Counts how often a drawing's strokes have these properties.
  mutating func lose(_ properties: StrokeProperty..., of drawing: ExportedDrawing) {
    for property in properties {
      let strokes = drawing.strokes
      switch property {
      case .pressures: lose("pressures", count: strokes.countPoints { $0.pressure != nil })
      case .tilts: lose("tilts", count: strokes.countPoints { $0.altitude != nil || $0.azimuth != nil })
      case .details:
        for sensor in PenReading.sensors {
          if let plural = sensor.plural {
            lose(plural, count: strokes.countPoints { sensor.field.isPresent($0.reading) })
          }
        }
      case .times: if drawing.isTimed { lose("times", count: strokes.countPoints { _ in true }) }
      case .looks: lose("colors and widths", count: strokes.count { !$0.isByDefaultPen })
      case .opacities:
        lose(
          "opacities",
          count: strokes.count {
            $0.kind == .marker ? $0.color.alpha != Self.highlighterAlpha : $0.color.alpha < 255
          })
      case .background: lose("backgrounds", count: drawing.background == .white && drawing.ruling == nil ? 0 : 1)
      case .ruling: lose("rulings of the paper", count: drawing.ruling == nil ? 0 : 1)
      case .transparency: lose("backgrounds", count: drawing.background == nil ? 1 : 0)
      case .size: lose("canvas sizes", count: drawing.hasSize ? 1 : 0)
      case .order:
        let times = strokes.map { $0.points[0].time }
        lose("places of strokes above later ones", count: zip(times, times.dropFirst()).count { $0 > $1 })
      case .erasures: lose("eraser strokes", count: strokes.count { $0.kind == .eraser })
      case .layers: lose("layers", count: Set(strokes.map(\.layer)).subtracting([""]).count)
      case .label: lose("labels", count: drawing.label == nil ? 0 : 1)
      case .resolution:
        lose("scales", count: drawing.scale == nil ? 0 : 1)
        lose("grids", count: drawing.grid == nil ? 0 : 1)
      }
    }
  }
}

extension [ExportedStroke] {
  /// The earliest time of a point, in seconds; 0 if there is none.
  var firstTime: Double { lazy.flatMap(\.points).map(\.time).min() ?? 0 }

  fileprivate func countPoints(_ isCounted: (ExportedPoint) -> Bool) -> Int {
    reduce(0) { $0 + $1.points.count(where: isCounted) }
  }
}

extension ExportedStroke {
  /// Whether the stroke looks like one of the default pen.
  fileprivate var isByDefaultPen: Bool { kind == .pen && color == .black && width == 4 }

  /// Whether the ink has the same width everywhere.
  var hasConstantWidth: Bool { points.allSatisfy { $0.radius == points[0].radius } }

  /// Whether the device reported pressure.
  var hasPressure: Bool { points.contains { $0.pressure != nil } }
}

extension ExportedDrawing {
  /// The strokes that leave ink.
  var inkStrokes: [ExportedStroke] { strokes.filter { $0.kind != .eraser } }
}
