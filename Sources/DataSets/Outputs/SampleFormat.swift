import JSON

/// Converts a sample to bytes of the output's format.
struct SampleFormat {
  private let kind: OutputPattern.Kind
  private let options: BatchOptions

  init(_ kind: OutputPattern.Kind, _ options: BatchOptions) { (self.kind, self.options) = (kind, options) }

  /// - Parameters:
  ///   - sample: What is known about the picture; its bytes and its description are not read.
  ///   - picture: A PNG, or the samples of its pixels for an array.
  ///   - description: One line of JSON without its end.
  func bytes(of sample: Sample, _ picture: [UInt8], _ description: [UInt8]) -> [UInt8] {
    switch kind {
    case .npy, .pictures: picture
    case .tar: members(of: sample, picture, description)
    case .lines: line(picture, description)
    }
  }

  /// The files of an archive.
  private func members(of sample: Sample, _ picture: [UInt8], _ description: [UInt8]) -> [UInt8] {
    let digits = String(sample.index)
    var name = String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
    if options.copies > 1 { name += "_\(sample.copy)" }
    var members: [UInt8] = []
    // Most samples have two files.
    members.reserveCapacity(3 * 1024 + picture.count + description.count)
    if options.fields.contains(.cls), let number = sample.classIndex {
      Tar.append("\(name).cls", Array(String(number).utf8).span, to: &members)
    }
    if options.fields.contains(.json) { Tar.append("\(name).json", description.span, to: &members) }
    if options.fields.contains(.png) { Tar.append("\(name).png", picture.span, to: &members) }
    if options.fields.contains(.txt) { Tar.append("\(name).txt", Array((sample.label ?? "").utf8).span, to: &members) }
    return members
  }

  /// The description and the picture, in one object.
  private func line(_ picture: [UInt8], _ description: [UInt8]) -> [UInt8] {
    var line = description
    line.removeLast()
    line.append(contentsOf: ",\"png\":\"".utf8)
    line += Base64.encoded(picture.span)
    line.append(contentsOf: "\"}\n".utf8)
    return line
  }
}
