import TouchLog

/// The size of the canvas that a header states under an app's own keys, `width` and `height`.
struct KnownSize {
  private(set) var size: Size?

  /// - Parameter ownMembers: The app's own keys in the header.
  init(_ header: LogHeader, ownMembers: [[UInt8]]) {
    // With another scale, the numbers may be pixels.
    guard header.size == nil, header.scale ?? 1 == 1 else { return }
    guard let width = Self.number("width", in: ownMembers), let height = Self.number("height", in: ownMembers),
      min(width, height) >= 1, max(width, height) <= Double(LogLimits.canvasSide)
    else { return }
    size = Size(width: width, height: height)
  }

  private static func number(_ name: String, in members: [[UInt8]]) -> Double? {
    for member in members where member.starts(with: Array("\"\(name)\"".utf8)) {
      let value = member.dropFirst(name.utf8.count + 2).drop { [0x20, 0x09, UInt8(ascii: ":")].contains($0) }
      return Double(String(decoding: value, as: UTF8.self))
    }
    return nil
  }
}
