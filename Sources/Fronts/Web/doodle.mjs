// Draws touches and logs as the command `doodle` does, with the same pixels. Works in browsers and in Node.
//
//     const doodle = await Doodle.load(fetch('doodle.wasm'))
//     const drawing = doodle.newDrawing({ width: 800, height: 600, scale: devicePixelRatio })
//     drawing.touch('began', 1, 10, 20, { pressure: 0.5, time: 0 })
//     drawing.apply({ tool: 'marker', color: 'gold' })
//     drawing.draw(canvas.getContext('2d'))

const PHASES = ['began', 'moved', 'stationary', 'ended', 'cancelled']
const POINTERS = ['finger', 'pencil', 'mouse', 'eraser']
/** The names of the calls' properties. */
const OPTIONS = ['width', 'height', 'scale', 'predictions']
const PROPERTIES = [
  'pressure', 'time', 'altitude', 'azimuth', 'twist', 'tangentialPressure', 'contact', 'pointer', 'predicted', 'index',
]
const FILE_OPTIONS = ['metadata', 'dpi']
const FILM_OPTIONS = ['speed', 'idleLimit', 'plays']
/** The names that other APIs use for them. */
const OTHER_NAMES = {
  force: 'pressure', timeStamp: 'time', timestamp: 'time', altitudeAngle: 'altitude', azimuthAngle: 'azimuth',
  pointerType: 'pointer', size: 'width" and "height', devicePixelRatio: 'scale',
}
/** The size of the parts of a log that are applied, in bytes. */
const PART = 1 << 18
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** An input that a drawing refuses: a wrong line or touch, or a canvas that is too large. */
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

const refuse = (sentence) => { throw new DoodleError(`0 0 ${sentence}`) }

/** Refuses values that are not objects, and properties that a call does not know. */
function check(given, names, call) {
  if (typeof given !== 'object' || given === null) refuse(`${call} takes an object with ${names.join(', ')}, not ${given}`)
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const other = names.some((known) => OTHER_NAMES[name]?.startsWith(known)) ? `; give "${OTHER_NAMES[name]}"` : ''
    refuse(`${call} has no "${name}"${other}: it takes ${names.join(', ')}`)
  }
}

/** Whole lines as bytes of UTF-8. */
function linesOf(given) {
  if (typeof given === 'string') return encoder.encode(given)
  if (given instanceof ArrayBuffer) return new Uint8Array(given)
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
  const objects = Array.isArray(given) ? given : [given]
  if (objects.some((line) => typeof line !== 'object' || line === null)) {
    refuse(`apply() takes lines as text, as bytes, as an object or as an array of objects, not ${given}`)
  }
  return encoder.encode(objects.map((line) => JSON.stringify(line) + '\n').join(''))
}

const isNumber = (value, least = -Infinity) => value === undefined || (Number.isFinite(value) && value >= least)
const isInt32 = (value) => value === (value | 0)

/** The engine. One engine has many drawings. */
export class Doodle {
  #functions

