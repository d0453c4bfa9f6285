import Files
import Geometry
import Raster
import Rendering
import TouchLog
import XML

/// Assembles a document from elements, which are added from the lowest to the highest.
struct SVGDocument: Sendable {
  let layout: CanvasLayout
  private let backdrop: ImageSource?
  private let notes: [String]
  /// The elements that draw, and the passes of erasers. `layers` refers to both by index.
  private(set) var elements: [ElementFigures] = []
  private(set) var passes: [ElementFigures] = []
  private(set) var layers = SVGLayers()

  /// - Parameters:
  ///   - backdrop: An image of the layout's size between the background and the ink.
  ///   - notes: The lines of the document's description.
  init(layout: CanvasLayout, backdrop: ImageSource?, notes: [String]) {
    (self.layout, self.backdrop, self.notes) = (layout, backdrop, notes)
  }

  /// Adds an element on top of those added before.
  mutating func add(_ element: ElementFigures) {
    guard !element.isEmpty else { return }
    elements.append(element)
    layers.add(element: elements.count - 1, bounds: element.bounds, mixesColors: element.blend.mixesColors)
  }

  /// Adds an element that only the given passes erase.
  mutating func add(detached element: ElementFigures, erasedBy passes: [ElementFigures]) {
    guard !element.isEmpty else { return }
    elements.append(element)
    var indices: [Int] = []
    for pass in passes where pass.erasedArea != nil && pass.bounds.intersects(element.bounds) {
      self.passes.append(pass)
      indices.append(self.passes.count - 1)
    }
    layers.add(detached: elements.count - 1, bounds: element.bounds, passes: indices)
  }

  /// Erases from all elements added before, except detached ones.
  mutating func erase(_ pass: ElementFigures) {
    guard pass.erasedArea != nil else { return }
    passes.append(pass)
    layers.erase(passes.count - 1, bounds: pass.bounds)
  }

  /// Writes the document, in UTF-8.
  /// - Parameter head: Markup before everything that is drawn: styles, and definitions that elements refer to.
  func write(head: [UInt8] = [], to receive: GeneratedDocument.Receiver) throws(FileError) {
    let unit = SVGPathData.unitsPerPixel
    var markup = SVGMarkup()
    markup.append("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    if elements.contains(where: { !$0.layer.isEmpty }) {
      markup.attribute("xmlns:inkscape", "http://www.inkscape.org/namespaces/inkscape")
    }
    markup.attribute("width", String(layout.width))
    markup.attribute("height", String(layout.height))
    markup.attribute("viewBox", "0 0 \(layout.width * unit) \(layout.height * unit)")
    markup.append(">\n")
    if !notes.isEmpty {
      markup.append("<desc>\(notes.map(xmlEscaped).joined(separator: "\n"))</desc>\n")
    }
    try receive(markup.bytes)
    try receive(head)
    markup = SVGMarkup()
    writeBackground(to: &markup)
    markup.append(isIsolated ? "<g style=\"isolation:isolate\">\n" : "<g>\n")
    try receive(markup.bytes)
    var maskCount = 0
    try write(layers.layers.joined(), &maskCount, to: receive)
    try receive(Array("</g>\n</svg>\n".utf8))
  }

  /// Whether ink blends with the ink below alone, not with the background.
  var isIsolated: Bool { elements.contains { $0.blend.mixesColors } }

  private func writeBackground(to markup: inout SVGMarkup) {
    if layout.background.alpha > 0 {
      markup.append("<rect width=\"100%\" height=\"100%\"")
      markup.paint("fill", Color(layout.background), alpha: layout.background.alpha)
      markup.append("/>\n")
    }
    if let paper = layout.paper {
      for lines in paperLines(paper) { if let lines { markup.append(lines, end: "\n") } else { markup.append("\n") } }
    } else if var image = backdropImage {
      image.encode()
      markup.append(image)
    }
  }

  /// Nil for lines of which none is on the page.
  func paperLines(_ paper: RuledPaper) -> [FigureShape?] {
    let map = Affine(layout.transform).concatenating(Affine(scale: Double(SVGPathData.unitsPerPixel)))
    return paper.lines.map { FigureShape(along: $0.path, $0.style, $0.color, map: map) }
  }

  var backdropImage: FigureImage? {
    let frame = Rect(minX: 0, minY: 0, maxX: Double(layout.width), maxY: Double(layout.height))
    return backdrop.map { FigureImage($0, in: frame, map: .identity) }
  }

  /// Writes items from the lowest to the highest. Those in a layer of a document are a group, which is a layer for
  /// Inkscape, too.
  private func write(
    _ items: some Sequence<SVGLayers.Item>, _ maskCount: inout Int, to receive: GeneratedDocument.Receiver
  ) throws(FileError) {
    for run in runs(of: items) {
      if !run.layer.isEmpty {
        var markup = SVGMarkup()
        markup.append("<g inkscape:groupmode=\"layer\"")
        markup.attribute("inkscape:label", xmlEscaped(run.layer))
        markup.append(">\n")
        try receive(markup.bytes)
      }
      for item in run.items { try write(item, &maskCount, to: receive) }
      if !run.layer.isEmpty { try receive(Array("</g>\n".utf8)) }
    }
  }

  /// Items, those together that follow one another in a layer of a document. Groups have the layers of their elements
  /// inside.
  func runs(of items: some Sequence<SVGLayers.Item>) -> [(layer: String, items: [SVGLayers.Item])] {
    var runs: [(layer: String, items: [SVGLayers.Item])] = []
    for item in items {
      let layer = if case .element(let index) = item.content { elements[index].layer } else { "" }
      if runs.last?.layer != layer { runs.append((layer, [])) }
      runs[runs.count - 1].items.append(item)
    }
    return runs
  }

  private func write(
    _ item: SVGLayers.Item, _ maskCount: inout Int, to receive: GeneratedDocument.Receiver
  ) throws(FileError) {
    switch item.content {
    case .element(let element): try elements[element].write(to: receive)
    case .group(let members, let erasers):
      maskCount += 1
      let name = "m\(maskCount)"
      var markup = SVGMarkup()
      writeMask(name, over: item.bounds, erasers, to: &markup)
      let blend = blend(of: members)
      markup.append("<g mask=\"url(#\(name))\"")
      if blend.mixesColors { markup.attribute("style", blend.declaration) }
      markup.append(">\n")
      try receive(markup.bytes)
      try write(members, &maskCount, to: receive)
      try receive(Array("</g>\n".utf8))
    }
  }

  /// How what a mask leaves of an item blends with what lies below. Ink of a group blends with ink of the group.
  func blend(of members: [SVGLayers.Item]) -> BlendMode {
    guard members.count == 1 else { return .over }
    switch members[0].content {
    case .element(let element): return elements[element].blend
    case .group(let members, _): return blend(of: members)
    }
  }

  /// Writes a mask: white keeps what it covers, black erases it.
  private func writeMask(_ name: String, over bounds: Rect, _ erasers: [Int], to markup: inout SVGMarkup) {
    let unit = SVGPathData.unitsPerPixel
    let box = layout.area.covering(bounds)
    let size = "width=\"\(box.width * unit)\" height=\"\(box.height * unit)\""
    let origin = "x=\"\(box.minX * unit)\" y=\"\(box.minY * unit)\""
    markup.append("<mask id=\"\(name)\" maskUnits=\"userSpaceOnUse\" \(origin) \(size)>")
    markup.append("<rect \(origin) \(size) fill=\"#fff\"/>\n")
    for eraser in erasers { markup.append(passes[eraser].erasingMarkup) }
    markup.append("</mask>\n")
  }
}
