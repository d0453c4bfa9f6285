import TouchLog

/// A kind of pointer whose touches alone are read.
package enum PointerKind: String, Hashable, Sendable, CaseIterable {
  /// Both ends of a pen: what its eraser has removed must not come back.
  case pen
  case touch, mouse
  /// The eraser end of a pen.
  case eraser

  package func has(_ pointer: TouchEvent.Pointer) -> Bool {
    switch self {
    case .pen: pointer == .pencil || pointer == .eraser
    case .touch: pointer == .finger
    case .mouse: pointer == .mouse
    case .eraser: pointer == .eraser
    }
  }
}
