import TouchLog

/// What a picture can say of how it was made.
package enum PictureOrigin {
  /// The version of the program.
  package static let version = "0.1.0"

  /// The key of the SHA-256 of the log's bytes, in hexadecimal.
  package static let logHashKey = "Touch log SHA-256"

  /// The keys and values that a file holds: the program, the model that made the ink, and the log.
  /// - Parameter logHash: The value of `logHashKey`.
  package static func texts(model: StrokeModel, logHash: String) -> [(key: String, value: String)] {
    [("Software", "doodle \(version)"), ("Stroke model", model.rawValue), (logHashKey, logHash)]
  }
}
