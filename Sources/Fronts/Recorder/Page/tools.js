// The tools, and the lines that set them in a log.

import { remember, remembered } from './remembered.js'

/** The tools in the order of the bar: name, label, key, the icon's path in a box of 24, whether it is a shape, and whether
 * only the menu of shapes has it in windows that are not wide. */
export const TOOLS = [
  ['pen', 'Pen', 'p', 'M4 20l1-4L16.5 4.5a2 2 0 0 1 3 3L8 19l-4 1zM14.5 6.5l3 3'],
  ['marker', 'Highlighter', 'm', 'M9 14l-3 3v3h3l3-3M9 14l8-10 4 4-9 9M9 14l3 3M3 21h5'],
  ['eraser', 'Eraser', 'e', 'M8 20l-4.5-4.5a2 2 0 0 1 0-3L12 4a2 2 0 0 1 3 0l5 5a2 2 0 0 1 0 3l-8 8zM7 9l8 8M8 20h12'],
  ['line', 'Line', 'l', 'M5 19L19 5', true],
  ['arrow', 'Arrow', 'a', 'M5 19L19 5M10 5h9v9', true],
  ['rect', 'Rectangle', 'r', 'M4 6h16v12H4z', true],
  ['ellipse', 'Ellipse', 'o', 'M12 5c5 0 9 3 9 7s-4 7-9 7-9-3-9-7 4-7 9-7z', true],
  ['polygon', 'Polygon', 'g', 'M12 4l7.6 5.5-2.9 9H7.3l-2.9-9z', true, true],
  ['star', 'Star', 's', 'M12 4l2 5.8h6.2l-5 3.7 1.9 6-5.1-3.6L6.9 19.5l1.9-6-5-3.7H10z', true, true],
  ['angle', 'Angle', 'd', 'M19 5L5 19h15M13 19a8 8 0 0 0-2.3-5.7', true, true],
  ['text', 'Text', 't', 'M5 7V5h14v2M12 5v14M9 19h6'],
  ['select', 'Select', 'v', 'M6 4l12 8-5.5 1.2L9.5 19z'],
]

export const isShape = (name) => TOOLS.some(([tool, , , , isOne]) => tool === name && isOne)

/** The lengths of dashes of a line, and of what lies between them. */
export const dashes = (width) => [3 * width, 2 * width]

/** The tools of shapes that can be filled. */
export const FILLED = new Set(['rect', 'ellipse', 'polygon', 'star'])

export const COLORS = [
  ['#1b1b1f', 'Black'], ['#868e96', 'Gray'], ['#e03131', 'Red'], ['#f08c00', 'Orange'], ['#ffd43b', 'Yellow'],
  ['#2f9e44', 'Green'], ['#1e66f5', 'Blue'], ['#7048e8', 'Violet'], ['rainbow', 'Rainbow'],
]

/** The brushes of the pen: name, label, and usual width. */
export const BRUSHES = [
  ['ink', 'Ink', 4], ['monoline', 'Monoline', 4], ['pencil', 'Pencil', 2.2], ['crayon', 'Crayon', 8],
  ['charcoal', 'Charcoal', 9], ['nib', 'Broad nib', 9], ['fountain', 'Fountain pen', 3.4], ['brush', 'Brush', 12],
  ['chisel', 'Chisel', 14], ['airbrush', 'Airbrush', 36], ['watercolor', 'Watercolor', 15],
]

const DEFAULTS = {
  pen: { brush: 'ink', width: 4, opacity: 1 },
  marker: { width: 18, opacity: 0.47, color: '#ffd43b' },
  eraser: { width: 24, mode: 'pixel' },
  line: { width: 3, opacity: 1, isDashed: false },
  arrow: { width: 3, opacity: 1, isDashed: false },
  rect: { width: 3, opacity: 1, isFilled: false, isDashed: false },
  ellipse: { width: 3, opacity: 1, isFilled: false, isDashed: false },
  polygon: { width: 3, opacity: 1, sides: 5, isFilled: false, isDashed: false },
  star: { width: 3, opacity: 1, points: 5, isFilled: false, isDashed: false },
  angle: { width: 3, opacity: 1, isDashed: false },
  text: { size: 24, opacity: 1, font: 'doodle' },
  select: {},
}

