import Geometry
import ImportCore
import JSON
import TouchLog

/// Texts and images, and the boxes of frames and web pages.
extension ExcalidrawBoard {
  mutating func appendText(_ element: ExcalidrawElement) throws(LogReadError) {
    let value = element.value
    let words = try value.text(of: "text") ?? ""
    guard !words.allSatisfy(\.isWhitespace) else { return ink.report.omit("empty texts", .unseen) }
    let size = try fontSize(value)
    let lineCount = words.reduce(1) { $0 + ($1.isNewline ? 1 : 0) }
    // Old files have no line height, but the height of all lines.
    let measured = element.height > 0 ? element.height / Double(lineCount) / size : 1.25
    let lineHeight = try value.number(of: "lineHeight", .length) ?? 0
    let color = try value.color(of: "strokeColor", &ink.report) ?? .black
    guard color.alpha > 0 else { return ink.report.omit("transparent texts", .unseen) }
    let text = BoardText(
      words: words, box: element.box, size: size,
      lineHeight: lineHeight > 0 ? lineHeight : measured,
      alignment: try value.text(of: "textAlign").flatMap { TextAlignment(rawValue: $0) } ?? .left, color: color,
      opacity: element.opacity)
    ink.report.assume("texts are in the font of doodle, in the widths that they have in the file")
    try ink.append(text, through: element.map(turning: element.box), at: document.stroke(at: value))
  }

  /// The em, in points.
  private func fontSize(_ value: JSONValue) throws(LogReadError) -> Double {
    if let size = try value.number(of: "fontSize", .length) { return size > 0 ? size : 20 }
    // Old files have a font such as "20px Virgil".
    let font = try value.text(of: "font")?.split(separator: "p").first.flatMap { Double($0) }
    return font.flatMap { NumberRange.positiveLength.contains($0) ? $0 : nil } ?? 20
  }

  mutating func appendImage(_ element: ExcalidrawElement) throws(LogReadError) {
    let value = element.value
    let id = try value.text(of: "fileId") ?? ""
    let (map, place) = (element.map(turning: element.box), document.stroke(at: value))
    var scale: [Double] = []
    if let factors = try value["scale"]?.checkedElements() {
      for factor in factors { scale.append(try factor.coordinate()) }
    }
    guard let url = try files[id]?.text(of: "dataURL") else {
      guard let link = paths[id] else { return ink.report.omit("images that are not in the file") }
      let path = String(link.prefix { $0 != "#" })
      let ending = path.lowercased()
      guard [".png", ".jpg", ".jpeg"].contains(where: { ending.hasSuffix($0) }) else {
        return ink.report.omit("images that are neither PNG nor JPEG")
      }
      if value["crop"]?.kind == .object { ink.report.omit("crops of images beside the note") }
      if path.utf8.count < link.utf8.count { ink.report.omit("choices of a part of images beside the note") }
      if scale.contains(where: { $0 < 0 }) { ink.report.omit("flips of images beside the note") }
      return try ink.append(.path(path), element.box, opacity: element.opacity, through: map, at: place)
    }
    guard url.hasPrefix("data:"), let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      return ink.report.omit("images that are neither PNG nor JPEG")
    }
    var shown = ImagePart()
    if let crop = value["crop"], crop.kind == .object {
      func share(_ key: String, of whole: Double, else usual: Double) throws(LogReadError) -> Double {
        min(1, try crop.number(of: key, .length).map { $0 / whole } ?? usual)
      }
      let width = try crop.number(of: "naturalWidth", .positiveLength) ?? element.width
      let height = try crop.number(of: "naturalHeight", .positiveLength) ?? element.height
      let (left, top) = (try share("x", of: width, else: 0), try share("y", of: height, else: 0))
      shown.area = Rect(
        minX: left, minY: top, maxX: min(1, left + (try share("width", of: width, else: 1))),
        maxY: min(1, top + (try share("height", of: height, else: 1))))
    }
    if scale.count == 2 { (shown.isFlippedX, shown.isFlippedY) = (scale[0] < 0, scale[1] < 0) }
    try ink.appendImage(
      String(url[url.index(after: comma)...]), element.box, showing: shown, opacity: element.opacity,
      through: map, at: place)
  }

  private static let frameColor = Color(red: 0xBB, green: 0xBB, blue: 0xBB)
  private static let magicFrameColor = Color(red: 0x7A, green: 0xFF, blue: 0xD7)
  private static let frameNameColor = Color(red: 0x99, green: 0x99, blue: 0x99)

  /// Appends the outline of a frame, with its name above.
  mutating func appendFrame(_ element: ExcalidrawElement) throws(LogReadError) {
    let place = document.stroke(at: element.value)
    let map = element.map(turning: element.box)
    let isMagic = element.type == "magicframe"
    let style = BoardStyle(
      color: isMagic ? Self.magicFrameColor : Self.frameColor, width: 2, opacity: element.opacity, radius: 8)
    try ink.appendBox("rect", element.box, style, through: map, at: place)
    let height = 14 * 1.25
    let name = BoardText(
      words: try element.value.text(of: "name") ?? (isMagic ? "AI Frame" : "Frame"),
      box: Rect(minX: 0, minY: -3 - height, maxX: element.width, maxY: -3), size: 14, color: Self.frameNameColor,
      opacity: element.opacity)
    try ink.append(name, through: map, at: place)
  }

  private static let pageColor = Color(red: 0xD3, green: 0xD3, blue: 0xD3)

  /// Appends the box of a web page, with its address in the middle.
  mutating func appendPage(_ element: ExcalidrawElement) throws(LogReadError) {
    let map = element.map(turning: element.box)
    var style = try element.style(&ink.report)
    if try element.fill(&ink.report) == nil { style.fill = .color(Self.pageColor) }
    try append(Path(element.box), of: element, style, isFilled: true, box: "rect", through: map)
    ink.report.assume("web pages are boxes with their addresses")
    guard let words = try element.value.text(of: "link"), !words.isEmpty else { return }
    // The size at which the program would write it in one line, within bounds.
    let size = max(min(element.width / 2, element.width / Double(words.count)), element.width / 30)
    let middle = element.height / 2 - size * 1.25 / 2
    let label = BoardText(
      words: words, box: Rect(minX: 0, minY: middle, maxX: element.width, maxY: middle), size: size,
      alignment: .center, color: .black, opacity: element.opacity)
    try ink.append(label, through: map, at: document.stroke(at: element.value))
  }
}
