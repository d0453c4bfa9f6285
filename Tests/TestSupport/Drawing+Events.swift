import Ink
import TouchLog

extension Drawing {
  /// The drawing after these events.
  package init(applying events: [LogEvent], options: ModelOptions = ModelOptions()) throws {
    self.init(options: options)
    for event in events { try apply(event) }
  }

  /// The finished drawing of a recording.
  package init(_ events: [LogEvent], options: ModelOptions = ModelOptions()) throws {
    try self.init(applying: events, options: options)
    _ = finish()
  }
}
