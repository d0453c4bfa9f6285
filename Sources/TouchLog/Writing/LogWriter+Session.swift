import Geometry

/// Tool and command lines.
extension LogWriter {
  static func write(_ tool: ToolChange, to object: inout JSONObjectWriter) {
    object.add("tool", tool.name)
    object.add("id", tool.id)
    write(tool.style, to: &object)
    object.add("mode", tool.mode)
    object.add("text", tool.text)
  }

  static func write(_ style: StyleChange, to object: inout JSONObjectWriter) {
    switch style.color {
    case .solid(let color): object.add("color", color.description)
    case .rainbow: object.add("color", "rainbow")
    case nil: break
    }
    object.add("width", style.width)
    object.add("opacity", style.opacity)
    object.add("thinning", style.thinning)
    object.add("smoothing", style.smoothing)
    if let taper = style.taper { object.add("taper", taper.start, taper.end) }
    object.add("grid", style.grid)
    switch style.fill {
    case .color(let color): object.add("fill", color.description)
    case .some(.none): object.add("fill", "none")
    case nil: break
    }
    if let dash = style.dash { object.add("dash", dash) }
    object.add("dashPhase", style.dashPhase)
    object.add("cap", style.cap?.rawValue)
    object.add("join", style.join?.rawValue)
    object.add("radius", style.radius)
    object.add("sides", style.sides)
    object.add("points", style.points)
    object.add("size", style.size)
    object.add("font", style.font)
    object.add("align", style.align?.rawValue)
  }

  static func write(_ command: LogCommand, to object: inout JSONObjectWriter) {
    object.add("command", command.name)
    switch command {
    case .undo(let count), .redo(let count): if count != 1 { object.add("count", count) }
    case .clear, .deselect: break
    case .select(.id(let id)): object.add("id", id)
    case .select(.at(let place)): object.add("at", place.x, place.y)
    case .delete(let id), .raise(let id), .lower(let id): object.add("id", id)
    case .move(let id, let step):
      object.add("id", id)
      object.add("by", step.dx, step.dy)
    case .transform(let id, let change):
      object.add("id", id)
      if let step = change.translate { object.add("translate", step.dx, step.dy) }
      object.add("rotate", change.rotate)
      object.add("scale", change.scale)
    case .restyle(let id, let style):
      object.add("id", id)
      write(style, to: &object)
    case .text(let text): write(text, to: &object)
    case .edit(let id, let text):
      object.add("id", id)
      object.add("text", text)
    case .image(let image): write(image, to: &object)
    case .mark(let name): object.add("name", name)
    case .open(let path): object.add("path", path)
    }
  }

  private static func write(_ text: NewText, to object: inout JSONObjectWriter) {
    object.add("id", text.id)
    object.add("text", text.text)
    object.add("at", text.at.x, text.at.y)
    object.add("wrap", text.wrap)
    write(text.style, to: &object)
  }

  private static func write(_ image: NewImage, to object: inout JSONObjectWriter) {
    object.add("id", image.id)
    switch image.source {
    case .path(let path): object.add("path", path)
    case .data(let text): object.add("data", text)
    }
    object.add("at", image.at.x, image.at.y)
    if let size = image.size { object.add("size", size.width, size.height) }
    object.add("opacity", image.opacity)
  }
}
