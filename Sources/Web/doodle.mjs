// Draws touches and logs as the command `doodle` does, with the same pixels. Works in browsers and in Node.
//
//     const doodle = await Doodle.load(fetch('doodle.wasm'))
//     const drawing = doodle.newDrawing({ width: 800, height: 600, scale: devicePixelRatio })
//     drawing.touch('began', 1, 10, 20, { pressure: 0.5, time: 0 })
//     drawing.draw(canvas.getContext('2d'))

const PHASES = ['began', 'moved', 'stationary', 'ended', 'cancelled']
const POINTERS = ['finger', 'pencil', 'mouse']
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** What a drawing refuses: a wrong line or touch, or a canvas that is too large. */
export class DoodleError extends Error {
  constructor(text) {
    const [, line, column, message] = /^(\d+) (\d+) ([^]*)$/.exec(text)
    super(line > 0 ? `line ${line}, column ${column}: ${message}` : message)
    this.name = 'DoodleError'
    /** In the log, from 1; 0 if the error concerns no line. */
    this.line = Number(line)
    this.column = Number(column)
    this.reason = message
  }
}

/** The engine. One engine has many drawings. */
export class Doodle {
  #functions

  constructor(instance) { this.#functions = instance.exports }

  /** Loads `doodle.wasm`, given as bytes, a module, a response, or the promise of one. */
  static async load(source) {
    source = await source
    if (typeof Response !== 'undefined' && source instanceof Response) source = await source.arrayBuffer()
    if (source instanceof WebAssembly.Module) return new Doodle(await WebAssembly.instantiate(source))
    return new Doodle((await WebAssembly.instantiate(source)).instance)
  }

  /**
   * Begins a drawing. Without a size, the header of the log has it, or the picture is as large as the ink.
   * `scale` is the number of pixels for each point.
   */
  newDrawing({ width = 0, height = 0, scale = 0, predictions = true } = {}) {
    return new Drawing(this.#functions, this.#functions.doodle_new(width, height, scale, predictions ? 1 : 0))
  }

  /** The number of bytes of the engine's memory. It never shrinks. */
  get memory() { return this.#functions.memory.buffer.byteLength }
}

class Drawing {
  #functions
  #number

  constructor(functions, number) { [this.#functions, this.#number] = [functions, number] }

  /**
   * Applies whole lines of a log, given as text or as bytes of UTF-8. Throws `DoodleError` at the first wrong line; the
   * lines before it have been applied.
   */
  apply(lines) {
    const bytes = typeof lines === 'string' ? encoder.encode(lines) : lines
    this.#passing([bytes], (address) => this.#check(this.#functions.doodle_apply(this.#number, address, bytes.length)))
  }

  /**
   * Adds the pixels of a picture that later lines name as an image or as the background, by the path in the log, or by
   * the text of an image's "data". The pixels are those of `ImageData`: red, green, blue and straight alpha.
   */
  addPicture(name, { width, height, data }) {
    if (!(width > 0 && height > 0 && data.length === 4 * width * height && data.byteLength === data.length)) {
      throw new DoodleError('0 0 a picture has a width, a height and four bytes for each pixel')
    }
    const text = encoder.encode(name)
    this.#passing([data, text], (pixels, name) =>
      this.#functions.doodle_add_picture(this.#number, name, text.length, pixels, width, height))
  }

  /**
   * Applies a touch: its phase ('began', 'moved', 'stationary', 'ended' or 'cancelled'), its number, and its place in
   * points.
   */
  touch(phase, id, x, y, { pressure, time, altitude, azimuth, pointer, predicted = false, index } = {}) {
    this.#check(this.#functions.doodle_touch(
      this.#number, PHASES.indexOf(phase), id, POINTERS.indexOf(pointer), predicted ? 1 : 0, index ?? -1, x, y,
      pressure ?? NaN, time ?? NaN, altitude ?? NaN, azimuth ?? NaN))
  }

  /**
   * Updates the pixels.
   * Returns the box of those that changed since the last call, {x, y, width, height}; null if none did.
   */
  changedRect() {
    this.#check(this.#functions.doodle_update(this.#number))
    const [x, y, width, height] = [0, 1, 2, 3].map(this.#functions.doodle_area)
    return width > 0 && height > 0 ? { x, y, width, height } : null
  }

  /** The size of the picture in pixels, after the first update. */
  get width() { return this.#functions.doodle_width(this.#number) }
  get height() { return this.#functions.doodle_height(this.#number) }

  /** The pixels: red, green, blue and alpha, rows from the top. The view is valid until the next call. */
  get pixels() {
    const address = this.#functions.doodle_pixels(this.#number)
    return new Uint8ClampedArray(this.#functions.memory.buffer, address, 4 * this.width * this.height)
  }

  /**
   * Updates the pixels, and copies those that changed to a 2D context or to `ImageData` of the picture's size.
   * Returns their box; null if none changed.
   */
  draw(target) {
    const box = this.changedRect()
    if (!box) return null
    const pixels = this.pixels
    const columns = this.width
    if (target.data) {
      for (let row = box.y; row < box.y + box.height; row++) {
        const start = 4 * (row * columns + box.x)
        target.data.set(pixels.subarray(start, start + 4 * box.width), start)
      }
    } else {
      const image = new ImageData(pixels, columns, this.height)
      target.putImageData(image, 0, 0, box.x, box.y, box.width, box.height)
    }
    return box
  }

  /** The hash of the picture if the drawing ended now, as `doodle hash` prints it for the log. */
  hash() {
    this.#check(this.#functions.doodle_hash(this.#number))
    return this.#result()
  }

  /**
   * The picture if the drawing ended now, as the bytes of a PNG, which `doodle render` writes too. With `metadata` it
   * names the version, the stroke model and the SHA-256 of the log; `dpi` is the resolution that it states.
   */
  png({ metadata = false, dpi = 0 } = {}) {
    this.#check(this.#functions.doodle_png(this.#number, metadata ? 1 : 0, dpi))
    return this.#bytes().slice()
  }

  /** The drawing if it ended now as an SVG document, as text, which `doodle render -o x.svg` writes too. */
  svg() {
    this.#check(this.#functions.doodle_svg(this.#number))
    return this.#result()
  }

  /** The events so far as a touch log, which `doodle render` draws. */
  log() {
    this.#functions.doodle_log(this.#number)
    return this.#result()
  }

  /** Gives the memory of the drawing back. It must not be used again. */
  delete() { this.#functions.doodle_delete(this.#number) }

  /** Calls `body` with the addresses of copies of these bytes. */
  #passing(parts, body) {
    const total = parts.reduce((sum, part) => sum + part.length, 0)
    const address = this.#functions.doodle_allocate(total)
    if (address === 0) throw new DoodleError('0 0 there is not enough memory for so many bytes; give fewer at once')
    try {
      let end = address
      const addresses = parts.map((part) => {
        new Uint8Array(this.#functions.memory.buffer, end, part.length).set(part)
        end += part.length
        return end - part.length
      })
      body(...addresses)
    } finally {
      this.#functions.doodle_free(address)
    }
  }

  /** The result of the last call, valid until the next one. */
  #bytes() {
    const count = this.#functions.doodle_result_count()
    return new Uint8Array(this.#functions.memory.buffer, this.#functions.doodle_result(), count)
  }

  #result() { return decoder.decode(this.#bytes()) }

  #check(status) { if (status !== 0) throw new DoodleError(this.#result()) }
}
