import Files
import PNG
import Rendering
public import Session

/// Draws a log, a recording or a saved drawing, and writes its picture.
///
///     try DoodleKit.render(log: "sketch.jsonl", to: "sketch.png")
///
/// The pixels are those of `doodle render`.
/// - Parameters:
///   - log: The log's path; "-" is standard input.
///   - output: The picture's path: an SVG if it ends in ".svg", else a PNG. "-" is standard output.
///   - options: What decides the pixels, besides the log.
///   - reading: How the log is read: its format, which files it may name, what happens to wrong lines.
///   - limits: How much memory and how many threads drawing may use.
/// - Returns: What was read.
/// - Throws: `SessionError`; a file that stood at `output` is then unchanged.
@discardableResult
public func render(
  log: String, to output: String, options: PictureOptions = PictureOptions(),
  reading: SessionOptions = SessionOptions(), limits: RenderLimits = RenderLimits()
) throws(SessionError) -> SessionSummary {
  guard !output.hasSuffix(".svg") else {
    let recording = try Recording(path: log, options: reading, picture: options, limits: limits)
    guard case .document(let document) = try RecordedMoment(recording, limits: limits).output(of: .svg) else {
      preconditionFailure("the SVG renderer makes documents")
    }
    try rethrowing(as: SessionError.file) { () throws(FileError) in
      let file = try OutputFile(path: output)
      try file.write(document.span)
      try file.commit()
    }
    return recording.summary
  }
  let picture = try PictureSession(
    DrawingSession(path: log, options: reading), options: options, limits: limits)
  while try picture.advance() {}
  let drawn = try picture.finish()
  try drawn.write(to: output, threads: limits.threads)
  return drawn.summary
}