  constructor(instance) { this.#functions = new Functions(instance.exports) }

  /** Loads `doodle.wasm`, given as bytes, a module, a response, or the promise of one. */
  static async load(source) {
    source = await source
    if (typeof Response !== 'undefined' && source instanceof Response) source = await source.arrayBuffer()
    if (source instanceof WebAssembly.Module) return new Doodle(await WebAssembly.instantiate(source))
    return new Doodle((await WebAssembly.instantiate(source)).instance)
  }

  /**
   * Begins a drawing of `width` times `height` points; without them, the header of the log has the size, or the picture
   * is as large as the ink. `scale` is the number of pixels per point. The log begins with a header that states them. A
   * header in the first lines that are applied replaces it, but this size and scale replace those of that header.
   */
  newDrawing(options = {}) {
    check(options, OPTIONS, 'newDrawing()')
    const [width, height, scale] = [options.width, options.height, options.scale].map((value) => {
      if (value !== undefined && !Number.isFinite(value)) refuse(`newDrawing() takes numbers, not ${value}`)
      return value ?? NaN
    })
    const address = this.#functions.doodle_new()
    if (this.#functions.doodle_begin(address, width, height, scale, options.predictions === false ? 0 : 1)) {
      const error = decoder.decode(this.#functions.result(address))
      this.#functions.doodle_delete(address)
      throw new DoodleError(error)
    }
    return new Drawing(this.#functions, address)
  }

  /**
   * The moments of a log, given as bytes: for each event its time in seconds, as `doodle replay` has it, and the number
   * of bytes up to the end of its line. Throws `DoodleError` at the first wrong line.
   */
  timeline(log) {
    const drawing = this.#functions.doodle_new()
    const failed = this.#functions.passing([log], (address) =>
      this.#functions.doodle_timeline(drawing, address, log.length))
    const result = this.#functions.result(drawing).slice()
    this.#functions.doodle_delete(drawing)
    if (failed) throw new DoodleError(decoder.decode(result))
    const count = (result.length - 8) / 12
    return {
      isTimed: new DataView(result.buffer, result.byteOffset).getFloat64(0, true) !== 0,
      times: new Float64Array(result.slice(8, 8 + 8 * count).buffer),
      ends: new Uint32Array(result.slice(8 + 8 * count).buffer),
    }
  }

  /** The number of bytes of the engine's memory. It never shrinks. */
  get memory() { return this.#functions.memory.buffer.byteLength }
}

/** The functions of the engine, and the bytes that pass in and out. */
class Functions {
  constructor(functions) { Object.assign(this, functions) }

  /** Calls `body` with the addresses of copies of these bytes. */
  passing(parts, body) {
    const address = this.doodle_allocate(parts.reduce((sum, part) => sum + part.length, 0))
    if (address === 0) throw new DoodleError('0 0 there is not enough memory for so many bytes; give fewer at once')
    try {
      let end = address
      const addresses = parts.map((part) => {
        new Uint8Array(this.memory.buffer, end, part.length).set(part)
        end += part.length
        return end - part.length
      })
      return body(...addresses)
    } finally {
      this.doodle_free(address)
    }
  }

  /** The result of a drawing's last call in bytes; valid until the next call. */
  result(drawing) {
    return new Uint8Array(this.memory.buffer, this.doodle_result(drawing), this.doodle_result_count(drawing))
  }
}

class Drawing {
  #functions
  #address

  constructor(functions, address) { [this.#functions, this.#address] = [functions, address] }

  get #id() {
    if (this.#address === 0) throw new DoodleError('0 0 the drawing has been deleted')
    return this.#address
  }

  /**
   * Applies whole lines of a log, given as text, as bytes of UTF-8, as an object, or as an array of objects, each of
   * which is a line. Throws `DoodleError` at the first wrong line; the lines before it have been applied.
   */
  apply(lines) {
    const bytes = linesOf(lines)
    // In parts whose copies stay in the cache.
    let start = 0
    while (start < bytes.length) {
      const newline = bytes.length - start > PART ? bytes.indexOf(10, start + PART) : -1
      const end = newline < 0 ? bytes.length : newline + 1
      this.#applyPart(bytes.subarray(start, end))
      start = end
    }
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
    this.#check(this.#functions.passing([data, text], (pixels, name) =>
      this.#functions.doodle_add_picture(this.#id, name, text.length, pixels, width, height)))
  }

  /**
   * Adds a font that later lines name: the bytes of a TrueType or OpenType file, by the path in the log. The font with
   * an empty name draws what others lack.
   */
  addFont(name, bytes) {
    if (bytes instanceof ArrayBuffer) return this.addFont(name, new Uint8Array(bytes))
    if (typeof name !== 'string' || !(bytes instanceof Uint8Array)) refuse('addFont() takes a name and bytes')
    const text = encoder.encode(name)
    this.#check(this.#functions.passing([text, bytes], (name, address) =>
      this.#functions.doodle_add_font(this.#id, name, text.length, address, bytes.length)))
  }

  /**
   * Adds a saved drawing that a line opens: the bytes of a file of `doodle save` or of Drawsana, by the path in the log.
   * Returns the header that a log of it has, and what to add before that line: the names of `pictures` and `fonts`, and
   * the texts of the images that are `embedded`, whose names they are. A picture under the ink is named by the header's
   * `background`. Throws `DoodleError` with a place in the file.
   */
  addDrawing(path, bytes) {
    if (bytes instanceof ArrayBuffer) return this.addDrawing(path, new Uint8Array(bytes))
    if (typeof path !== 'string' || !(bytes instanceof Uint8Array)) refuse('addDrawing() takes a path and bytes')
    const text = encoder.encode(path)
    this.#check(this.#functions.passing([text, bytes], (path, address) =>
      this.#functions.doodle_add_drawing(this.#id, path, text.length, address, bytes.length)))
    const [header, ...names] = this.#result().split('\n').slice(0, -1).map((line) => JSON.parse(line))
    const named = (kind) => names.filter((name) => kind in name).map((name) => name[kind])
    return { header, pictures: named('picture'), embedded: named('data'), fonts: named('font') }
  }

  #applyPart(bytes) {
    this.#check(
      this.#functions.passing([bytes], (address) => this.#functions.doodle_apply(this.#id, address, bytes.length)))
  }

  /**
   * Applies a touch: its phase ('began', 'moved', 'stationary', 'ended' or 'cancelled'), its number or name, and its
   * position in points.
   */
  touch(phase, id, x, y, properties = {}) {
    check(properties, PROPERTIES, 'touch()')
    const { pressure, time, altitude, azimuth, twist, tangentialPressure, contact, pointer, predicted, index } = properties
    if (pointer !== undefined && !POINTERS.includes(pointer)) {
      refuse(`the "pointer" of touch() is finger, pencil, mouse or eraser, not ${pointer}`)
    }
    const isUsual = PHASES.includes(phase) && isInt32(id) && Number.isFinite(x) && Number.isFinite(y)
      && isNumber(pressure, 0) && isNumber(time) && isNumber(altitude) && isNumber(azimuth)
      && twist === undefined && tangentialPressure === undefined && contact === undefined
      && (predicted ?? false) === !!predicted && (index === undefined || (isInt32(index) && index >= 0))
    // The reader of lines accepts all others, or reports their errors.
    if (!isUsual) return this.apply({ phase, touch: id, point: [x, y], ...properties })
    this.#check(this.#functions.doodle_touch(
      this.#id, PHASES.indexOf(phase), id, POINTERS.indexOf(pointer), predicted ? 1 : 0, index ?? -1, x, y,
      pressure ?? NaN, time ?? NaN, altitude ?? NaN, azimuth ?? NaN))
  }

  /**
   * Shows a part of the canvas, `{ x, y, width, height, scale }`, from the next update on: its corner in points, its size
   * in pixels, and pixels per point. Without it, all of the canvas at its own scale. The finished picture stays.
   */
  view({ x = 0, y = 0, width = 0, height = 0, scale = NaN } = {}) {
    this.#check(this.#functions.doodle_view(this.#id, x, y, width, height, scale))
  }

  /**
   * Updates the pixels.
   * Returns the box of those that changed since the last call, {x, y, width, height}; null if none did.
   */
  changedRect() {
    this.#check(this.#functions.doodle_update(this.#id))
    const [x, y, width, height] = [0, 1, 2, 3].map((side) => this.#functions.doodle_area(this.#id, side))
    return width > 0 && height > 0 ? { x, y, width, height } : null
  }

  /** The size of the picture in pixels; 1 times 1 as long as the log has no size. */
  get width() { return this.#functions.doodle_width(this.#id) }
  get height() { return this.#functions.doodle_height(this.#id) }

  /** The pixels: red, green, blue and alpha, rows from the top. The view is valid until the next call. */
  get pixels() {
    const address = this.#functions.doodle_pixels(this.#id)
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
    this.#check(this.#functions.doodle_hash(this.#id))
    return this.#result()
  }

  /**
   * The picture if the drawing ended now, as the bytes of a PNG, which `doodle render` writes too. With `metadata` it
   * names the version, the stroke model and the SHA-256 of the log; `dpi` is the resolution that it states.
   */
  png(options = {}) {
    check(options, FILE_OPTIONS, 'png()')
    const { metadata = false, dpi = 0 } = options
    this.#check(this.#functions.doodle_png(this.#id, metadata ? 1 : 0, dpi))
    return this.#functions.result(this.#id).slice()
  }

  /** The picture if the drawing ended now as `{ width, height, data }`: red, green, blue and straight alpha. */
  picture() {
    this.#check(this.#functions.doodle_picture(this.#id))
    const bytes = this.#functions.result(this.#id).slice()
    const [width, height] = new Int32Array(bytes.buffer, 0, 2)
    return { width, height, data: new Uint8ClampedArray(bytes.buffer, 8, 4 * width * height) }
  }

  /** The drawing if it ended now as an SVG document, as text, which `doodle render -o x.svg` writes too. */
  svg() {
    this.#check(this.#functions.doodle_svg(this.#id))
    return this.#result()
  }

  /**
   * An SVG document that draws itself, as text, as `doodle replay -o x.svg` makes it: `speed` times as fast as it was
   * drawn, with pauses of at most `idleLimit` seconds, `plays` times, 0 for forever.
   */
  svgFilm(options = {}) {
    check(options, FILM_OPTIONS, 'svgFilm()')
    const { speed = 1, idleLimit = Infinity, plays = 0 } = options
    this.#check(this.#functions.doodle_svg_film(this.#id, speed, idleLimit === Infinity ? NaN : idleLimit, plays))
    return this.#result()
  }

  /** The events so far as a touch log, which `doodle render` draws; or its bytes from `start` on. */
  log(start = 0) {
    this.#functions.doodle_log(this.#id, start)
    return this.#result()
  }

  /** The numbers of steps that undo and redo can take, and the number of events so far. */
  get undoCount() { return this.#functions.doodle_count(this.#id, 0) }
  get redoCount() { return this.#functions.doodle_count(this.#id, 1) }
  get eventCount() { return this.#functions.doodle_count(this.#id, 2) }

  /** The number of bytes of the log. */
  get logLength() { return this.#functions.doodle_count(this.#id, 4) }

  /** The ids of the elements that can be selected, the lowest first. */
  get elements() {
    this.#functions.doodle_elements(this.#id)
    return this.#result().split('\0').slice(0, -1)
  }

  /** The boxes of these elements in points, `{ x, y, width, height }`, in the same order. */
  get boxes() {
    this.#functions.doodle_boxes(this.#id)
    const sides = new Float64Array(this.#functions.result(this.#id).slice().buffer)
    return Array.from({ length: sides.length / 4 }, (_, index) => {
      const [x, y, width, height] = sides.subarray(4 * index)
      return { x, y, width, height }
    })
  }

  /** The id of the topmost element within `reach` points of a position; null if there is none. */
  elementAt(x, y, reach = 4) {
    this.#functions.doodle_element_at(this.#id, x, y, reach)
    return this.#result() || null
  }

  /**
   * The styles of the elements with these ids, the lowest first: the keys of a log, `id`, `tool`, the words of a `text`
   * and a `warning` if its font lacks letters, the `center` about which the element is rotated and scaled, the factor by
   * which it is, `scale`, the `ends` of a line or an arrow, [x, y, x, y], and the `box` that the command `stretch` makes
   * wider and higher, [left, top, right, bottom], unless it is turned.
   */
  styles(ids) {
    const text = encoder.encode(ids.join('\0'))
    this.#functions.passing([text], (address) => this.#functions.doodle_styles(this.#id, address, text.length))
    return this.#result().split('\n').slice(0, -1).map((line) => JSON.parse(line))
  }

  /**
   * Shows what lines would change, without adding them to the log; each call goes on from the last. Without lines, or
   * with the next line of the log, the preview ends.
   */
  preview(lines = '') {
    const bytes = linesOf(lines)
    this.#check(
      this.#functions.passing([bytes], (address) => this.#functions.doodle_preview(this.#id, address, bytes.length)))
  }

  /** Whether a touch is down. */
  get isTouched() { return this.#functions.doodle_count(this.#id, 3) !== 0 }

  /** The name of the stroke model. */
  get model() {
    this.#functions.doodle_model(this.#id)
    return this.#result()
  }

  /** The box of the selected element in points, and its words if it is a text; null if nothing is selected. */
  get selection() {
    this.#functions.doodle_selection(this.#id)
    const bytes = this.#functions.result(this.#id).slice()
    if (bytes.length === 0) return null
    const [x, y, width, height] = new Float64Array(bytes.buffer, 0, 4)
    return { x, y, width, height, text: decoder.decode(bytes.subarray(32)) }
  }

  /** Frees the memory of the drawing, which must not be used again. */
  delete() {
    this.#functions.doodle_delete(this.#id)
    this.#address = 0
  }

  #result() { return decoder.decode(this.#functions.result(this.#id)) }

  #check(status) { if (status !== 0) throw new DoodleError(this.#result()) }
}
