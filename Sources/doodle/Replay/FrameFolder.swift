import DoodleKit

/// A folder with a file for each frame of a film: 0001.png, 0002.png and so on, each whole or not there.
struct FrameFolder: Sendable {
  /// It ends in a slash.
  let path: String
  let replacesFiles: Bool
  /// Decides how many digits the names have, four at least, so that they are in order.
  let frameCount: Int

  func name(ofFrame number: Int) -> String {
    let digits = String(number)
    let width = max(4, String(frameCount).count)
    return "\(path)\(String(repeating: "0", count: max(0, width - digits.count)))\(digits).png"
  }

  func save(_ number: Int, _ png: [UInt8]) throws(ImageError) {
    do throws(FileError) {
      let file = try OutputFile(path: name(ofFrame: number), noClobber: !replacesFiles)
      try file.write(png.span)
      try file.commit()
    } catch {
      throw .file(error)
    }
  }
}
