import DoodleKit

extension ImageError {
  /// Whether the picture would do if it were smaller.
  var isLimit: Bool {
    switch self {
    case .tooLarge, .overMemoryLimit, .outOfMemory: true
    default: false
    }
  }
}
