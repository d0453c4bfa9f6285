import JSON

/// Converts a picture to bytes of the output's format.
struct PictureEncoder {
  private let kind: OutputPattern.Kind
  private let options: BatchOptions

  init(_ kind: OutputPattern.Kind, _ options: BatchOptions) { (self.kind, self.options) = (kind, options) }

  /// - Parameters:
  ///   - picture: What is known about the picture; its bytes and its description are not read.
  ///   - pixels: A PNG, or the samples of its pixels.
  ///   - description: One line of JSON without its end.
  func bytes(of picture: TrainingPicture, _ pixels: [UInt8], _ description: [UInt8]) -> [UInt8] {
    switch kind {
    case .npy, .npz, .pictures: pixels
    case .tar: members(of: picture, pixels, description)
    case .lines: options.hasSamples(kind) ? lineAndSamples(of: picture, pixels, description) : line(pixels, description)
    }
  }

  /// The files of an archive.
  private func members(of picture: TrainingPicture, _ pixels: [UInt8], _ description: [UInt8]) -> [UInt8] {
    let digits = String(picture.index)
    var name = String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
    if let page = picture.page { name += "-\(page)" }
    if options.copies > 1 { name += "_\(picture.copy)" }
    var members: [UInt8] = []
    // Most pictures have two files.
    members.reserveCapacity(3 * 1024 + pixels.count + description.count)
    if options.fields.contains(.cls), let number = picture.classIndex {
      Tar.append("\(name).cls", Array(String(number).utf8).span, to: &members)
    }
    if options.fields.contains(.json) { Tar.append("\(name).json", description.span, to: &members) }
    if options.fields.contains(.png) { Tar.append("\(name).png", pixels.span, to: &members) }
    if options.fields.contains(.txt) { Tar.append("\(name).txt", Array((picture.label ?? "").utf8).span, to: &members) }
    return members
  }

  /// The description with the shape of the samples, which follow the line.
  private func lineAndSamples(of picture: TrainingPicture, _ samples: [UInt8], _ description: [UInt8]) -> [UInt8] {
    let form = options.form
    var line = description
    line.removeLast()
    if let number = picture.classIndex { line.append(contentsOf: ",\"class\":\(number)".utf8) }
    line.append(contentsOf: ",\"shape\":[\(form.height),\(form.width),\(form.samplesPerPixel)]}\n".utf8)
    return line + samples
  }

  /// The description and the picture, in one object.
  private func line(_ pixels: [UInt8], _ description: [UInt8]) -> [UInt8] {
    var line = description
    line.removeLast()
    line.append(contentsOf: ",\"png\":\"".utf8)
    line += Base64.encoded(pixels.span)
    line.append(contentsOf: "\"}\n".utf8)
    return line
  }
}