const USUAL_PRESSURE = { pressureCurve: 1, minWidth: 0 }

/** The chosen tool and the settings of each, which the tab keeps over a reload. */
export class Palette {
  #name = 'pen'
  #settings = structuredClone(DEFAULTS)
  /** What pressure does to the width of pens, by key, as far as it was ever chosen. */
  #pressure = {}
  /** Whether dashes were ever chosen: other tools must then end them. */
  #hasDashes = false
  /** What the tab calls them: those of a page that begins with another tool are others. */
  #key

  /** Begins with a tool line of a log, in which every key may be missing. */
  constructor(initial = {}) {
    this.#key = `tool ${JSON.stringify(initial)}`
    if (initial.tool in this.#settings) this.#name = initial.tool
    for (const settings of Object.values(this.#settings)) settings.color = initial.color ?? settings.color ?? COLORS[0][0]
    if (initial.brush && 'brush' in this.settings) this.brush = initial.brush
    for (const key of ['width', 'opacity', 'mode', 'size', 'sides', 'points']) {
      if (initial[key] !== undefined && key in this.settings) this.settings[key] = initial[key]
    }
    for (const key of Object.keys(USUAL_PRESSURE)) {
      if (initial[key] !== undefined) this.#pressure[key] = initial[key]
    }
    if (initial.fill && initial.fill !== 'none' && 'isFilled' in this.settings) this.settings.isFilled = true
    const { name, settings = {}, pressure, hasDashes = false } = remembered(this.#key, 'sessionStorage') ?? {}
    this.#hasDashes = hasDashes
    if (name in this.#settings) this.#name = name
    for (const tool of Object.keys(this.#settings)) Object.assign(this.#settings[tool], settings[tool])
    Object.assign(this.#pressure, pressure)
  }

  #remember() {
    const [settings, pressure, hasDashes] = [this.#settings, this.#pressure, this.#hasDashes]
    remember(this.#key, { name: this.#name, settings, pressure, hasDashes }, 'sessionStorage')
  }

  get name() { return this.#name }
  set name(name) {
    this.#name = name
    this.#remember()
  }

  get color() { return this.settings.color }

  /** The settings of the chosen tool; settings that the tool does not have are missing. */
  get settings() { return this.#settings[this.name] }

  /** Takes a brush for the pen, in its usual width. */
  set brush(name) {
    const [, , width] = BRUSHES.find(([brush]) => brush === name) ?? BRUSHES[0]
    Object.assign(this.#settings.pen, { brush: name, width })
  }

  /** Changes a setting of the chosen tool. */
  set(key, value) {
    if (key === 'brush') this.brush = value
    else this.settings[key] = value
    this.#hasDashes ||= key === 'isDashed'
    this.#remember()
  }

  /** Whether pressure has this value of `pressureCurve` or `minWidth`. */
  hasPressure(key, value) { return this.#pressure[key] === value }

  /** Chooses a value, or the usual one if it is chosen already. */
  togglePressure(key, value) {
    this.#pressure[key] = this.hasPressure(key, value) ? USUAL_PRESSURE[key] : value
    this.#remember()
  }

  /** Whether the chosen tool has a color. */
  get hasColor() { return this.name !== 'eraser' && this.name !== 'select' }

  /** The line that sets the tool. It sets all keys that another tool may have set. */
  get line() { return this.#lineOf(this.name) }

  /** The line of the eraser end of a pen. */
  get eraserLine() { return this.#lineOf('eraser') }

  /** What the command of a text has of the tool's settings. */
  get textStyle() {
    const { size, color, opacity, font } = this.#settings.text
    return { size, color, opacity, font }
  }

  #lineOf(name) {
    const { brush, color, width, opacity, mode, isFilled, fill = color, isDashed, sides, points } = this.#settings[name]
    const line = brush ? { tool: name, brush } : { tool: name }
    if (name === 'select') return line
    const dash = isDashed ? dashes(width) : this.#hasDashes ? [] : undefined
    if (name === 'eraser') return { ...line, mode, width, opacity: 1, dash }
    // Those that the tool lacks are undefined, which JSON leaves out.
    Object.assign(line, { color, width, opacity, dash, sides, points }, brush && this.#pressure)
    if (isFilled !== undefined) line.fill = isFilled && fill !== 'rainbow' ? fill : 'none'
    return line
  }
}
