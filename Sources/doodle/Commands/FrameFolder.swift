import DoodleKit

/// A folder with one file per frame of a film: 0001.png, 0002.png and so on. Each file is complete or missing.
struct FrameFolder: Sendable {
  /// Ends in a slash.
  let path: String
  let replacesFiles: Bool
  /// Determines the number of digits in the names, at least four, so that sorting the names sorts the frames.
  let frameCount: Int

  func name(ofFrame number: Int) -> String {
    let digits = String(number)
    let width = max(4, String(frameCount).count)
    return "\(path)\(String(repeating: "0", count: max(0, width - digits.count)))\(digits).png"
  }

  /// The first and the last frame in the folder that do not belong to a film of `count` frames; nil if there are none.
  func others(than count: Int) throws(FileError) -> (first: String, last: String)? {
    let own = Set((1...max(1, count)).map { name(ofFrame: $0) })
    let others = try Directory.entries(of: path).map(\.name).filter { file in
      let digits = String(file.dropLast(4))
      return file.hasSuffix(".png") && digits.count >= 4 && wholeNumber(digits) != nil && !own.contains(path + file)
    }
    guard let first = others.first, let last = others.last else { return nil }
    return (first, last)
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
