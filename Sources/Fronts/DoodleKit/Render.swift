import Files
import PNG
import Rendering
public import Session

/// Draws a log, a recording of another format or a saved drawing, and writes the picture to a file.
///
///     try DoodleKit.render(log: "sketch.jsonl", to: "sketch.png")
///
/// The pixels are the same as those of `doodle render`.
/// - Parameters:
///   - log: The log's path; "-" is standard input.
///   - output: The picture's path, which ends in ".png" or ".svg"; "-" is a PNG on standard output.
///   - options: The settings that affect pixels: size, resolution, background and stroke model.
///   - reading: How the log is read: its format, which files it may name, and what happens to invalid lines.
///   - limits: How much memory and how many threads drawing may use. They change no pixel.
/// - Returns: The number of events, skipped lines and warnings.
/// - Throws: `SessionError`, also if `output` has another ending, or is the log or a file that it names. An existing file
///   at `output` is then unchanged.
@discardableResult
public func render(
  log: String, to output: String, options: PictureOptions = PictureOptions(),
  reading: SessionOptions = SessionOptions(), limits: RenderLimits = RenderLimits()
) throws(SessionError) -> SessionSummary {
  let ending = output.suffix(4).lowercased()
  guard ending == ".png" || ending == ".svg" || output == "-" else { throw .unknownPictureFormat(path: output) }
  let isVector = ending == ".svg"
  let picture = try PictureSession(
    DrawingSession(path: log, options: reading), options: options, limits: limits, drawsMeanwhile: !isVector)
  while try picture.advance() {}
  guard !isVector else {
    let moment = try picture.finishReading()
    try picture.session.requireLastPage()
    guard case .document(let document) = try moment.output(of: .svg) else {
      preconditionFailure("the SVG renderer makes documents")
    }
    try rethrowing(as: SessionError.file) { () throws(FileError) in
      var file = try OutputFile(
        path: output, noClobber: false, makesFolders: false, keeping: moment.filesRead)
      try document.write(to: &file)
      try file.commit()
    }
    return moment.summary
  }
  let drawn = try picture.finish()
  try picture.session.requireLastPage()
  try drawn.write(to: output, threads: limits.threads)
  return drawn.summary
}
