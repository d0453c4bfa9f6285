// Replaces the engine in browsers that refuse WebAssembly: keeps the log, and shows a sketch of it.

/** The part of `Doodle` that the recorder uses. */
export class PlainEngine {
  isPlain = true
  whole = Promise.resolve()
  newDrawing() { return new PlainDrawing() }
  timeline() { throw new Error('A replay needs WebAssembly, which this browser refuses.') }
}

/** A log, whose touches are thin lines on the screen. */
class PlainDrawing {
  #lines = ''
  #touches = new Map()
  #fresh = []
  #size = [1, 1]
  undoCount = 0
  redoCount = 0
  elements = []
  boxes = []
  model = 'ink-2'

  apply(lines) {
    for (const text of lines.split('\n')) {
      if (text.trim() === '') continue
      const line = JSON.parse(text)
      if (line.size && line.doodle) this.#size = line.size
      if (line.phase && !line.predicted) this.#touch(line)
    }
    this.#lines += lines.endsWith('\n') ? lines : lines + '\n'
  }

  #touch({ phase, touch = 0, point }) {
    const last = this.#touches.get(touch) ?? point
    this.#fresh.push([last, point])
    if (phase === 'ended' || phase === 'cancelled') this.#touches.delete(touch)
    else this.#touches.set(touch, point)
  }

  changedRect() { return null }
  get width() { return Math.ceil(this.#size[0]) }
  get height() { return Math.ceil(this.#size[1]) }
  get pixels() { return new Uint8ClampedArray(4 * this.width * this.height).fill(255) }

  draw(context) {
    context.beginPath()
    for (const [from, to] of this.#fresh) {
      context.moveTo(...from)
      context.lineTo(...to)
    }
    context.stroke()
    this.#fresh = []
  }

  get logLength() { return new TextEncoder().encode(this.#lines).length }
  get isTouched() { return this.#touches.size > 0 }
  log(start = 0) { return new TextDecoder().decode(new TextEncoder().encode(this.#lines).subarray(start)) }
  addPicture() {}
  addFont() {}
  addDrawing() {}
  elementAt() { return null }
  styles() { return [] }
  preview() {}
  delete() {}
  png() { throw new Error('A PNG needs WebAssembly; save the log, and draw it with doodle render.') }
  svgFilm() { throw new Error('An SVG needs WebAssembly; save the log, and draw it with doodle replay.') }
  svg() { throw new Error('An SVG needs WebAssembly; save the log, and draw it with doodle render.') }
}
