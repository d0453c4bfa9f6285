// The fonts of texts: the built-in one, and the font files of the user, which the browser keeps.

import { emptyFont } from './empty-font.js'
import { facesOf, hasColors } from './font-faces.js'
import { FontStorage } from './font-storage.js'

/** The name of the built-in font in a log. */
export const BUILT_IN = 'doodle'
/** The largest file that the command reads, in bytes. */
const LARGEST = 256 * 2 ** 20
/** What a dialog that opens font files shows. */
export const FONT_TYPES = '.ttf,.otf,.ttc,.otc'
const ENDING = /\.(ttf|otf|ttc|otc)$/i
/** A key "font" of a log's line: within a text, quotes have backslashes. */
const NAMED = /"font"(\s*:\s*)("(?:[^"\\]|\\.)*")/g

/** The path of the file that a log's name of a font has: that of a font of a collection ends in # and its number. */
const pathOf = (name) => name.replace(/#\d+$/, '')
const fileOf = (name) => pathOf(name).split('/').at(-1)

/** The font files that lines of a log name. */
export function fontsIn(lines) {
  if (!lines.includes('"font"')) return []
  const names = [...lines.matchAll(NAMED)].map(([, , name]) => {
    try {
      return JSON.parse(name)
    } catch {
      // The engine says what is wrong.
      return ''
    }
  })
  return [...new Set(names.filter((name) => ENDING.test(pathOf(name))))]
}

/** A line of a log, in which fonts have the names that `renamed` gives to their files. */
export function withFonts(line, renamed) {
  return line.replace(NAMED, (all, colon, text) => {
    const name = JSON.parse(text)
    const file = renamed.get(fileOf(name))
    return file ? `"font"${colon}${JSON.stringify(file + name.slice(pathOf(name).length))}` : all
  })
}

const areEqual = (one, other) => one.length === other.length && one.every((byte, index) => byte === other[index])

/** The font files. A log names one by its path, of which only the name of the file counts here. */
export class Fonts {
  #doodle
  #storage = new FontStorage()
  /** By the names of their files. */
  #rows = new Map()
  /** The file that a drawing has for each name; null for one that is missing. */
  #given = new WeakMap()
  #familyCount = 0

  constructor(doodle) { this.#doodle = doodle }

  /** Takes what the browser keeps, also from other tabs. */
  async read() {
    const rows = await this.#storage.read().catch(() => [])
    for (const row of rows) if (!this.#rows.has(row.name)) this.#keep(row)
  }

  #keep(row) {
    const faces = facesOf(row.bytes)
    this.#rows.set(row.name, { ...row, faces })
  }

  /** The fonts that can be chosen: the `name` of each in a log, and its `label`. */
  get choices() {
    return [...this.#rows.values()].flatMap(({ name, faces }) => faces.map((face, index) => {
      const number = index > 0 ? `#${index}` : ''
      return { name: name + number, label: face.label || name + number }
    })).sort((one, other) => one.label.localeCompare(other.label))
  }

  #row(name) { return this.#rows.get(fileOf(name)) }

  /** Whether a text can have a font. */
  has(name) { return name === BUILT_IN || this.#row(name) !== undefined }

  /** Those of the names whose files are missing. */
  lacking(names) { return names.filter((name) => !this.has(name)).map(pathOf) }

  /** The file of a font: {name, bytes, isFile}. */
  file(name) { return this.#row(name) }

  /** Whether a file is that of one of the names. */
  isNamed(file, names) { return names.some((name) => fileOf(name) === file) }

  /**
   * Takes a font file, and lets the browser keep it. A name that another file has gets a number, so that texts in that
   * file stay as they are. Returns its `name`, whether it `isKept`, and its colors, which the engine draws in `one`, or
   * as `none`; undefined if it has no colors. Throws if the engine does not read it.
   */
  async add(file, bytes, isFile) {
    // Another tab may have a file of this name.
    await this.read()
    if (bytes.length > LARGEST) throw new Error('it has more than 256 MB; use a smaller one, or a part of it')
    const colors = this.#try(bytes)
    let name = file
    for (let number = 2; this.#rows.has(name) && !areEqual(this.#rows.get(name).bytes, bytes); number++) {
      name = file.replace(/(\.[^.]*)$/, `-${number}$1`)
    }
    const row = { name, bytes, isFile: this.#rows.get(name)?.isFile || (isFile && name === file) }
    this.#keep(row)
    return { name, colors, isKept: await this.#store(row) }
  }

  #store(row) { return this.#storage.put(row).then(() => true, () => false) }

  /** Removes a file, also from the browser. Returns it, for `putBack`. */
  async remove(name) {
    const row = this.#row(name)
    this.#rows.delete(row.name)
    await this.#storage.remove(row.name).catch(() => {})
    return row
  }

  putBack(row) {
    this.#keep(row)
    return this.#store(row)
  }

  /** The user has a file now. */
  noteSaved(row) {
    row.isFile = true
    this.#store(row)
  }

  /** Draws an emoji with a font. Throws if the engine does not read it. */
  #try(bytes) {
    if (this.#doodle.isPlain) return undefined
    const drawing = this.#doodle.newDrawing({ width: 40, height: 40 })
    try {
      drawing.addFont('font.ttf', bytes)
      if (!hasColors(bytes)) return undefined
      drawing.apply({ command: 'text', text: '\u{1F600}', at: [4, 4], size: 24, font: 'font.ttf' })
      if (drawing.styles([drawing.elements[0]])[0].warning) return undefined
      const { data } = drawing.picture()
      return data.every((value, index) => value === data[index % 4]) ? 'none' : 'one'
    } catch (error) {
      throw new Error((error.reason ?? error.message).replace(/^font\.ttf: /, ''))
    } finally {
      drawing.delete()
    }
  }

  /** Gives a drawing the fonts of these names that it does not have. A missing one has no letters: the built-in does. */
  give(drawing, names) {
    if (names.length === 0) return
    const given = this.#given.get(drawing) ?? new Map()
    this.#given.set(drawing, given)
    for (const name of names) {
      const row = this.#row(name) ?? null
      if (given.has(name) && given.get(name)?.bytes === row?.bytes) continue
      // What a preview takes, the drawing of the log does not have.
      drawing.preview()
      drawing.addFont(name, row?.bytes ?? emptyFont())
      given.set(name, row)
    }
  }

  /** Whether a drawing has texts, or a tool, in font files. */
  hasGiven(drawing) { return this.#given.has(drawing) }

  /** The family by which the page can use a font; undefined for the built-in one, and for others of a collection. */
  family(name = BUILT_IN) {
    const row = this.#row(name)
    if (!row || row.name !== name || !globalThis.FontFace) return undefined
    if (!row.face) {
      row.face = new FontFace(`doodle-${++this.#familyCount}`, row.bytes)
      document.fonts.add(row.face)
      row.face.load().catch(() => {})
    }
    return row.face.family
  }
}
