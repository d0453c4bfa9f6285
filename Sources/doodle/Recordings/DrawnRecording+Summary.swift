import DoodleKit

extension DrawnRecording {
  /// What `--json` prints of a picture: keys are only ever added.
  func summary(named file: String) throws(CommandError) -> JSON {
    [
      "file": .string(file),
      "strokes": .integer(drawing.strokes.count { $0.state != .cancelled }),
      "events": .integer(recording.eventCount),
      "width": .integer(picture.width),
      "height": .integer(picture.height),
      "pixels_sha256": .string(PixelHash.of(picture)),
      "warnings": .integer(recording.warningCount),
    ]
  }
}
