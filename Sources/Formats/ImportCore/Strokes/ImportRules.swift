import TouchLog

/// Values and sentences that the rules for all formats share.
package enum ImportRules {
  /// The time after the last event of a touch whose clock stands or runs backward, in seconds.
  static let timeStep = 1e-4
  /// The time base of a file without times.
  package static let noTimes = "none; strokes 0.2 s apart"
  /// The assumption about a pen whose tilt never changes.
  package static let noTiltSensor = "the pen is always upright: no sensor measured its tilt"

  /// The assumption about a pressure that never changes.
  static func noPressureSensor(_ constant: Double) -> String {
    "the pressure is always \(plain(constant)): no sensor measured it"
  }

  /// The values that a tool and its brush have until the log gives others.
  static func usualLook(_ tool: Tool, _ brush: Brush) -> Look {
    var look = Look(tool)
    let recipe = brush.recipe
    look.smoothing = StrokeModel.newest.defaultSmoothing
    (look.brush, look.tip, look.tipRatio, look.tipAngle) = (brush, recipe.tip, recipe.ratio, recipe.angle)
    (look.flow, look.grain) = (recipe.flow, recipe.grain == nil ? 0 : 1)
    look.blend = tool.isNib ? recipe.blend : tool.blend
    return look
  }

  /// The index of a kind of pointer in a table of sensors, 0...3: the last one is for touches that name none.
  @inline(__always) static func sensorIndex(_ pointer: TouchEvent.Pointer?) -> Int {
    switch pointer {
    case .finger: 0
    case .pencil, .eraser: 1
    case .mouse: 2
    case nil: 3
    }
  }
}
