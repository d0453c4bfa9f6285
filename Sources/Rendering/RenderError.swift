/// Why a picture could not be drawn.
public enum RenderError: Error, Hashable, Sendable {
  /// The ink's tiles would take more than `limit` bytes.
  case memoryLimit(Int)
}

extension RenderError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .memoryLimit(let limit):
      "the picture's ink takes more than the memory limit of \(limit) bytes; "
        + "a smaller --scale or --size keeps to it, or a larger --memory-limit allows it"
    }
  }
}
