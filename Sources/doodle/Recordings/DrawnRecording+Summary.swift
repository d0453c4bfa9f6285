import DoodleKit

extension DrawnRecording {
  /// What `--json` prints of a picture: keys are only ever added.
  func summary(named file: String) throws(CommandError) -> JSON {
    try recording.summary(named: file, drawing, picture)
  }
}

extension Recording {
  /// The same of a recording whose drawing and picture are these.
  func summary(named file: String, _ drawing: Drawing, _ picture: Picture) throws(CommandError) -> JSON {
    [
      "file": .string(file),
      "strokes": .integer(drawing.strokes.count { $0.state != .cancelled }),
      "events": .integer(eventCount),
      "width": .integer(picture.width),
      "height": .integer(picture.height),
      "pixels_sha256": .string(PixelHash.of(picture)),
      "warnings": .integer(warningCount),
    ]
  }
}
