import DoodleKit

extension LogError.Reason {
  /// Whether the line would do if it had less of something: it exceeds one of `LogLimits`.
  var isLimit: Bool {
    switch self {
    case .lineTooLong, .objectTooLong, .fileTooLong, .nestedTooDeep, .canvasTooLarge: true
    case .outOfRange(_, let value, .between(_, let most)), .outOfRange(_, let value, .positive(let most)):
      [LogLimits.coordinate, Double(LogLimits.canvasSide)].contains(most) && value.magnitude > most
    default: false
    }
  }
}

extension ImageError {
  /// Whether the picture would do if it were smaller.
  var isLimit: Bool {
    switch self {
    case .tooLarge, .overMemoryLimit, .outOfMemory: true
    default: false
    }
  }
}
