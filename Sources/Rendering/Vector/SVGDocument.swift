import Geometry
import Raster
import TouchLog

/// Puts a document together from its elements, the lowest first.
struct SVGDocument {
  private let layout: CanvasLayout
  private let backdrop: ImageSource?
  private let notes: [String]
  /// Tags before all that is drawn: styles, and what elements refer to.
  var head: [UInt8] = []
  private var elements: [SVGElement] = []
  private var passes: [SVGElement] = []
  private var layers = SVGLayers()

  init(layout: CanvasLayout, backdrop: ImageSource?, notes: [String]) {
    (self.layout, self.backdrop, self.notes) = (layout, backdrop, notes)
  }

  mutating func add(_ element: SVGElement) {
    guard !element.tags.isEmpty else { return }
    elements.append(element)
    layers.add(element: elements.count - 1, bounds: element.bounds, multiplies: element.multiplies)
  }

  mutating func add(detached element: SVGElement, erasedBy passes: [SVGElement]) {
    guard !element.tags.isEmpty else { return }
    elements.append(element)
    var numbers: [Int] = []
    for pass in passes where !pass.erased.isEmpty && pass.bounds.intersects(element.bounds) {
      self.passes.append(pass)
      numbers.append(self.passes.count - 1)
    }
    layers.add(detached: elements.count - 1, bounds: element.bounds, passes: numbers)
  }

  mutating func erase(_ pass: SVGElement) {
    guard !pass.erased.isEmpty else { return }
    passes.append(pass)
    layers.erase(passes.count - 1, bounds: pass.bounds)
  }

  var bytes: [UInt8] {
    let unit = SVGPathData.unitsPerPixel
    var text = SVGText()
    text.append("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    text.attribute("width", String(layout.width))
    text.attribute("height", String(layout.height))
    text.attribute("viewBox", "0 0 \(layout.width * unit) \(layout.height * unit)")
    text.append(">\n")
    if !notes.isEmpty {
      text.append("<desc>\(SVGText.escaped(notes.joined(separator: "\n")))</desc>\n")
    }
    text.append(head)
    writePaper(to: &text)
    // Ink is multiplied with ink, not with the paper.
    text.append(elements.contains { $0.multiplies } ? "<g style=\"isolation:isolate\">\n" : "<g>\n")
    var masks = 0
    for item in layers.layers.joined() { write(item, &masks, to: &text) }
    text.append("</g>\n</svg>\n")
    return text.bytes
  }

  private func writePaper(to text: inout SVGText) {
    if layout.background.alpha > 0 {
      text.append("<rect width=\"100%\" height=\"100%\"")
      text.paint("fill", Color(layout.background), alpha: layout.background.alpha)
      text.append("/>\n")
    }
    if let backdrop {
      let frame = Rect(minX: 0, minY: 0, maxX: Double(layout.width), maxY: Double(layout.height))
      text.append(SVGImage(backdrop, in: frame, map: .identity).tags(opacity: 1))
    }
  }

  private func write(_ item: SVGLayers.Item, _ masks: inout Int, to text: inout SVGText) {
    switch item.content {
    case .element(let element): text.append(elements[element].drawnTags)
    case .group(let members, let erasers):
      masks += 1
      let name = "m\(masks)"
      writeMask(name, over: item.bounds, erasers, to: &text)
      text.append("<g mask=\"url(#\(name))\">\n")
      for member in members { write(member, &masks, to: &text) }
      text.append("</g>\n")
    }
  }

  /// White where everything stays, black where it is erased.
  private func writeMask(_ name: String, over bounds: Rect, _ erasers: [Int], to text: inout SVGText) {
    let unit = SVGPathData.unitsPerPixel
    let box = layout.area.covering(bounds)
    let size = "width=\"\(box.width * unit)\" height=\"\(box.height * unit)\""
    let place = "x=\"\(box.minX * unit)\" y=\"\(box.minY * unit)\""
    text.append("<mask id=\"\(name)\" maskUnits=\"userSpaceOnUse\" \(place) \(size)>")
    text.append("<rect \(place) \(size) fill=\"#fff\"/>\n")
    for eraser in erasers {
      text.append(passes[eraser].erasingTags)
    }
    text.append("</mask>\n")
  }
}
